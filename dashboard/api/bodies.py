"""What may be asked: a query and knobs. REST, Gradio's client and the MCP tool read it here."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from dashboard.api.refusals import Refused
from dashboard.api.sentences import fault_sentence
from dashboard.queries import LONGEST_QUERY
from fusion import METHODS, TIE_BREAKS
from fusion.rules import MISSING_POLICIES

MOST_RESULTS = 1000
DEEPEST = 1_000_000


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


# JSON has one kind of number, so 5.0 is as whole as 5.
WHOLE = BeforeValidator(_whole)
TopN = Annotated[int, Field(ge=1, le=MOST_RESULTS), WHOLE]
Cap = Annotated[int, Field(ge=1, le=DEEPEST), WHOLE]
# What `fusion.rules` checks is only told to the schema: one rule, one sentence, on every way in.
Depth = Annotated[int, Field(le=DEEPEST, json_schema_extra={"minimum": 0}), WHOLE]
Weight = Annotated[float, Field(json_schema_extra={"minimum": 0})]
TieBreak = Annotated[str, Field(json_schema_extra={"enum": list(TIE_BREAKS)})]
Missing = Annotated[str, Field(json_schema_extra={"enum": list(MISSING_POLICIES)})]
Method = Annotated[str, Field(json_schema_extra={"enum": list(METHODS)})]


class KnobsBody(BaseModel):
    """Knobs; what is left out is the workspace's."""

    # Strict: true is no weight and "3" no depth; a script that sends them has a fault to hear about.
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, strict=True)

    k: float | None = Field(None, description="The rank constant: a term is weight / (k + rank).")
    top_n: TopN | None = Field(None, description="How many results to give.")
    weights: dict[str, Weight] | None = Field(
        None, description="Weight by collection key, ≥ 0; with a router it sets those left out."
    )
    depths: dict[str, Depth] | None = Field(
        None, description="By collection key: how many hits of its list take part, ≥ 0."
    )
    tie_break: TieBreak | None = Field(None, description="What orders equal scores.")
    missing: Missing | None = Field(None, description="How an absent cosine counts in the average.")
    method: Method | None = Field(None, description="The fusion.")
    max_candidates: Cap | None = Field(None, description="Fuse no more candidates than this.")
    off: list[str] | None = Field(None, description="Keys of collections to leave out.")


class SearchBody(KnobsBody):
    """A query and, optionally, knobs."""

    query: str = Field(
        description=f"What to look for, or like:<id> to search near a stored item; "
        f"at most {LONGEST_QUERY:,} characters (413 beyond that)."
    )
    raw: bool = Field(False, description="Give every collection's own list too, under `raw`.")


class ChessBody(SearchBody):
    """A search of the chess service; `merge` makes /query answer as /query_merged."""

    merge: bool = Field(False, description="On /query: search the repertoire lines too.")


class TraceBody(SearchBody):
    """A search and the item to follow through it."""

    id: str = Field(description="The item's id, its title, or a part of the title that fits only one.")


class EvaluateBody(KnobsBody):
    """Knobs to measure as `current`; none are needed."""


def read_body(fields: Mapping[str, Any]) -> SearchBody:
    """Read a search that did not come as REST; one that breaks a rule is refused as there."""
    try:
        return SearchBody.model_validate(fields)
    except ValidationError as error:
        raise Refused(422, fault_sentence(error.errors(), SearchBody)) from error
