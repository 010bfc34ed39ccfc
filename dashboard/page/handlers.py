"""What the page's events call: bound methods from component values to panels, no Gradio inside.

Values come in one order everywhere: what `VIEW` names, then the knobs of `knob_names`.
Only the panels of the open tab are drawn; the others are empty until their tab is opened.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dashboard import views
from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.golden import GoldenSet
from dashboard.knobs import Knobs
from dashboard.page.playbook import PLAYBOOK
from dashboard.page.sweeps import standing, sweep_axis, sweep_choices
from dashboard.result import breakdown_csv, result
from dashboard.runlog import log_run
from dashboard.runs_desk import RunsDesk
from dashboard.sweeping import sweep
from dashboard.tracing import Target, aim, trace
from dashboard.values import Mix, Search
from dashboard.views.fixed import examples_html, suggestions_html
from fusion import FusionError
from retrievers import RetrieverError

MOST_JUDGED = 300
TROUBLE = (DeskError, FusionError, RetrieverError)
SHOWN = ("show-raw-lists", "show-score-breakdown", "show-metadata")
VIEW = ("tab", "trace-item", "chosen", "aim", "pinned", *SHOWN)  # how the page is looked at, knobs aside
PANELS = (
    *("status", "words", "fused", "explain", "flow", "raw", "breakdown", "trace", "compare", "golden"),
    "verified",  # never drawn with the others: what was verified no longer holds once a knob has moved
)
RANKING, WHY_NOT, COMPARE, GOLDEN = TABS = ("Ranking", "Why not?", "Compare", "Golden set")
CHOSEN, AIM, PINNED = map(VIEW.index, ("chosen", "aim", "pinned"))
UNCHANGED = {"__type__": "update"}  # what gr.skip() gives
_FIRST = dict(zip(TABS, ("fused", "trace", "compare", "golden"), strict=True))
_MASTER = ("rrf-k", "top-n", "tie-break", "missing", "max-candidates", "method")


@dataclass(frozen=True)
class Session:
    """What one browser tab holds: its last search, or why that failed. Only a search makes a new one."""

    search: Search | None = None
    trouble: str = "search first: type a query above and press Enter"


@dataclass(frozen=True)
class Aim:
    """What is traced: an item looked up for one query, or why it was not found."""

    query: str
    target: Target | None = None
    trouble: str = ""


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
        """Search and show everything anew: session, chosen item and aim, a router's weights, the panels."""
        knobs = self.knobs(values)
        try:
            found = self.desk.search(query)
            if found.intent:
                knobs = knobs.changed(weights=self.desk.starting_knobs(found.intent).weights)
            mix = self.desk.mix(found, knobs)
        except TROUBLE as error:
            failed = Session(trouble=str(error))
            kind = "error" if query.strip() else "info"
            return [failed, "", None, *self._routed(knobs), *_trouble(failed.trouble, kind)]
        log_run(result(mix, self.workspace))
        session, winner = Session(found), mix.fused[0].id if mix.fused else ""
        aim, values = self._aimed(session, _with(values, CHOSEN, winner))
        return [session, winner, aim, *self._routed(knobs), *self._panels(mix, values)]

    def fuse_again(self, session: Session, *values: Any) -> list[str]:
        """Fuse again from the lists in memory; no store and no embedder is asked."""
        if session.search is None:
            return _trouble(session.trouble)
        try:
            mix = self.desk.mix(session.search, self.knobs(values))
        except TROUBLE as error:
            return _trouble(str(error))
        return self._panels(mix, values)

    def choose(self, item: str, session: Session, *values: Any) -> list[Any]:
        """Explain another item."""
        return [item, *self.trace(session, *_with(values, CHOSEN, item))]

    def open_tab(self, tab: str, session: Session, *values: Any) -> list[Any]:
        """Draw another tab's panels; before the first answer, or for the tab that is open, nothing."""
        # Gradio selects the first tab by itself at load, with the knobs from before the first search.
        if session.search is None or tab == (values[0] or RANKING):
            return [tab, *[UNCHANGED] * (1 + len(PANELS))]
        return [tab, *self.trace(session, tab, *values[1:])]

    def trace(self, session: Session, *values: Any) -> list[Any]:
        """Look the named item up, or the chosen one, and show where it stands."""
        aim, values = self._aimed(session, values)
        return [aim, *self.fuse_again(session, *values)]

    def pin(self, pinned: bool, session: Session, *values: Any) -> list[Any]:
        """Compare with the sliders as they stand, or with the workspace's own settings again."""
        pin = self.knobs(values) if pinned else None
        return [pin, *self.fuse_again(session, *_with(values, PINNED, pin))]

    def apply(self, setting: str, session: Session, *values: Any) -> list[Any]:
        """Set the knobs as an offered change says."""
        return self._set(self.knobs(values).set(json.loads(setting)), session, values)

    def sweep(self, chosen: str, measure: str, session: Session, *values: Any) -> str:
        """Measure one knob over its slider's way, everything else as it stands."""
        try:
            knobs, axis = self.knobs(values), sweep_axis(self.workspace, chosen)
            swept = sweep(self.golden, knobs, [axis], measure)
        except TROUBLE as error:
            return views.notice("That did not work", str(error), "error")
        label = sweep_choices(self.workspace)[chosen]
        return views.sweep_panel(swept, list(axis[2]), standing(knobs, chosen), label, self.workspace)

    @cached_property
    def golden(self) -> GoldenSet:
        """The golden set, searched when it is first asked for and shared by all who look."""
        return GoldenSet(self.desk, MOST_JUDGED)

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
        try:
            return breakdown_csv(self.desk.mix(session.search, self.knobs(values)), self.workspace)
        except TROUBLE:
            return ""  # the page already says why nothing is fused

    def knobs(self, values: Sequence[Any]) -> Knobs:
        """Read the knobs off the sliders."""
        by_name = dict(zip((*VIEW, *self.knob_names), values, strict=True))
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
        return [*laid, *self.fuse_again(session, *values[: len(VIEW)], *laid)]

    def _routed(self, knobs: Knobs) -> list[float]:
        return [knobs.weights[name.removeprefix("weight-")] for name in self.routed_names]

    def _aimed(self, session: Session, values: Sequence[Any]) -> tuple[Aim | None, list[Any]]:
        """Look up what is to be traced, if that is looked at: sliders then move without asking a store."""
        tab, wanted, found = values[0], values[1] or values[CHOSEN], None
        if tab == WHY_NOT and session.search:
            query = session.search.query
            try:
                found = Aim(query, aim(self.desk, session.search, wanted))
            except TROUBLE as error:
                found = Aim(query, trouble=str(error))
        return found, _with(values, AIM, found)

    def _panels(self, mix: Mix, values: Sequence[Any]) -> list[str]:
        """Draw what is visible, in the order of `PANELS`."""
        workspace, tab, chosen = self.workspace, values[0] or RANKING, values[CHOSEN]
        shown = {"status": views.status_panel(mix, workspace), "words": views.words_panel(mix, workspace)}
        try:
            if tab == GOLDEN:
                shown["golden"] = views.golden_panel(self.golden, mix.knobs, workspace)
            elif tab == WHY_NOT:
                shown["trace"] = self._traced(mix, values[AIM])
            elif tab == COMPARE:
                shown["compare"] = self._compared(mix, chosen, values[PINNED] or None)
            else:
                shown |= self._ranking(mix, chosen, *values[PINNED + 1 : len(VIEW)])
        except TROUBLE as error:
            shown[_FIRST[tab]] = views.notice("That did not work", str(error), "error")
        return [shown.get(name, "") for name in PANELS]

    def _ranking(self, mix: Mix, chosen: str, raw: bool, breakdown: bool, metadata: bool) -> dict[str, str]:
        workspace = self.workspace
        if not mix.fused:
            empty = views.notice("Nothing to show", "Every depth is 0: raise one to bring candidates in.")
            return {"fused": empty}
        return {
            "fused": views.fused_panel(mix, workspace, chosen, metadata),
            "explain": views.explain_panel(mix, workspace, chosen),
            "flow": views.flow_panel(mix, workspace, chosen),
            "raw": views.raw_panel(mix, workspace, chosen) if raw else "",
            "breakdown": views.breakdown_panel(mix, workspace) if breakdown else "",
        }

    def _compared(self, mix: Mix, chosen: str, pinned: Knobs | None) -> str:
        before = self.desk.mix(mix.search, pinned or self.desk.starting_knobs(mix.search.intent))
        return views.compare_panel(before, mix, self.workspace, chosen, pinned is not None)

    def _traced(self, mix: Mix, aimed: Aim | None) -> str:
        if not aimed or aimed.query != mix.search.query:
            return views.notice("Nothing to trace", "Name an item above, or choose a row of the ranking.")
        if aimed.target is None:
            return views.notice("Nothing to trace", aimed.trouble)
        return views.trace_panel(trace(self.desk, mix.search, mix.knobs, aimed.target), self.workspace)


def _with(values: Sequence[Any], place: int, value: Any) -> list[Any]:
    return [*values[:place], value, *values[place + 1 :]]


def _trouble(sentence: str, kind: str = "error") -> list[str]:
    told = views.notice("Nothing to show", sentence, kind)
    shown = dict.fromkeys(_FIRST.values(), told)
    return [shown.get(name, "") for name in PANELS]
