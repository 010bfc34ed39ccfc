"""Why is it not there? One item followed through every list, and what would change its place."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from typing import Any

from dashboard.changes import Changes, find_changes
from dashboard.desk import Desk
from dashboard.errors import QueryError
from dashboard.knobs import Knobs
from dashboard.values import Mix, Search, Sighting
from dashboard.words import ordinal, ranks_by_key, state_of, terms_by_key

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one collection has the item, and where it cuts."""

    state: str
    rank: int | None  # its true rank, beyond the depth too
    depth: int
    size: int | None  # of the collection, where the item was looked up beyond the list
    term: float
    similarity: float | None
    cut_similarity: float | None  # of the last hit within the depth: what the item would have to reach


@dataclass(frozen=True, slots=True)
class Bar:
    """The item at the edge of the top N: to be overtaken, or the first that waits outside."""

    id: str
    title: str
    place: int
    score: float


@dataclass(frozen=True)
class Target:
    """The item to trace, looked up once: sliders may then move without asking a store again."""

    id: str
    title: str
    sightings: Mapping[str, Sighting]


@dataclass(frozen=True)
class Trace:
    """One item's way through a mix."""

    mix: Mix
    id: str
    title: str
    place: int | None  # None: it is no candidate
    score: float
    bar: Bar | None
    lists: dict[str, Standing]
    verdict: str
    changes: Changes

    @property
    def inside(self) -> bool:
        """Tell whether the item is among those shown."""
        return self.place is not None and self.place <= self.mix.knobs.top_n


def aim(desk: Desk, search: Search, wanted: str) -> Target:
    """Find the item a person names by id or title; ask the stores where lists do not reach down to it."""
    item, title = find_item(desk, search, wanted)
    owner = search.owners.get(item)
    keys = [owner] if owner else desk.workspace.keys
    beyond = any(key in search.lists and item not in search.lists[key].ranks for key in keys)
    return Target(item, title, desk.sight(search, item) if beyond else {})


def trace(desk: Desk, search: Search, knobs: Knobs, target: Target) -> Trace:
    """Follow an item through a search under the given knobs; no store is asked."""
    mix = desk.mix(search, knobs)
    place = mix.fused.positions.get(target.id)
    lists = _standings(desk, mix, target)
    bar = _bar(mix, place)
    return Trace(
        mix,
        target.id,
        target.title,
        place,
        mix.fused[place - 1].score if place else 0.0,
        bar,
        lists,
        _verdict(desk, mix, target.id, place, bar, lists),
        find_changes(desk, search, knobs, target.id),
    )


def trace_result(traced: Trace, desk: Desk) -> dict[str, Any]:
    """Write a trace as JSON: the same for the command line and REST."""
    nearest = traced.changes.nearest
    return {
        "workspace": desk.workspace.name,
        "query": traced.mix.search.query,
        "id": traced.id,
        "title": traced.title,
        "knobs": traced.mix.knobs.as_dict(),
        "final_rank": traced.place,
        "candidates": len(traced.mix.fused),
        "in_top_n": traced.inside,
        "rrf_score": traced.score,
        "bar": asdict(traced.bar) if traced.bar else None,
        "verdict": traced.verdict,
        "lists": {key: asdict(standing) for key, standing in traced.lists.items()},
        "changes": [asdict(change) for change in traced.changes.found],
        "nearest": asdict(nearest) if nearest else None,
        "warnings": list(traced.mix.warnings),
    }


def find_item(desk: Desk, search: Search, wanted: str) -> tuple[str, str]:
    """Give the id and title of the item a person means: by its id, its title, or a part of the title."""
    wanted = wanted.strip()
    if not wanted:
        raise QueryError("name the item to trace: its id, its title or a part of the title")
    if wanted in search.records:
        return wanted, search.records[wanted].title
    titles = {item: record.title for item, record in search.records.items()}
    sought = wanted.casefold()
    for matches in (
        [item for item, title in titles.items() if title.casefold() == sought],
        [item for item, title in titles.items() if sought in title.casefold()],
    ):
        if len(matches) == 1:
            return matches[0], titles[matches[0]]
        if matches:
            named = ", ".join(f"{item} ({titles[item]})" for item in matches[:MOST_NAMED])
            raise QueryError(f"{wanted!r} fits {len(matches)} items; give the id of one: {named}")
    title = desk.title_of(wanted)
    if title is not None:
        return wanted, title
    near = get_close_matches(wanted, [*titles, *titles.values()], n=3, cutoff=0.5)
    hint = f"; near it: {', '.join(near)}" if near else "; give an id or a title as the results show them"
    raise QueryError(f"no collection holds an item {wanted!r}{hint}")


def _standings(desk: Desk, mix: Mix, target: Target) -> dict[str, Standing]:
    item, search = target.id, mix.search
    place = mix.fused.positions.get(item)
    ranks: dict[str, int] = {}
    terms: dict[str, float] = {}
    if place:
        candidate = mix.fused[place - 1]
        ranks, terms = ranks_by_key(mix, candidate), terms_by_key(mix, candidate)
    owner = search.owners.get(item) or next(iter(target.sightings), None)
    separate = desk.workspace.identity == "separate"
    return {
        key: _standing(mix, key, item, ranks.get(key, 0), terms.get(key, 0.0), target.sightings.get(key))
        for key in ([owner] if separate and owner else desk.workspace.keys)
    }


def _standing(mix: Mix, key: str, item: str, rank: int, term: float, seen: Sighting | None) -> Standing:
    search, depth = mix.search, mix.knobs.depths[key]
    state = state_of(mix, key, item, rank)
    if key not in search.lists:
        return Standing(state, None, depth, None, term, None, None)
    if seen and seen.rank and state == "not_in_collection":
        state = "beyond_depth"
    ranked = search.lists[key]
    cosine = search.similarities.get(key, {}).get(item)
    cut = ranked.hits[min(depth, len(ranked.hits)) - 1].similarity if depth and ranked.hits else None
    return Standing(
        state,
        ranked.ranks.get(item) or (seen.rank if seen else None),
        depth,
        seen.size if seen else None,
        term,
        cosine if cosine is not None else (seen.similarity if seen else None),
        cut if search.similarities else None,
    )


def _bar(mix: Mix, place: int | None) -> Bar | None:
    top_n = mix.knobs.top_n
    inside = place is not None and place <= top_n
    at = top_n if inside else top_n - 1  # from 0: the first outside, or the last inside
    if at >= len(mix.fused):
        return None
    candidate = mix.fused[at]
    return Bar(candidate.id, mix.search.records[candidate.id].title, at + 1, candidate.score)


def _verdict(
    desk: Desk, mix: Mix, item: str, place: int | None, bar: Bar | None, lists: dict[str, Standing]
) -> str:
    top_n, total = mix.knobs.top_n, len(mix.fused)
    if place is None:
        return f"It is no candidate: {_absence(desk, mix, item, lists)}."
    stands = f"It is {ordinal(place)} of {total} candidates"
    score = mix.fused[place - 1].score
    if bar is None:
        return f"{stands}, inside the top {top_n}: there are no more."
    if place <= top_n:
        lead = score - bar.score
        margin = f"{lead:.5f} ahead of" if lead > 0 else f"with the same score as {_tie_words(mix, item)}"
        return f"{stands}, inside the top {top_n}: {margin} {bar.title}, the first outside."
    lack = bar.score - score
    margin = f"it lacks {lack:.5f} to" if lack > 0 else f"with the same score as {_tie_words(mix, item)}"
    return f"{stands}, {place - top_n} below the top {top_n}: {margin} {bar.title} in place {bar.place}."


def _tie_words(mix: Mix, item: str) -> str:
    decided = mix.fused.tie_marks.get(item)
    return f"(the tie was decided by {decided})" if decided else ""


def _absence(desk: Desk, mix: Mix, item: str, lists: dict[str, Standing]) -> str:
    labels = desk.workspace.labels
    most = desk.workspace.max_depth
    within = [k for k, s in lists.items() if s.state == "beyond_depth" and s.rank and s.rank <= s.depth]
    if within and mix.fused.dropped:
        return f"the cap of {mix.knobs.max_candidates} candidates leaves it out"
    parts = []
    for key, one in lists.items():
        label = labels[key]
        if one.state == "off":
            parts.append(f"{label} is switched off")
        elif one.state == "not_answered":
            parts.append(f"{label} did not answer, so nobody knows")
        elif one.state == "not_in_collection":
            parts.append(f"{label} does not hold it")
        elif one.rank and one.rank <= most:
            parts.append(f"{label} has it {ordinal(one.rank)} and counts only {one.depth}")
        elif one.rank:
            of = f" of {one.size:,}" if one.size else ""
            parts.append(f"{label} has it {ordinal(one.rank)}{of}, and a search asks for {most}")
        else:
            parts.append(f"{label} has it beyond the {most} that a search asks for")
    return "; ".join(parts)
