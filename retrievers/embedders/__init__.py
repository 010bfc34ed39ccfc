"""Embedders by the name a workspace gives: `sentence-transformers:<model>` or `openai:<model>`."""

from retrievers.errors import EmbedderError
from retrievers.port import Embedder

KINDS = ("sentence-transformers", "openai")


def open_embedder(name: str) -> Embedder:
    """Give the embedder for a name; models load and keys are read on first use."""
    kind, _, model = name.partition(":")
    if kind == "sentence-transformers" and model:
        from retrievers.embedders.local_model import LocalModel

        return LocalModel(model)
    if kind == "openai" and model:
        from retrievers.embedders.openai_api import OpenAIEmbedder

        return OpenAIEmbedder(model)
    raise EmbedderError(f"embedder must be {' or '.join(f'{kind}:<model>' for kind in KINDS)}, got {name!r}")
