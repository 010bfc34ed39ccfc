"""Two settings of the knobs over one search: who came, who went, who moved."""

from dataclasses import dataclass

from dashboard.values import Mix


@dataclass(frozen=True, slots=True)
class Moved:
    """One item that either setting shows; a place is None where it is no candidate."""

    id: str
    title: str
    before: int | None
    now: int | None
    entered: bool
    left: bool

    @property
    def up(self) -> int:
        """How many places it rose; below 0 it fell."""
        return self.before - self.now if self.before and self.now else 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """The items of both tops: those shown now in their order, then those that left."""

    rows: tuple[Moved, ...]
    shared: int
    largest: int  # top N: the larger of the two


def compare(before: Mix, now: Mix) -> Comparison:
    """Compare what two settings show of the same search."""
    was, shown = [c.id for c in before.top], [c.id for c in now.top]
    items = [*shown, *(item for item in was if item not in set(shown))]
    rows = tuple(
        Moved(
            item,
            now.search.records[item].title,
            before.fused.positions.get(item),
            now.fused.positions.get(item),
            entered=item not in was,
            left=item not in shown,
        )
        for item in items
    )
    return Comparison(rows, len(set(was) & set(shown)), max(len(was), len(shown)))
