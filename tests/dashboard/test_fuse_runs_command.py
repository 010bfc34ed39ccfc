"""fusion-desk fuse-runs: what is written, in which order, and that it is written whole or not at all."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from dashboard.cli import main
from fusion import RankedList, fuse
from tests.retrievers.run_files import made_lists, write_csv, write_jsonl, write_trec

Capture = pytest.CaptureFixture[str]
LINE = '{"task_id": "q1", "contexts": [{"document_id": "a", "score": 1}]}\n'


def fuse_runs(output: Path, *inputs: Path, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    arguments = ["--input_files", *map(str, inputs), "--output_file", str(output), *options]
    assert main(["fuse-runs", *arguments]) == 0
    return [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]


def refused(capsys: Capture, *arguments: object) -> str:
    try:
        code = main(["fuse-runs", *map(str, arguments)])
    except SystemExit as stopped:  # argparse leaves this way
        code = int(stopped.code or 0)
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    assert printed.err.count("\n") == 1
    return printed.err


def ids(row: dict[str, Any]) -> list[str]:
    return [context["document_id"] for context in row["contexts"]]


def ranked(*ids_: str) -> list[tuple[str, float]]:
    return [(item, 10.0 - place) for place, item in enumerate(ids_)]


def test_the_worked_example_comes_out_digit_for_digit(tmp_path: Path) -> None:
    last_turn = ranked("doc_A", "doc_B", "x3", "x4", "doc_C")
    rewrite = ranked("doc_B", "y2", "doc_C", "y4", "y5", "y6", "y7", "doc_A")
    inputs = [
        write_jsonl(tmp_path / "lastturn.jsonl", {"q": last_turn}),
        write_jsonl(tmp_path / "rewrite.jsonl", {"q": rewrite}),
    ]
    options = ("--collection_name", "clapnq", "--top_k", "3", "--rrf_k", "60")
    (row,) = fuse_runs(tmp_path / "o.jsonl", *inputs, options=options)
    assert (row["task_id"], row["Collection"]) == ("q", "clapnq")
    assert [(c["document_id"], f"{c['score']:.4f}") for c in row["contexts"]] == [
        ("doc_B", "0.0325"),
        ("doc_C", "0.0313"),
        ("doc_A", "0.0311"),
    ]


def test_every_context_has_the_five_fields_of_the_format(tmp_path: Path) -> None:
    (row,) = fuse_runs(tmp_path / "o.jsonl", write_trec(tmp_path / "run", {"q": [("a", 1.0)]}))
    assert row == {
        "task_id": "q",
        "Collection": "",
        "contexts": [{"document_id": "a", "score": 1 / 61, "text": "", "title": "", "source": ""}],
    }


def test_queries_keep_the_first_files_order_and_the_others_follow(tmp_path: Path) -> None:
    one = write_jsonl(tmp_path / "one.jsonl", {"z": ranked("a"), "m": ranked("a")})
    two = write_jsonl(tmp_path / "two.jsonl", {"b": ranked("c"), "m": ranked("b"), "z": []})
    rows = fuse_runs(tmp_path / "o.jsonl", one, two)
    assert [(row["task_id"], ids(row)) for row in rows] == [("z", ["a"]), ("m", ["a", "b"]), ("b", ["c"])]


def test_ties_stay_in_the_order_first_seen(tmp_path: Path) -> None:
    one = write_jsonl(tmp_path / "one.jsonl", {"q": ranked("z", "shared")})
    two = write_jsonl(tmp_path / "two.jsonl", {"q": ranked("a", "shared")})
    assert ids(fuse_runs(tmp_path / "o.jsonl", one, two)[0]) == ["shared", "z", "a"]


def test_an_exact_tie_is_written_as_one_number(tmp_path: Path) -> None:
    first = [f"x{number}" for number in range(19)]
    first[11] = "alone"
    one = write_jsonl(tmp_path / "one.jsonl", {"q": ranked(*first, "both")})
    two = write_jsonl(tmp_path / "two.jsonl", {"q": ranked(*(f"y{number}" for number in range(19)), "both")})
    (row,) = fuse_runs(tmp_path / "o.jsonl", one, two, options=("--weights", "0.9", "0.1", "--top_k", "99"))
    assert 0.9 / 80 + 0.1 / 80 != 0.9 / 72, "the case must be one that floats get wrong"
    scores = {context["document_id"]: context["score"] for context in row["contexts"]}
    assert scores["alone"] == scores["both"]
    assert ids(row).index("alone") < ids(row).index("both")
    written = [context["score"] for context in row["contexts"]]
    assert written == sorted(written, reverse=True)


def test_weights_go_by_the_order_of_the_files(tmp_path: Path) -> None:
    inputs = [
        write_jsonl(tmp_path / f"{name}.jsonl", {"q": ranked(item)})
        for name, item in zip("abc", "xyz", strict=True)
    ]
    (row,) = fuse_runs(tmp_path / "o.jsonl", *inputs, options=("--weights", "0.5", "3", "1", "--rrf_k", "9"))
    assert [(c["document_id"], c["score"]) for c in row["contexts"]] == [("y", 0.3), ("z", 0.1), ("x", 0.05)]


def test_text_and_title_come_from_the_first_file_that_has_them(tmp_path: Path) -> None:
    def write(name: str, **fields: str) -> Path:
        context = {"document_id": "a", "score": 1, **fields}
        line = {"task_id": "q", "Collection": f"of {name}", "contexts": [context]}
        path = tmp_path / name
        path.write_text(json.dumps(line), encoding="utf-8")
        return path

    bare = write_trec(tmp_path / "bare.trec", {"q": [("a", 1.0)]})
    inputs = [bare, write("two", title="", text="second"), write("three", title="third", text="x", lang="th")]
    (row,) = fuse_runs(tmp_path / "o.jsonl", *inputs)
    (context,) = row["contexts"]
    del context["score"]
    assert context == {"document_id": "a", "text": "second", "title": "third", "source": "", "lang": "th"}
    assert row["Collection"] == "of two"


def test_the_formats_mix_and_agree(tmp_path: Path) -> None:
    lists = made_lists(seed=4, queries=12, rows=9)
    expected = None
    for write in (write_jsonl, write_trec, write_csv):
        other = write_jsonl(tmp_path / "other", made_lists(seed=5, queries=12, rows=9))
        rows = fuse_runs(tmp_path / "o.jsonl", write(tmp_path / "mixed", lists), other)
        found = [[(c["document_id"], c["score"]) for c in row["contexts"]] for row in rows]
        expected = expected or found
        assert found == expected


def test_the_ranking_is_the_one_of_fuse(tmp_path: Path) -> None:
    made = [made_lists(seed=seed, queries=20, rows=15, documents=40) for seed in (6, 7, 8)]
    inputs = [write_jsonl(tmp_path / f"{n}.jsonl", lists) for n, lists in enumerate(made)]
    for row in fuse_runs(tmp_path / "o.jsonl", *inputs, options=("--top_k", "12")):
        lists = [
            RankedList.of(str(n), [item for item, _ in lists[row["task_id"]]]) for n, lists in enumerate(made)
        ]
        assert ids(row) == [item.id for item in fuse(lists, k=60, tie_break="first_seen", top_n=12)]


@pytest.mark.parametrize("ending", [".trec", ".run", ".csv"])
def test_the_output_can_be_fused_again_in_every_format(tmp_path: Path, ending: str) -> None:
    one = write_jsonl(tmp_path / "one.jsonl", made_lists(seed=9, queries=5, rows=6))
    two = write_jsonl(tmp_path / "two.jsonl", made_lists(seed=10, queries=5, rows=6))
    output = tmp_path / f"fused{ending}"
    arguments = ["--input_files", str(one), str(two), "--output_file", str(output)]
    assert main(["fuse-runs", *arguments]) == 0
    direct = fuse_runs(tmp_path / "direct.jsonl", one, two)
    again = fuse_runs(tmp_path / "again.jsonl", output)
    assert [ids(row) for row in again] == [ids(row) for row in direct]


def test_the_summary_counts_queries_lists_overlap_and_ties(tmp_path: Path, capsys: Capture) -> None:
    one = write_jsonl(tmp_path / "one.jsonl", {"q1": ranked("a", "b"), "q2": ranked("a")})
    two = write_jsonl(tmp_path / "two.jsonl", {"q1": ranked("c", "b")})
    fuse_runs(tmp_path / "o.jsonl", one, two)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "queries: 2, fused from 2 lists (one 2, two 1)" in printed.err
    assert "overlap: 16.7%" in printed.err  # one of three in q1, none in q2
    assert "ties: 1" in printed.err
    assert "queries that not every file has, fused from those that do: 1" in printed.err


def test_latin_1_is_read_and_said(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes("qid,docid,score,title\nq,a,1,caf\xe9\n".encode("latin-1"))
    (row,) = fuse_runs(tmp_path / "o.jsonl", path)
    assert row["contexts"][0]["title"] == "café"
    assert "latin.csv is not UTF-8 and was read as latin-1" in capsys.readouterr().err


def test_a_failure_in_the_last_query_leaves_the_old_output_and_nothing_beside_it(
    tmp_path: Path, capsys: Capture
) -> None:
    good = write_jsonl(tmp_path / "good.jsonl", made_lists(seed=11, queries=30, rows=5))
    lines = good.read_text().splitlines()
    bad = tmp_path / "bad.jsonl"
    bad.write_text("\n".join([*lines[:20], lines[20].replace('"score"', '"points"'), *lines[21:]]))
    output = tmp_path / "o.jsonl"
    output.write_text("the old one")
    assert "bad.jsonl:21: contexts[0].score expected" in refused(
        capsys, "--input_files", good, bad, "--output_file", output
    )
    assert output.read_text() == "the old one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "good.jsonl", "o.jsonl"]


def test_an_output_that_cannot_be_written_is_said_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    run = write_trec(tmp_path / "run", {"q": ranked("a")})
    said = refused(capsys, "--input_files", run, "--output_file", tmp_path / "nowhere" / "o.jsonl")
    assert "cannot be written (No such file or directory); choose another --output_file" in said
    assert "must be a file" in refused(capsys, "--input_files", run, "--output_file", tmp_path)


def test_an_output_through_a_link_is_written_where_it_points(tmp_path: Path) -> None:
    run = write_jsonl(tmp_path / "run.jsonl", {"q": ranked("a", "b")})
    link, target = tmp_path / "link.jsonl", tmp_path / "fused.jsonl"
    target.write_text("before")
    link.symlink_to(target)
    assert ids(fuse_runs(link, run)[0]) == ["a", "b"]
    assert link.is_symlink()
    assert json.loads(target.read_text())["contexts"][0]["score"] == 1 / 61


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--weights", "1", "2"), "--weights needs a number for each of the 1 files, got 2"),
        (("--weights", "-1"), "weight of 'run' must be a finite number ≥ 0, got -1.0"),
        (("--weights", "nan"), "weight of 'run' must be a finite number"),
        (("--weights", "0"), "weights must not all be 0"),
        (("--weights", "x"), "invalid float value: 'x'"),
        (("--rrf_k", "-1"), "k must be ≥ 0, got -1.0"),
        (("--top_k", "0"), "--top_k must be a whole number ≥ 1, got 0"),
        (("--format", "csv"), "run.jsonl:1: header expected the columns"),
        (("--format", "xml"), "invalid choice: 'xml'"),
    ],
)
def test_bad_options_exit_2_with_one_line(
    tmp_path: Path, capsys: Capture, options: tuple[str, ...], said: str
) -> None:
    (tmp_path / "run.jsonl").write_text(LINE)
    output = tmp_path / "o.jsonl"
    line = refused(capsys, "--input_files", tmp_path / "run.jsonl", "--output_file", output, *options)
    assert said in line
    assert not output.exists()


def test_an_id_with_a_space_cannot_go_into_a_trec_run(tmp_path: Path, capsys: Capture) -> None:
    run = write_jsonl(tmp_path / "run.jsonl", {"q": ranked("two words")})
    said = refused(capsys, "--input_files", run, "--output_file", tmp_path / "o.trec")
    assert "a TREC run cannot hold the id 'two words'" in said
    assert not (tmp_path / "o.trec").exists()


def test_memory_does_not_hold_the_contexts_of_all_queries(tmp_path: Path, capsys: Capture) -> None:
    def peak(queries: int) -> tuple[int, int]:
        lists = made_lists(seed=12, queries=queries, rows=20)
        path = write_jsonl(tmp_path / f"{queries}.jsonl", lists, text="x" * 500)
        tracemalloc.start()
        try:
            fuse_runs_quietly(path, tmp_path / "o.jsonl")
            return tracemalloc.get_traced_memory()[1], path.stat().st_size
        finally:
            tracemalloc.stop()

    def fuse_runs_quietly(path: Path, output: Path) -> None:
        assert main(["fuse-runs", "--input_files", str(path), "--output_file", str(output)]) == 0

    small, _ = peak(50)
    large, size = peak(1000)
    assert large - small < size / 20  # the index of ids and offsets, and nothing of the texts


@pytest.mark.parametrize("through", ["itself", "a link"])
def test_an_output_that_is_one_of_the_inputs_is_refused_and_the_input_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], through: str
) -> None:
    run = write_jsonl(tmp_path / "run.jsonl", {"q": ranked("a", "b")})
    before, output = run.read_text(), run
    if through == "a link":
        output = tmp_path / "link.jsonl"
        output.symlink_to(run)
    assert main(["fuse-runs", "--input_files", str(run), "--output_file", str(output)]) == 2
    assert "is one of the input files" in capsys.readouterr().err
    assert run.read_text() == before


def test_a_run_that_is_not_in_the_order_of_its_scores_is_fused_as_it_stands_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contexts = [{"document_id": item, "score": score} for item, score in (("a", 1), ("b", 9))]
    run = tmp_path / "reranked.jsonl"
    run.write_text(json.dumps({"task_id": "q", "Collection": "c", "contexts": contexts}) + "\n")
    output = tmp_path / "fused.jsonl"
    assert main(["fuse-runs", "--input_files", str(run), "--output_file", str(output)]) == 0
    assert [hit["document_id"] for hit in json.loads(output.read_text())["contexts"]] == ["a", "b"]
    assert "reranked: 1 queries are not in the order of their scores" in capsys.readouterr().err
