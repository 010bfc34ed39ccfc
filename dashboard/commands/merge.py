"""fusion-desk merge: `{source, results}` lists in on standard input, one merged list out.

Nothing heavy is imported here: the command stands in pipes and must start at once.
"""

import argparse
import json
import sys
from time import perf_counter
from typing import Any

from fusion import FusionError, merge
from fusion.errors import WrongShape
from fusion.merging import DEDUPE_FIELDS
from fusion.shapes import shown

EXAMPLE = """\
input, on standard input:
  [{"source": "docs", "results": [{"id": "a", "doc_path": "a.md", "text": "…", "score": 0.9}]},
   {"source": "memory", "results": [{"id": "b"}, {"id": "a"}]}]

example:
  fusion-desk merge --boost-sources=docs:1.2,memory:0.8 --top-k 10 < lists.json | jq '.merged_results[].id'
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument(
        "--boost-sources", default="", metavar="NAME:NUMBER,…", help="multiply the fused score by source"
    )
    parser.add_argument("--k", type=float, default=60, help="the rank constant; ranks count from 0 (60)")
    parser.add_argument("--top-k", type=int, help="how many results (all)")
    parser.add_argument("--dedupe", choices=DEDUPE_FIELDS, default="id", help="what tells rows apart (id)")
    parser.epilog = EXAMPLE


def run(options: argparse.Namespace) -> int:
    """Merge standard input to standard output."""
    boosts = parse_boosts(options.boost_sources)
    if sys.stdin.isatty():
        raise FusionError("merge reads JSON from standard input: fusion-desk merge < lists.json")
    sources = _read(sys.stdin.buffer.read())
    started = perf_counter()
    try:
        merged = merge(sources, boosts=boosts, k=options.k, top_k=options.top_k, dedupe=options.dedupe)
    except WrongShape as error:
        raise WrongShape(f"stdin: {error}") from error
    answer = {
        "merged_results": merged,
        "count": len(merged),
        "boosts": boosts,
        "timing_ms": round((perf_counter() - started) * 1000, 3),
    }
    _print(answer)
    return 0


def parse_boosts(text: str) -> dict[str, float]:
    """Read `docs:1.2,memory:0.8`."""
    boosts: dict[str, float] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, number = part.rpartition(":")
        if not name:
            raise FusionError(f"--boost-sources must be NAME:NUMBER,…, got {part!r}; for example docs:1.2")
        if name in boosts:
            raise FusionError(f"--boost-sources must name a source once, got {name!r} twice")
        try:
            boosts[name] = float(number)
        except ValueError:
            raise FusionError(
                f"boost of {name!r} must be a number, got {number!r}; for example 1.2"
            ) from None
    return boosts


def _read(raw: bytes) -> Any:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
        print("fusion-desk: stdin is not UTF-8 and was read as latin-1", file=sys.stderr)
    if not text.strip():
        raise FusionError("stdin: expected a JSON array of {source, results}, got nothing")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FusionError(f"stdin:{error.lineno}: {_wording(error, text)}") from None
    except (RecursionError, ValueError) as error:
        raise FusionError(f"stdin: expected JSON that can be read: {error}") from None


def _print(answer: dict[str, Any]) -> None:
    try:
        text = json.dumps(answer, ensure_ascii=False, indent=2, allow_nan=False)
    except ValueError:
        raise FusionError("stdin: a field holds NaN or Infinity, which JSON has not; write null") from None
    # Bytes: JSON is UTF-8 whatever the terminal is; half a surrogate pair becomes JSON's escape.
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.flush()


def _wording(error: json.JSONDecodeError, text: str) -> str:
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated"):
        return "expected a whole JSON array, but the input is cut off; write it again"
    rest = text[error.pos :].splitlines()[0] if text[error.pos :] else ""
    return f"expected a JSON array, got {shown(rest)} (column {error.colno}, {error.msg})"
