"""OpenAI's embeddings, or any server that speaks its protocol.

The key comes from OPENAI_API_KEY and the address from OPENAI_BASE_URL; neither is ever stored,
logged or shown. The client retries rate limits and failures of the network by itself.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from retrievers.errors import EmbedderError
from retrievers.port import Vector

BATCH = 256
RETRIES = 3
TIMEOUT_SECONDS = 20.0


class OpenAIEmbedder:
    """Embeds through the API, in batches."""

    def __init__(self, model: str) -> None:
        """Remember the model's name; the key is read on first use."""
        self.name = f"openai:{model}"
        self._model = model
        self._client: Any = None

    def embed(self, texts: Sequence[str]) -> Vector:
        """Embed texts into the rows of one matrix, in the order given."""
        client = self._connect()
        rows: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            rows.extend(self._batch(client, list(texts[start : start + BATCH])))
        return np.asarray(rows, dtype=np.float32)

    def _connect(self) -> Any:
        if not os.environ.get("OPENAI_API_KEY"):
            raise EmbedderError(
                f"the embedder {self.name!r} needs a key; set OPENAI_API_KEY (and OPENAI_BASE_URL "
                "for another server), or search with like:<id>, which needs no embedding"
            )
        if self._client is None:
            from openai import OpenAI

            self._client = OpenAI(max_retries=RETRIES, timeout=TIMEOUT_SECONDS)
        return self._client

    def _batch(self, client: Any, texts: list[str]) -> list[list[float]]:
        from openai import APIError, AuthenticationError

        try:
            # Asked for floats, the client hands the answer over unread: an empty one is ours to name.
            answer = client.embeddings.create(model=self._model, input=texts, encoding_format="float")
        except AuthenticationError:
            # From None, here and below: the server's own words may repeat the key.
            raise EmbedderError(
                f"the embedder {self.name!r} refused the key in OPENAI_API_KEY; set a valid one"
            ) from None
        except APIError as error:
            raise EmbedderError(
                f"the embedder {self.name!r} did not answer ({type(error).__name__}); "
                "try again, or look at OPENAI_BASE_URL"
            ) from None
        data = sorted(answer.data or [], key=lambda item: item.index)
        if len(data) != len(texts):
            raise EmbedderError(
                f"the embedder {self.name!r} gave {len(data)} vectors for {len(texts)} texts; "
                "look at OPENAI_BASE_URL"
            )
        return [item.embedding for item in data]
