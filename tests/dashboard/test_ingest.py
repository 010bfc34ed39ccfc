"""Building collections: once, and again only when something they depend on changed."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from dashboard.desk import Desk
from dashboard.errors import WorkspaceError
from dashboard.ingest import ingest
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from retrievers import Embedder, RetrieverError, Vector
from retrievers.embedders.local_model import LocalModel
from tests.conftest import silent

FILMS = [{"id": "a", "title": "A", "text": "a quiet sea"}, {"id": "b", "title": "B", "text": "a loud city"}]


def write(folder: Path, films: list[dict[str, str]]) -> None:
    (folder / "films.jsonl").write_text("".join(json.dumps(film) + "\n" for film in films))


@pytest.fixture(params=["chroma", "qdrant"])
def workspace(request: pytest.FixtureRequest, tmp_path: Path) -> Workspace:
    write(tmp_path, FILMS)
    file = tmp_path / "mine.toml"
    file.write_text(
        f'[store]\nbackend = "{request.param}"\npath = "store"\n'
        '[[collections]]\nkey = "films"\nname = "films_v1"\nid_field = "id"\ntitle_field = "title"\n'
        'text_field = "text"\nsource = "films.jsonl"\nsource_text = "text"\n'
    )
    return load_workspace(file)


def build(workspace: Workspace, model: Embedder) -> dict[str, str]:
    return ingest(workspace, model, silent, workspace.file.parent / "state")


def ids(workspace: Workspace, model: LocalModel) -> set[str]:
    desk = Desk(workspace, model)
    try:
        return {hit.id for hit in desk.search("sea").lists["films"].hits}
    finally:
        desk.close()


def test_both_samples_are_unchanged_on_a_second_run(
    samples: dict[str, Workspace], model: LocalModel, data_home: Path
) -> None:
    for workspace in samples.values():
        said = ingest(workspace, model, silent, data_home / "state")
        assert said == dict.fromkeys(workspace.keys, "unchanged")


def test_a_second_run_does_nothing_and_a_changed_source_rebuilds(
    workspace: Workspace, model: LocalModel
) -> None:
    assert build(workspace, model) == {"films": "built"}
    assert build(workspace, model) == {"films": "unchanged"}
    assert ids(workspace, model) == {"a", "b"}
    write(workspace.file.parent, [FILMS[1], {"id": "c", "title": "C", "text": "a harbour"}])
    assert build(workspace, model) == {"films": "built"}
    assert ids(workspace, model) == {"b", "c"}


def test_progress_is_told_from_nothing_to_all(workspace: Workspace, model: LocalModel) -> None:
    told: list[tuple[str, int, int]] = []
    ingest(workspace, model, lambda *step: told.append(step), workspace.file.parent / "state")
    assert told == [("Films", 0, 2), ("Films", 2, 2)]


def test_a_broken_mark_rebuilds(workspace: Workspace, model: LocalModel) -> None:
    build(workspace, model)
    (workspace.file.parent / "state" / "mine-films.json").write_text('{"finger')
    assert build(workspace, model) == {"films": "built"}


class OneVectorShort:
    """An embedder whose answer the store must refuse, after the old collection is gone."""

    def __init__(self, model: LocalModel) -> None:
        self.name = model.name
        self._model = model

    def embed(self, texts: Sequence[str]) -> Vector:
        return self._model.embed(texts)[:-1]


def test_a_build_that_was_cut_short_is_never_taken_for_a_whole_one(
    workspace: Workspace, model: LocalModel
) -> None:
    build(workspace, model)
    write(workspace.file.parent, FILMS[:1] * 2)
    with pytest.raises((ValueError, RetrieverError)):
        build(workspace, OneVectorShort(model))
    write(workspace.file.parent, FILMS)  # as when it was last built whole
    assert build(workspace, model) == {"films": "built"}
    assert ids(workspace, model) == {"a", "b"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": "a", "text": "x"}\nnot json\n', "films.jsonl line 2 is not JSON"),
        ("[1]\n", "line 1 must be an object"),
        ('{"id": "a"}\n', "'text'"),
        ('{"text": "no id"}\n', "'id'"),
    ],
)
def test_a_source_that_cannot_be_built_is_named(
    workspace: Workspace, model: LocalModel, text: str, said: str
) -> None:
    (workspace.file.parent / "films.jsonl").write_text(text)
    with pytest.raises(WorkspaceError, match=said):
        build(workspace, model)


def test_a_source_that_matches_no_file_is_named(workspace: Workspace, model: LocalModel) -> None:
    (workspace.file.parent / "films.jsonl").unlink()
    with pytest.raises(WorkspaceError, match="no source file matches 'films.jsonl'"):
        build(workspace, model)
