"""Tests of the desk: its use cases, its command line and REST."""
