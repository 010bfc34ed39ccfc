"""The router: what decides a label, what must not, and how often it is right."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fusion.router import LONGEST_READ, ROUTER_WEIGHTS, route

QUERIES = Path(__file__).parent / "data" / "router_queries.jsonl"
FLOORS = {"seen": 0.97, "aside": 0.95}
LABELS = {"opening", "concept", "mixed"}
LONG = 100_000
# Every pair of these, repeated: what makes an expression that can match in two ways try them all.
FRAGMENTS = (
    "1.",
    "...",
    "e4",
    "Nf3",
    "x",
    "O-O",
    "0-",
    "8/",
    "'s",
    "-",
    " ",
    "king",
    "caro",
    "ü",
    "♘",
    "a",
    "+",
    "B90",
)
BLOW_UP = f"""
from fusion.router import LONGEST_READ, route
fragments = {FRAGMENTS!r}
for one in fragments:
    for other in fragments:
        for end in ("", "!"):
            text = ((one + other) * LONGEST_READ)[: LONGEST_READ - 1] + end
            route(text)
"""
GENEROUS_SECONDS = 300
"""What the pairs may take: two seconds on an idle machine; a blow-up takes longer than anyone waits."""


def labelled_queries(split: str) -> list[dict[str, str]]:
    rows = [json.loads(line) for line in QUERIES.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["split"] == split]


@pytest.mark.parametrize("split", sorted(FLOORS))
def test_the_label_is_right_at_least_as_often_as_stated(split: str) -> None:
    rows = labelled_queries(split)
    misses = [row["query"] for row in rows if route(row["query"]).label != row["label"]]
    assert 1 - len(misses) / len(rows) >= FLOORS[split], misses


def test_each_split_holds_every_label_and_no_query_twice() -> None:
    rows = [row for split in FLOORS for row in labelled_queries(split)]
    assert len({row["query"] for row in rows}) == len(rows) >= 180
    for split in FLOORS:
        assert {row["label"] for row in labelled_queries(split)} == LABELS


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("Benko Gambit opening repertoire", "opening"),
        ("How to play against an isolated queen pawn?", "concept"),
        ("Main plans in the King's Indian Defense?", "mixed"),
    ],
)
def test_the_customers_own_examples_are_labelled_as_given(query: str, label: str) -> None:
    assert route(query).label == label


def test_every_label_has_weights() -> None:
    assert ROUTER_WEIGHTS.keys() == LABELS
    assert all(weights.keys() == {"books", "pgn"} for weights in ROUTER_WEIGHTS.values())


@pytest.mark.parametrize(
    "spelling",
    [
        "Grünfeld",
        "Gru\u0308nfeld",
        "grunfeld",
        "Gruenfeld",
        "Caro-Kann",
        "caro kann",
        "Caro–Kann",
        "King's Indian",
        "King’s Indian",
        "kings indian",
        "king indian",
        "Ruy López",
        "réti opening",
        "Sicillian",
        "najdorff",
        "Alekhine's Defence",
        "QGD",
        "KID",
    ],
)
def test_accents_hyphens_apostrophes_and_slips_do_not_hide_a_name(spelling: str) -> None:
    intent = route(spelling)
    assert intent.label == "opening"
    assert intent.reasons[0].startswith("opening name")


@pytest.mark.parametrize(
    "query",
    [
        "1.e4 c5",
        "1. e4",
        "e2e4",
        "e2-e4 e7-e5",
        "Nf3",
        "♘f3",
        "O-O",
        "9.0-0-0",
        "exd5",
        "Ng1-f3",
        "Nbxd7+",
        "e4 e5 nf3 nc6",
        "1.d4 d5 2.Sf3",
        "Sf3 Lb5",
        "what to play against d4",
        "e4 or d4",
        "B90",
        "eco b90",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ],
)
def test_notation_of_any_kind_asks_for_an_opening(query: str) -> None:
    assert route(query).label == "opening"


@pytest.mark.parametrize(
    "query",
    [
        "A4 paper",
        "a4 paper",
        "a1 steak sauce",
        "be4 me",
        "obe4n",
        "B12 vitamins",
        "vitamin B12",
        "b4 you go",
        "c4 explosive",
        "xNf3x",
        "version 1.5",
    ],
)
def test_words_that_only_look_like_moves_are_no_evidence(query: str) -> None:
    assert route(query) == ("mixed", ())


@pytest.mark.parametrize("query", ["knight outpost on d5", "sacrifices on f7 and h7", "the weak d5 square"])
def test_a_square_where_something_stands_is_no_move(query: str) -> None:
    assert route(query).label == "concept"


@pytest.mark.parametrize("query", ["English grammar", "French toast", "Russian school of chess"])
def test_a_country_without_chess_beside_it_is_no_opening(query: str) -> None:
    assert route(query) == ("mixed", ())


def test_a_country_is_an_opening_where_the_query_speaks_of_chess() -> None:
    assert route("bad bishop in the French").label == "mixed"
    assert route("English Opening").label == "opening"
    assert route("2.g4 against the Dutch").label == "opening"


def test_a_player_is_an_opening_only_where_the_neighbours_say_so() -> None:
    assert route("Philidor Defence").label == "opening"
    assert route("what to play in the Philidor").label == "opening"
    assert route("Philidor position").label == "concept"
    assert route("Capablanca endgame technique").label == "concept"


def test_a_child_is_no_kings_indian() -> None:
    assert route("my kid needs training").label == "concept"
    assert route("KID training").label == "mixed"


def test_how_to_reply_asks_for_a_move_and_how_to_play_asks_for_method() -> None:
    assert route("how should I respond to the Stafford Gambit").label == "opening"
    assert route("how should I play the Stafford Gambit").label == "mixed"


def test_the_reasons_name_the_deciding_words_as_they_were_typed() -> None:
    assert route("Main plans in the King's Indian Defense?").reasons == (
        'opening name "King\'s Indian Defense"',
        'asks for plans "Main plans"',
    )
    assert route("Benko Gambit opening repertoire").reasons == (
        'opening name "Benko Gambit"',
        'asks for lines "repertoire"',
    )
    assert route("is Nf3 good").reasons == ('move "Nf3"',)
    assert route("hello").reasons == ()


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_any_text_gets_a_label(query: str) -> None:
    assert route(query).label in LABELS


@given(st.text(alphabet="aeNf3x14.O-0/ '’…♘ükKQ\n", max_size=300))
def test_text_made_of_notation_gets_a_label_and_short_reasons(query: str) -> None:
    intent = route(query)
    assert intent.label in LABELS
    assert all(len(reason) < 80 and "\n" not in reason for reason in intent.reasons)


@pytest.mark.parametrize("unit", ["1.e4 ", "a", "1.", "8/", "'a", "O-", "king ", "\u0308", "\ud800"])
def test_a_longer_query_is_read_no_further_than_the_cap(unit: str) -> None:
    nasty = (unit * 50_000)[:50_000]
    assert route(nasty + nasty) == route(nasty) == route(nasty[:LONGEST_READ])


def test_what_stands_after_the_cap_does_not_count() -> None:
    assert route("x " * LONGEST_READ + "Najdorf plans") == ("mixed", ())


@given(st.text(alphabet=st.characters(exclude_categories=()), min_size=1, max_size=8))
def test_any_text_repeated_to_a_hundred_thousand_characters_is_read_to_the_cap(unit: str) -> None:
    nasty = (unit * LONG)[:LONG]
    assert route(nasty) == route(nasty[:LONGEST_READ])


def test_no_repetition_of_two_fragments_makes_an_expression_blow_up() -> None:
    # In a process of its own: an expression that blows up cannot be interrupted, and must fail, not hang.
    subprocess.run([sys.executable, "-c", BLOW_UP], check=True, timeout=GENEROUS_SECONDS)
