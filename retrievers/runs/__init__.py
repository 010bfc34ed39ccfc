"""Run files: ranked lists that somebody's retriever has already written, and their judgments.

    from retrievers.runs import RunFile
    run = RunFile("bm25.jsonl")
    for query in run.queries():
        print(query, run.hits(query)[0])

One format a file: `jsonl` (MT-RAG), `trec` (six columns), `table` (CSV and TSV).
"""

from retrievers.runs.errors import RunFileError
from retrievers.runs.formats import FORMATS, format_of
from retrievers.runs.qrels import read_qrels
from retrievers.runs.run_file import RunFile, open_runs
from retrievers.runs.values import RunHit
from retrievers.runs.writers import WRITERS, Writer, writer_for

__all__ = [
    "FORMATS",
    "WRITERS",
    "RunFile",
    "RunFileError",
    "RunHit",
    "Writer",
    "format_of",
    "open_runs",
    "read_qrels",
    "writer_for",
]
