"""What can be asked: the rules for a query's text."""

import unicodedata

from dashboard.errors import QueryError

LONGEST_QUERY = 4000
LIKE = "like:"
"""A query that begins with this searches near a stored item."""


def clean_query(query: str) -> str:
    """Refuse what cannot be searched; control characters count as spaces."""
    if not isinstance(query, str):
        raise QueryError(f"query must be text, got {query!r}")
    spaced = "".join(
        " " if unicodedata.category(c) in ("Cc", "Cs") else c for c in query[: LONGEST_QUERY + 1]
    )
    if len(query) > LONGEST_QUERY:
        raise QueryError(
            f"query must be at most {LONGEST_QUERY:,} characters, got {len(query):,}; shorten it"
        )
    cleaned = " ".join(spaced.split())
    if not cleaned:
        raise QueryError("query is empty; type what you are looking for, or like:<id>")
    return cleaned
