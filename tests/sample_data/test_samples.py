"""What the samples promise, and that the check refuses a sample that breaks a promise."""

import json
import re
import shutil
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboard.check_sources import check_workspace
from dashboard.cli import main
from dashboard.errors import WorkspaceError
from dashboard.ingest import read
from dashboard.judgments import Judged, read_golden
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from sample_data import SAMPLES, sample_file
from sample_data.readers import Source

CATEGORIES = {
    "movies": {"plot": 15, "vibe": 15, "entity": 15, "hybrid": 15},
    "chess": {"opening": 20, "concept": 20, "mixed": 10},
}
COPIED_WORDS = 6


def sample(name: str) -> Workspace:
    return load_workspace(sample_file(name))


def sources(name: str) -> dict[str, list[Source]]:
    workspace = sample(name)
    return {channel.key: read(workspace, channel) for channel in workspace.channels}


def golden(name: str) -> list[Judged]:
    return read_golden(sample(name))


def films() -> list[dict[str, Any]]:
    lines = (sample_file("movies").parent / "films.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", SAMPLES)
def test_the_check_passes_and_builds_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FUSION_DESK_HOME", str(tmp_path / "home"))
    assert main(["ingest", "--check", name]) == 0
    assert "all sound" in capsys.readouterr().err
    assert not (tmp_path / "home").exists()


def test_there_are_enough_films_in_all_three_views() -> None:
    assert len(films()) >= 300
    assert {key: len(found) >= 300 for key, found in sources("movies").items()} == dict.fromkeys(
        ("anchor", "content", "vibe"), True
    )


def test_there_are_enough_passages_books_lines_and_eco_codes() -> None:
    chess = sources("chess")
    assert len(chess["books"]) >= 320
    assert len({passage.fields["book_id"] for passage in chess["books"]}) >= 14
    assert len(chess["pgn"]) >= 220
    assert len({line.fields["eco"] for line in chess["pgn"]}) >= 90


def test_a_few_films_miss_each_text_and_none_misses_two() -> None:
    missing = [[key for key in ("anchor", "content", "vibe") if not film[key]] for film in films()]
    assert max(len(keys) for keys in missing) == 1
    counted = Counter(key for keys in missing for key in keys)
    assert counted.keys() == {"anchor", "content", "vibe"}
    assert all(2 <= count <= 10 for count in counted.values())


def test_every_anchor_names_its_film_and_its_year() -> None:
    def plain(text: str) -> str:
        return re.sub(r"[^\w ]", "", text.casefold())

    lost = [
        film["movie_id"]
        for film in films()
        if film["anchor"]
        and (
            plain(film["title"]) not in plain(film["anchor"])
            or film["release_date"][:4] not in film["anchor"]
        )
    ]
    assert lost == []


def test_an_unknown_tmdb_id_is_null_and_a_known_one_stands_once() -> None:
    known = [film["tmdb_id"] for film in films() if film["tmdb_id"] is not None]
    assert all(isinstance(number, int) and number > 0 for number in known)
    assert len(known) == len(set(known))


def test_some_lines_reach_one_position_by_other_moves() -> None:
    reached = defaultdict(set)
    for line in sources("chess")["pgn"]:
        # The move counters are no part of the position: one order may take a move longer.
        reached[" ".join(line.fields["fen"].split()[:4])].add(line.fields["line_hash"])
    assert sum(len(hashes) > 1 for hashes in reached.values()) >= 10


@pytest.mark.parametrize("name", SAMPLES)
def test_golden_categories_and_splits(name: str) -> None:
    judged = golden(name)
    assert Counter(query.category for query in judged) == CATEGORIES[name]
    for category, count in CATEGORIES[name].items():
        tune = sum(query.split == "tune" for query in judged if query.category == category)
        assert 0.5 <= tune / count <= 0.7, category


@pytest.mark.parametrize("name", SAMPLES)
def test_golden_answers_are_few_and_say_why(name: str) -> None:
    for query in golden(name):
        # A movie's id has no prefix, so its five are counted over all three collections.
        found = Counter(item.partition(":")[0] if name == "chess" else "" for item in query.relevant)
        assert 1 <= max(found.values()) <= 5, query.query
        if name == "chess":
            assert len(query.relevant) >= 3, query.query
        assert query.note, query.query


@pytest.mark.parametrize("name", SAMPLES)
def test_no_golden_query_copies_a_record(name: str) -> None:
    runs = {
        run: source.text[:60]
        for found in sources(name).values()
        for source in found
        for run in word_runs(source.text)
    }
    copied = {
        query.query: runs[run] for query in golden(name) for run in word_runs(query.query) if run in runs
    }
    assert copied == {}


def word_runs(text: str) -> set[tuple[str, ...]]:
    """Give every run of six words; notation parts runs, for moves can be said in one way only."""
    parts = re.findall(r"[\w'’]+", text.casefold())
    words = [part if not re.search(r"\d", part) else "" for part in parts]
    windows = zip(*(words[start:] for start in range(COPIED_WORDS)), strict=False)
    return {window for window in windows if all(window)}


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """Copy a sample, to be broken."""

    def copy(name: str) -> Path:
        return Path(shutil.copytree(sample_file(name).parent, tmp_path / name))

    return copy


def change(file: Path, edit: Callable[[list[dict[str, Any]]], object]) -> None:
    records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    edit(records)
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def refused(folder: Path, said: str) -> None:
    with pytest.raises(WorkspaceError, match=said):
        check_workspace(load_workspace(folder / "workspace.toml"))


def test_an_untouched_copy_is_sound(copied: Callable[[str], Path]) -> None:
    for name in SAMPLES:
        assert "all sound" in check_workspace(load_workspace(copied(name) / "workspace.toml"))


def test_an_illegal_move_is_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("chess")
    file = folder / "pgn" / "benko-gambit.pgn"
    file.write_text(file.read_text(encoding="utf-8").replace("1. d4", "1. d5", 1), encoding="utf-8")
    refused(folder, "benko-gambit.pgn game 1 has an illegal move")


def test_the_same_text_twice_is_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("movies")
    change(folder / "films.jsonl", lambda films: films[0].update(vibe=films[1]["vibe"]))
    refused(folder, "vibe: the same text 2 times")


def test_the_same_id_twice_is_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("movies")
    change(folder / "films.jsonl", lambda films: films[0].update(movie_id=films[1]["movie_id"]))
    refused(folder, "2 times")


@pytest.mark.parametrize(
    ("name", "file", "field", "words", "said"),
    [
        ("movies", "films.jsonl", "content", 49, "content .*: 49 words, must be 50 to 110"),
        ("movies", "films.jsonl", "content", 111, "content .*: 111 words, must be 50 to 110"),
        ("chess", "books/small-armies.jsonl", "text", 59, "small-armies-01: 59 words, must be 60 to 160"),
        ("chess", "books/small-armies.jsonl", "text", 161, "small-armies-01: 161 words, must be 60 to 160"),
    ],
)
def test_a_text_too_short_or_too_long_is_refused(
    copied: Callable[[str], Path], name: str, file: str, field: str, words: int, said: str
) -> None:
    folder = copied(name)
    text = " ".join(f"word{number}" for number in range(words))
    change(folder / file, lambda records: records[0].update({field: text}))
    refused(folder, said)


def test_a_record_without_a_field_of_its_schema_is_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("chess")
    change(folder / "books" / "small-armies.jsonl", lambda passages: passages[0].pop("author"))
    refused(folder, "small-armies-01: no field 'author'")


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        ({"relevant": {"no-such-film-1999": 2}}, "golden line 1: unknown id 'no-such-film-1999'"),
        ({"relevant": {"the-conversation-1974": 1}}, "golden line 1: grades must be 1 or 2, one of them 2"),
        ({"split": "train"}, "golden line 1: split must be tune or held_out"),
    ],
)
def test_a_broken_golden_line_is_refused(
    copied: Callable[[str], Path], edit: dict[str, Any], said: str
) -> None:
    folder = copied("movies")
    change(folder / "golden.jsonl", lambda judged: judged[0].update(edit))
    refused(folder, said)


def test_a_golden_query_that_stands_twice_is_refused(copied: Callable[[str], Path]) -> None:
    folder = copied("chess")
    change(folder / "golden.jsonl", lambda judged: judged.append(judged[0]))
    refused(folder, "golden line 51: the query stands twice")
