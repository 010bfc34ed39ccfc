"""What a search brings and what a mix makes of it: plain values, kept as they came."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dashboard.knobs import Knobs
from fusion import Candidate, Fused, RankedList
from fusion.router import Intent
from retrievers import Record


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one collection answered."""

    hits: int
    ms: float
    error: str | None


@dataclass(frozen=True)
class Search:
    """What one query brought, kept as it came; sliders start from here."""

    query: str
    intent: Intent | None
    lists: Mapping[str, RankedList]
    similarities: Mapping[str, Mapping[str, float]]
    records: Mapping[str, Record]
    outcomes: Mapping[str, Outcome]
    embed_ms: float
    search_ms: float
    owners: Mapping[str, str] = field(default_factory=dict)  # separate identity: item → collection
    texts: Mapping[str, Mapping[str, Record]] = field(default_factory=dict)  # records by collection
    warnings: Mapping[str, str] = field(default_factory=dict)  # what a store that answered warned of
    relevant: Mapping[str, int] = field(default_factory=dict)  # the golden set's grades for this query


@dataclass(frozen=True, slots=True)
class Verified:
    """A list asked for again at exactly its depth, compared with the front of the deep one."""

    depth: int
    moved: int  # positions that hold another item
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """One item in one collection, looked up deeper than a search goes."""

    rank: int | None  # None: deeper than was looked, or not known
    similarity: float | None
    size: int  # of the collection
    error: str | None = None


@dataclass(frozen=True)
class Mix:
    """A search fused under one setting of the knobs."""

    search: Search
    knobs: Knobs
    fused: Fused
    fuse_ms: float
    warnings: tuple[str, ...]

    @property
    def top(self) -> tuple[Candidate, ...]:
        """The candidates shown."""
        return self.fused[: self.knobs.top_n]
