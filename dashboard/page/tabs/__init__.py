"""One module for each tab of the page; the frame puts them together."""
