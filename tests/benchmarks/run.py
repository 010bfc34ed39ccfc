"""Measure everything, print it and write docs/benchmarks.md: `make bench`."""

import os
import sys
import tempfile
import warnings
from pathlib import Path

from tests.benchmarks.fusing import SIZES, measure_fusing
from tests.benchmarks.report import report
from tests.benchmarks.searching import measure_searching

PAGE = Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"


def main() -> int:
    """Run the benchmarks."""
    os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")
    warnings.simplefilter("ignore")  # the libraries', of their own making
    fusing = []
    for lists, rows in SIZES:
        print(f"fusing {lists} × {rows} …", file=sys.stderr)
        fusing.append(measure_fusing(lists, rows))
    print("searching …", file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        searching = measure_searching(Path(folder))
    page = report(fusing, searching)
    PAGE.write_text(page, encoding="utf-8")
    print(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
