"""The search behind REST, Gradio's client and the MCP tool: one function, one answer, one refusal."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from dashboard.api.bodies import EvaluateBody, KnobsBody, SearchBody, TraceBody
from dashboard.api.refusals import Refused
from dashboard.desk import Desk
from dashboard.errors import DeskError, NothingAnswered
from dashboard.golden import evaluate
from dashboard.knobs import Knobs
from dashboard.opening import DROPPED
from dashboard.queries import LONGEST_QUERY
from dashboard.result import result
from dashboard.runlog import log_run
from dashboard.tracing import aim, trace, trace_result
from dashboard.values import Search
from fusion import FusionError
from retrievers import RetrieverError


def named_desk(desks: Mapping[str, Desk], workspace: str) -> Desk:
    """Give a workspace's desk, or refuse with the names there are."""
    if workspace not in desks:
        raise Refused(404, f"there is no workspace {workspace[:60]!r}; known: {_known(desks)}")
    return desks[workspace]


def _known(desks: Mapping[str, Desk]) -> str:
    return ", ".join(name for name in desks if not name.startswith(DROPPED))


def answer(desk: Desk, body: SearchBody, off: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Search, fuse and log; `off`, where given, goes before the body's own."""
    with _refusing():
        found, knobs = _searched(desk, body, off)
        mix = desk.mix(found, knobs)
    _check_answered(desk, found, knobs)
    told = result(mix, desk.workspace, raw=body.raw)
    log_run(told)
    return told


def answer_trace(desk: Desk, body: TraceBody) -> dict[str, Any]:
    """Search, and follow one item through it."""
    with _refusing():
        found, knobs = _searched(desk, body, None)
        return trace_result(trace(desk, found, knobs, aim(desk, found, body.id)), desk)


def answer_evaluation(desk: Desk, body: EvaluateBody) -> dict[str, Any]:
    """Measure the workspace on its golden set, `current` with the body's knobs."""
    with _refusing():
        current = desk.workspace.knobs().changed(**_asked(body, None))
        current.check(desk.workspace.keys)
        return evaluate(desk, current)


@contextmanager
def _refusing() -> Iterator[None]:
    """Give what the desk refuses its status."""
    try:
        yield
    except Refused:
        raise  # it has its status already
    except NothingAnswered as error:
        raise Refused(503, str(error)) from error
    except (DeskError, FusionError, RetrieverError) as error:
        raise Refused(422, str(error)) from error


def _searched(desk: Desk, body: SearchBody, off: tuple[str, ...] | None) -> tuple[Search, Knobs]:
    if len(body.query) > LONGEST_QUERY:
        raise Refused(413, f"query must be at most {LONGEST_QUERY:,} characters, got {len(body.query):,}")
    return desk.search_with(body.query, _asked(body, off))


def _asked(body: KnobsBody, off: tuple[str, ...] | None) -> dict[str, Any]:
    asked = body.model_dump(exclude={"query", "raw", "merge", "id"})
    if off is None and body.off is not None:
        off = tuple(body.off)
    if asked["k"] is not None and asked["k"] % 1 == 0:
        asked["k"] = int(asked["k"])
    return {**asked, "off": off}


def _check_answered(desk: Desk, found: Search, knobs: Knobs) -> None:
    """Refuse where every collection that takes part failed, though one left out answered."""
    on = [key for key in desk.workspace.keys if key not in knobs.off]
    if not any(key in found.lists for key in on):
        reasons = "; ".join(f"{key}: {found.outcomes[key].error}" for key in on)
        raise Refused(503, f"no collection answered. {reasons}")
