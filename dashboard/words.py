"""Plain sentences about a ranking: where an item stands in each list, and why it is where it is."""

from collections.abc import Mapping

from dashboard.values import Mix
from dashboard.workspace import Workspace
from fusion import TIE_BREAKS, Candidate
from fusion.measures import measure

STATES = {
    "ranked": "ranked",
    "beyond_depth": "beyond depth",
    "not_in_collection": "not in this collection",
    "not_answered": "did not answer",
    "off": "switched off",
}


def ordinal(rank: int) -> str:
    """Write a rank as a person says it."""
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"


def owner(label: str) -> str:
    """Write a name as the owner of something."""
    return f"{label}'" if label.endswith("s") else f"{label}'s"


def states(mix: Mix, workspace: Workspace, candidate: Candidate) -> dict[str, str]:
    """Say for every collection how it stands with an item: one of `STATES`."""
    ranks = ranks_by_key(mix, candidate)
    return {key: state_of(mix, key, candidate.id, ranks.get(key, 0)) for key in workspace.keys}


def ranks_by_key(mix: Mix, candidate: Candidate) -> dict[str, int]:
    """Give an item's counted ranks by collection key; 0 where it is not within the depth."""
    return dict(zip(mix.fused.collections, candidate.ranks, strict=True))


def terms_by_key(mix: Mix, candidate: Candidate) -> dict[str, float]:
    """Give an item's terms by collection key."""
    return dict(zip(mix.fused.collections, candidate.terms, strict=True))


def why(mix: Mix, workspace: Workspace, candidate: Candidate) -> str:
    """Write one plain sentence on where an item stands."""
    ranks, standing = ranks_by_key(mix, candidate), states(mix, workspace, candidate)
    labels = workspace.labels
    ranked = sorted((rank, key) for key, rank in ranks.items() if rank)
    parts = [f"{ordinal(rank)} in {labels[key]}" for rank, key in ranked]
    if workspace.identity == "shared":
        parts += [
            f"beyond depth in {labels[key]}" if state == "beyond_depth" else f"{labels[key]} {STATES[state]}"
            for key, state in standing.items()
            if state not in ("ranked", "not_in_collection")
        ]
        parts += [f"not in {labels[k]}" for k, s in standing.items() if s == "not_in_collection"]
    return ", ".join(parts)


def verdict(mix: Mix, workspace: Workspace, candidate: Candidate) -> str:
    """Say in a few words what carried an item."""
    terms = terms_by_key(mix, candidate)
    if not candidate.score:
        return "scores nothing: only lists of weight 0 hold it"
    key, most = max(terms.items(), key=lambda pair: pair[1])
    if workspace.identity == "separate":
        return f"{workspace.labels[key]} counts with weight {mix.knobs.weights[key]:g}"
    if candidate.found_in > 1 and most < 0.6 * candidate.score:
        return "carried by agreement"
    label = workspace.labels[key]
    return f"carried by {label}" if candidate.found_in > 1 else f"only {label} has it"


def exchange_rates(mix: Mix, workspace: Workspace) -> list[str]:
    """Say how far down one list still beats another's first place, for neighbouring weights."""
    if not mix.knobs.method.startswith("rrf"):
        return []
    labels, weights, k = workspace.labels, mix.knobs.weights, mix.knobs.k
    keys = [key for key in mix.fused.collections if weights.get(key)]
    if len(keys) < 2:
        return []
    strong, weak = max(keys, key=lambda key: weights[key]), min(keys, key=lambda key: weights[key])
    if weights[strong] == weights[weak]:
        return ["Equal weights: every list counts the same"]
    last = _beats_until(weights[strong] / weights[weak], k)
    if last < 1:
        return [f"{owner(labels[strong])} rank 1 is just ahead of {owner(labels[weak])} rank 1"]
    depth = mix.knobs.depths.get(strong, last)
    if last >= depth > 0:
        return [f"All {depth} of {owner(labels[strong])} ranks beat {owner(labels[weak])} rank 1"]
    span = "rank 1 beats" if last == 1 else f"ranks 1–{last} beat"
    return [f"{owner(labels[strong])} {span} {owner(labels[weak])} rank 1"]


def _beats_until(ratio: float, k: float) -> int:
    # w_a/(k+n) > w_b/(k+1)  ⇔  n < ratio·(k+1) − k
    limit = ratio * (k + 1) - k
    whole = int(limit)
    return whole - 1 if whole == limit else whole


def mix_words(mix: Mix, workspace: Workspace) -> list[str]:
    """Describe the mix beside the sliders: exchange rate, overlap, ties."""
    fused, ties = mix.fused, len(mix.fused.ties)
    said = exchange_rates(mix, workspace)
    if workspace.identity == "shared" and len(fused.collections) > 1:
        said.append(f"{fused.overlap:.0%} of {len(fused)} candidates in two or more lists")
    else:
        said.append(f"{len(fused)} candidates")
    tied = "no ties" if not ties else f"{ties} tie{'s' if ties > 1 else ''}"
    said.append(f"{tied}{', decided by ' + _policy(mix) if ties else ''}")
    if mix.search.relevant:
        said.append(_judged(mix))
    return said


def _judged(mix: Mix) -> str:
    measured = measure([candidate.id for candidate in mix.fused], mix.search.relevant)
    return "Judged query: " + ", ".join(f"{name} {value:.3f}" for name, value in measured.items())


def _policy(mix: Mix) -> str:
    return TIE_BREAKS[mix.knobs.tie_break].label


def state_of(mix: Mix, key: str, item: str, rank: int) -> str:
    """Say how one collection stands with an item that it ranks so, or not (0)."""
    search = mix.search
    if key in mix.knobs.off:
        return "off"
    if key not in search.lists:
        return "not_answered"
    if rank:
        return "ranked"
    known: Mapping[str, float] = search.similarities.get(key, {})
    if item in known or item in search.lists[key].ranks:
        return "beyond_depth"
    return "not_answered" if search.outcomes[key].error else "not_in_collection"
