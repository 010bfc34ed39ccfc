"""Borda count: every list hands out points, one for each candidate it ranks an item above.

    term(d) = w · (c − rank + 1),  c the number of candidates;
    the candidates that a list does not hold share what is left of its points equally.

de Borda: Mémoire sur les élections au scrutin, 1781; Aslam, Montague: Models for Metasearch, SIGIR 2001.
"""

from fusion.methods.base import Channel, Method, Table, any_k, plain


def _table(channel: Channel, k: float, candidates: int) -> Table:
    if not channel.depth:
        return (0.0,)  # an empty list has no points to share
    absent = candidates - len(channel.ranked.within(channel.depth))
    shared = (absent + 1) / 2 if absent else 0.0
    points = [shared, *(candidates - rank + 1 for rank in range(1, channel.depth + 1))]
    return tuple(channel.weight * point for point in points)


def _written(weight: float, k: float, rank: int) -> str:
    return f"{plain(weight)}·(c−{rank}+1)"


BORDA = Method(
    name="borda",
    label="Borda count",
    formula="Σ w·(c − rank + 1)",
    table=_table,
    written=_written,
    least_k=any_k,
    halves=True,
)
