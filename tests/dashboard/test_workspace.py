"""A workspace file that cannot be used is refused in one sentence that names the cure."""

from pathlib import Path

import pytest

from dashboard.errors import WorkspaceError
from dashboard.home import find_workspace
from dashboard.workspace_file import load_workspace

STORE = '[store]\nbackend = "chroma"\npath = "store"\n'
ONE = '[[collections]]\nkey = "a"\nname = "a_v1"\n'


def refusal(folder: Path, text: str) -> str:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(WorkspaceError) as refused:
        load_workspace(file)
    message = str(refused.value)
    assert "mine.toml" in message
    return message


def test_a_small_file_is_enough_and_paths_start_at_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(STORE + ONE, encoding="utf-8")
    workspace = load_workspace(file)
    assert (workspace.name, workspace.keys, workspace.identity) == ("mine", ("a",), "shared")
    assert workspace.channels[0].store.path == (tmp_path / "store").resolve()
    assert workspace.knobs().weights == {"a": 1.0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('titel = "x"\n' + STORE + ONE, ("'titel'", "'title'")),
        (STORE + "timeout = 5\n" + ONE, ("'timeout'", "'timeout_ms'")),
        (STORE + ONE + "wieght = 2\n", ("'wieght'", "'weight'", "number 1")),
        (STORE + "[fusion]\ntopn = 5\n" + ONE, ("'topn'", "'top_n'")),
    ],
)
def test_an_unknown_key_names_the_nearest_one(tmp_path: Path, text: str, said: tuple[str, ...]) -> None:
    message = refusal(tmp_path, text)
    assert all(part in message for part in said), message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "is not TOML"),
        ('name = "two words"\n' + STORE + ONE, "letters, digits, - and _, got 'two words'"),
        ('name = "api"\n' + STORE + ONE, "choose another"),
        ('[store]\nbackend = "chroma"\npath = "s"\nurl = "http://x"\n' + ONE, "either path"),
        ('[store]\nbackend = "chroma"\n' + ONE, "either path"),
        (ONE, "backend in [store] must be one of"),
        ('[store]\nbackend = "qdrnt"\npath = "s"\n' + ONE, "did you mean 'qdrant'"),
        (STORE, "1 to 8 [[collections]]"),
        ("collections = []\n" + STORE, "got 0"),
        (STORE + ONE * 2, "'a' twice"),
        (STORE + '[[collections]]\nkey = "a"\n', "needs a name"),
        (STORE + '[[collections]]\nkey = "a b"\nname = "x"\n', "letters, digits and _"),
        (STORE + ONE + "weight = -0.2\n", "weight of 'a' must be a finite number ≥ 0, got -0.2"),
        (STORE + ONE + 'weight = "much"\n', "got 'much'"),
        (STORE + ONE + "weight = nan\n", "weight of 'a'"),
        (STORE + ONE + "depth = 1.5\n", "depth of 'a'"),
        ('identity = "same"\n' + STORE + ONE, "identity must be one of shared, separate"),
        ('router = "ches"\n' + STORE + ONE, "did you mean 'chess'"),
        ('router = "chess"\n' + STORE + ONE, "books and pgn"),
        ('embedder = "cohere:x"\n' + STORE + ONE, "embedder's kind must be one of"),
        ("name = 3\n" + STORE + ONE, "name must be text, got 3"),
        (STORE + "[fusion]\nmax_depth = 0\n" + ONE, "max_depth must be a whole number"),
        (STORE + "[fusion]\nmax_depth = true\n" + ONE, "max_depth must be a whole number"),
        (STORE + "[fusion]\nk = 0\nmethod = 'none'\n" + ONE, "method must be one of"),
        (STORE + "timeout_ms = 0\n" + ONE, "timeout_ms"),
        (STORE + "timeout_ms = true\n" + ONE, "timeout_ms in [store] must be a whole number ≥ 1, got True"),
        (STORE + 'grpc = "yes"\n' + ONE, "grpc in [store] must be true or false, got 'yes'"),
        (STORE + "grpc = 1\n" + ONE, "grpc in [store] must be true or false, got 1"),
        (
            STORE + 'grpc_port = "6334"\n' + ONE,
            "grpc_port in [store] must be a port from 1 to 65535, got '6334'",
        ),
        (
            STORE + "grpc_port = 70000\n" + ONE,
            "grpc_port in [store] must be a port from 1 to 65535, got 70000",
        ),
        (STORE + "api_key_env = 3\n" + ONE, "api_key_env in [store] must be the name of an environment"),
        (
            STORE + ONE + '[collections.store]\nbackend = "qdrant"\nurl = "http://x"\ngrpc = 0\n',
            "grpc in store of [[collections]] number 1 must be true or false, got 0",
        ),
        (STORE + ONE + "fields = 3\n", "fields in [[collections]] number 1 must be a list"),
        (STORE + ONE + 'fields = "year"\n', "must be a list of names, got 'year'"),
        (STORE + ONE + "store = 3\n", "store must be a table, got 3"),
    ],
)
def test_a_file_that_breaks_a_rule_is_told_which(tmp_path: Path, text: str, said: str) -> None:
    assert said in refusal(tmp_path, text)


def test_what_the_store_table_says_reaches_the_store(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    store = (
        'backend = "qdrant"\nurl = "http://127.0.0.1:6333"\napi_key_env = "QDRANT_KEY"\n'
        "timeout_ms = 900\ngrpc = true\ngrpc_port = 7334\n"
    )
    file.write_text(f"[store]\n{store}{ONE}", encoding="utf-8")
    spec = load_workspace(file).channels[0].store
    assert (spec.url, spec.path, spec.api_key_env) == ("http://127.0.0.1:6333", None, "QDRANT_KEY")
    assert (spec.timeout_ms, spec.grpc, spec.grpc_port) == (900, True, 7334)


def test_bytes_that_are_not_text_are_refused_as_not_toml(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b'name = "\xff"\n')
    with pytest.raises(WorkspaceError, match="is not TOML"):
        load_workspace(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="nowhere.toml cannot be read"):
        find_workspace(str(tmp_path / "nowhere.toml"))


def test_an_unknown_name_lists_the_samples() -> None:
    with pytest.raises(WorkspaceError, match="known: movies, chess|known: chess, movies"):
        find_workspace("moveis")


@pytest.mark.parametrize("name", ["movies", "chess"])
def test_the_samples_keep_their_stores_in_the_data_folder(name: str, data_home: Path) -> None:
    assert find_workspace(name).channels[0].store.path == (data_home / "stores" / name).resolve()
