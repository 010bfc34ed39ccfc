"""What the page's events call: bound methods from component values to panels, no Gradio inside."""

import csv
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dashboard import views
from dashboard.desk import Desk, Mix, Search
from dashboard.errors import DeskError
from dashboard.knobs import Knobs
from dashboard.result import breakdown, result
from dashboard.runlog import log_run
from fusion import FusionError
from retrievers import RetrieverError

TROUBLE = (DeskError, FusionError, RetrieverError)
PANELS = ("status", "words", "fused", "explain", "flow", "raw", "breakdown")
BALANCED_DEPTH = 50


@dataclass(frozen=True)
class Session:
    """What one browser tab holds: its last search and the chosen item."""

    search: Search | None = None
    chosen: str = ""


class Handlers:
    """The events of one workspace's page. Knob values come in the order of `knob_names`."""

    def __init__(self, desk: Desk) -> None:
        """Bind the handlers to a desk."""
        self.desk = desk
        self.workspace = desk.workspace
        per_channel = [f"{what}-{key}" for key in self.workspace.keys for what in ("use", "depth", "weight")]
        self.knob_names = ["rrf-k", "top-n", "tie-break", "missing", "max-candidates", "method", *per_channel]

    def knobs(self, values: Sequence[Any]) -> Knobs:
        """Read the knobs off the sliders."""
        by_name = dict(zip(self.knob_names, values, strict=True))
        keys = self.workspace.keys
        k = by_name["rrf-k"]
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

    def values(self, knobs: Knobs) -> list[Any]:
        """Lay knobs out as slider values."""
        laid: list[Any] = [
            *(knobs.k, knobs.top_n, knobs.tie_break, knobs.missing, knobs.max_candidates or 0, knobs.method)
        ]
        for key in self.workspace.keys:
            laid += [key not in knobs.off, knobs.depths[key], knobs.weights[key]]
        return laid

    def search(
        self, query: str, shown: Sequence[bool], values: Sequence[Any]
    ) -> tuple[Session, list[Any], list[str]]:
        """Search and show everything anew: the session, the sliders, the panels."""
        knobs = self.knobs(values)
        try:
            found = self.desk.search(query)
            if found.intent:
                knobs = knobs.changed(weights=self.desk.starting_knobs(found.intent).weights)
            mix = self.desk.mix(found, knobs)
        except TROUBLE as error:
            return Session(), list(values), self._trouble(str(error))
        log_run(result(mix, self.workspace))
        session = Session(found, mix.fused[0].id if mix.fused else "")
        return session, self.values(knobs), self.panels(mix, session, shown)

    def refuse(self, session: Session, shown: Sequence[bool], values: Sequence[Any]) -> list[str]:
        """Fuse again from the lists in memory; no store and no embedder is asked."""
        if session.search is None:
            return self._trouble("Search first: type a query above and press Enter.")
        try:
            mix = self.desk.mix(session.search, self.knobs(values))
        except TROUBLE as error:
            return self._trouble(str(error))
        return self.panels(mix, session, shown)

    def choose(
        self, chosen: str, session: Session, shown: Sequence[bool], values: Sequence[Any]
    ) -> tuple[Session, list[str]]:
        """Explain another item."""
        session = Session(session.search, chosen)
        return session, self.refuse(session, shown, values)

    def panels(self, mix: Mix, session: Session, shown: Sequence[bool]) -> list[str]:
        """Draw every panel that is visible, in the order of `PANELS`."""
        show_raw, show_breakdown, show_metadata = shown
        workspace, chosen = self.workspace, session.chosen
        if not mix.fused:
            empty = views.notice("Nothing to show", "Every depth is 0: raise one to bring candidates in.")
            return [
                views.status_panel(mix, workspace),
                views.words_panel(mix, workspace),
                empty,
                "",
                "",
                "",
                "",
            ]
        return [
            views.status_panel(mix, workspace),
            views.words_panel(mix, workspace),
            views.fused_panel(mix, workspace, chosen, show_metadata),
            views.explain_panel(mix, workspace, chosen, self._texts(mix, chosen)),
            views.flow_panel(mix, workspace, chosen),
            views.raw_panel(mix, workspace) if show_raw else "",
            views.breakdown_panel(mix, workspace) if show_breakdown else "",
        ]

    def export(self, session: Session, values: Sequence[Any]) -> str | None:
        """Write the breakdown as CSV and give its path."""
        if session.search is None:
            return None
        columns, rows = breakdown(self.desk.mix(session.search, self.knobs(values)), self.workspace)
        file = Path(tempfile.mkdtemp(prefix="fusion-desk-")) / f"{self.workspace.name}-breakdown.csv"
        with file.open("w", newline="", encoding="utf-8") as stream:
            csv.writer(stream).writerows([columns, *rows])
        return str(file)

    def reset(self) -> list[Any]:
        """Give the workspace's own knobs."""
        return self.values(self.workspace.knobs())

    def balanced(self, values: Sequence[Any]) -> list[Any]:
        """Give weights 1 and depths 50 everywhere."""
        keys = self.workspace.keys
        knobs = self.knobs(values).changed(
            weights=dict.fromkeys(keys, 1.0), depths=dict.fromkeys(keys, BALANCED_DEPTH)
        )
        return self.values(knobs.changed(off=()))

    def all_depths(self, depth: int, values: Sequence[Any]) -> list[Any]:
        """Set every depth at once."""
        keys = self.workspace.keys
        return self.values(self.knobs(values).changed(depths=dict.fromkeys(keys, int(depth))))

    def solo(self, key: str, values: Sequence[Any]) -> list[Any]:
        """Switch every other collection off, or all on again if they are off already."""
        others = tuple(other for other in self.workspace.keys if other != key)
        knobs = self.knobs(values)
        return self.values(knobs.changed(off=() if set(knobs.off) == set(others) else others))

    def _texts(self, mix: Mix, chosen: str) -> dict[str, Any]:
        """Read an item's texts from memory: what the lists brought along."""
        owner = mix.search.owners.get(chosen)
        record = mix.search.records.get(chosen)
        if record is None:
            return {}
        if owner:
            return {owner: record}
        return {key: texts[chosen] for key, texts in mix.search.texts.items() if chosen in texts}

    def _trouble(self, sentence: str) -> list[str]:
        return ["", "", views.notice("That did not work", sentence, "error"), "", "", "", ""]
