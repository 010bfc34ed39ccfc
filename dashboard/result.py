"""The result of a search as JSON: the same for the command line, REST and exports."""

import csv
import io
from typing import Any

from dashboard.values import Mix
from dashboard.words import ranks_by_key, states, terms_by_key, why
from dashboard.workspace import Workspace
from fusion import Candidate, average_cosine
from fusion.ties import cosines_of

SNIPPET = 240


def result(mix: Mix, workspace: Workspace, raw: bool = False) -> dict[str, Any]:
    """Write a mix as the contract says."""
    search, fused = mix.search, mix.fused
    total = search.embed_ms + search.search_ms + mix.fuse_ms
    answer: dict[str, Any] = {
        "workspace": workspace.name,
        "query": search.query,
        "intent": search.intent.label if search.intent else None,
        "knobs": mix.knobs.as_dict(),
        "results": [item(mix, workspace, c, place) for place, c in enumerate(mix.top, 1)],
        "outcomes": {
            key: {"hits": o.hits, "ms": round(o.ms, 1), "error": o.error}
            for key, o in search.outcomes.items()
        },
        "candidates": len(fused),
        "ties": len(fused.ties),
        "overlap": round(fused.overlap, 4),
        "timing_ms": {
            "embed": round(search.embed_ms, 1),
            "search": round(search.search_ms, 1),
            "fuse": round(mix.fuse_ms, 2),
            "total": round(total, 1),
        },
        "warnings": list(mix.warnings),
    }
    if workspace.router != "none":
        answer["intent_reasons"] = list(search.intent.reasons) if search.intent else []
        answer["weights"] = answer["knobs"]["weights"]
        for row in answer["results"]:
            row["fusion_sources"] = fusion_sources(mix, workspace, row["lists"])
    if raw:
        answer["raw"] = {key: raw_list(mix, key) for key in search.lists}
    return answer


def item(mix: Mix, workspace: Workspace, candidate: Candidate, place: int) -> dict[str, Any]:
    """Write one result with everything that explains its place."""
    record = mix.search.records[candidate.id]
    owner = mix.search.owners.get(candidate.id)
    ranks, terms = ranks_by_key(mix, candidate), terms_by_key(mix, candidate)
    standing = states(mix, workspace, candidate)
    return {
        "final_rank": place,
        "id": candidate.id,
        "title": record.title,
        "collection": owner and workspace.channel(owner).spec.name,
        "badge": owner and workspace.channel(owner).badge,
        "metadata": dict(record.metadata),
        "snippet": snippet(record.text),
        "rrf_score": candidate.score,
        "avg_sim": average(mix, candidate.id),
        "best_rank": candidate.best_rank,
        "tie": mix.fused.tie_marks.get(candidate.id),
        "why": why(mix, workspace, candidate),
        "lists": {
            key: {
                "rank": ranks.get(key) or None,
                "term": terms.get(key, 0.0),
                "similarity": mix.search.similarities.get(key, {}).get(candidate.id),
                "state": standing[key],
            }
            for key in workspace.keys
        },
    }


def fusion_sources(mix: Mix, workspace: Workspace, lists: dict[str, Any]) -> list[dict[str, Any]]:
    """Name the collections that rank a result, each with what it adds to the score."""
    return [
        {
            "collection": workspace.channel(key).spec.name,
            "weight": mix.knobs.weights[key],
            **{name: entry[name] for name in ("rank", "term", "similarity")},
        }
        for key, entry in lists.items()
        if entry["state"] == "ranked"
    ]


def average(mix: Mix, item_id: str) -> float | None:
    """Average an item's cosines as the tie-break does."""
    lookups = cosines_of(mix.search.similarities, mix.fused.collections)
    return average_cosine(item_id, lookups, mix.knobs.missing)


def raw_list(mix: Mix, key: str) -> list[dict[str, Any]]:
    """Write a collection's own list down to its depth."""
    depth = mix.knobs.depths.get(key, len(mix.search.lists[key].hits))
    return [
        {
            "rank": rank,
            "id": hit.id,
            "title": mix.search.records[hit.id].title,
            "similarity": hit.similarity,
        }
        for rank, hit in enumerate(mix.search.lists[key].hits[:depth], 1)
    ]


def snippet(text: str) -> str:
    """Cut a text at a word."""
    if len(text) <= SNIPPET:
        return text
    return text[:SNIPPET].rsplit(" ", 1)[0] + " …"


def breakdown(mix: Mix, workspace: Workspace) -> tuple[list[str], list[list[Any]]]:
    """Tabulate every candidate with every number: column names, then rows."""
    keys, fields = workspace.keys, workspace.fields
    cosines = not workspace.from_files
    columns = [
        *("final_rank", "id", "title", "rrf_score"),
        *(["avg_sim"] if cosines else []),
        *(f"rank_{key}" for key in keys),
        *(f"term_{key}" for key in keys),
        *(f"sim_{key}" for key in keys if cosines),
        *fields,
    ]
    rows = []
    for place, candidate in enumerate(mix.fused, 1):
        row = item(mix, workspace, candidate, place)
        lists = row["lists"]
        rows.append(
            [
                *(row[name] for name in columns[: 5 if cosines else 4]),
                *(lists[key]["rank"] for key in keys),
                *(lists[key]["term"] for key in keys),
                *(lists[key]["similarity"] for key in keys if cosines),
                *(row["metadata"].get(name) for name in fields),
            ]
        )
    return columns, rows


def breakdown_csv(mix: Mix, workspace: Workspace) -> str:
    """Write the breakdown as CSV."""
    columns, rows = breakdown(mix, workspace)
    written = io.StringIO()
    csv.writer(written).writerows([columns, *rows])
    return written.getvalue()
