"""Rank fusion with every position explained: pure functions on ranked lists.

>>> from fusion import RankedList, fuse
>>> lists = [RankedList.of("anchor", ["a", "b"]), RankedList.of("vibe", ["b", "c"])]
>>> [(c.id, round(c.score, 4), c.ranks) for c in fuse(lists, weights={"vibe": 0.4}, k=60)]
[('b', 0.0227, (2, 1)), ('a', 0.0164, (1, 0)), ('c', 0.0065, (0, 2))]
"""

from fusion.errors import FusionError, UnknownCollection
from fusion.merging import merge
from fusion.methods import METHODS
from fusion.pipeline import fuse
from fusion.ties import TIE_BREAKS, average_cosine
from fusion.values import Candidate, Fused, Hit, RankedList, Similarities, Tie

__all__ = [
    "METHODS",
    "TIE_BREAKS",
    "Candidate",
    "Fused",
    "FusionError",
    "Hit",
    "RankedList",
    "Similarities",
    "Tie",
    "UnknownCollection",
    "average_cosine",
    "fuse",
    "merge",
]
