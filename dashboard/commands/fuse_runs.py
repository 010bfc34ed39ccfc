"""fusion-desk fuse-runs: run files in, one fused run out, query by query."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from dashboard.errors import DeskError
from dashboard.run_fusion import RunKnobs, as_hits, every_query, lists_of, weights_by_name
from dashboard.whole_file import whole_file
from fusion import Fused
from fusion.rules import check_number, is_whole
from retrievers.runs import FORMATS, WRITERS, RunFile, RunHit, Writer, open_runs, writer_for

EXAMPLE = """\
example:
  fusion-desk fuse-runs --input_files bm25.jsonl bge.jsonl elser.jsonl --output_file fused.jsonl \\
    --collection_name clapnq --top_k 10 --rrf_k 60 --weights 3 1 0.5

Formats are recognised by content and may be mixed: MT-RAG JSONL, TREC runs, CSV with a header.
The output is MT-RAG JSONL, or what the file's ending says (.trec, .run, .csv).
"""


@dataclass(slots=True)
class Tally:
    """What the summary tells."""

    queries: int = 0
    partial: int = 0  # queries that some file does not have
    overlap: float = 0.0
    ties: int = 0
    unsorted: Counter[str] = field(default_factory=Counter)  # queries of a run whose scores also rise

    def count(self, fused: Fused, held: int, files: int, top_k: int) -> None:
        """Count one query."""
        self.queries += 1
        self.partial += held < files
        self.overlap += fused.overlap
        self.ties += sum(tie.start < top_k for tie in fused.ties)


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options; both spellings of each are taken, --top_k and --top-k."""
    parser.add_argument(
        "--input_files", "--input-files", nargs="+", required=True, metavar="FILE", help="the runs to fuse"
    )
    parser.add_argument(
        "--output_file", "--output-file", required=True, type=Path, metavar="FILE", help="the fused run"
    )
    parser.add_argument(
        "--collection_name",
        "--collection-name",
        metavar="NAME",
        help="written to the output (the first file's)",
    )
    parser.add_argument("--top_k", "--top-k", type=int, default=10, help="how many results a query (10)")
    parser.add_argument("--rrf_k", "--rrf-k", type=float, default=60, help="the rank constant (60)")
    parser.add_argument(
        "--weights",
        nargs="+",
        type=float,
        metavar="NUMBER",
        help="one for each file, in their order (1 each)",
    )
    parser.add_argument("--format", choices=FORMATS, help="of the input files, where content does not tell")
    parser.add_argument(
        "--output_format", "--output-format", choices=WRITERS, help="where the file's ending does not tell"
    )
    parser.epilog = EXAMPLE


def run(options: argparse.Namespace) -> int:
    """Fuse the files; the output appears whole or not at all."""
    top_k = options.top_k
    check_number("--top_k", top_k, "must be a whole number ≥ 1", is_whole(top_k, 1))
    for file in options.input_files:
        if options.output_file.resolve() == Path(file).resolve():
            raise DeskError(
                f"--output_file {options.output_file} is one of the input files; name another file"
            )
    writer = WRITERS.get(options.output_format) or writer_for(options.output_file.suffix)
    with open_runs(options.input_files, format_name=options.format) as runs:
        knobs = RunKnobs(options.rrf_k, weights_by_name(options.weights, runs))
        knobs.check(runs)
        named = (run.collection for run in runs)
        collection = options.collection_name or next(filter(None, named), "")
        tally = _write(runs, knobs, options.output_file, writer, collection, top_k)
        _summarise(runs, tally, options.output_file)
    return 0


def _write(
    runs: Sequence[RunFile], knobs: RunKnobs, output: Path, writer: Writer, collection: str, top_k: int
) -> Tally:
    tally = Tally()
    total = sum(1 for _ in every_query(runs))
    with whole_file(output, "--output_file") as page, _progress(total) as advance:
        page.write(writer.header)
        for query in every_query(runs):
            lists = lists_of(query, runs)
            fused = knobs.fuse(lists)
            page.write(writer.lines(query, collection, as_hits(fused, lists, top_k)))
            tally.count(fused, sum(query in run for run in runs), len(runs), top_k)
            tally.unsorted.update(name for name, hits in lists.items() if _rises(hits))
            advance()
    return tally


def _rises(hits: Sequence[RunHit]) -> bool:
    return any(above.score < below.score for above, below in pairwise(hits))


def _summarise(runs: Sequence[RunFile], tally: Tally, output: Path) -> None:
    held = ", ".join(f"{run.name} {len(run):,}" for run in runs)
    overlap = tally.overlap / tally.queries if tally.queries else 0.0
    lines = [
        f"queries: {tally.queries:,}, fused from {len(runs)} lists ({held}) into {output}",
        f"overlap: {overlap:.1%} of a query's documents are in two lists or more; ties: {tally.ties:,}",
    ]
    if tally.partial:
        lines.append(f"queries that not every file has, fused from those that do: {tally.partial:,}")
    lines += [
        f"{name}: {count:,} queries are not in the order of their scores; the order of the file counts here, "
        "while `evaluate` goes by score"
        for name, count in tally.unsorted.items()
    ]
    lines += [f"{run.path} is not UTF-8 and was read as latin-1" for run in runs if run.encoding != "utf-8"]
    print("\n".join(f"fuse-runs: {line}" for line in lines), file=sys.stderr)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a bar on a terminal, and nothing in a log."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("fusing", total=total)
        yield lambda: bar.advance(task)
