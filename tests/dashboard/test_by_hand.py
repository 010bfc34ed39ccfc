"""What `fusion-desk search --json` prints, calculated again by hand from the vectors in the stores.

Nothing of `fusion` and of the adapters is used here: raw clients, NumPy, plain arithmetic.
"""

import json
from fractions import Fraction
from typing import Any

import chromadb
import numpy as np
import pytest
from chromadb.config import Settings
from qdrant_client import QdrantClient

from dashboard.cli import main
from dashboard.workspace import Workspace
from retrievers.embedders.local_model import LocalModel

Cosines = dict[str, dict[str, float]]
Ranks = dict[str, dict[str, int]]
K, TOP_N = 30, 25


def chroma_vectors(workspace: Workspace) -> dict[str, dict[str, Any]]:
    place = str(workspace.channels[0].store.path)
    client = chromadb.PersistentClient(place, Settings(anonymized_telemetry=False))
    vectors = {}
    for channel in workspace.channels:
        held = client.get_collection(channel.spec.name, embedding_function=None).get(
            include=["embeddings", "metadatas"]
        )
        names = [payload[channel.spec.id_field] for payload in held["metadatas"]]
        vectors[channel.key] = dict(zip(names, held["embeddings"], strict=True))
    client.close()
    return vectors


def qdrant_vectors(workspace: Workspace) -> dict[str, dict[str, Any]]:
    client = QdrantClient(path=str(workspace.channels[0].store.path))
    vectors = {}
    for channel in workspace.channels:
        points, _ = client.scroll(channel.spec.name, limit=10_000, with_vectors=True)
        named = {f"{channel.key}:{point.payload[channel.spec.id_field]}": point.vector for point in points}
        vectors[channel.key] = named
    client.close()
    return vectors


def cosines_by_hand(vectors: dict[str, dict[str, Any]], query: Any) -> Cosines:
    query = np.asarray(query, dtype=np.float64)
    return {
        key: {
            item: float(np.dot(vector, query) / (np.linalg.norm(vector) * np.linalg.norm(query)))
            for item, vector in ((i, np.asarray(v, dtype=np.float64)) for i, v in held.items())
        }
        for key, held in vectors.items()
    }


def ranks_by_hand(cosines: Cosines, depths: dict[str, int]) -> Ranks:
    ranks = {}
    for key, measured in cosines.items():
        best_first = sorted(measured, key=lambda item: (-measured[item], item))
        ranks[key] = {item: rank for rank, item in enumerate(best_first[: depths[key]], 1)}
    return ranks


def ask(capsys: pytest.CaptureFixture[str], name: str, query: str, knobs: dict[str, Any]) -> dict[str, Any]:
    options = [f"--{kind}={key}={value}" for kind in knobs for key, value in knobs[kind].items()]
    assert main(["search", name, query, "--k", str(K), "--top-n", str(TOP_N), "--json", *options]) == 0
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


@pytest.mark.parametrize(
    ("name", "query", "knobs", "read", "counts_missing"),
    [
        (
            "movies",
            "time-loop romance with melancholy tone",
            {
                "weight": {"anchor": 0.9, "content": 1.0, "vibe": 1.7},
                "depth": {"anchor": 40, "content": 50, "vibe": 60},
            },
            chroma_vectors,
            True,  # strict: an absent vector counts 0 in the average
        ),
        (
            "chess",
            "Main plans in the King's Indian Defense?",
            {"weight": {"books": 1.0, "pgn": 1.0}, "depth": {"books": 30, "pgn": 50}},
            qdrant_vectors,
            False,
        ),
    ],
)
def test_every_rank_term_cosine_and_place_is_what_a_hand_calculation_gives(
    samples: dict[str, Workspace],
    model: LocalModel,
    capsys: pytest.CaptureFixture[str],
    name: str,
    query: str,
    knobs: dict[str, Any],
    read: Any,
    counts_missing: bool,
) -> None:
    cosines = cosines_by_hand(read(samples[name]), model.embed([query])[0])
    ranks = ranks_by_hand(cosines, knobs["depth"])
    weights = {key: Fraction(str(weight)) for key, weight in knobs["weight"].items()}
    scores: dict[str, Fraction] = {}
    for key, held in ranks.items():
        for item, rank in held.items():
            scores[item] = scores.get(item, Fraction(0)) + weights[key] / (K + rank)

    def average(item: str) -> float:
        known = [held[item] for held in cosines.values() if item in held]
        return sum(known) / (len(cosines) if counts_missing else len(known))

    expected = sorted(scores, key=lambda item: (-scores[item], -average(item), item))

    answer = ask(capsys, name, query, knobs)
    assert answer["candidates"] == len(scores)
    assert [row["id"] for row in answer["results"]] == expected[:TOP_N]
    for place, row in enumerate(answer["results"], 1):
        item = row["id"]
        assert row["final_rank"] == place
        assert row["rrf_score"] == pytest.approx(float(scores[item]), abs=1e-15)
        assert row["avg_sim"] == pytest.approx(average(item), abs=1e-6)
        assert row["best_rank"] == min(held[item] for held in ranks.values() if item in held)
        for key, entry in row["lists"].items():
            rank = ranks[key].get(item)
            assert entry["rank"] == rank
            assert entry["term"] == pytest.approx(float(weights[key] / (K + rank)) if rank else 0, abs=1e-15)
            assert entry["similarity"] == pytest.approx(cosines[key].get(item), abs=1e-6)
    tied = [row for row in answer["results"] if row["tie"]]
    assert len(tied) == sum(
        scores[item] in [scores[other] for other in scores if other != item] for item in expected[:TOP_N]
    )
