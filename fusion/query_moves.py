"""Find chess notation in a query: moves, ECO codes and FEN positions.

A capital piece letter with a square, a capture, castling, long algebraic or a numbered move is a
move on sight. A bare square ("e4"), a lower-case or a foreign piece letter ("nf3", "Sf3") needs
company: another move beside it, or a word before or after that speaks of playing it. "on h7",
"the d5 square" and "a4 paper" are no moves.

Every pattern has a bounded length, so the search is linear in the text.
"""

import re
from typing import NamedTuple

from fusion.query_lexicon import fold, folded_set


class Notation(NamedTuple):
    """A piece of notation: what it is, and where it stands in the text."""

    kind: str
    start: int
    end: int


_EDGE_BEFORE = r"(?<![^\W_])"
_EDGE_AFTER = r"(?![^\W_])"

_MOVE = re.compile(
    _EDGE_BEFORE
    + r"""
    (?P<number>\d{1,3}\s?(?:\.{1,4}|…)\s{0,2}(?:\.{2,3}|…)?|\.{2,3}|…)?
    (?:
      (?P<castling>[Oo]-[Oo](?:-[Oo])?|0-0(?:-0)?)
    | (?P<long>[KQRBN]?[a-h][1-8][-x]?[a-h][1-8][qrbn]?)
    | (?P<capture>[a-h]x[a-h][1-8])
    | (?P<piece>[KQRBN][a-h]?[1-8]?x?[a-h][1-8])
    | (?P<foreign>[DTLSCFA][a-h]?x?[a-h][1-8])
    | (?P<lower>[kqrbn][a-h]?x?[a-h][1-8])
    | (?P<capitals>[A-H][3-6])
    | (?P<pawn>[a-h][2-7])
    )
    (?:=?[QRBNqrbn])?[+\#!?]{0,4}"""
    + _EDGE_AFTER,
    re.VERBOSE,
)
_SURE_KINDS = frozenset({"castling", "long", "capture", "piece"})
_SQUARE_LIKE = frozenset({"pawn", "long", "capitals"})

_BETWEEN_MOVES = re.compile(r"[\s,;:/()\d.…-]*(?:(?:or|and|vs|then)\s)?[\s\d.…]*")
_LONGEST_GAP = 10  # characters; wider gaps are prose

_FEN_RANK = "[1-8pnbrqkPNBRQK]{1,8}"
_FEN = re.compile(rf"(?<![\w/]){_FEN_RANK}(?:/{_FEN_RANK}){{7}}(?![\w/])")
_ECO = re.compile(_EDGE_BEFORE + r"[A-Ea-e]\d\d" + _EDGE_AFTER)

_FIGURINES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟‐‑‒–—−", "KQRBN KQRBN ------")

_WORD = re.compile(r"[^\W\d_]+")
_NEIGHBOURHOOD = 24  # characters looked at on each side for the neighbouring word

_PLAYS_IT = folded_set(
    "against, vs, versus, after, play, played, playing, push, meet, open, opened, answer, reply, "
    "replies, response, idea, move"
)
_STANDS_THERE = folded_set("on, at, of, from, square, pawn, control, size, vitamin, paper, weak, strong")
_IS_OPENED = folded_set("opening, player, repertoire, line, system, gambit")
_IS_NO_MOVE = folded_set(
    "square, pawn, outpost, file, diagonal, point, complex, weakness, paper, size, sheet, steak, "
    "sauce, printer, page, explosive, visa, vitamin, deficiency, road, motorway"
)
_FIRST_MOVES = frozenset({"e4", "d4"})


def plain_notation(text: str) -> str:
    """Return the text with figurines as letters and dashes as hyphens, position by position."""
    return text if text.isascii() else text.translate(_FIGURINES)


def find_notation(text: str) -> list[Notation]:
    """Return positions, ECO codes and runs of moves; `text` comes from `plain_notation`."""
    found = [Notation("position", *match.span()) for match in _FEN.finditer(text)]
    found += [Notation("ECO code", *m.span()) for m in _ECO.finditer(text) if _is_eco(text, m)]
    for run in _runs(text):
        if _is_played(text, run):
            kind = "move" if len(run) == 1 else "moves"
            found.append(Notation(kind, run[0].start(), run[-1].end()))
    return found


def _runs(text: str) -> list[list[re.Match[str]]]:
    """Group move look-alikes that follow one another with nothing but numbers between."""
    runs: list[list[re.Match[str]]] = []
    for match in _MOVE.finditer(text):
        if runs:
            last_end = runs[-1][-1].end()
            gap = match.start() - last_end
            if gap <= _LONGEST_GAP and _BETWEEN_MOVES.fullmatch(text, last_end, match.start()):
                runs[-1].append(match)
                continue
        runs.append([match])
    return runs


def _is_played(text: str, run: list[re.Match[str]]) -> bool:
    """Say whether a run of look-alikes is meant as moves."""
    if any(move["number"] for move in run):
        return True
    before = _word_before(text, run[0].start())
    after = _word_after(text, run[-1].end())
    kinds = {str(move.lastgroup) for move in run}
    if after in _IS_NO_MOVE and kinds <= _SQUARE_LIKE:
        return False
    if kinds & _SURE_KINDS:
        return True
    if kinds == {"capitals"}:
        return len(run) > 1
    if after in _IS_OPENED or before in _PLAYS_IT:
        return True
    if before in _STANDS_THERE:
        return False
    return len(run) > 1 or run[0].group() in _FIRST_MOVES


def _is_eco(text: str, match: re.Match[str]) -> bool:
    """Take a capital code unless a neighbour says otherwise, a small one only beside "eco"."""
    before = _word_before(text, match.start())
    after = _word_after(text, match.end())
    if before in _STANDS_THERE or after in _IS_NO_MOVE:
        return False
    alone = match.group() == text.strip()
    return match.group()[0].isupper() or alone or before in {"eco", "code"}


def _word_before(text: str, position: int) -> str:
    words = _WORD.findall(text, max(0, position - _NEIGHBOURHOOD), position)
    return fold(words[-1]) if words else ""


def _word_after(text: str, position: int) -> str:
    match = _WORD.search(text, position, position + _NEIGHBOURHOOD)
    return fold(match.group()) if match else ""
