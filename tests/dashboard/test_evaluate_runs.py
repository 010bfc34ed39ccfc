"""fusion-desk evaluate on run files: trec_eval's numbers, for each file and for the fusion."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval

from dashboard.cli import main
from fusion.measures import RUN_MEASURES, measure, trec_order
from tests.retrievers.run_files import (
    made_lists,
    made_qrels,
    write_beir,
    write_csv,
    write_jsonl,
    write_trec,
)

Capture = pytest.CaptureFixture[str]
TREC_NAMES = {
    **{f"recall@{cut}": f"recall_{cut}" for cut in (1, 3, 5, 10)},
    **{f"ndcg@{cut}": f"ndcg_cut_{cut}" for cut in (1, 3, 5, 10)},
    "mrr": "recip_rank",
    "map": "map",
}
RANX = Path(__file__).parent / "data" / "ranx_0.3.21.json"


def trec_eval(qrels: Any, lists: Any) -> dict[str, dict[str, float]]:
    """Measure with trec_eval itself, under our names."""
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, {"recall.1,3,5,10", "ndcg_cut.1,3,5,10", "recip_rank", "map"}
    )
    found = evaluator.evaluate({query: dict(hits) for query, hits in lists.items()})
    return {query: {ours: row[theirs] for ours, theirs in TREC_NAMES.items()} for query, row in found.items()}


def means(rows: dict[str, dict[str, float]]) -> dict[str, float]:
    return {name: sum(row[name] for row in rows.values()) / len(rows) for name in RUN_MEASURES}


def evaluate(capsys: Capture, *arguments: object) -> dict[str, Any]:
    assert main(["evaluate", *map(str, arguments), "--json"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    return report


def per_query(path: Path, run: str) -> dict[str, dict[str, float]]:
    with path.open(encoding="utf-8") as page:
        return {
            row["query_id"]: {name: float(row[name]) for name in RUN_MEASURES}
            for row in csv.DictReader(page)
            if row["run"] == run
        }


def close(found: dict[str, dict[str, float]], expected: dict[str, dict[str, float]]) -> bool:
    assert list(found) == list(expected)
    return all(row == pytest.approx(expected[query], abs=1e-12) for query, row in found.items())


def fused_lists(path: Path) -> dict[str, list[tuple[str, float]]]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {row["task_id"]: [(c["document_id"], c["score"]) for c in row["contexts"]] for row in rows}


def test_a_pipeline_of_a_thousand_queries_agrees_with_trec_eval(tmp_path: Path, capsys: Capture) -> None:
    qrels = made_qrels(seed=20, queries=1000)
    made = {
        name: made_lists(seed=n, queries=1000, rows=30) for n, name in enumerate(("bm25", "bge", "elser"))
    }
    runs = [
        write_jsonl(tmp_path / "bm25.jsonl", made["bm25"]),
        write_trec(tmp_path / "bge.trec", made["bge"], first_rank=0),
        write_csv(tmp_path / "elser.csv", made["elser"]),
    ]
    judged, weights = write_beir(tmp_path / "dev.tsv", qrels), ("--weights", "3", "1", "0.5")
    fused = tmp_path / "fused.jsonl"
    options = ("--output_file", str(fused), "--top_k", "1000", *weights)
    assert main(["fuse-runs", "--input_files", *map(str, runs), *options]) == 0
    report = evaluate(capsys, "--runs", *runs, "--qrels", judged, "--per-query", tmp_path / "q.csv", *weights)
    assert list(report["runs"]) == ["bm25", "bge", "elser", "fusion"]
    for name, lists in {**made, "fusion": fused_lists(fused)}.items():
        expected = trec_eval(qrels, lists)
        assert close(per_query(tmp_path / "q.csv", name), expected)
        assert report["runs"][name]["queries"] == 1000
        assert report["runs"][name]["all"] == pytest.approx(means(expected), abs=1e-12)
    again = evaluate(capsys, "--runs", fused, "--qrels", judged)
    assert again["runs"]["fused"] == report["runs"]["fusion"]


def test_the_numbers_are_those_of_ranx(tmp_path: Path, capsys: Capture) -> None:
    # Recorded once from ranx (`made` in the file says of what): it brings seventeen packages along.
    # It leaves the order of equal scores to its sort: before it measured, they were put in trec_eval's.
    recorded = json.loads(RANX.read_text(encoding="utf-8"))
    queries = recorded["made"]["queries"]
    runs = [
        write_trec(
            tmp_path / f"{seed}.trec", made_lists(seed, queries, recorded["made"]["rows"], steps=10**9)
        )
        for seed in recorded["made"]["run_seeds"]
    ]
    judged = write_beir(tmp_path / "dev.tsv", made_qrels(recorded["made"]["qrels_seed"], queries))
    report = evaluate(capsys, "--runs", *runs, "--qrels", judged)
    assert list(report["runs"]) == list(recorded["runs"])
    for name, expected in recorded["runs"].items():
        assert report["runs"][name]["all"] == pytest.approx(expected, abs=1e-9)


def test_equal_scores_go_by_id_descending_as_in_trec_eval() -> None:
    assert trec_order(["a", "c", "b"], [1.0, 1.0, 2.0]) == ["b", "c", "a"]
    near = {"a": 0.1 + 1e-12, "b": 0.1}  # one number in the 32 bits that trec_eval has
    assert trec_order(list(near), list(near.values())) == ["b", "a"]
    assert trec_eval({"q": {"a": 1}}, {"q": near.items()})["q"]["mrr"] == 0.5


def test_the_measures_by_hand() -> None:
    found = measure(["x", "good", "bad", "best"], {"best": 2, "good": 1, "bad": -1, "lost": 1}, RUN_MEASURES)
    assert found["recall@1"] == 0
    assert found["recall@3"] == 1 / 3
    assert found["recall@5"] == 2 / 3
    assert found["mrr"] == 1 / 2
    assert found["map"] == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert found["ndcg@3"] == pytest.approx(0.6309297535714575 / (2 + 0.6309297535714575 + 0.5))


@pytest.fixture
def small(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Two runs and judgments: q2 is in one run only, q3 in none, q9 is not judged."""
    one = write_jsonl(tmp_path / "one.jsonl", {"q1": [("a", 2.0), ("b", 1.0)], "q9": [("a", 1.0)]})
    two = write_jsonl(tmp_path / "two.jsonl", {"q1": [("b", 1.0)], "q2": [("a", 1.0)]})
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("q1 0 b 1\nq2 0 a 1\nq3 0 a 1\n")
    return one, two, qrels


def test_averages_are_over_the_queries_that_a_run_has_and_that_is_said(
    small: tuple[Path, Path, Path], capsys: Capture
) -> None:
    one, two, qrels = small
    assert main(["evaluate", "--runs", str(one), str(two), "--qrels", str(qrels), "--json"]) == 0
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    assert {name: run["queries"] for name, run in report["runs"].items()} == {"one": 1, "two": 2, "fusion": 2}
    assert {name: run["all"]["mrr"] for name, run in report["runs"].items()} == {
        "one": 0.5,
        "two": 1,
        "fusion": 1,
    }
    assert "one: 1 queries have no judgments" in printed.err
    assert "of 3 judged queries there are one 1, two 2, fusion 2" in printed.err


def test_complete_counts_a_judged_query_that_a_run_lacks_as_zero(
    small: tuple[Path, Path, Path], tmp_path: Path, capsys: Capture
) -> None:
    one, two, qrels = small
    output = tmp_path / "q.csv"
    report = evaluate(capsys, "--runs", one, two, "--qrels", qrels, "--complete", "--per-query", output)
    assert {name: run["queries"] for name, run in report["runs"].items()} == {"one": 3, "two": 3, "fusion": 3}
    assert report["runs"]["one"]["all"]["mrr"] == pytest.approx(0.5 / 3)
    assert report["runs"]["fusion"]["all"]["mrr"] == pytest.approx(2 / 3)
    assert list(per_query(output, "one")) == ["q1", "q2", "q3"]


def test_without_json_a_table_has_a_row_for_each_run(small: tuple[Path, Path, Path], capsys: Capture) -> None:
    one, two, qrels = small
    assert main(["evaluate", "--runs", str(one), str(two), "--qrels", str(qrels)]) == 0
    heading, *rows = capsys.readouterr().out.splitlines()[1:]
    assert heading.split() == ["run", "queries", *RUN_MEASURES]
    assert [row.split()[0] for row in rows] == ["one", "two", "fusion"]
    assert rows[0].split()[-2:] == ["0.5000", "0.5000"]


def test_a_golden_set_judges_runs_whose_query_ids_are_its_queries(tmp_path: Path, capsys: Capture) -> None:
    run = write_jsonl(tmp_path / "run.jsonl", {"a long dark film": [("x", 2.0), ("seven", 1.0)]})
    golden = tmp_path / "golden.jsonl"
    golden.write_text(
        '{"query": "a long dark film", "category": "plot", "split": "tune", "relevant": {"seven": 2}}'
    )
    assert evaluate(capsys, "--runs", run, "--qrels", golden)["runs"]["run"]["all"]["mrr"] == 0.5


def test_a_file_called_fusion_is_not_taken_for_the_fusion(tmp_path: Path, capsys: Capture) -> None:
    runs = [write_jsonl(tmp_path / name, {"q": [("a", 1.0)]}) for name in ("fusion.jsonl", "other.jsonl")]
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("q 0 a 1\n")
    found = evaluate(capsys, "--runs", *runs, "--qrels", qrels)["runs"]
    assert {name: run["queries"] for name, run in found.items()} == {
        "fusion.jsonl": 1,
        "other.jsonl": 1,
        "fusion": 1,
    }


def test_rrf_k_and_weights_reach_the_fusion(tmp_path: Path, capsys: Capture) -> None:
    one = write_jsonl(tmp_path / "one.jsonl", {"q": [("a", 2.0), ("b", 1.0)]})
    two = write_jsonl(tmp_path / "two.jsonl", {"q": [("x", 3.0), ("y", 2.0), ("b", 1.0)]})
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("q 0 b 1\n")

    def mrr(*options: str) -> float:
        found: float = evaluate(capsys, "--runs", one, two, "--qrels", qrels, *options)["runs"]["fusion"][
            "all"
        ]["mrr"]
        return found

    assert mrr() == 1
    assert mrr("--rrf_k", "0") == 1 / 3  # 1/2 + 1/3 is less than the 1 of both firsts
    assert mrr("--rrf_k", "0", "--weights", "4", "1") == 1 / 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "evaluate needs a workspace, such as movies, or --runs together with --qrels"),
        (("--runs", "one.jsonl"), "--runs together with --qrels"),
        (("--qrels", "qrels.txt"), "--runs together with --qrels"),
        (("movies", "--runs", "one.jsonl", "--qrels", "qrels.txt"), "and not both"),
        (("--runs", "one.jsonl", "--qrels", "nowhere"), "nowhere cannot be read"),
        (("--runs", "nowhere", "--qrels", "qrels.txt"), "nowhere cannot be read"),
        (("--runs", "one.jsonl", "--qrels", "qrels.txt", "--weights", "1", "2"), "--weights needs a number"),
        (("--runs", "one.jsonl", "--qrels", "other.txt"), "'Q-1' is judged, 'q1' was asked"),
        (("--runs", "one.jsonl", "--qrels", "qrels.txt", "--per-query", "no/q.csv"), "another --per-query"),
    ],
)  # fmt: skip
def test_bad_input_exits_2_with_one_line(
    small: tuple[Path, Path, Path],
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(small[0].parent)
    Path("other.txt").write_text("Q-1 0 a 1\n")
    assert main(["evaluate", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert said in printed.err
