"""A workspace: which collections, where, with which knobs to begin with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dashboard.knobs import Knobs
from fusion.ties import TIE_BREAKS
from retrievers.values import CollectionSpec, StoreSpec

MOST_COLLECTIONS = 8
FILES = "files"
"""The backend of run files: each collection's `name` is a file beside the workspace."""
RUNS_TIE_BREAK = "first_seen"
DEFAULT_EMBEDDER = "sentence-transformers:all-MiniLM-L6-v2"


@dataclass(frozen=True, slots=True)
class Channel:
    """One collection of a workspace: how to read it, where it is, how it is shown."""

    spec: CollectionSpec
    store: StoreSpec
    label: str
    badge: str
    depth: int
    weight: float
    source: str = ""
    source_text: str = ""

    @property
    def key(self) -> str:
        """The knob and column name."""
        return self.spec.key


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace as its file describes it."""

    name: str
    title: str
    file: Path
    channels: tuple[Channel, ...]
    identity: str = "shared"
    embedder: str = DEFAULT_EMBEDDER
    router: str = "none"
    golden: Path | None = None
    k: float = 60
    top_n: int = 20
    max_depth: int = 200
    tie_break: str = "avg_cosine"
    missing: str = "strict"
    method: str = "rrf"
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def keys(self) -> tuple[str, ...]:
        """The collections' keys, in order."""
        return tuple(channel.key for channel in self.channels)

    @property
    def labels(self) -> dict[str, str]:
        """The collections' labels by key."""
        return {channel.key: channel.label for channel in self.channels}

    @property
    def from_files(self) -> bool:
        """Whether the lists are run files; then there are no vectors, so no cosines."""
        return self.channels[0].store.backend == FILES

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The tie-breaks that this workspace's lists allow."""
        return tuple(name for name in TIE_BREAKS if not (self.from_files and name == "avg_cosine"))

    def run_file(self, channel: Channel) -> Path:
        """Give the file of a channel of run files."""
        return (channel.store.path or self.file.parent) / channel.spec.name

    @property
    def fields(self) -> tuple[str, ...]:
        """The metadata fields of all collections, each once."""
        return tuple(dict.fromkeys(name for channel in self.channels for name in channel.spec.fields))

    def knobs(self) -> Knobs:
        """Give the knobs the workspace starts with."""
        return Knobs(
            weights={channel.key: channel.weight for channel in self.channels},
            depths={channel.key: channel.depth for channel in self.channels},
            k=self.k,
            top_n=self.top_n,
            tie_break=self.tie_break,
            missing=self.missing,
            method=self.method,
        )

    def channel(self, key: str) -> Channel:
        """Give a collection by key."""
        return next(channel for channel in self.channels if channel.key == key)
