"""The desk over run files: every file a channel, queries by id, no vectors anywhere."""

import json
from pathlib import Path

import pytest

from dashboard import views
from dashboard.desk import Desk
from dashboard.errors import DeskError, QueryError, WorkspaceError
from dashboard.golden import evaluate
from dashboard.opening import open_desk, runs_workspace
from dashboard.page.dropped import dropped_workspace
from dashboard.page.handlers import PANELS, VIEW, Handlers
from dashboard.result import breakdown, result
from dashboard.workspace_file import load_workspace

# The seed's example: three lists of one query.
LISTS = {"a": ["doc_A", "doc_B", "doc_C"], "b": ["doc_B", "doc_C", "doc_D"], "c": ["doc_X"]}


def write_run(file: Path, queries: dict[str, list[str]]) -> Path:
    rows = [
        {
            "task_id": query,
            "Collection": "notes",
            "contexts": [
                {
                    "document_id": item,
                    "score": 9.5 - place,
                    "text": f"text of {item}",
                    "title": f"About {item}",
                }
                for place, item in enumerate(items)
            ],
        }
        for query, items in queries.items()
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return [
        write_run(tmp_path / f"{name}.jsonl", {"q1": items, f"only-{name}": items[:1]})
        for name, items in LISTS.items()
    ]


@pytest.fixture
def qrels(tmp_path: Path) -> Path:
    file = tmp_path / "dev.tsv"
    file.write_text("query-id\tcorpus-id\tscore\nq1\tdoc_C\t2\nelsewhere\tdoc_A\t1\n", encoding="utf-8")
    return file


@pytest.fixture
def desk(files: list[Path], qrels: Path) -> Desk:
    return open_desk(runs_workspace(files, qrels))


def test_a_query_is_fused_from_the_files_by_hand(desk: Desk) -> None:
    mix = desk.run("q1")
    scores = {candidate.id: candidate.score for candidate in mix.fused}
    assert scores["doc_B"] == pytest.approx(1 / 62 + 1 / 61, abs=1e-15)
    assert scores["doc_C"] == pytest.approx(1 / 63 + 1 / 62, abs=1e-15)
    assert [candidate.id for candidate in mix.fused][:2] == ["doc_B", "doc_C"]
    # doc_A and doc_X have the same score: the file that is read first decides.
    assert [candidate.id for candidate in mix.fused][2:4] == ["doc_A", "doc_X"]
    assert mix.knobs.tie_break == "first_seen"


def test_cosines_are_absent_rather_than_zero(desk: Desk) -> None:
    mix = desk.run("q1")
    row = result(mix, desk.workspace)["results"][0]
    assert row["avg_sim"] is None
    assert {entry["similarity"] for entry in row["lists"].values()} == {None}
    columns, _ = breakdown(mix, desk.workspace)
    assert not [name for name in columns if name.startswith(("sim_", "avg"))]
    for html in (
        views.fused_panel(mix, desk.workspace, "doc_B", False),
        views.explain_panel(mix, desk.workspace, "doc_B"),
        views.raw_panel(mix, desk.workspace, ""),
        views.status_panel(mix, desk.workspace),
    ):
        assert "cos" not in html and "avg" not in html
        assert "embedding" not in html


def test_an_item_below_the_depth_and_one_a_file_does_not_have_are_told_apart(desk: Desk) -> None:
    mix = desk.run("q1", desk.workspace.knobs().changed(depths={"b": 1}))
    rows = {row["id"]: row["lists"] for row in result(mix, desk.workspace)["results"]}
    assert rows["doc_C"]["b"]["state"] == "beyond_depth"
    assert rows["doc_A"]["b"]["state"] == "not_in_collection"


def test_a_file_without_the_query_is_a_warning_beside_the_others(desk: Desk) -> None:
    mix = desk.run("only-a")
    assert [candidate.id for candidate in mix.fused] == ["doc_A"]
    assert "b has no hits: it does not have this query" in mix.warnings


def test_a_query_that_no_file_has_names_some_that_they_have(desk: Desk) -> None:
    with pytest.raises(QueryError, match=r"no file has a query 'q9'; pick one of the 4, such as q1, only-a"):
        desk.search("q9")
    with pytest.raises(QueryError, match="such as only-a, only-b, only-c"):
        desk.search("only")


def test_the_tie_break_by_cosine_is_refused(desk: Desk) -> None:
    search = desk.search("q1")
    with pytest.raises(DeskError, match="'avg_cosine' needs vectors.*first_seen"):
        desk.mix(search, desk.workspace.knobs().changed(tie_break="avg_cosine"))


def test_queries_are_offered_by_any_part_of_their_id(desk: Desk) -> None:
    page = Handlers(desk)
    assert page.first_query() == "q1"
    offered = page.suggest("ONLY-")
    assert [name in offered for name in ("only-a", "only-b", "only-c", ">q1<")] == [True, True, True, False]
    assert "delete a letter" in page.suggest("zzz")


def test_a_judged_query_shows_its_grades_and_measures(desk: Desk) -> None:
    page = Handlers(desk)
    values = [*[False] * len(VIEW), *page.laid_out(desk.workspace.knobs())]
    panels = dict(zip(PANELS, page.search("q1", *values)[3:], strict=True))
    assert "★" in panels["fused"]
    assert "Judged query: mrr 0.500" in panels["words"]
    assert "Judged" not in dict(zip(PANELS, page.search("only-a", *values)[3:], strict=True))["words"]


def test_evaluate_measures_the_files_and_their_fusion_on_the_judged_queries_they_have(desk: Desk) -> None:
    report = evaluate(desk)
    assert report["queries"] == 1
    # doc_C is third in a, second in b, second in the fusion, and not in c.
    mrr = {name: run["all"]["mrr"] for name, run in report["runs"].items()}
    assert mrr == pytest.approx({"a": 1 / 3, "b": 1 / 2, "c": 0, "equal": 1 / 2, "current": 1 / 2})


def test_a_workspace_file_can_name_run_files(files: list[Path], qrels: Path) -> None:
    file = files[0].parent / "mine.toml"
    file.write_text(
        'golden = "dev.tsv"\n[store]\nbackend = "files"\n'
        '[[collections]]\nkey = "one"\nname = "a.jsonl"\nweight = 2\n'
        '[[collections]]\nkey = "two"\nname = "b.jsonl"\n',
        encoding="utf-8",
    )
    workspace = load_workspace(file)
    assert workspace.tie_break == "first_seen"
    mix = open_desk(workspace).run("q1")
    assert mix.fused[0].score == pytest.approx(2 / 62 + 1 / 61, abs=1e-15)
    assert mix.search.relevant == {"doc_C": 2}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[store]\nbackend = "files"\n[[collections]]\nkey = "a"\nname = "a.jsonl"\n'
            '[[collections]]\nkey = "b"\nname = "b"\n[collections.store]\nbackend = "chroma"\npath = "s"\n',
            "cannot be mixed",
        ),
        (
            '[store]\nbackend = "files"\n[fusion]\ntie_break = "avg_cosine"\n'
            '[[collections]]\nkey = "a"\nname = "a.jsonl"\n',
            "tie_break must be one of",
        ),
    ],
)
def test_a_workspace_of_files_that_cannot_be_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WorkspaceError, match=said):
        load_workspace(file)


def test_dropped_files_are_told_apart_into_runs_and_judgments(files: list[Path], qrels: Path) -> None:
    workspace = dropped_workspace([str(qrels), *map(str, files)], "dropped-1")
    assert (workspace.keys, workspace.golden) == (("a", "b", "c"), qrels)
    with pytest.raises(DeskError, match="none of the files is a run"):
        dropped_workspace([str(qrels)], "dropped-2")


def test_files_of_the_same_name_become_channels_of_their_own(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    same = [write_run(tmp_path / folder / "bm 25.jsonl", {"q": [folder]}) for folder in ("one", "two")]
    workspace = runs_workspace(same, None)
    assert workspace.keys == ("bm_25", "bm_25_2")
    assert {candidate.id for candidate in open_desk(workspace).run("q").fused} == {"one", "two"}


def test_a_broken_row_silences_its_file_and_not_the_others(files: list[Path]) -> None:
    text = files[1].read_text(encoding="utf-8")
    desk = open_desk(runs_workspace(files, None))
    # Broken after it was opened: same length, so that the index still points at the row.
    files[1].write_text(text.replace('"contexts": [', '"contexts":  {', 1), encoding="utf-8")
    mix = desk.run("q1")
    assert any(warning.startswith("b did not answer") for warning in mix.warnings)
    assert [candidate.id for candidate in mix.fused][:2] == ["doc_A", "doc_X"]
