"""The command line, in process: JSON on standard output, one line on standard error for bad input."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboard.cli import COMMANDS, main
from dashboard.desk import Desk
from dashboard.runlog import log_file
from dashboard.workspace import Workspace

CONTRACT = {
    *("workspace", "query", "intent", "knobs", "results", "outcomes"),
    *("candidates", "ties", "overlap", "timing_ms", "warnings"),
}
ROUTED = {"intent_reasons", "weights"}  # what a workspace with a router says besides
LIKE = "like:the-conversation-1974"  # needs no model, so each call is quick

Capture = pytest.CaptureFixture[str]

pytestmark = pytest.mark.usefixtures("samples")


def ask(capsys: Capture, *arguments: str) -> dict[str, Any]:
    code = main(["search", *arguments, "--json"])
    printed = capsys.readouterr()
    assert code == 0, printed.err
    answer: dict[str, Any] = json.loads(printed.out)
    return answer


def refused(capsys: Capture, *arguments: str) -> str:
    try:
        code = main(list(arguments))
    except SystemExit as stopped:  # argparse leaves this way
        code = int(stopped.code or 0)
    printed = capsys.readouterr()
    assert (code, printed.out) == (2, "")
    return printed.err


@pytest.mark.parametrize(
    ("name", "item", "contract"),
    [("movies", LIKE, CONTRACT), ("chess", "like:pgn:benko-gambit-1", CONTRACT | ROUTED)],
)
def test_the_json_has_the_keys_of_the_contract(
    capsys: Capture, name: str, item: str, contract: set[str]
) -> None:
    answer = ask(capsys, name, item)
    assert set(answer) == contract
    assert answer["workspace"] == name
    assert set(ask(capsys, name, item, "--raw")) == contract | {"raw"}


def test_every_knob_is_obeyed(capsys: Capture) -> None:
    answer = ask(
        capsys, "movies", LIKE, "--weight", "vibe=2", "--weight", "anchor=0.5", "--depth", "vibe=3",
        "--k", "10", "--top-n", "7", "--tie-break", "best_rank",
    )  # fmt: skip
    knobs = answer["knobs"]
    assert (knobs["k"], knobs["top_n"], knobs["tie_break"]) == (10, 7, "best_rank")
    assert knobs["weights"] == {"anchor": 0.5, "content": 1.0, "vibe": 2.0}
    assert knobs["depths"] == {"anchor": 50, "content": 50, "vibe": 3}
    assert len(answer["results"]) == 7
    first = answer["results"][0]
    assert first["id"] == "the-conversation-1974"
    assert first["rrf_score"] == pytest.approx((0.5 + 1 + 2) / 11, abs=1e-15)
    for row in answer["results"]:
        assert (row["lists"]["vibe"]["rank"] or 1) <= 3


def test_a_search_is_logged(capsys: Capture) -> None:
    answer = ask(capsys, "movies", LIKE, "--k", "17")
    last = json.loads(log_file().read_text(encoding="utf-8").splitlines()[-1])
    assert (last["query"], last["knobs"]["k"]) == (LIKE, 17)
    assert [row["id"] for row in last["results"]] == [row["id"] for row in answer["results"]]


def test_without_json_a_table_names_the_first_film(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert main(["search", "movies", LIKE, "--top-n", "3"]) == 0
    printed = capsys.readouterr()
    assert "Conversation" in printed.out
    assert "candidates" in printed.err


@pytest.mark.parametrize("width", [80, 100, 160])
def test_the_table_keeps_each_result_on_a_line_that_fits_the_terminal(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    assert main(["search", "movies", LIKE, "--top-n", "50"]) == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [str(place) for place in range(1, 51)]
    assert max(map(len, [heading, *lines])) <= width
    for name, decimals in {"score": 5, "Anchor": 3, "Content": 3, "Vibe": 3, "avg cos": 3}.items():
        point = heading.index(name) + len(name) - decimals - 1
        assert {line[point] for line in lines} <= {".", " "}, f"the numbers under {name} are not aligned"
    assert any("…" in line[:40] for line in lines) == (width == 80)  # a long title is cut
    assert ("why" in heading) == (width > 100)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("moveis", "x"), "there is no workspace 'moveis'"),
        (("nowhere.toml", "x"), "cannot be read"),
        (("movies", " "), "query is empty"),
        (("movies", "x" * 100_000), "100,000"),
        (("movies", "like:nothing"), "no collection holds an item 'nothing'"),
        (("movies", LIKE, "--weight", "vibe"), "--weight must be KEY=NUMBER"),
        (("movies", LIKE, "--weight", "vibe=-1"), "weight of 'vibe' must be a finite number"),
        (("movies", LIKE, "--weight", "vibes=1"), "did you mean 'vibe'"),
        (("movies", LIKE, "--weight", "vibe=nan"), "weight of 'vibe'"),
        (("movies", LIKE, "--depth", "vibe=1.5"), "--depth must be KEY=NUMBER"),
        (("movies", LIKE, "--depth", "vibe=-1"), "depth of 'vibe'"),
        (("movies", LIKE, "--k", "nan"), "k must be a finite number"),
        (("movies", LIKE, "--k", "inf"), "k must be a finite number"),
        (("movies", LIKE, "--top-n", "0"), "top_n must be a whole number"),
    ],
)
def test_bad_input_exits_2_with_one_line(capsys: Capture, arguments: tuple[str, ...], said: str) -> None:
    line = refused(capsys, "search", *arguments, "--json")
    assert said in line
    assert line.count("\n") == 1


def test_an_unknown_tie_break_exits_2_and_names_the_choices(capsys: Capture) -> None:
    assert "best_rank" in refused(capsys, "search", "movies", LIKE, "--tie-break", "coin")


def test_a_store_that_is_open_elsewhere_is_said_in_one_line(
    capsys: Capture, open_desk: Callable[..., Desk]
) -> None:
    open_desk("chess").search("like:pgn:benko-gambit-1")
    line = refused(capsys, "search", "chess", "like:pgn:benko-gambit-1")
    assert "open in another process" in line
    assert line.count("\n") == 1


def test_ingesting_again_says_unchanged(capsys: Capture, samples: dict[str, Workspace]) -> None:
    assert main(["ingest", *samples]) == 0
    assert "anchor unchanged, content unchanged, vibe unchanged" in capsys.readouterr().err


def test_ingesting_a_workspace_without_sources_is_refused(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "bare.toml"
    file.write_text('[store]\nbackend="chroma"\npath="s"\n[[collections]]\nkey="a"\nname="a"\n')
    assert "names no source files" in refused(capsys, "ingest", str(file))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_shows_an_example(capsys: Capture, command: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert f"example:\n  fusion-desk {command}" in capsys.readouterr().out


@pytest.mark.parametrize("port", ["0", "99999"])
def test_a_port_that_is_none_is_refused_before_anything_is_opened(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", port]) == 2
    assert f"--port must be between 1 and 65535, got {port}" in capsys.readouterr().err


def test_a_port_in_use_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    said = capsys.readouterr().err
    assert f"cannot listen on 127.0.0.1:{port}" in said and "--port" in said and said.count("\n") == 1
