"""The wheel alone is enough: it holds every file of the packages, and finds its samples anywhere."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("fusion", "retrievers", "dashboard", "sample_data")
DATA = {".css", ".html", ".js", ".jsonl", ".pgn", ".toml"}

READS_EVERYTHING = """
from pathlib import Path
import dashboard
from dashboard.judgments import read_golden
from dashboard.home import find_workspace, home
from dashboard.ingest import read
from sample_data import SAMPLES

here = Path(dashboard.__file__).parent.parent
assert here not in home().parents, "an installed package may be read-only"
for name in SAMPLES:
    workspace = find_workspace(name)
    assert here in workspace.file.parents, workspace.file
    sizes = [len(read(workspace, channel)) for channel in workspace.channels]
    print(name, len(read_golden(workspace)), *sizes)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--no-deps", "--no-build-isolation", "--quiet", "--disable-pip-version-check"]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, "-w", folder, ROOT], check=True)
    (file,) = folder.glob("fusion_desk-*.whl")
    return zipfile.ZipFile(file)


def test_the_wheel_holds_just_the_files_of_the_packages(wheel: zipfile.ZipFile) -> None:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PACKAGES]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    kept = {line for line in listed.splitlines() if (ROOT / line).is_file()}
    held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == kept
    assert {Path(name).suffix for name in held} >= DATA


def test_an_unpacked_wheel_reads_its_samples_from_another_folder(
    wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    site, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    wheel.extractall(site)
    elsewhere.mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "FUSION_DESK_HOME"}
    ran = subprocess.run(
        [sys.executable, "-c", READS_EVERYTHING],
        cwd=elsewhere,
        env={**kept, "PYTHONPATH": str(site), "XDG_DATA_HOME": str(elsewhere)},
        check=True,
        capture_output=True,
        text=True,
    )
    counts = {line.split()[0]: [int(n) for n in line.split()[1:]] for line in ran.stdout.splitlines()}
    assert set(counts) == {"movies", "chess"}
    assert all(number > 0 for numbers in counts.values() for number in numbers)
