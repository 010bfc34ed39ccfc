"""Tests of the stores, the embedders and the fan-out."""
