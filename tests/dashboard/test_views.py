"""What the panels say, without a browser: views are pure, so their HTML is read here as text."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest

from dashboard import views
from dashboard.desk import Desk
from dashboard.values import Mix
from dashboard.views.boards import readable_moves
from dashboard.views.colours import PALETTE, channel_css

OpenDesk = Callable[..., Desk]
FILM = "a slow-burn thriller about surveillance and paranoia"
LINE = "Benko Gambit opening repertoire"


@pytest.fixture
def movies(open_desk: OpenDesk) -> Desk:
    return open_desk("movies")


@pytest.fixture
def chess(open_desk: OpenDesk) -> Desk:
    return open_desk("chess")


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def rows(html: str) -> list[str]:
    return re.findall(r"<tr[^>]*data-id=.*?</tr>", html, re.DOTALL)


def explained(desk: Desk, mix: Mix, place: int = 1) -> str:
    return text(views.explain_panel(mix, desk.workspace, mix.fused[place - 1].id))


def test_the_sum_is_written_out_with_its_numbers(movies: Desk) -> None:
    mix = movies.run(FILM, movies.workspace.knobs().changed(k=60, weights={"anchor": 1.4}))
    said = explained(movies, mix)
    candidate = mix.fused[0]
    for weight, rank in zip(("1.4", "1", "1"), candidate.ranks, strict=True):
        assert f"{weight}/(60+{rank}) = {float(weight) / (60 + rank):.5f}" in said
    assert f"sum {candidate.score:.5f}" in said


def test_the_explanation_names_the_next_one_and_what_it_lacks(movies: Desk) -> None:
    mix = movies.run(FILM)
    first, second = mix.fused[:2]
    said = explained(movies, mix)
    assert f"Next is {mix.search.records[second.id].title}" in said
    assert f"it lacks {first.score - second.score:.5f}" in said
    last = explained(movies, mix, len(mix.fused))
    assert "Next is" not in last


def test_an_exact_tie_is_marked_with_what_decided_it(movies: Desk) -> None:
    mix = movies.run(FILM)
    tied = next(c.id for c in mix.fused if mix.fused.tie_marks.get(c.id))
    assert "Tied exactly; decided by average cosine" in text(views.explain_panel(mix, movies.workspace, tied))
    knobs = mix.knobs.changed(top_n=len(mix.fused))
    table = views.fused_panel(movies.mix(mix.search, knobs), movies.workspace, "", False)
    row = next(row for row in rows(table) if f'data-id="{tied}"' in row)
    assert "exact tie, decided by average cosine" in row


def test_absent_beyond_depth_off_and_unanswered_read_differently(movies: Desk, open_desk: OpenDesk) -> None:
    search = movies.search("a comedy of missing texts")
    knobs = movies.workspace.knobs().changed(depths=dict.fromkeys(movies.workspace.keys, 200), top_n=300)
    everything = movies.mix(search, knobs)
    whole = views.fused_panel(everything, movies.workspace, "", False)
    assert 'title="not in this collection">∅' in whole
    shallow = movies.mix(search, knobs.changed(depths={"vibe": 5}))
    assert 'title="beyond depth">↓' in views.fused_panel(shallow, movies.workspace, "", False)
    off = movies.mix(search, knobs.changed(off=("vibe",)))
    assert 'title="switched off">off' in views.fused_panel(off, movies.workspace, "", False)
    halved = open_desk("movies", missing=("vibe",))
    assert 'title="did not answer">?' in views.fused_panel(halved.run(FILM), halved.workspace, "", False)


def test_the_flow_draws_a_line_for_each_of_the_first_fifteen(movies: Desk) -> None:
    mix = movies.run(FILM)
    drawn = views.flow_panel(mix, movies.workspace, mix.fused[3].id)
    ids = set(re.findall(r'<g [^>]*data-id="([^"]*)"', drawn))
    assert ids == {candidate.id for candidate in mix.fused[:15]}
    assert re.findall(r'<g class="on" data-id="([^"]*)"', drawn) == [mix.fused[3].id]


def test_the_raw_lists_show_where_the_depth_cuts_and_the_fused_rank(movies: Desk) -> None:
    mix = movies.run(FILM, movies.workspace.knobs().changed(depths={"content": 4}))
    html = views.raw_panel(mix, movies.workspace, "")
    content = html.split('id="raw-content"')[1].split('id="raw-vibe"')[0]
    cut = [text(row) for row in rows(content) if " cut" in row]
    assert len(cut) == 1 and cut[0].startswith("5 ")
    hit = mix.search.lists["content"].hits[0]
    assert text(rows(content)[0]).endswith(f"{hit.id} {mix.fused.positions[hit.id]}")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "Equal weights: every list counts the same"),
        # 1.1/(60+n) > 1/(60+1) holds up to n = 7: 1.1 · 61 − 60 = 7.1
        ({"k": 60, "weights": {"anchor": 1.1}}, "Anchor's ranks 1–7 beat Content's rank 1"),
        ({"off": ("anchor", "content")}, "50 candidates"),
    ],
)
def test_the_mix_is_put_into_words(movies: Desk, change: dict, said: str) -> None:
    mix = movies.run(FILM, movies.workspace.knobs().changed(**change))
    assert said in text(views.words_panel(mix, movies.workspace))


def test_the_status_says_hits_times_and_who_did_not_answer(open_desk: OpenDesk) -> None:
    desk = open_desk("movies", missing=("content",))
    said = text(views.status_panel(desk.run(FILM), desk.workspace))
    assert re.search(r"Anchor 200 hits · \d+ ms", said)
    assert "Content did not answer" in said
    assert "no_content" in said
    assert re.search(r"embedding \d+ ms fusion \d+\.\d\d ms", said)


def test_the_intent_shows_its_reasons_its_weights_and_a_hand_that_overrides(chess: Desk) -> None:
    mix = chess.run(LINE)
    said = text(views.status_panel(mix, chess.workspace))
    assert 'opening opening name "Benko Gambit"' in said
    assert "Books ×1 PGN ×1.3" in said
    assert "overridden" not in said
    moved = chess.mix(mix.search, mix.knobs.changed(weights={"books": 1.31}))
    assert "overridden by hand" in text(views.status_panel(moved, chess.workspace))


def test_a_pill_that_leaves_nothing_says_why(chess: Desk) -> None:
    search = chess.search(LINE)
    knobs = chess.starting_knobs(search.intent)

    def nobody(**change: object) -> str:
        html = views.fused_panel(chess.mix(search, knobs.changed(**change)), chess.workspace, "", False)
        return unescape(re.search(r'data-pill="books"[^>]*data-nobody="([^"]*)"', html)[1])

    assert nobody(top_n=3) == "No Books hits among the first 3: raise Top N or its weight"
    assert nobody(off=("books",)) == "No Books hits: it is switched off"
    assert nobody(depths={"books": 0}) == "No Books hits: its depth is 0"


def test_a_repertoire_line_shows_its_board_and_its_moves_apart_from_its_comments(chess: Desk) -> None:
    mix = chess.run(LINE)
    line = next(c for c in mix.fused if mix.search.owners[c.id] == "pgn")
    html = views.explain_panel(mix, chess.workspace, line.id)
    assert "<svg" in html and 'class="fd-said"' in html
    book = next(c for c in mix.fused if mix.search.owners[c.id] == "books")
    assert "<svg" not in views.explain_panel(mix, chess.workspace, book.id)


def test_moves_are_bold_and_comments_are_escaped() -> None:
    said = readable_moves("{Begin <b>here</b>} 1. e4 {sharp & fast} 1... c5 *")
    assert said == (
        '<span class="fd-said">Begin &lt;b&gt;here&lt;/b&gt;</span> <b>1. e4</b> '
        '<span class="fd-said">sharp &amp; fast</span> <b>1... c5 *</b> '
    )


def test_nothing_from_a_store_reaches_the_page_as_html(movies: Desk) -> None:
    mix = movies.run(FILM)
    evil = '<script>alert("x")</script>'
    first = mix.fused[0].id
    record = mix.search.records[first]._replace(title=evil, text=evil, metadata={evil: evil, "genres": evil})
    search = replace(
        mix.search,
        query=evil,
        records={**mix.search.records, first: record},
        texts={"anchor": {first: record}},
    )
    mix, workspace = replace(mix, search=search, warnings=(evil,)), movies.workspace
    panels = [
        views.status_panel(mix, workspace),
        views.fused_panel(mix, workspace, first, True),
        views.explain_panel(mix, workspace, first),
        views.flow_panel(mix, workspace, first),
        views.raw_panel(mix, workspace, first),
        views.breakdown_panel(mix, workspace),
    ]
    for html in panels:
        assert "&lt;script&gt;" in html
        assert "<script" not in html


def test_eight_collections_have_eight_colours_and_eight_shapes(movies: Desk) -> None:
    assert len({mark.colour for mark in PALETTE}) == len({mark.shape for mark in PALETTE}) == 8
    assert "#channel-vibe { --c: #009E73" in channel_css(movies.workspace)


def test_the_rank_flow_shows_the_chosen_item_wherever_it_stands(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk("movies")
    mix = desk.run("neon, rain and loneliness after midnight")
    chosen = mix.fused[29].id
    drawn = views.flow_panel(mix, desk.workspace, chosen)
    assert f'class="on" data-id="{chosen}"' in drawn
    assert drawn.count("<g ") == 15 and "and the chosen one" in drawn


def test_a_sum_that_is_multiplied_says_so(open_desk: Callable[..., Desk]) -> None:
    desk = open_desk("movies")
    search = desk.search("neon, rain and loneliness after midnight")
    mix = desk.mix(search, desk.workspace.knobs().changed(method="combmnz"))
    first = mix.fused[0]
    assert f"sum × {first.found_in} lists" in views.explain_panel(mix, desk.workspace, first.id)
