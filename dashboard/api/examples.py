"""Bodies to try at /docs, and an answer and refusals as they look."""

from typing import Any

from pydantic import BaseModel

from dashboard.api.answers import Evaluation, Refusal, SearchAnswer, TraceAnswer

MOVIES = {"query": "neon, rain and loneliness", "k": 30, "weights": {"vibe": 1.5}, "depths": {"vibe": 80}}
TRACE = {"query": "neon, rain and loneliness", "id": "Blade Runner", "top_n": 5}
CHESS = {"query": "Benko Gambit opening repertoire", "top_n": 10}
PLANS = {"query": "Main plans in the King's Indian Defense?", "merge": True}

ANSWER: dict[str, Any] = {
    "workspace": "chess",
    "query": "Benko Gambit opening repertoire",
    "intent": "opening",
    "intent_reasons": ['opening name "Benko Gambit"', 'asks for lines "repertoire"'],
    "weights": {"books": 1.0, "pgn": 1.3},
    "knobs": {
        **{"k": 60, "top_n": 1, "tie_break": "avg_cosine", "missing": "lenient", "method": "rrf"},
        "weights": {"books": 1.0, "pgn": 1.3},
        "depths": {"books": 50, "pgn": 50},
    },
    "results": [
        {
            "final_rank": 1,
            "id": "pgn:benko-gambit-1",
            "title": "Benko Gambit Accepted",
            "collection": "chess_pgn_repertoire",
            "badge": "PGN",
            "metadata": {
                **{"source_file": "benko-gambit.pgn", "opening": "Benko Gambit Accepted"},
                **{"eco": "A58", "game_number": 1},
            },
            "snippet": "1. d4 Nf6 2. c4 c5 3. d5 b5 …",
            "rrf_score": 1.3 / 61,
            "avg_sim": 0.71,
            "best_rank": 1,
            "tie": None,
            "why": "1st in PGN",
            "lists": {
                "books": {"rank": None, "term": 0.0, "similarity": None, "state": "not_in_collection"},
                "pgn": {"rank": 1, "term": 1.3 / 61, "similarity": 0.71, "state": "ranked"},
            },
            "fusion_sources": [
                {
                    **{"collection": "chess_pgn_repertoire", "rank": 1, "weight": 1.3},
                    **{"term": 1.3 / 61, "similarity": 0.71},
                }
            ],
        }
    ],
    "outcomes": {
        "books": {"hits": 200, "ms": 9.1, "error": None},
        "pgn": {"hits": 200, "ms": 8.4, "error": None},
    },
    **{"candidates": 100, "ties": 0, "overlap": 0.0},
    "timing_ms": {"embed": 9.0, "search": 11.2, "fuse": 0.4, "total": 20.6},
    "warnings": [],
}

TRACED: dict[str, Any] = {
    **{"workspace": "movies", "query": "neon, rain and loneliness"},
    **{"id": "the-conversation-1974", "title": "The Conversation"},
    "knobs": {"k": 60, "top_n": 10, "weights": {"vibe": 1.0}, "depths": {"vibe": 50}},
    **{"final_rank": 11, "candidates": 92, "in_top_n": False, "rrf_score": 1 / 66},
    "bar": {"id": "dark-city-1998", "title": "Dark City", "place": 10, "score": 1 / 62},
    "verdict": "It is 11th of 92 candidates, 1 below the top 10: it lacks 0.00098 to Dark City in place 10.",
    "lists": {
        "vibe": {
            **{"state": "ranked", "rank": 6, "depth": 50, "size": None, "term": 1 / 66},
            **{"similarity": 0.446, "cut_similarity": 0.303},
        }
    },
    "changes": [
        {"set": {"weights": {"vibe": 1.15}}, "says": "raise Vibe's weight from 1 to 1.15", "place": 10}
    ],
    **{"nearest": None, "warnings": []},
}
_MEANS = {"mrr": 0.57, "ndcg@10": 0.472, "recall@20": 0.757}
EVALUATED: dict[str, Any] = {
    **{"workspace": "movies", "queries": 60},
    "runs": {"current": {"all": _MEANS, "by_category": {"plot": _MEANS}, "by_split": {"held_out": _MEANS}}},
}
_EXAMPLES = {
    SearchAnswer.__name__: ANSWER,
    TraceAnswer.__name__: TRACED,
    Evaluation.__name__: EVALUATED,
}

_REFUSALS = {
    404: ("There is no such workspace.", "there is no workspace 'moveis'; known: movies, chess"),
    413: ("The query or the body is too long.", "query must be at most 4,000 characters, got 100,000"),
    422: ("A field breaks a rule.", "weight of 'vibe' must be a finite number ≥ 0, got -0.2"),
    503: (
        "No collection answered.",
        "no collection answered. books: no answer within 2000 ms; raise `timeout_ms` or look at the store",
    ),
}


def responses(*refusals: int, answer: type[BaseModel] = SearchAnswer) -> dict[int | str, dict[str, Any]]:
    """Document an endpoint's answer and what it refuses."""
    documented: dict[int | str, dict[str, Any]] = {
        200: {
            "model": answer,
            "description": "The answer; a store that did not answer is named in `warnings`.",
        }
    }
    for status in refusals:
        description, sentence = _REFUSALS[status]
        documented[status] = {
            "model": Refusal,
            "description": description,
            "content": {"application/json": {"example": {"detail": sentence}}},
        }
    return documented


def bodies(**named: dict[str, Any]) -> dict[str, Any]:
    """Give bodies to try, by name."""
    return {name: {"value": body} for name, body in named.items()}


def with_answers(document: dict[str, Any]) -> dict[str, Any]:
    """Put the example of an answer into an OpenAPI document; FastAPI itself would drop its nulls."""
    for methods in document["paths"].values():
        for operation in methods.values():
            content = operation["responses"]["200"]["content"]["application/json"]
            named = content["schema"].get("$ref", "").rpartition("/")[2]
            if named in _EXAMPLES:
                content["example"] = _EXAMPLES[named]
    return document
