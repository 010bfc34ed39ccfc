"""fusion-desk merge as its users start it: a process in a pipe."""

import json
import subprocess
import sys
from typing import Any

import pytest

from dashboard.cli import main

WORKED = [
    {"source": "docs", "results": [{"id": "doc1", "doc_path": "docs/a.md", "text": "é", "score": 0.95}]},
    {"source": "memory", "results": [{"id": "m1"}, {"id": "m2"}, {"id": "doc1"}]},
]
HEAVY = ("numpy", "pandas", "torch", "gradio", "chromadb", "qdrant_client", "rich", "retrievers")


def command(given: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "dashboard.cli", "merge", *arguments],
        input=given if isinstance(given, bytes) else given.encode(),
        capture_output=True,
        check=False,
    )


def merged(given: Any, *arguments: str) -> dict[str, Any]:
    done = command(given if isinstance(given, str | bytes) else json.dumps(given), *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def refused(given: str | bytes, *arguments: str) -> str:
    done = command(given, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    return done.stderr.decode()


def test_the_worked_example_comes_out_digit_for_digit() -> None:
    answer = merged(WORKED, "--boost-sources=docs:1.2,memory:0.8")
    assert list(answer) == ["merged_results", "count", "boosts", "timing_ms"]
    assert (answer["count"], answer["boosts"]) == (3, {"docs": 1.2, "memory": 0.8})
    first = answer["merged_results"][0]
    assert (first["id"], first["doc_path"], first["text"]) == ("doc1", "docs/a.md", "é")
    assert (f"{first['fused_score']:.4f}", f"{first['boosted_score']:.4f}") == ("0.0328", "0.0394")
    assert answer["timing_ms"] > 0


def test_every_option_is_obeyed() -> None:
    rows = [{"id": 1, "doc_path": "a"}, {"id": 1, "doc_path": "b"}, {"id": 2, "doc_path": "c"}]
    answer = merged([{"source": "s", "results": rows}], "--k", "4", "--top-k", "2", "--dedupe", "doc_path")
    assert [(row["doc_path"], row["fused_score"]) for row in answer["merged_results"]] == [
        ("a", 1 / 4),
        ("b", 1 / 5),
    ]


def test_the_merged_rows_are_a_list_for_the_next_merge() -> None:
    rows = merged(WORKED)["merged_results"]
    again = merged([{"source": "first stage", "results": rows}, {"source": "web", "results": [{"id": "w"}]}])
    assert [row["id"] for row in again["merged_results"]] == ["doc1", "w", "m1", "m2"]
    assert again["merged_results"][0]["source"] == "first stage"


def test_nothing_heavy_is_imported() -> None:
    script = (
        "import sys; from dashboard.cli import main; main(['merge']); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(WORKED).encode(), capture_output=True, check=True
    )
    assert done.stderr.decode() == "[]\n"


def test_a_byte_order_mark_is_no_part_of_the_json() -> None:
    assert merged(json.dumps(WORKED).encode("utf-8-sig"))["count"] == 3


def test_latin_1_is_read_and_said_and_utf_8_is_written() -> None:
    done = command(json.dumps(WORKED, ensure_ascii=False).encode("latin-1"))
    assert b"read as latin-1" in done.stderr
    assert json.loads(done.stdout.decode("utf-8"))["merged_results"][0]["text"] == "é"


def test_half_a_surrogate_pair_goes_through_as_it_came() -> None:
    answer = merged('[{"source": "s", "results": [{"id": "a", "text": "\\ud83d"}]}]')
    assert answer["merged_results"][0]["text"] == "\ud83d"


@pytest.mark.parametrize(
    ("given", "arguments", "said"),
    [
        ("", (), "stdin: expected a JSON array of {source, results}, got nothing"),
        ("[\n{]", (), "stdin:2: expected a JSON array, got ']' (column 2"),
        ("nonsense", (), "stdin:1: expected a JSON array, got 'nonsense'"),
        ('[{"source": "docs", "resu', (), "stdin:1: expected a whole JSON array, but the input is cut off"),
        ('[{"source": "docs", "results": [', (), "the input is cut off"),
        ("[" * 100_000, (), "stdin: expected JSON that can be read"),
        (
            '{"source": "docs"}',
            (),
            "fusion-desk: stdin: expected an array of {source, results}, got an object",
        ),
        (
            '[{"source": "s", "results": [{"id": "a", "score": NaN}]}]',
            (),
            "stdin: [0].results[0].score expected",
        ),
        ('[{"source": "s", "results": [{"id": "a", "x": NaN}]}]', (), "a field holds NaN or Infinity"),
        ("[]", ("--boost-sources=docs:1",), "unknown source 'docs'"),
        (json.dumps(WORKED), ("--boost-sources=doc:1",), "did you mean 'docs'?"),
        ("[]", ("--boost-sources=docs:high",), "boost of 'docs' must be a number, got 'high'"),
        ("[]", ("--boost-sources=docs:",), "boost of 'docs' must be a number, got ''"),
        ("[]", ("--boost-sources=docs",), "--boost-sources must be NAME:NUMBER"),
        ("[]", ("--boost-sources=a:1,a:2",), "got 'a' twice"),
        (json.dumps(WORKED), ("--boost-sources=docs:nan",), "boost of 'docs' must be a finite number ≥ 0"),
        ("[]", ("--k", "0"), "fusion-desk: k must be > 0"),
        ("[]", ("--k", "sixty"), "argument --k: invalid float value: 'sixty'"),
        ("[]", ("--top-k", "0"), "top_k must be a whole number ≥ 1"),
        ("[]", ("--dedupe", "path"), "choose from"),
    ],
    ids=range(20),
)
def test_bad_input_exits_2_with_one_line(given: str, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(given, *arguments)


def test_a_reader_that_has_enough_is_no_error() -> None:
    rows = [{"id": number, "text": "x" * 200} for number in range(5000)]  # more than a pipe holds
    with subprocess.Popen(
        [sys.executable, "-m", "dashboard.cli", "merge"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(json.dumps([{"source": "s", "results": rows}]).encode())
        process.stdin.close()
        assert process.stderr.read() == b""


def test_the_help_shows_the_input_and_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["merge", "--help"])
    printed = capsys.readouterr().out
    assert '[{"source": "docs", "results": [{"id": "a"' in printed
    assert "example:\n  fusion-desk merge --boost-sources=docs:1.2,memory:0.8" in printed
