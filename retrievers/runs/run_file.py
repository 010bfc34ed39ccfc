"""A run file opened for random access: an index of byte offsets, and rows read when asked for.

Only the queries' ids and one offset each are kept, about 150 bytes a query: 100,000 queries of 100
rows open without their rows. (A file whose queries are scattered keeps an offset for each piece.)
"""

from collections.abc import Iterator, KeysView, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from sys import intern
from threading import Lock
from types import TracebackType

from fusion import Hit, RankedList
from retrievers.runs.formats import format_of
from retrievers.runs.jsonl import JSONL, collection_of
from retrievers.runs.lines import LineFile
from retrievers.runs.values import RunHit, Stretch, by_score


class RunFile:
    """One run: queries in the file's order, and each query's hits, best first."""

    def __init__(self, path: str | Path, *, name: str = "", format_name: str | None = None) -> None:
        """Open and index a file; without a format's name the content tells it."""
        self.path = Path(path)
        self.name = name or self.path.stem
        self._file = LineFile(self.path)
        self._lock = Lock()  # the desk asks from several threads, and they share one file position
        self._offsets: dict[str, int] = {}
        self._more: dict[str, list[int]] = {}
        try:
            self.format = format_of(self._file, format_name)
            self._index()
        except BaseException:
            self.close()
            raise

    @property
    def encoding(self) -> str:
        """How the file is written: `utf-8`, or `latin-1` where it is not that."""
        return self._file.encoding

    @property
    def collection(self) -> str:
        """The collection that the file names; empty where it names none."""
        with self._lock:
            return collection_of(self._file) if self.format is JSONL else ""

    def queries(self) -> KeysView[str]:
        """Give the ids of the queries in the file's order."""
        return self._offsets.keys()

    def __contains__(self, query: object) -> bool:
        """Tell whether the file has a query."""
        return query in self._offsets

    def __len__(self) -> int:
        """Count the queries."""
        return len(self._offsets)

    def hits(self, query: str) -> tuple[RunHit, ...]:
        """Read a query's hits, best first, each item at its best rank; none if it is not here."""
        if query not in self._offsets:
            return ()
        hits: list[RunHit] = []
        with self._lock:
            for offset in (self._offsets[query], *self._more.get(query, ())):
                hits += self.format.read(self._file, Stretch(query, offset))
        if self.format.ranked_by_score:
            hits = by_score(hits)
        best: dict[str, RunHit] = {}
        for hit in hits:
            best.setdefault(hit.id, hit)
        return tuple(best.values())

    def ranked(self, query: str) -> RankedList:
        """Read a query's list as fusion takes it."""
        return RankedList(self.name, tuple(Hit(hit.id, hit.score) for hit in self.hits(query)))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def __enter__(self) -> "RunFile":
        """Use the run in a with-block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it at the block's end."""
        self.close()

    def _index(self) -> None:
        stretch = None
        for stretch in self.format.stretches(self._file):
            if stretch.query not in self._offsets:
                # intern: the other files name the same queries, and one copy of each id is enough.
                self._offsets[intern(stretch.query)] = stretch.offset
            elif self.format.in_one_piece:
                first = self._file.number(self._offsets[stretch.query])
                raise self._file.wrong(
                    stretch.offset,
                    f"task_id expected once, got {stretch.query!r} again (first in line {first}); remove one",
                )
            else:
                self._more.setdefault(stretch.query, []).append(stretch.offset)
        if stretch is not None:
            self.format.read(self._file, stretch)  # a file that was cut off says so now, not later


@contextmanager
def open_runs(
    paths: Sequence[str | Path], *, format_name: str | None = None, taken: Sequence[str] = ()
) -> Iterator[list[RunFile]]:
    """Open several runs, each under a name of its own that is none of those taken."""
    with ExitStack() as stack:
        names = _names([Path(path) for path in paths], taken)
        yield [
            stack.enter_context(RunFile(path, name=name, format_name=format_name))
            for path, name in zip(paths, names, strict=True)
        ]


def _names(paths: Sequence[Path], taken: Sequence[str]) -> list[str]:
    """Name runs by their file's stem; where two would share it, by file name, path, then number."""
    for wording in (lambda path: path.stem, lambda path: path.name, str):
        names = [wording(path) for path in paths]
        if len({*names, *taken}) == len(names) + len(taken):
            return names
    return [f"{number}:{path}" for number, path in enumerate(paths, 1)]
