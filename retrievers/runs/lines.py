"""A file of lines, read by byte offset: what every format reads from."""

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from retrievers.runs.errors import RunFileError

CHUNK = 1 << 20
_BLANKS = re.compile(r"[ \t\r\n\v\f]+")


class Line(NamedTuple):
    """One line without its end, and where it begins."""

    offset: int
    text: str


class LineFile:
    """A text file in UTF-8, with or without a byte order mark, or else in latin-1."""

    def __init__(self, path: Path) -> None:
        """Open the file and find out how it is written; only a chunk of it is ever in memory."""
        self.path = path
        try:
            self._handle = path.open("rb")
        except OSError as error:
            raise RunFileError(f"{path} cannot be read ({error.strerror}); check the name") from error
        if not self._handle.seekable():
            self.close()
            raise RunFileError(
                f"{path} must be a file and not a pipe, because it is read twice; save it first"
            )
        head = self._handle.read(4)
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            self.close()
            raise RunFileError(f"{path}:1: expected text in UTF-8, got UTF-16; save it as UTF-8")
        self.start = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
        self.encoding = "utf-8" if self._is_utf8() else "latin-1"

    def lines(self, offset: int | None = None, *, blank: bool = False) -> Iterator[Line]:
        """Read lines from a byte offset on; blank ones only where they are asked for."""
        for begins, raw in self.raw_lines(offset):
            # "replace": a file cut off within a character still gets an error with its line.
            text = raw.decode(self.encoding, "replace").rstrip("\r\n")
            if blank or (text and not text.isspace()):
                yield Line(begins, text)

    def raw_lines(self, offset: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Read lines as they are in the file, each with where it begins."""
        offset = self.start if offset is None else offset
        self._handle.seek(offset)
        for raw in self._handle:
            yield offset, raw
            offset += len(raw)

    def wrong(self, offset: int, what: str) -> RunFileError:
        """Make the error that says what is wrong with the line at an offset."""
        return RunFileError(f"{self.path}:{self.number(offset)}: {what}")

    def number(self, offset: int) -> int:
        """Count which line begins at an offset; counted only when an error needs it."""
        self._handle.seek(0)
        number, left = 1, offset
        while left and (chunk := self._handle.read(min(CHUNK, left))):
            number += chunk.count(b"\n")
            left -= len(chunk)
        return number

    def close(self) -> None:
        """Let go of the file."""
        self._handle.close()

    def __enter__(self) -> "LineFile":
        """Use the file in a with-block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it at the block's end."""
        self.close()

    def _is_utf8(self) -> bool:
        decoder = codecs.getincrementaldecoder("utf-8")()
        self._handle.seek(0)
        try:
            while chunk := self._handle.read(CHUNK):
                decoder.decode(chunk)
        except UnicodeDecodeError:
            return False
        return True


def columns_of(text: str) -> list[str]:
    """Split at blanks and tabs, and not at the no-break spaces that an id may hold."""
    return _BLANKS.split(text.strip(" \t\r\n\v\f"))
