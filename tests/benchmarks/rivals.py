"""Other libraries' reciprocal rank fusion: how each makes its own types of a list, and fuses them.

All of them sum reciprocal ranks and sort; none tells ranks, terms, ties or why.
"""

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any, NamedTuple

from fusion import RankedList

K = 60

Lists = Sequence[RankedList]


class Rival(NamedTuple):
    """One library: its objects for the lists, and their fusion."""

    prepare: Callable[[Lists], Any]
    fuse: Callable[[Any], object]


def rivals() -> dict[str, Rival]:
    """Give every library under its name and version."""
    makers = {
        "qdrant-client": qdrant_client,
        "langchain-classic": langchain,
        "llama-index-core": llama_index,
        "haystack-ai": haystack,
        "ranx": ranx,
    }
    return {f"{package} {version(package)}": make() for package, make in makers.items()}


def qdrant_client() -> Rival:
    """Fuse ScoredPoints, as the client does for embedded stores."""
    from qdrant_client.hybrid.fusion import reciprocal_rank_fusion
    from qdrant_client.models import ScoredPoint

    def prepare(lists: Lists) -> Any:
        return [
            [ScoredPoint(id=hit.id, version=0, score=hit.similarity) for hit in ranked.hits]
            for ranked in lists
        ]

    def fuse(points: Any) -> object:
        return reciprocal_rank_fusion(points, limit=sum(map(len, points)), ranking_constant_k=K)

    return Rival(prepare, fuse)


def langchain() -> Rival:
    """Fuse Documents by an id in their metadata."""
    from langchain_classic.retrievers import EnsembleRetriever
    from langchain_core.documents import Document

    def prepare(lists: Lists) -> Any:
        return [
            [Document(page_content=hit.id, metadata={"id": hit.id}) for hit in ranked.hits]
            for ranked in lists
        ]

    def fuse(documents: Any) -> object:
        # Constructed bare: its retrievers play no part in the fusion.
        weights = [1.0] * len(documents)
        retriever = EnsembleRetriever.model_construct(retrievers=[], weights=weights, c=K, id_key="id")
        return retriever.weighted_reciprocal_rank(documents)

    return Rival(prepare, fuse)


def llama_index() -> Rival:
    """Fuse nodes; LlamaIndex recognises them by a hash of their text."""
    from llama_index.core.retrievers import QueryFusionRetriever
    from llama_index.core.schema import NodeWithScore, TextNode

    retriever = QueryFusionRetriever.__new__(QueryFusionRetriever)  # its fusion uses nothing of itself

    def prepare(lists: Lists) -> Any:
        return {
            ("query", number): [
                NodeWithScore(node=TextNode(id_=hit.id, text=hit.id), score=hit.similarity)
                for hit in ranked.hits
            ]
            for number, ranked in enumerate(lists)
        }

    return Rival(prepare, retriever._reciprocal_rerank_fusion)


def haystack() -> Rival:
    """Fuse Documents with the joiner component."""
    from haystack import Document
    from haystack.components.joiners import DocumentJoiner

    joiner = DocumentJoiner(join_mode="reciprocal_rank_fusion")

    def prepare(lists: Lists) -> Any:
        return [
            [Document(id=hit.id, content=hit.id, score=hit.similarity) for hit in ranked.hits]
            for ranked in lists
        ]

    return Rival(prepare, lambda documents: joiner.run(documents=documents))


def ranx() -> Rival:
    """Fuse runs of one query, compiled by Numba in the turn that warms up."""
    from ranx import Run, fuse

    def prepare(lists: Lists) -> Any:
        return [Run({"query": {hit.id: hit.similarity for hit in ranked.hits}}) for ranked in lists]

    return Rival(prepare, lambda runs: fuse(runs, norm=None, method="rrf", params={"k": K}))
