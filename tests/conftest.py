"""What all tests share: the public datasets where they are, and small datasets of our own everywhere."""

import gzip
import os
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

FIXTURES = Path(__file__).parent / "data" / "fixtures"
GZIPPED = (
    "mathqa/train.json",
    "drop/dev_simple.jsonl",
    "drop/dev_official_format_subset.json",
    "drop/train_partial.json",
    *(f"{file.parent.name}/{file.name}" for file in sorted(FIXTURES.glob("extra/*.jsonl"))),
    *(f"{file.parent.name}/{file.name}" for file in sorted(FIXTURES.glob("tinygsm/*.jsonl"))),
)

# Tensors as small as those of tests lose time to threads, and beside other work on a machine much of it.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# No example is judged by how long it took: the machine may be busy. CI draws the same examples each time.
settings.register_profile(
    "patient",
    settings.get_profile("ci" if os.environ.get("CI") else "default"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("patient"), max_examples=10)  # `make check`
settings.load_profile("quick" if os.environ.get("CANTOR_QUICK") else "patient")
if soaked := os.environ.get("CANTOR_EXAMPLES"):  # `make soak`
    settings.register_profile("soak", settings.get_profile("patient"), max_examples=int(soaked))
    settings.load_profile("soak")

#: Tests that train, drive a browser, kill processes or take long: `make check` leaves them to `make test`.
SLOW = (
    "cli/test_plugin.py",
    "data/test_broad.py",
    "rivals/llm/test_endpoint.py",
    "solver/test_one_scale.py",
    "bench/",
    "benchmarks/",
    "cli/test_bench.py",
    "cli/test_serve.py",
    "cli/test_solve.py::test_export",
    "experiments/test_compare.py",
    "experiments/test_finished_runs.py",
    "experiments/test_rates.py",
    "experiments/test_reading.py",
    "experiments/test_reproduce.py",
    "experiments/test_runs.py",
    "data/test_synthetic.py",
    "fitting/test_rankings.py",
    "fitting/test_verifier.py",
    "golden/",
    "mapping/test_exact.py::test_numerical_gradients",
    "model/test_export.py",
    "model/test_load.py",
    "problem/test_linear.py",
    "rivals/deductive/test_deductive.py",
    "reading/test_export.py",
    "reading/test_network.py",
    "reading/test_rows.py",
    "rivals/sequence/test_causal_lm.py",
    "rivals/sequence/test_written.py",
    "rivals/tagging/test_tagging.py",
    "rivals/test_structured.py",
    "rivals/tree/test_graph2tree.py",
    "rivals/tree/test_gts.py",
    "serve/test_crowds.py",
    "serve/test_mounted_page.py",
    "serve/test_page.py",
    "serve/test_passage.py",
    "serve/test_real_solver.py",
    "serve/test_sheets.py",
    "serve/test_workers.py",
    "solver/test_bulk.py",
    "solver/test_docs_pool.py",
    "solver/test_embedded.py",
    "solver/test_fuzz_solver.py",
    "solver/test_folder.py",
    "solver/test_keeping.py",
    "solver/test_on_ray.py",
    "test_extending.py",
    "test_notebook.py",
    "solver/test_tables.py",
    "training/test_evaluate_command.py",
    "training/test_interrupts.py",
    "training/test_launch.py",
    "training/test_loop.py",
    "training/test_reading_loop.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    root = FIXTURES.parents[1]
    for item in items:
        name = item.path.relative_to(root).as_posix() + "::" + item.name
        if name.startswith(SLOW) or item.get_closest_marker("real_data"):
            item.add_marker(pytest.mark.slow)


# Tests press Ctrl-C, which nobody hears in a job that a shell started in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("real_data") and not os.environ.get("CANTOR_DATA"):
        pytest.skip("CANTOR_DATA is not set: it must name a folder that holds the public datasets")


@pytest.fixture(scope="session")
def _data_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The fixtures as a data root: packed and placed as the catalogue says, each fold five times."""
    root = tmp_path_factory.mktemp("root") / "data"
    shutil.copytree(FIXTURES, root)
    for name in GZIPPED:
        with gzip.open(root / f"{name}.gz", "wb") as packed:
            packed.write((root / name).read_bytes())
        (root / name).unlink()
    for kind in ("mawps", "asdiv-a"):
        for fold in range(5):
            shutil.copytree(FIXTURES / "folds" / kind, root / "folds" / kind / f"fold{fold}")
    return root


@pytest.fixture
def data(_data_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data root of our own small files, in use for this test."""
    monkeypatch.setenv("CANTOR_DATA", str(_data_root))
    return _data_root


@pytest.fixture
def broken(_data_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that data root, to be spoilt."""
    root = tmp_path / "data"
    shutil.copytree(_data_root, root)
    monkeypatch.setenv("CANTOR_DATA", str(root))
    return root


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tiny exported model that answers at random."""
    from helpers.tiny_export import tiny_export

    return tiny_export(tmp_path_factory.mktemp("model"))
