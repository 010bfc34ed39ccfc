"""The desk's use cases, without a page: search, and fuse again as often as a slider moves.

A search asks every collection once, down to `max_depth`. Everything a knob can change is then
recomputed from the lists in memory.
"""

import time
from collections.abc import Mapping
from functools import cached_property
from itertools import zip_longest
from typing import Any

from dashboard.errors import DeskError, NothingAnswered, QueryError
from dashboard.judgments import read_grades
from dashboard.knobs import Knobs
from dashboard.queries import LIKE, clean_query
from dashboard.values import Mix, Outcome, Search, Sighting, Verified
from dashboard.workspace import Workspace
from fusion import Fused, FusionError, RankedList, fuse
from fusion.router import ROUTER_WEIGHTS, Intent, route
from retrievers import Collection, FanOut, Found, Record, RetrieverError, Store, Vector
from retrievers.embedders import open_embedder
from retrievers.embedders.cache import QueryCache
from retrievers.stores import open_store

FEW_RESULTS = 5
DEEPEST_SIGHT = 2000


class Desk:
    """One open workspace."""

    no_hits = "the collection is empty"

    def __init__(self, workspace: Workspace, embedder: Any = None) -> None:
        """Prepare the stores and the embedder; nothing connects or loads yet."""
        self.workspace = workspace
        self.embedder = embedder or open_embedder(workspace.embedder)
        self._cache = QueryCache(self.embedder)
        self._stores: dict[Any, Store] = {}
        self.collections: dict[str, Collection] = {}
        for channel in workspace.channels:
            if channel.store not in self._stores:
                self._stores[channel.store] = open_store(channel.store)
            self.collections[channel.key] = self._stores[channel.store].collection(channel.spec)
        self._fan_out = FanOut({c.key: c.store.timeout_ms for c in workspace.channels})

    def close(self) -> None:
        """Let go of the stores."""
        for store in self._stores.values():
            store.close()

    def knows(self, query: str) -> bool:
        """Tell whether a query can be asked; a store can be asked anything."""
        return True

    def relevant(self, query: str) -> Mapping[str, int]:
        """Give the golden set's grades for a query; none where it is not judged."""
        return self._golden.get(query, {})

    @cached_property
    def _golden(self) -> Mapping[str, Mapping[str, int]]:
        try:
            return read_grades(self.workspace) if self.workspace.golden else {}
        except (DeskError, RetrieverError):
            return {}  # a search goes on without; `evaluate` says what is wrong with the file

    def route(self, query: str) -> Intent | None:
        """Classify a query, where the workspace has a router."""
        return route(query) if self.workspace.router == "chess" else None

    def starting_knobs(self, intent: Intent | None) -> Knobs:
        """Give the workspace's knobs, with the router's weights where there is one."""
        knobs = self.workspace.knobs()
        return knobs.changed(weights=ROUTER_WEIGHTS[intent.label]) if intent else knobs

    def search_with(self, query: str, asked: Mapping[str, Any]) -> tuple[Search, Knobs]:
        """Search, and set the knobs that were asked for; one that breaks a rule is refused before."""
        self.workspace.knobs().changed(**asked).check(self.workspace.keys)
        found = self.search(query)
        return found, self.starting_knobs(found.intent).changed(**asked)

    def search(self, query: str) -> Search:
        """Search every collection at once; raise only if none answers."""
        query = clean_query(query)
        start = time.perf_counter()
        vectors = self._vectors(query)
        embedded = time.perf_counter()
        depth = self.workspace.max_depth
        answers = self._fan_out.run(
            {key: _bound(self.collections[key].search, vector, depth) for key, vector in vectors.items()}
        )
        outcomes = {
            key: Outcome(len(a.value.ranked.hits) if a.value else 0, a.ms, a.error)
            for key, a in answers.items()
        }
        found = {key: a.value for key, a in answers.items() if a.value is not None}
        if not found:
            reasons = "; ".join(f"{key}: {o.error}" for key, o in outcomes.items())
            raise NothingAnswered(f"no collection answered. {reasons}")
        found, owners = self._identify(found)
        similarities = self._similarities(vectors, found, outcomes)
        records: dict[str, Record] = {}
        for brought in found.values():
            records = {**brought.records, **records}
        return Search(
            query,
            None if query.startswith(LIKE) else self.route(query),
            {key: brought.ranked for key, brought in found.items()},
            similarities,
            records,
            outcomes,
            embed_ms=(embedded - start) * 1000,
            search_ms=(time.perf_counter() - embedded) * 1000,
            owners=owners,
            texts={key: brought.records for key, brought in found.items()},
            warnings={key: brought.warning for key, brought in found.items() if brought.warning},
            relevant=self.relevant(query),
        )

    def mix(self, search: Search, knobs: Knobs) -> Mix:
        """Fuse what a search brought under the given knobs; this never asks a store."""
        knobs.check(self.workspace.keys)
        on = [key for key in self.workspace.keys if key not in knobs.off]
        if not on:
            raise DeskError("every collection is switched off; switch one on")
        lists = [search.lists[key] for key in on if key in search.lists]
        names = [ranked.collection for ranked in lists]
        start = time.perf_counter()
        try:
            fused = fuse(
                lists,
                weights={key: knobs.weights.get(key, 1.0) for key in names},
                depths={key: knobs.depths[key] for key in names if key in knobs.depths},
                k=knobs.k,
                method=knobs.method,
                tie_break=knobs.tie_break,
                missing=knobs.missing,
                similarities=search.similarities,
                max_candidates=knobs.max_candidates,
            )
        except FusionError as error:
            raise DeskError(str(error)) from error
        fuse_ms = (time.perf_counter() - start) * 1000
        return Mix(search, knobs, fused, fuse_ms, self._warnings(search, knobs, fused))

    def verify(self, search: Search, knobs: Knobs) -> dict[str, Verified]:
        """Ask again for exactly the current depths: an approximate index may answer otherwise."""
        vectors = self._vectors(search.query)
        depths = {
            key: min(knobs.depths[key], self.workspace.max_depth)
            for key in search.lists
            if key not in knobs.off and knobs.depths[key]
        }
        answers = self._fan_out.run(
            {key: _bound(self.collections[key].search, vectors[key], depth) for key, depth in depths.items()}
        )
        found, _ = self._identify({key: a.value for key, a in answers.items() if a.value is not None})
        return {
            key: _compared(search.lists[key], found[key].ranked, depth)
            if key in found
            else Verified(depth, 0, answers[key].error)
            for key, depth in depths.items()
        }

    def sight(self, search: Search, item: str) -> dict[str, Sighting]:
        """Look an item up in every collection that may hold it, deeper than the search went.

        A collection that does not hold it is left out.
        """
        keys, bare = self._holders(item)
        vectors = self._vectors(search.query)
        answers = self._fan_out.run(
            {key: _bound(_sighted, self.collections[key], vectors[key], bare) for key in keys}
        )
        return {
            key: answer.value or Sighting(None, None, 0, answer.error)
            for key, answer in answers.items()
            if answer.value or answer.error
        }

    def title_of(self, item: str) -> str | None:
        """Give the title of a stored item; None where no collection holds it."""
        try:
            keys, bare = self._holders(item)
        except QueryError:
            return None
        answers = self._fan_out.run({key: _bound(self.collections[key].records, [bare]) for key in keys})
        held = (answer.value[bare] for answer in answers.values() if answer.value and bare in answer.value)
        return next((record.title for record in held), None)

    def run(self, query: str, knobs: Knobs | None = None) -> Mix:
        """Search and fuse in one go."""
        search = self.search(query)
        return self.mix(search, knobs or self.starting_knobs(search.intent))

    def _vectors(self, query: str) -> dict[str, Vector]:
        if not query.startswith(LIKE):
            vector = self._cache.embed(query)
            return dict.fromkeys(self.collections, vector)
        keys, bare = self._holders(query[len(LIKE) :].strip())
        answers = self._fan_out.run({k: _bound(self.collections[k].vector_of, bare) for k in keys})
        own = {k: a.value for k, a in answers.items() if a.value is not None}
        if not own:
            errors = "; ".join(a.error for a in answers.values() if a.error)
            raise QueryError(
                f"no collection holds an item {bare!r} to search like; "
                f"give an id that a result shows{'. ' + errors if errors else ''}"
            )
        # Each collection is searched with its own vector of the item, else with the first there is.
        first = next(iter(own.values()))
        return {k: own.get(k, first) for k in self.collections}

    def _holders(self, item: str) -> tuple[list[str], str]:
        """Give the collections that may hold an item, and its id in them."""
        keys = list(self.workspace.keys)
        if self.workspace.identity == "shared":
            return keys, item
        key, colon, bare = item.partition(":")
        if not colon or key not in keys:
            known = ", ".join(f"{key}:<id>" for key in keys)
            raise QueryError(f"an item of this workspace is written {known}; got {item!r}")
        return [key], bare

    def _identify(self, found: dict[str, Found]) -> tuple[dict[str, Found], dict[str, str]]:
        """Write ids as `<key>:<id>` where collections do not share them."""
        if self.workspace.identity == "shared":
            return found, {}
        renamed = {key: _prefixed(key, brought) for key, brought in found.items()}
        owners = {item: key for key, brought in renamed.items() for item in brought.records}
        return renamed, owners

    def _similarities(
        self,
        vectors: Mapping[str, Vector],
        found: Mapping[str, Found],
        outcomes: dict[str, Outcome],
    ) -> dict[str, dict[str, float]]:
        known = {
            key: {hit.id: hit.similarity or 0.0 for hit in reversed(brought.ranked.hits)}
            for key, brought in found.items()
        }
        if self.workspace.identity == "separate" or len(found) < 2:
            return known
        items = dict.fromkeys(item for cosines in known.values() for item in cosines)
        missing = {key: [i for i in items if i not in known[key]] for key in known}
        answers = self._fan_out.run(
            {
                key: _bound(self.collections[key].similarities, vectors[key], ids)
                for key, ids in missing.items()
                if ids
            }
        )
        for key, answer in answers.items():
            known[key].update(answer.value or {})
            was = outcomes[key]
            outcomes[key] = Outcome(was.hits, was.ms + answer.ms, answer.error)
        return known

    def _warnings(self, search: Search, knobs: Knobs, fused: Fused) -> tuple[str, ...]:
        labels = self.workspace.labels
        said = [
            f"{labels[key]} did not answer: {outcome.error}"
            for key, outcome in search.outcomes.items()
            if outcome.error and key not in knobs.off
        ]
        for key, outcome in search.outcomes.items():
            if not outcome.hits and not outcome.error:
                said.append(f"{labels[key]} has no hits: {self.no_hits}")
        said += [warning for key, warning in search.warnings.items() if key not in knobs.off]
        if len(fused) < FEW_RESULTS:
            few = f"{len(fused)} candidate{'' if len(fused) == 1 else 's'}"
            cure = "raise the cap" if fused.dropped else "raise a depth or switch a collection on"
            said.append(f"only {few}; {cure}")
        if fused.dropped:
            said.append(f"the cap (max_candidates) of {knobs.max_candidates} left {fused.dropped} out")
        return tuple(said)


def _compared(deep: RankedList, exact: RankedList, depth: int) -> Verified:
    pairs = zip_longest(deep.hits[:depth], exact.hits)
    return Verified(depth, sum(one is None or other is None or one.id != other.id for one, other in pairs))


def _sighted(collection: Collection, vector: Vector, item: str) -> Sighting | None:
    cosine = collection.similarities(vector, [item]).get(item)
    if cosine is None:
        return None
    size = collection.info().count
    rank = collection.search(vector, min(size, DEEPEST_SIGHT)).ranked.ranks.get(item)
    return Sighting(rank, cosine, size)


def _bound(call: Any, *arguments: Any) -> Any:
    return lambda: call(*arguments)


def _prefixed(key: str, found: Found) -> Found:
    hits = tuple(hit._replace(id=f"{key}:{hit.id}") for hit in found.ranked.hits)
    records = {f"{key}:{item}": record for item, record in found.records.items()}
    return found._replace(ranked=RankedList(found.ranked.collection, hits), records=records)
