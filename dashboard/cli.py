"""The `fusion-desk` command. Each subcommand's module is imported only when it is asked for."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

COMMANDS = {
    "serve": "serve the desk and its REST endpoints",
    "ingest": "build a workspace's collections from its source files",
    "search": "search a workspace and print the fused ranking",
    "evaluate": "measure a workspace on its golden set",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; bad input exits 2 with one line that says what to do."""
    os.environ.setdefault("GRADIO_ANALYTICS_ENABLED", "False")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help")):
        given.insert(0, "serve")
    parser = argparse.ArgumentParser(prog="fusion-desk", description="A mixing desk for rank fusion.")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        sub = subparsers.add_parser(
            name, help=summary, description=summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if given[0] == name:
            importlib.import_module(f"dashboard.commands.{name}").configure(sub)
    options = parser.parse_args(given)
    if options.command is None:
        parser.print_help()
        return 0
    return _run(options)


def _run(options: argparse.Namespace) -> int:
    from dashboard.errors import DeskError
    from fusion import FusionError
    from retrievers import RetrieverError

    try:
        code: int = importlib.import_module(f"dashboard.commands.{options.command}").run(options)
        return code
    except (DeskError, FusionError, RetrieverError) as error:
        print(f"fusion-desk: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
