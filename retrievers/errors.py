"""What can go wrong between the desk and a store, each with its cure in the message.

RetrieverError            anything a person can mend
├── StoreUnavailable      no answer: down, hanging, killed, refused; worth another try
├── StoreLocked           an embedded store that another process holds
├── CollectionMissing     the store answers, but has no such collection
├── WrongDimension        the query's vector does not fit the collection's
└── EmbedderError         no vector could be made from the text
"""


class RetrieverError(Exception):
    """A store or an embedder could not do its part; the message is meant for a person."""


class StoreUnavailable(RetrieverError):
    """The store did not answer; the same call may succeed later."""


class StoreLocked(RetrieverError):
    """Another process has the embedded store open."""


class CollectionMissing(RetrieverError):
    """The store has no collection of that name."""


class WrongDimension(RetrieverError):
    """The query vector's length is not the collection's."""

    def __init__(self, collection: str, has: int, got: int) -> None:
        """Say both numbers."""
        super().__init__(
            f"collection {collection!r} holds vectors of {has} dimensions, but the embedder "
            f"makes {got}; set `embedder` to the model the collection was built with"
        )


class EmbedderError(RetrieverError):
    """The embedder could not make a vector."""
