"""Two worlds to try the desk on: movies (three Chroma collections) and chess (two Qdrant ones)."""

from pathlib import Path

SAMPLES = ("movies", "chess")


def sample_file(name: str) -> Path:
    """Give the workspace file of a sample."""
    return Path(__file__).parent / name / "workspace.toml"
