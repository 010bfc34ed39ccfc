"""What the page's events call: bound methods from component values to panels, no Gradio inside.

Values come in one order everywhere: the toggles of `TOGGLES`, then the knobs of `knob_names`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dashboard import views
from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.knobs import Knobs
from dashboard.page.playbook import PLAYBOOK
from dashboard.result import breakdown_csv, result
from dashboard.runlog import log_run
from dashboard.runs_desk import RunsDesk
from dashboard.values import Mix, Search
from dashboard.views.fixed import examples_html, suggestions_html
from fusion import FusionError
from retrievers import RetrieverError

TROUBLE = (DeskError, FusionError, RetrieverError)
TOGGLES = ("show-raw-lists", "show-score-breakdown", "show-metadata")
PANELS = ("status", "words", "fused", "explain", "flow", "raw", "breakdown")
_MASTER = ("rrf-k", "top-n", "tie-break", "missing", "max-candidates", "method")


@dataclass(frozen=True)
class Session:
    """What one browser tab holds: its last search, or why that failed, and the chosen item."""

    search: Search | None = None
    chosen: str = ""
    trouble: str = "search first: type a query above and press Enter"


class Handlers:
    """The events of one workspace's page."""

    def __init__(self, desk: Desk) -> None:
        """Bind the handlers to a desk."""
        self.desk = desk
        self.workspace = desk.workspace
        per_channel = [f"{what}-{key}" for key in self.workspace.keys for what in ("use", "depth", "weight")]
        self.knob_names = (*_MASTER, *per_channel)
        self.routed_names = tuple(
            f"weight-{key}" for key in self.workspace.keys if self.workspace.router != "none"
        )

    def search(self, query: str, *values: Any) -> list[Any]:
        """Search and show everything anew: the session, the weights a router set, the panels."""
        knobs = self.knobs(values)
        try:
            found = self.desk.search(query)
            if found.intent:
                knobs = knobs.changed(weights=self.desk.starting_knobs(found.intent).weights)
            mix = self.desk.mix(found, knobs)
        except TROUBLE as error:
            failed = Session(trouble=str(error))
            return [failed, *self._routed(knobs), *_trouble(failed.trouble)]
        log_run(result(mix, self.workspace))
        session = Session(found, mix.fused[0].id if mix.fused else "")
        return [session, *self._routed(knobs), *self._panels(mix, session, values)]

    def fuse_again(self, session: Session, *values: Any) -> list[str]:
        """Fuse again from the lists in memory; no store and no embedder is asked."""
        if session.search is None:
            return _trouble(session.trouble)
        try:
            mix = self.desk.mix(session.search, self.knobs(values))
        except TROUBLE as error:
            return _trouble(str(error))
        return self._panels(mix, session, values)

    def choose(self, item: str, session: Session, *values: Any) -> list[Any]:
        """Explain another item."""
        session = replace(session, chosen=item)
        return [session, *self.fuse_again(session, *values)]

    def suggest(self, text: str) -> str:
        """Offer the queries of the run files that contain what was typed."""
        desk = self.desk
        if not isinstance(desk, RunsDesk):
            return examples_html(self.workspace)
        return suggestions_html(self.workspace, desk.suggest(text), len(desk.queries))

    def first_query(self) -> str:
        """Give the query that is answered when the page opens."""
        if isinstance(self.desk, RunsDesk):
            return self.desk.queries[0] if self.desk.queries else ""
        return next((queries[0] for queries in self.workspace.examples.values() if queries), "")

    def reset(self, session: Session, *values: Any) -> list[Any]:
        """Go back to the workspace's own knobs, with the router's weights for this query."""
        intent = session.search.intent if session.search else None
        return self._set(self.desk.starting_knobs(intent), session, values)

    def auto(self, session: Session, *values: Any) -> list[Any]:
        """Let the router set the weights again."""
        intent = session.search.intent if session.search else None
        weights = self.desk.starting_knobs(intent).weights
        return self._set(self.knobs(values).changed(weights=weights), session, values)

    def all_depths(self, depth: int, session: Session, *values: Any) -> list[Any]:
        """Set every depth at once."""
        depths = dict.fromkeys(self.workspace.keys, int(depth))
        return self._set(self.knobs(values).changed(depths=depths), session, values)

    def solo(self, key: str, session: Session, *values: Any) -> list[Any]:
        """Switch every other collection off, or all on again if they are off already."""
        others = tuple(other for other in self.workspace.keys if other != key)
        knobs = self.knobs(values)
        return self._set(knobs.changed(off=() if knobs.off == others else others), session, values)

    def follow(self, step: int, session: Session, *values: Any) -> list[Any]:
        """Set the knobs as a step of the playbook says."""
        return self._set(PLAYBOOK[step].change(self.knobs(values)), session, values)

    def verify(self, session: Session, *values: Any) -> str:
        """Ask the stores again at exactly these depths and say what differs."""
        if session.search is None:
            return views.notice("Nothing to verify", session.trouble)
        try:
            verified = self.desk.verify(session.search, self.knobs(values))
        except TROUBLE as error:
            return views.notice("That did not work", str(error), "error")
        return views.verified_panel(verified, self.workspace)

    def export(self, session: Session, *values: Any) -> str:
        """Give the breakdown as CSV; nothing before the first search."""
        if session.search is None:
            return ""
        return breakdown_csv(self.desk.mix(session.search, self.knobs(values)), self.workspace)

    def knobs(self, values: Sequence[Any]) -> Knobs:
        """Read the knobs off the sliders."""
        by_name = dict(zip((*TOGGLES, *self.knob_names), values, strict=True))
        keys, k = self.workspace.keys, by_name["rrf-k"]
        return Knobs(
            weights={key: by_name[f"weight-{key}"] for key in keys},
            depths={key: int(by_name[f"depth-{key}"]) for key in keys},
            k=int(k) if k == int(k) else k,
            top_n=int(by_name["top-n"]),
            tie_break=by_name["tie-break"],
            missing=by_name["missing"],
            method=by_name["method"],
            max_candidates=int(by_name["max-candidates"]) or None,
            off=tuple(key for key in keys if not by_name[f"use-{key}"]),
        )

    def laid_out(self, knobs: Knobs) -> list[Any]:
        """Lay knobs out as values of the sliders, in the order of `knob_names`."""
        values: list[Any] = [knobs.k, knobs.top_n, knobs.tie_break, knobs.missing]
        values += [knobs.max_candidates or 0, knobs.method]
        for key in self.workspace.keys:
            values += [key not in knobs.off, knobs.depths[key], knobs.weights[key]]
        return values

    def _set(self, knobs: Knobs, session: Session, values: Sequence[Any]) -> list[Any]:
        laid = self.laid_out(knobs)
        return [*laid, *self.fuse_again(session, *values[: len(TOGGLES)], *laid)]

    def _routed(self, knobs: Knobs) -> list[float]:
        return [knobs.weights[name.removeprefix("weight-")] for name in self.routed_names]

    def _panels(self, mix: Mix, session: Session, values: Sequence[Any]) -> list[str]:
        """Draw every panel that is visible, in the order of `PANELS`."""
        show_raw, show_breakdown, show_metadata = values[: len(TOGGLES)]
        workspace, chosen = self.workspace, session.chosen
        said = [views.status_panel(mix, workspace), views.words_panel(mix, workspace)]
        if not mix.fused:
            empty = views.notice("Nothing to show", "Every depth is 0: raise one to bring candidates in.")
            return [*said, empty, *[""] * (len(PANELS) - 3)]
        return [
            *said,
            views.fused_panel(mix, workspace, chosen, show_metadata),
            views.explain_panel(mix, workspace, chosen),
            views.flow_panel(mix, workspace, chosen),
            views.raw_panel(mix, workspace, chosen) if show_raw else "",
            views.breakdown_panel(mix, workspace) if show_breakdown else "",
        ]


def _trouble(sentence: str) -> list[str]:
    shown = {"fused": views.notice("That did not work", sentence, "error")}
    return [shown.get(name, "") for name in PANELS]
