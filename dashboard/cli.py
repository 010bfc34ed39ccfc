"""The `fusion-desk` command. Each subcommand's module is imported only when it is asked for."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

COMMANDS = {
    "serve": "serve the desk and its REST endpoints",
    "ingest": "build a workspace's collections from its source files",
    "search": "search a workspace and print the fused ranking",
    "trace": "say why an item is where it is, or is not there, and what would change that",
    "evaluate": "measure a workspace on its golden set, or run files on judgments",
    "sweep": "measure a grid of knobs on a workspace's golden set",
    "merge": "merge the answers of several sources, JSON in and out",
    "fuse-runs": "fuse run files (MT-RAG JSONL, TREC, CSV) into one",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; bad input exits 2 with one line that says what to do."""
    os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help")):
        given.insert(0, "serve")
    parser = _Parser(prog="fusion-desk", description="A mixing desk for rank fusion.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        sub = subparsers.add_parser(
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if given[0] == name:
            _module(name).configure(sub)
    options = parser.parse_args(given)
    if options.command is None:
        parser.print_help()
        return 0
    return _run(options)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with an option in one line, without the usage above it."""

    def error(self, message: str) -> NoReturn:
        """Exit 2."""
        self.exit(2, f"{self.prog}: {message}; see {self.prog} --help\n")


def _module(command: str) -> ModuleType:
    return importlib.import_module(f"dashboard.commands.{command.replace('-', '_')}")


def _run(options: argparse.Namespace) -> int:
    try:
        code: int = _module(options.command).run(options)
        return code
    except _refusals() as error:
        print(f"fusion-desk: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader (head, say) has enough. What is still buffered must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except KeyboardInterrupt:
        return 130


def _refusals() -> tuple[type[Exception], ...]:
    """Give the errors a person can mend, of the packages that this command has loaded."""
    # Looked up only once something failed: importing retrievers takes longer than a whole merge.
    trees = (("dashboard.errors", "DeskError"), ("fusion", "FusionError"), ("retrievers", "RetrieverError"))
    return tuple(getattr(sys.modules[name], error) for name, error in trees if name in sys.modules)


if __name__ == "__main__":
    sys.exit(main())
