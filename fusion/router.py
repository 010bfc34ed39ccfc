"""Guess what a chess query is after, so that the better kind of collection can weigh more.

    opening   a specific opening, variation, line, repertoire, move, ECO code or position
    concept   understanding, method or training, with no specific opening
    mixed     both kinds of evidence, or neither

Strong evidence decides: lines only → opening, understanding only → concept, both → mixed. Words
that any chess query may hold ("line", "king", "attack") are heard only where nothing strong was
found. The router reads words; it knows nothing of the collections and never looks at results.
"""

import re
import unicodedata
from collections.abc import Collection
from typing import NamedTuple

from fusion import query_words
from fusion.query_lexicon import LINES, OPENING_NAME, SOFT_LINES, SOFT_UNDERSTANDING
from fusion.query_moves import find_notation, plain_notation
from fusion.query_phrases import Phrase, known_phrases

ROUTER_WEIGHTS: dict[str, dict[str, float]] = {
    "opening": {"books": 1.0, "pgn": 1.3},
    "concept": {"books": 1.3, "pgn": 1.0},
    "mixed": {"books": 1.0, "pgn": 1.0},
}
"""Weight of each kind of collection, by the label of the query."""

LONGEST_READ = 2_000
"""Characters of a query that are looked at: bounds the time for any input."""

_LONGEST_QUOTE = 40
_TOKEN = re.compile(r"[^\W_]+(?:['’‘ʼ`´][^\W_]+)*")


class Intent(NamedTuple):
    """What a query is after, and the words of it that decided, as text a person can read."""

    label: str
    reasons: tuple[str, ...]


def route(query: str) -> Intent:
    """Return the intent of a query; any text is accepted, its first 2,000 characters are read."""
    # NFC first: a letter and its accent typed as two characters must stay one word.
    text = unicodedata.normalize("NFC", query[:LONGEST_READ])[:LONGEST_READ]
    notation = find_notation(plain_notation(text))
    tokens = list(_TOKEN.finditer(text))
    phrases = known_phrases([token.group() for token in tokens], has_notation=bool(notation))

    def reasons(kinds: Collection[str]) -> list[str]:
        return [_reason(p.kind, _words_of(p, tokens, text)) for p in phrases if p.kind in kinds]

    lines = [_reason(found.kind, text[found.start : found.end]) for found in notation]
    lines += reasons((OPENING_NAME, LINES))
    understanding = reasons(query_words.UNDERSTANDING)
    if not lines and not understanding:
        lines = reasons((SOFT_LINES,))
        understanding = reasons((SOFT_UNDERSTANDING,))
    label = _label(asks_for_lines=bool(lines), asks_for_understanding=bool(understanding))
    return Intent(label, tuple(dict.fromkeys(lines + understanding)))


def _label(*, asks_for_lines: bool, asks_for_understanding: bool) -> str:
    if asks_for_lines == asks_for_understanding:
        return "mixed"
    return "opening" if asks_for_lines else "concept"


def _words_of(phrase: Phrase, tokens: list[re.Match[str]], text: str) -> str:
    return text[tokens[phrase.first].start() : tokens[phrase.end - 1].end()]


def _reason(kind: str, words: str) -> str:
    """Return the kind of evidence with the user's own words, on one line and not too long."""
    quote = " ".join(words.split())
    if len(quote) > _LONGEST_QUOTE:
        quote = quote[: _LONGEST_QUOTE - 1] + "…"
    return f'{kind} "{quote}"'
