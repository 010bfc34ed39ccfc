"""Run files and judgments: every format, and what each kind of damage is called."""

import codecs
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from retrievers.runs import RunFile, RunFileError, open_runs, read_qrels
from tests.retrievers.run_files import made_lists, write_csv, write_jsonl, write_trec

LISTS = {"q2": [("b", 9.0), ("a", 4.5)], "q1": [("a", -1.0)]}
WRITERS = [write_jsonl, write_trec, write_csv]
JSONL = '{"task_id": "q1", "contexts": [{"document_id": "a", "score": 2}]}\n'
TREC = "q1 Q0 a 1 2.0 made\n"
TABLE = "query_id,doc_id,score\nq1,a,2\n"


def rows(path: Path, **options):
    with RunFile(path, **options) as run:
        return {query: [(hit.id, hit.score) for hit in run.hits(query)] for query in run.queries()}


def saved(tmp_path: Path, text: str | bytes, name: str = "run.txt") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(path: Path, **options) -> str:
    with pytest.raises(RunFileError) as refused:
        rows(path, **options)
    return str(refused.value)


@pytest.mark.parametrize("write", WRITERS)
def test_every_format_is_recognised_by_its_content_and_keeps_the_files_order(tmp_path, write):
    found = rows(write(tmp_path / "run.dat", LISTS))
    assert found == LISTS
    assert list(found) == ["q2", "q1"]


@pytest.mark.parametrize("write", WRITERS)
def test_a_query_is_read_from_the_middle_of_a_file(tmp_path, write):
    lists = made_lists(seed=1, queries=30, rows=7)
    with RunFile(write(tmp_path / "run", lists)) as run:
        for query in ("q17", "q3", "q29", "q0"):
            assert sorted((hit.id, hit.score) for hit in run.hits(query)) == sorted(lists[query])
        assert run.hits("q99") == ()
        assert ("q3" in run, "q99" in run, len(run)) == (True, False, 30)


@pytest.mark.parametrize("first_rank", [0, 1, 2])
def test_a_trec_run_is_ranked_by_score_whatever_its_rank_column_says(tmp_path, first_rank):
    path = write_trec(tmp_path / "run", {"q": [("low", 1.0), ("high", 8.0), ("mid", 3.0)]}, first_rank)
    assert rows(path) == {"q": [("high", 8.0), ("mid", 3.0), ("low", 1.0)]}


def test_the_order_of_the_contexts_is_the_ranking_of_jsonl(tmp_path):
    path = write_jsonl(tmp_path / "run", {"q": [("second best", 1.0), ("best", 8.0)]})
    assert [item for item, _ in rows(path)["q"]] == ["second best", "best"]


@pytest.mark.parametrize("write", [write_trec, write_csv])
def test_equal_scores_stay_in_the_files_order(tmp_path, write):
    assert rows(write(tmp_path / "run", {"q": [("b", 1.0), ("c", 1.0), ("a", 1.0)]}))["q"] == [
        ("b", 1.0), ("c", 1.0), ("a", 1.0),
    ]  # fmt: skip


@pytest.mark.parametrize("write", WRITERS)
def test_an_item_twice_in_a_list_stays_at_its_best_rank(tmp_path, write):
    assert rows(write(tmp_path / "run", {"q": [("a", 3.0), ("b", 2.0), ("a", 1.0)]})) == {
        "q": [("a", 3.0), ("b", 2.0)]
    }


def test_a_query_whose_rows_are_scattered_is_put_together(tmp_path):
    text = "q1 Q0 a 1 2.0 t\nq2 Q0 x 1 5.0 t\nq1 Q0 b 2 3.0 t\nq2 Q0 y 2 4.0 t\n"
    assert rows(saved(tmp_path, text)) == {"q1": [("b", 3.0), ("a", 2.0)], "q2": [("x", 5.0), ("y", 4.0)]}


def test_columns_of_a_trec_run_may_be_apart_by_any_blanks_but_not_by_a_no_break_space(tmp_path):
    text = "q\xa01 Q0 a 1 2.0 t\n\nq\xa01\tQ0\tb\t2\t1.0\tt\n  q2  Q0 c 1 1.0 t\n"
    assert rows(saved(tmp_path, text)) == {"q\xa01": [("a", 2.0), ("b", 1.0)], "q2": [("c", 1.0)]}


def test_a_text_in_csv_may_have_commas_quotes_and_blank_lines(tmp_path):
    text = 'qid,docid,rank,score,text\nq1,a,1,2,"one, ""two""\n\nthree"\nq2,b,1,1,plain\n'
    with RunFile(saved(tmp_path, text)) as run:
        assert run.hits("q1")[0].fields == {"text": 'one, "two"\n\nthree'}
        assert run.hits("q2")[0].fields == {"text": "plain"}


def test_tabs_and_semicolons_separate_columns_too(tmp_path):
    assert rows(saved(tmp_path, TABLE.replace(",", "\t"))) == {"q1": [("a", 2.0)]}
    assert rows(saved(tmp_path, TABLE.replace(",", ";"))) == {"q1": [("a", 2.0)]}


@pytest.mark.parametrize("text", [JSONL, TREC, TABLE])
def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_ids(tmp_path, text):
    path = saved(tmp_path, codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode())
    assert rows(path) == {"q1": [("a", 2.0)]}


@pytest.mark.parametrize("text", [JSONL, TREC, TABLE])
def test_a_file_in_latin_1_is_read_as_that(tmp_path, text):
    text = text.replace("q1", "qué")
    with RunFile(saved(tmp_path, text)) as plain:
        assert (plain.encoding, list(plain.queries())) == ("utf-8", ["qué"])
    with RunFile(saved(tmp_path, text.encode("latin-1"))) as latin:
        assert (latin.encoding, list(latin.queries())) == ("latin-1", ["qué"])


def test_a_file_in_utf_16_is_refused_with_its_cure(tmp_path):
    assert "got UTF-16; save it as UTF-8" in refusal(saved(tmp_path, JSONL.encode("utf-16")))


@pytest.mark.parametrize("text", ["", "\n\n", "query_id,doc_id,score\n"])
def test_an_empty_file_is_a_run_without_queries(tmp_path, text):
    assert rows(saved(tmp_path, text)) == {}


def test_a_query_with_an_empty_list_is_there_and_has_no_hits(tmp_path):
    assert rows(write_jsonl(tmp_path / "run", {"q": []})) == {"q": []}


CONTEXT = '{{"task_id": "q1", "contexts": [{}]}}\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (JSONL + '{"task_id": "q2", "contexts": [{"docu', ":2: expected a whole JSON object, but"),
        (JSONL + '{"task_id": "q2", "contexts": [', ":2: expected a whole JSON object"),
        (JSONL + '{"contexts": []}\n', ":2: task_id expected text or a whole number, got nothing"),
        (JSONL + '{"task_id": null, "contexts": []}', ":2: task_id expected text or a whole"),
        (JSONL + "[1]\n", ":2: expected a JSON object, got an array"),
        (JSONL + "nonsense\n", ":2: expected a JSON object, got 'nonsense'"),
        (JSONL + "\n" + JSONL, ":3: task_id expected once, got 'q1' again (first in line 1)"),
        ('{"task_id": "q1"}\n', ":1: contexts expected an array, got nothing"),
        ('{"task_id": "q1", "contexts": {}}\n', ":1: contexts expected an array, got an object"),
        (CONTEXT.format("7"), ":1: contexts[0] expected an object, got 7"),
        (CONTEXT.format('{"score": 1}'), ":1: contexts[0].document_id expected text"),
        (CONTEXT.format('{"document_id": "a"}'), ":1: contexts[0].score expected a finite number, got no"),
        (CONTEXT.format('{"document_id": "a", "score": NaN}'), ".score expected a finite number, got nan"),
        (CONTEXT.format('{"document_id": "a", "score": 1e999}'), "contexts[0].score expected"),
        (CONTEXT.format('{"document_id": "a", "score": "1"}'), "got '1'"),
        (TREC + "q1 Q0 b 2 1.", ":2: expected six columns (query Q0 document rank score tag), got 5"),
        (TREC + "q1 Q0 b 2 nan t\n", ":2: score (column 5) expected a finite number, got 'nan'"),
        (TREC + "q1 Q0 b 2 high t\n", ":2: score (column 5) expected a finite number, got 'high'"),
        (TABLE + "q1,b\n", ":3: expected 3 columns (query_id, doc_id, score), got 2"),
        (TABLE + "q1,b,\n", ":3: score expected a finite number, got nothing"),
        (TABLE + "q1,b,NaN\n", ":3: score expected a finite number, got 'NaN'"),
        (TABLE + "q1,,1\n", ":3: doc_id expected text, got nothing"),
        (TABLE + 'q1,"b,1\n', ":3: expected a row of CSV"),
        ("q1,a,2\n", ":1: expected MT-RAG JSONL"),
        ("q1 a 2\n", "name the format with --format"),
    ],
)  # fmt: skip
def test_damage_is_named_by_file_line_and_field(tmp_path, text, said):
    path = saved(tmp_path, text)
    line = refusal(path)
    assert line.startswith(f"{path}:")
    assert said in line
    assert "\n" not in line


def test_json_nested_without_end_is_refused_like_any_other_damage(tmp_path):
    assert ":1: expected one JSON object a line, got an array" in refusal(saved(tmp_path, "[" * 100_000))
    assert ":1: expected a JSON object that can be" in refusal(saved(tmp_path, '{"a": ' + "[" * 100_000))


def test_a_file_that_was_cut_off_is_refused_when_it_is_opened(tmp_path):
    whole = write_jsonl(tmp_path / "run", made_lists(seed=2, queries=20, rows=5)).read_bytes()
    with pytest.raises(RunFileError, match=":20: .* cut off"):
        RunFile(saved(tmp_path, whole[:-40]))


def test_a_named_format_is_believed_over_the_content(tmp_path):
    assert "header expected the columns query_id, doc_id and score" in refusal(
        saved(tmp_path, TREC), format_name="csv"
    )


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert "nowhere.jsonl cannot be read (No such file or directory)" in refusal(tmp_path / "nowhere.jsonl")


def test_runs_of_one_name_are_told_apart(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_trec(tmp_path / folder / "run.trec", LISTS)
    paths = [tmp_path / "one" / "run.trec", tmp_path / "two" / "run.trec"]
    with open_runs(paths) as runs:
        assert [run.name for run in runs] == list(map(str, paths))
    with open_runs(paths[:1], taken=["run"]) as runs:
        assert [run.name for run in runs] == ["run.trec"]
    with open_runs([paths[0], paths[0]]) as runs:
        assert len({run.name for run in runs}) == 2


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Let threads take turns as often as they can, so that what can go wrong does."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty_threads")
def test_several_threads_may_read_one_run(tmp_path):
    lists = made_lists(seed=3, queries=40, rows=20)
    wrong: list[str] = []
    with RunFile(write_trec(tmp_path / "run", lists)) as run:
        alone = {query: run.hits(query) for query in lists}

        def read(queries):
            try:
                wrong.extend(query for query in queries if run.hits(query) != alone[query])
            except RunFileError as error:
                wrong.append(str(error))

        orders = [list(lists), list(lists)[::-1], sorted(lists)]
        threads = [threading.Thread(target=read, args=[order * 15]) for order in orders]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


QRELS = {"q1": {"a": 2, "b": 0}, "q2": {"c": -1}}


@pytest.mark.parametrize(
    "text",
    [
        "q1 0 a 2\nq1 0 b 0\nq2 0 c -1\n",
        "query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\tb\t0\nq2\tc\t-1\n",
        "q1\ta\t2\nq1\tb\t0\nq2\tc\t-1",
        '{"query": "q1", "category": "x", "split": "tune", "relevant": {"a": 2, "b": 0}}\n'
        '{"task_id": "q2", "query": "long", "relevant": {"c": -1}}\n',
    ],
    ids=["trec", "beir", "beir without a header", "golden"],
)
def test_judgments_are_read_from_every_format(tmp_path, text):
    assert read_qrels(saved(tmp_path, codecs.BOM_UTF8 + text.encode())) == QRELS


@pytest.mark.parametrize("name", ["movies", "chess"])
def test_the_samples_golden_sets_are_judgments(name):
    golden = read_qrels(Path("sample_data") / name / "golden.jsonl")
    assert len(golden) > 20
    assert all(isinstance(grade, int) for judged in golden.values() for grade in judged.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ":1: expected judgments, got an empty file"),
        ("q1 a\n", ":1: expected TREC qrels"),
        ("q1 0 a 1\nq1 0 b\n", ":2: expected four columns (query 0 document grade), got 3"),
        ("q1 0 a good\n", ":1: grade (column 4) expected a whole number, got 'good'"),
        ("q1\ta\t1\nq1\tb\n", ":2: expected query-id, corpus-id and score between tabs"),
        ("q1\ta\t0.5\n", ":1: score (column 3) expected a whole number, got '0.5'"),
        ("q1 0 a 1\nq1 0 a 2\n", ":2: 'a' of query 'q1' expected grade 1 again, got 2"),
        ('{"relevant": {}}\n', ":1: query expected text, got nothing"),
        ('{"query": "q", "relevant": []}\n', ":1: relevant expected an object of id and grade, got an array"),
        ('{"query": "q", "relevant": {"a": "x"}}\n', ":1: relevant.a expected a whole number, got 'x'"),
        ('{"query": "q", "relevant": {"a"', ":1: expected a whole JSON object"),
    ],
)
def test_damaged_judgments_are_named_by_line_and_field(tmp_path, text, said):
    path = saved(tmp_path, text)
    with pytest.raises(RunFileError) as refused:
        read_qrels(path)
    assert f"{path}{said}" in str(refused.value)
