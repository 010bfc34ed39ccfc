"""Build a workspace's collections from its source files; what is built and unchanged stays."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dashboard.errors import WorkspaceError
from dashboard.workspace import Channel, Workspace
from retrievers import Embedder, Record, Store
from retrievers.stores import open_store
from sample_data.readers import Source, SourceError, read_sources

BATCH = 64

Progress = Callable[[str, int, int], None]
"""Called with a collection's label, the records done and the records in all."""


def ingest(workspace: Workspace, embedder: Embedder, progress: Progress, state: Path) -> dict[str, str]:
    """Build every collection that has a source; say for each `built` or `unchanged`."""
    said: dict[str, str] = {}
    stores: dict[Any, Store] = {}
    try:
        for channel in workspace.channels:
            if not channel.source:
                continue
            sources = read(workspace, channel)
            mark = state / f"{workspace.name}-{channel.key}.json"
            print_of = fingerprint(channel, sources, embedder.name)
            if _is_built(mark, print_of, channel):
                said[channel.key] = "unchanged"
                continue
            if channel.store not in stores:
                stores[channel.store] = open_store(channel.store)
            # First of all: if this build is cut short, no later run may take it for a whole one.
            mark.unlink(missing_ok=True)
            _build(channel, sources, embedder, stores[channel.store], progress)
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.write_text(_mark_text(print_of))
            said[channel.key] = "built"
    finally:
        for store in stores.values():
            store.close()
    if not said:
        raise WorkspaceError(
            f"{workspace.name} names no source files; give its collections a `source`, "
            "or search the stores as they are"
        )
    return said


def read(workspace: Workspace, channel: Channel) -> list[Source]:
    """Read a collection's source records."""
    try:
        sources = read_sources(workspace.file.parent, channel.source, channel.source_text)
    except (SourceError, OSError) as error:
        raise WorkspaceError(str(error)) from error
    if not sources:
        raise WorkspaceError(
            f"no record of {channel.source!r} has a text in {channel.source_text!r}; correct `source_text`"
        )
    id_field = channel.spec.id_field
    if any(id_field not in source.fields for source in sources):
        raise WorkspaceError(
            f"a record of {channel.source!r} has no field {id_field!r} to be its id; correct `id_field`"
        )
    return sources


def fingerprint(channel: Channel, sources: list[Source], model: str) -> str:
    """Sum up everything the built collection depends on."""
    digest = hashlib.sha256(repr((channel.spec, channel.store.place, model)).encode())
    for source in sources:
        digest.update(json.dumps(source, sort_keys=True).encode())
    return digest.hexdigest()


def _is_built(mark: Path, print_of: str, channel: Channel) -> bool:
    if channel.store.path is not None and not channel.store.path.exists():
        return False
    # Compared as text: a mark that was cut off in writing is no mark, never an error.
    return mark.is_file() and mark.read_text() == _mark_text(print_of)


def _mark_text(print_of: str) -> str:
    return json.dumps({"fingerprint": print_of})


def _build(
    channel: Channel, sources: list[Source], embedder: Embedder, store: Store, progress: Progress
) -> None:
    import numpy as np

    parts = []
    progress(channel.label, 0, len(sources))
    for start in range(0, len(sources), BATCH):
        batch = sources[start : start + BATCH]
        parts.append(embedder.embed([source.to_embed for source in batch]))
        progress(channel.label, start + len(batch), len(sources))
    spec = channel.spec
    ids = [str(source.fields[spec.id_field]) for source in sources]
    names = dict.fromkeys((spec.id_field, spec.title_field, *spec.fields))
    records = [
        Record(item, "", source.text, {name: source.fields.get(name) for name in names if name})
        for item, source in zip(ids, sources, strict=True)
    ]
    store.drop(spec.name)
    store.write(spec.name, ids, np.concatenate(parts), records)
