"""Runs made for tests: the same lists in every format that run files have."""

import json
import random
from collections.abc import Mapping
from pathlib import Path

Lists = Mapping[str, list[tuple[str, float]]]
"""For each query its documents with their scores, best first."""


def write_jsonl(path: Path, lists: Lists, text: str = "") -> Path:
    lines = [
        {
            "task_id": query,
            "Collection": "made",
            "contexts": [
                {"document_id": item, "score": score, "text": text, "title": f"title of {item}"}
                for item, score in hits
            ],
        }
        for query, hits in lists.items()
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def write_trec(path: Path, lists: Lists, first_rank: int = 1) -> Path:
    path.write_text(
        "".join(
            f"{query} Q0 {item} {rank} {score!r} made\n"
            for query, hits in lists.items()
            for rank, (item, score) in enumerate(hits, first_rank)
        ),
        encoding="utf-8",
    )
    return path


def write_csv(path: Path, lists: Lists) -> Path:
    rows = [f"{query},{item},{score!r}\n" for query, hits in lists.items() for item, score in hits]
    path.write_text("query_id,doc_id,score\n" + "".join(rows), encoding="utf-8")
    return path


def made_lists(
    seed: int, queries: int, rows: int, documents: int = 400, steps: int = 8
) -> dict[str, list[tuple[str, float]]]:
    """Draw lists; some scores are negative, and with few steps between whole numbers some repeat."""
    draw = random.Random(seed)
    lists = {}
    for number in range(queries):
        items = draw.sample(range(documents), rows)
        scores = sorted((draw.randrange(-5 * steps, rows // 2 * steps) / steps for _ in items), reverse=True)
        lists[f"q{number}"] = [(f"d{item:04d}", score) for item, score in zip(items, scores, strict=True)]
    return lists


def made_qrels(seed: int, queries: int, documents: int = 400) -> dict[str, dict[str, int]]:
    """Draw judgments; a few queries have nothing relevant."""
    draw = random.Random(seed)
    return {
        f"q{number}": {
            f"d{item:04d}": draw.choice((0, 1, 1, 2) if number % 17 else (0,))
            for item in draw.sample(range(documents), 40)
        }
        for number in range(queries)
    }


def write_beir(path: Path, qrels: Mapping[str, Mapping[str, int]]) -> Path:
    rows = [f"{q}\t{item}\t{grade}\n" for q, judged in qrels.items() for item, grade in judged.items()]
    path.write_text("query-id\tcorpus-id\tscore\n" + "".join(rows), encoding="utf-8")
    return path
