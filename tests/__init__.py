"""The tests, laid out as the packages are."""
