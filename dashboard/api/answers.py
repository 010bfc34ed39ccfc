"""What comes back, for the OpenAPI document. `dashboard.result` writes it; schemathesis compares the two."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Standing(_Part):
    """Where a result stands in one collection's list."""

    rank: int | None = Field(description="From 1; null where the list does not rank it.")
    term: float = Field(description="What the list adds to the score.")
    similarity: float | None = Field(description="Cosine to the query, known beyond the depth too.")
    state: Literal["ranked", "beyond_depth", "not_in_collection", "not_answered", "off"]


class FusionSource(_Part):
    """A list that ranks a result, with what it adds."""

    collection: str = Field(description="The collection's name in the store.")
    rank: int
    weight: float
    term: float = Field(description="weight / (k + rank) with the default method.")
    similarity: float | None


class Result(_Part):
    """One position of the fused ranking, explained."""

    final_rank: int
    id: str
    title: str
    collection: str | None = Field(description="Its collection; null where an item may be in several.")
    badge: str | None = Field(description="Book or PGN in the chess service.")
    metadata: dict[str, Any] = Field(description="The fields of its own kind, and no others.")
    snippet: str
    rrf_score: float
    avg_sim: float | None
    best_rank: int | None
    tie: str | None = Field(description="What decided, where others have the same score.")
    why: str = Field(description="Its ranks in words.")
    lists: dict[str, Standing] = Field(description="By collection key.")
    fusion_sources: list[FusionSource] = Field(
        default=[], description="Where the workspace has a router: the lists that rank it."
    )


class Outcome(_Part):
    """How a collection answered."""

    hits: int
    ms: float
    error: str | None


class SearchAnswer(_Part):
    """A search: the ranking, the knobs that made it, and how every collection answered."""

    workspace: str
    query: str
    intent: Literal["opening", "concept", "mixed"] | None = Field(description="Null without a router.")
    intent_reasons: list[str] = Field(
        default=[], description="Where the workspace has a router: the words that decided."
    )
    weights: dict[str, float] = Field(
        default={}, description="Where the workspace has a router: the weights that were used."
    )
    knobs: dict[str, Any] = Field(description="Every knob as it was used.")
    results: list[Result]
    outcomes: dict[str, Outcome] = Field(description="By collection key.")
    candidates: int = Field(description="How many items were fused; `results` holds the first of them.")
    ties: int
    overlap: float = Field(description="Share of the candidates that two lists or more hold.")
    timing_ms: dict[str, float]
    warnings: list[str] = Field(description="A store that did not answer, fewer than five results, …")
    raw: dict[str, list[dict[str, Any]]] = Field(default={}, description="Only where asked.")


class Traced(_Part):
    """Where one collection has the traced item."""

    state: Literal["ranked", "beyond_depth", "not_in_collection", "not_answered", "off"]
    rank: int | None = Field(description="Its true rank, known beyond the depth too.")
    depth: int
    size: int | None = Field(description="Of the collection, where the item was looked up beyond the list.")
    term: float
    similarity: float | None
    cut_similarity: float | None = Field(description="Of the last hit within the depth.")


class Edge(_Part):
    """The item at the edge of the top N: the last inside, or the first outside."""

    id: str
    title: str
    place: int
    score: float


class ChangeAnswer(_Part):
    """A setting of knobs, and where the item then stands."""

    set: dict[str, Any] = Field(description="Knobs, written as a search takes them.")
    says: str
    place: int | None = Field(description="Null where it is no candidate any more.")


class TraceAnswer(_Part):
    """One item followed through a search."""

    workspace: str
    query: str
    id: str
    title: str
    knobs: dict[str, Any]
    final_rank: int | None = Field(description="Null where it is no candidate.")
    candidates: int
    in_top_n: bool
    rrf_score: float
    bar: Edge | None
    verdict: str = Field(description="In one sentence, why it is where it is.")
    lists: dict[str, Traced] = Field(description="By collection key.")
    changes: list[ChangeAnswer] = Field(
        description="What brings it into the top N, or pushes it out of it; the smallest change first."
    )
    nearest: ChangeAnswer | None = Field(description="Where no turn of a knob does it: what comes nearest.")
    warnings: list[str]


class Means(_Part):
    """What one way to rank is worth on the golden set."""

    all: dict[str, float] = Field(description="Measures over all queries: mrr, ndcg@10, recall@20.")
    by_category: dict[str, dict[str, float]]
    by_split: dict[str, dict[str, float]] = Field(description="Tune on `tune`, believe `held_out`.")


class Evaluation(_Part):
    """Every collection alone, equal weights, the router where there is one, and the current knobs."""

    workspace: str
    queries: int
    runs: dict[str, Means]


class Refusal(_Part):
    """Why a request was not answered."""

    detail: str = Field(description="One sentence that names the field, the rule and the value.")
