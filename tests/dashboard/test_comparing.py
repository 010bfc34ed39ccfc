"""Two settings over one search: who came, who went, who moved."""

from collections.abc import Callable

from dashboard.comparing import compare
from dashboard.desk import Desk

OpenDesk = Callable[..., Desk]


def test_every_item_of_both_tops_is_told_with_both_places(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    before = desk.run("neon, rain and loneliness after midnight")
    now = desk.mix(before.search, before.knobs.changed(k=1, weights={"vibe": 3.0, "anchor": 0.1}))
    compared = compare(before, now)
    was, shown = {c.id for c in before.top}, {c.id for c in now.top}
    assert [row.id for row in compared.rows[: len(shown)]] == [c.id for c in now.top]
    assert {row.id for row in compared.rows} == was | shown
    assert {row.id for row in compared.rows if row.entered} == shown - was != set()
    assert {row.id for row in compared.rows if row.left} == was - shown
    assert compared.shared == len(was & shown)
    for row in compared.rows:
        assert row.now == now.fused.positions.get(row.id)
        assert row.before == before.fused.positions.get(row.id)
        if row.before and row.now:
            assert row.up == row.before - row.now


def test_the_same_setting_moves_nobody(open_desk: OpenDesk) -> None:
    mix = open_desk("chess").run("Benko Gambit opening repertoire")
    compared = compare(mix, mix)
    assert {row.up for row in compared.rows} == {0}
    assert compared.shared == compared.largest == len(mix.top)
