"""Writing a file that appears whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from dashboard.errors import DeskError


@contextmanager
def whole_file(path: Path, option: str) -> Iterator[TextIO]:
    """Write beside the path under another name and move it there once everything is written."""
    target = Path(os.path.realpath(path))  # a link goes on pointing at what it pointed at
    if target.exists() and not target.is_file():
        raise DeskError(f"{option} must be a file, got {path}; choose another")
    beside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # backslashreplace: half a surrogate pair, which JSON may hold, is written as JSON's escape.
        with beside.open("x", encoding="utf-8", errors="backslashreplace", newline="") as page:
            yield page
        os.replace(beside, target)
    except OSError as error:
        raise DeskError(f"{path} cannot be written ({error.strerror}); choose another {option}") from error
    finally:
        with suppress(OSError):
            beside.unlink()
