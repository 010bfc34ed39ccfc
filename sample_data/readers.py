"""Source files to records: JSON lines as they are, PGN games with what is derived from their moves."""

import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import chess.pgn


class SourceError(ValueError):
    """A source file that cannot be read; the message names the file, the line and the cure."""


class Source(NamedTuple):
    """One record to store: its fields, the text shown and the text embedded."""

    fields: dict[str, Any]
    text: str
    to_embed: str


def read_sources(folder: Path, pattern: str, text_field: str) -> list[Source]:
    """Read every record of the files that a pattern names; one without the text is left out."""
    files = sorted(folder.glob(pattern))
    if not files:
        raise SourceError(f"no source file matches {pattern!r} in {folder}; correct `source`")
    return [
        record
        for file in files
        for record in (_pgn(file) if file.suffix == ".pgn" else _json_lines(file, text_field))
    ]


def _json_lines(file: Path, text_field: str) -> Iterator[Source]:
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            fields = json.loads(line)
        except json.JSONDecodeError as error:
            raise SourceError(f"{file.name} line {number} is not JSON: {error.msg}") from error
        if not isinstance(fields, dict):
            raise SourceError(f"{file.name} line {number} must be an object, got {line[:40]!r}")
        text = fields.get(text_field)
        if text:
            yield Source(fields, text, text)


def _pgn(file: Path) -> Iterator[Source]:
    stream = io.StringIO(file.read_text(encoding="utf-8"))
    number = 0
    while (game := chess.pgn.read_game(stream)) is not None:
        number += 1
        if game.errors:
            raise SourceError(f"{file.name} game {number} has an illegal move: {game.errors[0]}")
        yield pgn_source(game, file.name, number)


def pgn_source(game: chess.pgn.Game, source_file: str, number: int) -> Source:
    """Describe a game: its last main-line position is its key position."""
    headers = game.headers
    moves = [node.move.uci() for node in game.mainline()]
    movetext = game.accept(chess.pgn.StringExporter(headers=False, columns=None)).strip()
    plain = game.accept(
        chess.pgn.StringExporter(headers=False, comments=False, variations=False, columns=None)
    ).strip()
    comments = [node.comment.replace("\n", " ") for node in (game, *game.mainline()) if node.comment]
    opening, eco, chapter = headers.get("Opening", ""), headers.get("ECO", ""), headers.get("Chapter", "")
    fields = {
        "line_id": f"{Path(source_file).stem}-{number}",
        "source_file": source_file,
        "game_number": number,
        "opening": opening,
        "eco": eco,
        "chapter": chapter,
        "fen": game.end().board().fen(),
        "line_hash": hashlib.sha256(" ".join(moves).encode()).hexdigest()[:16],
    }
    # The model reads some 200 words: names and comments first, bare moves last, so that what a
    # person asks for is never cut off behind notation.
    to_embed = f"{opening} ({eco}). {chapter}. {' '.join(comments)} {plain}"
    return Source(fields, movetext, to_embed)
