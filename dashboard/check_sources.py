"""The validator of sample data: schema, ids, word counts, duplicates, legal moves, golden ids."""

from collections import Counter

from dashboard.errors import WorkspaceError
from dashboard.ingest import read
from dashboard.judgments import read_golden
from dashboard.workspace import Workspace

WORDS = {"content": (50, 110), "books": (60, 160)}
"""How many words the texts of a collection may have, where its kind sets a rule."""


def check_workspace(workspace: Workspace) -> str:
    """Check every source record and golden line; raise with all that is wrong, else sum up."""
    wrong: list[str] = []
    counts, known = [], set()
    for channel in workspace.channels:
        if not channel.source:
            continue
        sources = read(workspace, channel)  # PGN readers refuse illegal moves
        ids = [str(source.fields.get(channel.spec.id_field) or "") for source in sources]
        counts.append(f"{len(sources)} {channel.label}")
        wrong += [f"{channel.key}: id {i!r} {n} times" for i, n in Counter(ids).items() if n > 1 or not i]
        texts = Counter(source.text for source in sources)
        wrong += [f"{channel.key}: the same text {n} times: {t[:40]!r}" for t, n in texts.items() if n > 1]
        low, high = WORDS.get(channel.key, (3, 400))
        for item, source in zip(ids, sources, strict=True):
            words = len(source.text.split())
            if not low <= words <= high:
                wrong.append(f"{channel.key} {item}: {words} words, must be {low} to {high}")
            for name in (channel.spec.title_field, *channel.spec.fields):
                if name not in source.fields:
                    wrong.append(f"{channel.key} {item}: no field {name!r}")
        known |= {i if workspace.identity == "shared" else f"{channel.key}:{i}" for i in ids}
    wrong += _golden_faults(workspace, known)
    if wrong:
        raise WorkspaceError(f"{len(wrong)} faults: " + "; ".join(wrong[:20]))
    return ", ".join(counts) + ": all sound"


def _golden_faults(workspace: Workspace, known: set[str]) -> list[str]:
    if workspace.golden is None:
        return []
    wrong, seen = [], set()
    for number, judged in enumerate(read_golden(workspace), 1):
        wrong += [
            f"golden line {number}: unknown id {item!r}" for item in judged.relevant if item not in known
        ]
        if not set(judged.relevant.values()) <= {1, 2} or 2 not in judged.relevant.values():
            wrong.append(f"golden line {number}: grades must be 1 or 2, one of them 2")
        if judged.split not in ("tune", "held_out"):
            wrong.append(f"golden line {number}: split must be tune or held_out, got {judged.split!r}")
        if judged.query in seen:
            wrong.append(f"golden line {number}: the query stands twice")
        seen.add(judged.query)
    return wrong
