"""Read the words of a query: which known phrases stand in it, and which names are openings.

A name that is also a country, a player or an ordinary word is an opening only where its
neighbours say so: "French Defence", "in the Philidor", "Slav Botvinnik", but not "French toast",
"Philidor position" or "Capablanca's endgames".
"""

from itertools import zip_longest
from typing import NamedTuple

from fusion import opening_names, query_words
from fusion.query_lexicon import (
    NEEDY,
    NEUTRAL,
    OPENING_NAME,
    PLACE,
    fold,
    folded_set,
    lexicon,
)

_ASKS_HOW = "asks why or how"
_NAMES = frozenset({OPENING_NAME, PLACE, NEEDY})

_ABBREVIATIONS = frozenset(name.strip() for name in opening_names.ABBREVIATIONS.split(","))
_HEAD_WORDS = folded_set(opening_names.HEAD_WORDS)
_HOW_STARTS = folded_set(query_words.HOW_STARTS)
_REPLY_VERBS = folded_set(query_words.REPLY_VERBS)
_QUALIFIERS = folded_set(query_words.QUALIFIERS)

_BEFORE_AN_OPENING = folded_set("the, against, vs, versus, in, play, playing, my")
_AFTER_AN_OPENING = folded_set(
    "in, for, as, with, against, vs, versus, after, and, or, when, if, from, by, to, at, on, white, black"
)
_NO_OPENING_BEFORE = folded_set(query_words.NOT_AFTER_AN_OPENING)


class Phrase(NamedTuple):
    """A known phrase of the query: its kind, and its words from `first` up to before `end`."""

    kind: str
    first: int
    end: int


def known_phrases(raw_words: list[str], *, has_notation: bool) -> list[Phrase]:
    """Return the phrases that are evidence, each with the words that belong to it."""
    known = lexicon()
    words = [known.corrected(fold(word)) for word in raw_words]
    found = _longest_phrases(raw_words, words)
    kinds = {phrase.kind for phrase in found}
    about_openings = has_notation or OPENING_NAME in kinds
    about_chess = about_openings or not kinds.isdisjoint(query_words.UNDERSTANDING)
    evidence: list[Phrase] = []
    for phrase, following in zip_longest(found, found[1:]):
        if phrase.kind == PLACE:
            counts = _place_is_opening(phrase, words, about_openings, about_chess)
        elif phrase.kind == NEEDY:
            beside = _touches_a_name(phrase, evidence, following)
            counts = beside or _needy_is_opening(phrase, words, has_notation)
        else:
            counts = phrase.kind != NEUTRAL
        already_quoted = bool(evidence) and evidence[-1].end > phrase.first
        if counts and not already_quoted:
            evidence.append(_with_neighbours(phrase, words))
    return evidence


def _longest_phrases(raw_words: list[str], words: list[str]) -> list[Phrase]:
    """Read from left to right, each time taking the longest phrase that is known."""
    known = lexicon()
    found = []
    at = 0
    while at < len(words):
        length, kind = known.longest_at(words, at)
        if raw_words[at] in _ABBREVIATIONS:
            length, kind = 1, OPENING_NAME
        elif not length and words[at] == "how" and _asks_for_method(words[at + 1 : at + 5]):
            length, kind = 2, _ASKS_HOW
        if length:
            found.append(Phrase(kind, at, at + length))
        at += length or 1
    return found


def _asks_for_method(after_how: list[str]) -> bool:
    """Say whether "how …" asks for method: "how to play", but not "how to respond"."""
    starts = bool(after_how) and after_how[0] in _HOW_STARTS
    return starts and _REPLY_VERBS.isdisjoint(after_how)


def _place_is_opening(phrase: Phrase, words: list[str], about_openings: bool, about_chess: bool) -> bool:
    before, after = _neighbours(phrase, words)
    if after in _HEAD_WORDS or about_openings or len(words) == 1:
        return True
    return after not in _NO_OPENING_BEFORE and (about_chess or before in _BEFORE_AN_OPENING)


def _needy_is_opening(phrase: Phrase, words: list[str], has_notation: bool) -> bool:
    before, after = _neighbours(phrase, words)
    if after in _HEAD_WORDS or (has_notation and after.isdigit()):
        return True
    return before == "the" and (not after or after in _AFTER_AN_OPENING)


def _touches_a_name(phrase: Phrase, evidence: list[Phrase], following: Phrase | None) -> bool:
    """Say whether an accepted name ends, or a sure or a place name begins, where this one does."""
    if evidence and evidence[-1].kind == OPENING_NAME and evidence[-1].end == phrase.first:
        return True
    names = (OPENING_NAME, PLACE)
    return following is not None and following.kind in names and following.first == phrase.end


def _neighbours(phrase: Phrase, words: list[str]) -> tuple[str, str]:
    before = words[phrase.first - 1] if phrase.first else ""
    after = words[phrase.end] if phrase.end < len(words) else ""
    return before, after


def _with_neighbours(phrase: Phrase, words: list[str]) -> Phrase:
    """Widen a name by its head word ("Benko" → "Benko Gambit"), a request by its adjective."""
    before, after = _neighbours(phrase, words)
    if phrase.kind in _NAMES:
        headed = words[phrase.end - 1] in _HEAD_WORDS or after not in _HEAD_WORDS
        return Phrase(OPENING_NAME, phrase.first, phrase.end + (not headed))
    if phrase.kind in query_words.UNDERSTANDING:
        return phrase._replace(first=phrase.first - (before in _QUALIFIERS))
    return phrase
