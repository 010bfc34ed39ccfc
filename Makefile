# Fusion Desk: everything from a fresh checkout. `make` lists what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
TOOLS := $(VENV)/.tools
BENCH := .venv-bench

.PHONY: help run test check bench pictures

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(STAMP) ## build the samples and serve the desk on http://127.0.0.1:7860
	$(BIN)/fusion-desk ingest movies chess
	$(BIN)/fusion-desk serve

test: $(TOOLS) $(VENV)/.test-parts ## run every test, real servers and a real browser included
	$(BIN)/python -m pytest

check: $(TOOLS) ## lint, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(BENCH)/.installed ## measure fusion and search side by side with the alternatives
	$(BENCH)/bin/python -m tests.benchmarks.run

pictures: $(STAMP) $(VENV)/.test-parts ## take the README's screenshots
	$(BIN)/python -m tests.browser.pictures

# torch first, by its pinned version: unpinned it would bring several GB of CUDA packages.
$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt torch
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

# Who only wants to see the desk does not wait for what tests it.
$(TOOLS): $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt hatchling hypothesis import-linter mypy playwright pytest pytrec-eval-terrier ruff schemathesis
	touch $@

# The libraries we are measured beside stay apart: none of them may change what the desk itself runs on.
# Pip is renewed first, because `--group` is newer than some Pythons.
$(BENCH)/.installed: pyproject.toml constraints-bench.txt
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/pip install --quiet --disable-pip-version-check -c constraints-bench.txt pip
	$(BENCH)/bin/pip install --quiet --disable-pip-version-check -c constraints-bench.txt --group bench
	$(BENCH)/bin/python -m tests.servers.qdrant_binary
	touch $@

# What only the tests need: a Qdrant server and Chromium.
$(VENV)/.test-parts: $(TOOLS)
	$(BIN)/python -m tests.servers.qdrant_binary || echo "no Qdrant server: its tests will say so"
	command -v chromium >/dev/null || (apt-get update -qq && apt-get install -y -qq chromium >/dev/null) || echo "no Chromium: its tests will say so"
	touch $@
