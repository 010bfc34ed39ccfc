"""Turn the word lists into one lookup of phrases, forgiving one slip of the keyboard.

Words are folded before they meet: lower case, no accents, no apostrophes, no final "s". So
"Grünfeld" = "grunfeld", "King's" = "kings" = "king", "plans" = "plan".
"""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from fusion import opening_names, query_words

OPENING_NAME = "opening name"
PLACE = "place"
NEEDY = "needy"
LINES = "asks for lines"
SOFT_LINES = "speaks of lines"
SOFT_UNDERSTANDING = "speaks of chess"
NEUTRAL = "neutral"

_APOSTROPHES = re.compile(r"['’‘ʼ`´]")
_SHORTEST_FORGIVEN = 7  # letters; shorter words have too many honest neighbours
_LONGEST_TYPED = 16


class Lexicon(NamedTuple):
    """All phrases by their first word, longest first, and the misspellings of long words."""

    phrases: dict[str, list[tuple[tuple[str, ...], str]]]
    slips: dict[str, str]

    def longest_at(self, words: list[str], start: int) -> tuple[int, str]:
        """Return how many words from `start` form a known phrase, and its kind; (0, "") if none."""
        for phrase, kind in self.phrases.get(words[start], ()):
            if tuple(words[start : start + len(phrase)]) == phrase:
                return len(phrase), kind
        return 0, ""

    def corrected(self, word: str) -> str:
        """Return the known word that differs by one letter or one swap, else the word itself."""
        if word in self.phrases or not _SHORTEST_FORGIVEN <= len(word) + 1 <= _LONGEST_TYPED:
            return word
        for shorter in (word, *_one_letter_less(word)):
            if shorter in self.slips:
                return self.slips[shorter]
        return word


def fold(word: str) -> str:
    """Return the word as the lists spell it: "King's" → "king", "Grünfeld" → "grunfeld"."""
    word = _APOSTROPHES.sub("", word).casefold()
    if not word.isascii():
        letters = unicodedata.normalize("NFKD", word)
        word = "".join(letter for letter in letters if not unicodedata.combining(letter))
    is_plural = len(word) > 3 and word[-1] == "s" and word[-2] != "s"
    return word[:-1] if is_plural else word


def folded_set(listing: str) -> frozenset[str]:
    """Return a comma-separated list of single words as a set of folded words."""
    return frozenset(fold(word.strip()) for word in listing.split(","))


@cache
def lexicon() -> Lexicon:
    """Build the lookup once; where two lists share a phrase the earlier one keeps it."""
    kinds: dict[tuple[str, ...], str] = {}
    for kind, listing in _listings():
        for entry in listing.split(","):
            kinds.setdefault(tuple(map(fold, entry.split())), kind)
    by_first_word: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for phrase, kind in sorted(kinds.items(), key=lambda item: (-len(item[0]), item[0])):
        by_first_word.setdefault(phrase[0], []).append((phrase, kind))
    return Lexicon(by_first_word, _slips(kinds))


def _listings() -> list[tuple[str, str]]:
    return [
        (NEUTRAL, query_words.NEUTRAL),
        *query_words.UNDERSTANDING.items(),
        (OPENING_NAME, opening_names.SURE_NAMES),
        (OPENING_NAME, opening_names.SURE_ABBREVIATIONS),
        (PLACE, opening_names.PLACE_NAMES),
        (NEEDY, opening_names.NEEDY_NAMES),
        (LINES, query_words.LINES),
        (SOFT_LINES, query_words.SOFT_LINES),
        (SOFT_UNDERSTANDING, query_words.SOFT_UNDERSTANDING),
    ]


def _slips(kinds: dict[tuple[str, ...], str]) -> dict[str, str]:
    """Map each long word, and it with any one letter missing, to the word."""
    words = sorted({word for phrase in kinds for word in phrase if len(word) >= _SHORTEST_FORGIVEN})
    slips = {word: word for word in words}
    for word in words:
        for shorter in _one_letter_less(word):
            slips.setdefault(shorter, word)
    return slips


def _one_letter_less(word: str) -> list[str]:
    return [word[:i] + word[i + 1 :] for i in range(len(word))]
