"""Reading a workspace file: every wrong key, type and combination gets one clear sentence."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dashboard.errors import WorkspaceError
from dashboard.workspace import DEFAULT_EMBEDDER, FILES, MOST_COLLECTIONS, RUNS_TIE_BREAK, Channel, Workspace
from fusion.errors import FusionError
from fusion.rules import check_choice, is_whole
from retrievers.embedders import KINDS
from retrievers.stores import BACKENDS
from retrievers.values import CollectionSpec, StoreSpec

ROUTERS = ("none", "chess")
IDENTITIES = ("shared", "separate")
RESERVED_NAMES = ("api", "docs", "redoc", "query", "query_pgn", "query_merged", "static", "assets", "mcp")

_TOP = (
    "name",
    "title",
    "identity",
    "embedder",
    "router",
    "golden",
    "examples",
    "store",
    "fusion",
    "collections",
)
_STORE = tuple(f.name for f in fields(StoreSpec))
_STORE_RULES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "timeout_ms": ("a whole number ≥ 1", lambda value: is_whole(value, 1)),
    "api_key_env": ("the name of an environment variable", lambda value: isinstance(value, str)),
    "grpc": ("true or false", lambda value: isinstance(value, bool)),
    "grpc_port": ("a port from 1 to 65535", lambda value: is_whole(value, 1) and value <= 65535),
}
_FUSION = ("k", "top_n", "max_depth", "tie_break", "missing", "method")
_COLLECTION = (
    *(f.name for f in fields(CollectionSpec)),
    *("label", "badge", "depth", "weight", "source", "source_text", "store"),
)


def load_workspace(file: Path, root: Path | None = None) -> Workspace:
    """Read and check a workspace file; relative store paths start at `root`, else at the file."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise WorkspaceError(
            f"the workspace file {file} cannot be read ({error.strerror}); give a name or a .toml file"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"the workspace file {file} is not TOML: {error}") from error
    try:
        return _read(table, file, root or file.parent)
    except (WorkspaceError, FusionError) as error:
        raise WorkspaceError(f"{file.name}: {error}") from error


def _read(table: dict[str, Any], file: Path, root: Path) -> Workspace:
    _known(table, _TOP, "the file")
    fusion = _table(table, "fusion")
    _known(fusion, _FUSION, "[fusion]")
    store = _store(_table(table, "store"), root, "[store]")
    rows = table.get("collections")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_COLLECTIONS:
        got = len(rows) if isinstance(rows, list) else rows
        raise WorkspaceError(f"there must be 1 to {MOST_COLLECTIONS} [[collections]], got {got!r}; add one")
    channels = tuple(_channel(row, number, store, root) for number, row in enumerate(rows, 1))
    _distinct(channel.key for channel in channels)
    _same_kind(channels)
    golden = _text(table, "golden", "")
    if channels[0].store.backend == FILES:
        fusion.setdefault("tie_break", RUNS_TIE_BREAK)
    workspace = Workspace(
        name=_text(table, "name", file.stem),
        title=_text(table, "title", _text(table, "name", file.stem)),
        file=file,
        channels=channels,
        identity=_text(table, "identity", "shared"),
        embedder=_text(table, "embedder", DEFAULT_EMBEDDER),
        router=_text(table, "router", "none"),
        golden=file.parent / golden if golden else None,
        examples=_examples(_table(table, "examples")),
        **fusion,
    )
    _check_name(workspace.name)
    check_choice("identity", workspace.identity, IDENTITIES)
    check_choice("router", workspace.router, ROUTERS)
    check_choice("the embedder's kind", workspace.embedder.partition(":")[0], KINDS)
    if workspace.router == "chess" and not {"books", "pgn"} <= set(workspace.keys):
        raise WorkspaceError("router 'chess' needs collections with the keys books and pgn")
    if not is_whole(workspace.max_depth, 1):
        raise WorkspaceError(f"max_depth must be a whole number ≥ 1, got {workspace.max_depth!r}")
    check_choice("tie_break", workspace.tie_break, workspace.tie_breaks)
    workspace.knobs().check(workspace.keys)
    return workspace


def _same_kind(channels: Sequence[Channel]) -> None:
    kinds = {channel.store.backend == FILES for channel in channels}
    if len(kinds) > 1:
        raise WorkspaceError(
            "run files and vector stores cannot be mixed in one workspace: a file is asked by a query's id, "
            "a store by its vector; make two workspaces"
        )


def _check_name(name: str) -> None:
    """The name is the page's address, so it must be plain and not one of the server's own."""
    plain = name.replace("-", "").replace("_", "")
    if not plain.isalnum() or not name.isascii():
        raise WorkspaceError(f"name must be letters, digits, - and _, got {name!r}")
    if name in RESERVED_NAMES:
        raise WorkspaceError(f"name {name!r} is an address of the server itself; choose another")


def _store(table: dict[str, Any], root: Path, where: str) -> StoreSpec:
    _known(table, _STORE, where)
    backend = _text(table, "backend", "")
    check_choice(f"backend in {where}", backend, (*BACKENDS, FILES))
    path, url = _text(table, "path", "." if backend == FILES else ""), _text(table, "url", "")
    if bool(path) == bool(url):
        raise WorkspaceError(f"{where} needs either path (embedded) or url (server), not both or none")
    for name, (rule, holds) in _STORE_RULES.items():
        if name in table and not holds(table[name]):
            raise WorkspaceError(f"{name} in {where} must be {rule}, got {table[name]!r}")
    given = {name: value for name, value in table.items() if name not in ("backend", "path")}
    return StoreSpec(backend=backend, path=(root / path).resolve() if path else None, **given)


def _channel(row: Any, number: int, store: StoreSpec, root: Path) -> Channel:
    where = f"[[collections]] number {number}"
    if not isinstance(row, dict):
        raise WorkspaceError(f"{where} must be a table, got {row!r}")
    _known(row, _COLLECTION, where)
    for name in ("key", "name"):
        if not _text(row, name, ""):
            raise WorkspaceError(f"{where} needs a {name}; give it one")
    key = row["key"]
    if not key.replace("_", "").isalnum() or not key.isascii():
        raise WorkspaceError(f"key in {where} must be letters, digits and _, got {key!r}")
    label = _text(row, "label", key.replace("_", " ").capitalize())
    spec = CollectionSpec(
        fields=_names(row, "fields", where),
        **{f: _text(row, f, "") for f in ("key", "name", "id_field", "title_field", "text_field", "vector")},
    )
    own = _store(_table(row, "store"), root, f"store of {where}") if "store" in row else store
    return Channel(
        spec=spec,
        store=own,
        label=label,
        badge=_text(row, "badge", label),
        depth=row.get("depth", 50),
        weight=row.get("weight", 1.0),
        source=_text(row, "source", ""),
        source_text=_text(row, "source_text", ""),
    )


def _names(row: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    value = row.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise WorkspaceError(f"{name} in {where} must be a list of names, got {value!r}")
    return tuple(value)


def _examples(table: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    for kind, queries in table.items():
        if not isinstance(queries, list) or not all(isinstance(query, str) for query in queries):
            raise WorkspaceError(f"examples.{kind} must be a list of queries, got {queries!r}")
    return {kind: tuple(queries) for kind, queries in table.items()}


def _known(table: Mapping[str, Any], names: Iterable[str], where: str) -> None:
    known = list(names)
    for name in table:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
            raise WorkspaceError(f"unknown key {name!r} in {where}; {hint}")


def _distinct(keys: Iterable[str]) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise WorkspaceError(f"each collection needs its own key, got {key!r} twice")
        seen.add(key)


def _table(table: Mapping[str, Any], name: str) -> dict[str, Any]:
    value = table.get(name, {})
    if not isinstance(value, dict):
        raise WorkspaceError(f"{name} must be a table, got {value!r}")
    return value


def _text(table: Mapping[str, Any], name: str, default: str) -> str:
    value = table.get(name, default)
    if not isinstance(value, str):
        raise WorkspaceError(f"{name} must be text, got {value!r}")
    return value
