"""A desk over run files: a query is one of the files' ids, every file is a channel, nothing has a vector."""

import time
from collections.abc import Sequence
from functools import cached_property
from itertools import islice

from dashboard.desk import Desk
from dashboard.errors import DeskError, NothingAnswered, QueryError
from dashboard.knobs import Knobs
from dashboard.queries import clean_query
from dashboard.run_fusion import every_query
from dashboard.values import Mix, Outcome, Search, Sighting
from dashboard.workspace import Workspace
from fusion import Hit, RankedList
from retrievers import Found, Record, RetrieverError
from retrievers.runs import RunFile

SUGGESTED = 12


class RunsDesk(Desk):
    """One open workspace of run files; rows are read from the files when a query is asked for."""

    no_hits = "it does not have this query"

    def __init__(self, workspace: Workspace) -> None:
        """Open and index every file."""
        self.workspace = workspace
        self.runs: dict[str, RunFile] = {}
        try:
            for channel in workspace.channels:
                self.runs[channel.key] = RunFile(workspace.run_file(channel), name=channel.key)
        except RetrieverError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the files."""
        for run in self.runs.values():
            run.close()

    @cached_property
    def queries(self) -> Sequence[str]:
        """Every query of the files, in the first file's order."""
        return tuple(every_query(list(self.runs.values())))

    def knows(self, query: str) -> bool:
        """Tell whether any file has the query."""
        return any(query in run for run in self.runs.values())

    def suggest(self, text: str) -> list[str]:
        """Give the first queries whose id contains a text."""
        wanted = text.strip().casefold()
        return list(islice((query for query in self.queries if wanted in query.casefold()), SUGGESTED))

    def search(self, query: str) -> Search:
        """Read one query's list from every file."""
        query = clean_query(query)
        if not self.knows(query):
            near = ", ".join(self.suggest(query)[:3] or self.queries[:3])
            raise QueryError(
                f"no file has a query {query!r}; pick one of the {len(self.queries):,}, such as {near}"
            )
        start = time.perf_counter()
        found: dict[str, Found] = {}
        outcomes: dict[str, Outcome] = {}
        for key, run in self.runs.items():
            began, error = time.perf_counter(), None
            try:
                found[key] = self._read(run, query)
            except RetrieverError as broken:
                error = str(broken)
            hits = len(found[key].ranked.hits) if key in found else 0
            outcomes[key] = Outcome(hits, (time.perf_counter() - began) * 1000, error)
        if not found:
            raise NothingAnswered(
                f"no file could be read. {'; '.join(str(o.error) for o in outcomes.values())}"
            )
        found, owners = self._identify(found)
        records: dict[str, Record] = {}
        for brought in found.values():
            for item, record in brought.records.items():
                # Text and title come from the first file that has them.
                if item not in records or not (records[item].text or records[item].title != item):
                    records[item] = record
        return Search(
            query,
            None,
            {key: brought.ranked for key, brought in found.items()},
            {},
            records,
            outcomes,
            embed_ms=0.0,
            search_ms=(time.perf_counter() - start) * 1000,
            owners=owners,
            texts={key: brought.records for key, brought in found.items()},
            relevant=self.relevant(query),
        )

    def sight(self, search: Search, item: str) -> dict[str, Sighting]:
        """Look an item up in every file that has the query, to the end of its list."""
        keys, bare = self._holders(item)
        sightings = {}
        for key in (key for key in keys if key in search.lists):
            ids = [hit.id for hit in self.runs[key].hits(search.query)]
            if bare in ids:
                sightings[key] = Sighting(ids.index(bare) + 1, None, len(ids))
        return sightings

    def title_of(self, item: str) -> str | None:
        """Know no title beyond the rows of a query."""
        return None

    def mix(self, search: Search, knobs: Knobs) -> Mix:
        """Fuse; the tie-break by cosine is refused, because there is none."""
        if knobs.tie_break not in self.workspace.tie_breaks:
            known = ", ".join(self.workspace.tie_breaks)
            raise DeskError(
                f"tie_break {knobs.tie_break!r} needs vectors, and run files have none; choose one of {known}"
            )
        return super().mix(search, knobs)

    def _read(self, run: RunFile, query: str) -> Found:
        hits = run.hits(query)[: self.workspace.max_depth]
        records = {
            hit.id: Record(
                hit.id,
                str(hit.fields.get("title") or hit.id),
                str(hit.fields.get("text") or ""),
                {name: value for name, value in hit.fields.items() if name not in ("title", "text")},
            )
            for hit in hits
        }
        return Found(RankedList(run.name, tuple(Hit(hit.id, hit.score) for hit in hits)), records)
