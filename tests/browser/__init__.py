"""The page in a real browser: Chromium against the real server."""
