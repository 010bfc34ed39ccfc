"""Merging the answers of several sources into one list, with a boost for each source.

    fused_score(d)   = Σ 1 / (k + rank),  rank from 0: the zero-based dialect of RRF
    boosted_score(d) = fused_score(d) · boost of the first source that has d

Order: boosted score, then fused score, both compared exactly, then id.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from functools import cmp_to_key
from typing import Any, NamedTuple

from fusion.errors import FusionError, WrongShape
from fusion.methods.rrf import RRF_ZERO
from fusion.order import SUSPECT
from fusion.pipeline import fuse
from fusion.rules import check_choice, check_number, is_number, is_whole
from fusion.shapes import MISSING, name_of, shown
from fusion.values import Candidate, RankedList

DEDUPE_FIELDS = ("id", "doc_path")


class _Entry(NamedTuple):
    """A fused row on its way into the order."""

    candidate: Candidate
    source: str
    row: Mapping[str, Any]
    boost: float
    boosted: float
    alike: tuple[int, ...]  # its ranks without their lists: equal ranks have equal fused scores

    @property
    def last_resort(self) -> tuple[str, str]:
        """The id, and what rows are told apart by where that is not the id."""
        return str(self.row.get("id", "")), self.candidate.id


def merge(
    sources: Sequence[Mapping[str, Any]],
    *,
    boosts: Mapping[str, float] | None = None,
    k: float = 60,
    top_k: int | None = None,
    dedupe: str = "id",
) -> list[dict[str, Any]]:
    """Merge `{source, results}` lists; rows with the same `dedupe` field are one result.

    A result keeps the fields of the first source that has it and gains `source`, `fused_score`,
    `boosted_score` and `sources`, where ranks count from 0.
    """
    boosts = boosts or {}
    check_choice("dedupe", dedupe, DEDUPE_FIELDS)
    check_number("top_k", top_k, "must be a whole number ≥ 1", top_k is None or is_whole(top_k, 1))
    named = _named_rows(sources, dedupe)
    _check_boosts(boosts, tuple(named))
    lists = [RankedList.of(source, (key for key, _ in rows)) for source, rows in named.items()]
    fused = fuse(lists, k=k, method=RRF_ZERO.name, tie_break="first_seen")
    first: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for source, rows in named.items():
        for key, row in rows:
            first.setdefault(key, (source, row))
    entries = [_entry(candidate, *first[candidate.id], boosts) for candidate in fused]
    entries.sort(key=cmp_to_key(_comparison(k)))
    return [_result(entry, fused.collections) for entry in entries[:top_k]]


def _entry(candidate: Candidate, source: str, row: Mapping[str, Any], boosts: Mapping[str, float]) -> _Entry:
    boost = boosts.get(source, 1.0)
    alike = tuple(sorted(filter(None, candidate.ranks)))
    return _Entry(candidate, source, row, boost, candidate.score * boost, alike)


def _result(entry: _Entry, collections: Sequence[str]) -> dict[str, Any]:
    candidate = entry.candidate
    held = zip(collections, candidate.ranks, candidate.terms, strict=True)
    return {
        **entry.row,
        "source": entry.source,
        "fused_score": candidate.score,
        "boosted_score": entry.boosted,
        "sources": [
            {"source": source, "rank": rank - 1, "rrfScore": term} for source, rank, term in held if rank
        ],
    }


def _comparison(k: float) -> Callable[[_Entry, _Entry], int]:
    """Compare as floats where they can tell, and as rational numbers where they cannot."""
    typed, known = Fraction(str(k)), dict[str, tuple[Fraction, Fraction]]()

    def exact(entry: _Entry) -> tuple[Fraction, Fraction]:
        found = known.get(entry.candidate.id)
        if found is None:
            fused = sum((1 / (typed + rank - 1) for rank in entry.alike), Fraction(0))
            found = known[entry.candidate.id] = (fused * Fraction(str(entry.boost)), fused)
        return found

    def compare(one: _Entry, other: _Entry) -> int:
        gap = other.boosted - one.boosted
        if abs(gap) > SUSPECT * other.boosted:
            return 1 if gap > 0 else -1
        if one.alike != other.alike or one.boost != other.boost:
            mine, others = exact(one), exact(other)
            if mine != others:
                return 1 if others > mine else -1
        return -1 if one.last_resort < other.last_resort else 1

    return compare


def _named_rows(
    sources: Sequence[Mapping[str, Any]], dedupe: str
) -> dict[str, list[tuple[str, Mapping[str, Any]]]]:
    if not isinstance(sources, Sequence) or isinstance(sources, str | bytes):
        raise WrongShape(f"expected an array of {{source, results}}, got {shown(sources)}")
    named: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for place, entry in enumerate(sources):
        if not isinstance(entry, Mapping):
            raise WrongShape(f"[{place}] expected an object with source and results, got {shown(entry)}")
        source, rows = entry.get("source", MISSING), entry.get("results", MISSING)
        if not isinstance(source, str) or not source:
            raise WrongShape(f"[{place}].source expected the source's name, got {shown(source)}")
        if source in named:
            raise WrongShape(f"[{place}].source expected a name of its own, got {source!r} again")
        if not isinstance(rows, Sequence) or isinstance(rows, str):
            raise WrongShape(f"[{place}].results expected an array of rows, got {shown(rows)}")
        named[source] = [_keyed(row, f"[{place}].results[{line}]", dedupe) for line, row in enumerate(rows)]
    return named


def _keyed(row: Any, place: str, dedupe: str) -> tuple[str, Mapping[str, Any]]:
    if not isinstance(row, Mapping):
        raise WrongShape(f"{place} expected an object, got {shown(row)}")
    key = name_of(row.get(dedupe))
    if key is None:
        other = next(field for field in DEDUPE_FIELDS if field != dedupe)
        value = shown(row.get(dedupe, MISSING))
        raise WrongShape(
            f"{place}.{dedupe} expected text or a whole number, got {value}; add it, or dedupe by {other}"
        )
    score = row.get("score")
    if score is not None and not is_number(score):
        raise WrongShape(f"{place}.score expected a finite number, got {shown(score)}")
    return key, row


def _check_boosts(boosts: Mapping[str, float], sources: tuple[str, ...]) -> None:
    for name, boost in boosts.items():
        if name not in sources:
            near = get_close_matches(name, sources, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(sources) or 'none'}"
            raise FusionError(f"boosts name the unknown source {name!r}; {hint}")
        holds = is_number(boost) and boost >= 0
        check_number(f"boost of {name!r}", boost, "must be a finite number ≥ 0", holds)
