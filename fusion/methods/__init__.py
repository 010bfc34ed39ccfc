"""The fusion methods, one algorithm a file, by the name a knob uses."""

from fusion.methods.base import Channel, Method, Ratio
from fusion.methods.borda import BORDA
from fusion.methods.comb import COMBMNZ, COMBSUM
from fusion.methods.dbsf import DBSF, DBSF_POPULATION
from fusion.methods.rrf import RRF, RRF_QDRANT, RRF_ZERO

METHODS: dict[str, Method] = {
    method.name: method
    for method in (RRF, RRF_ZERO, RRF_QDRANT, DBSF, DBSF_POPULATION, COMBSUM, COMBMNZ, BORDA)
}

__all__ = ["METHODS", "Channel", "Method", "Ratio"]
