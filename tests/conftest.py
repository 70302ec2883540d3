"""What all tests share: the public datasets where they are, and small datasets of our own everywhere."""

import gzip
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

FIXTURES = Path(__file__).parent / "data" / "fixtures"
GZIPPED = ("mathqa/train.json", "drop/dev_simple.jsonl", "drop/dev_official_format_subset.json")

# Tensors as small as those of tests lose time to threads, and beside other work on a machine much of it.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# No example is judged by how long it took: the machine may be busy. CI draws the same examples each time.
settings.register_profile(
    "patient",
    settings.get_profile("ci" if os.environ.get("CI") else "default"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("patient")

# Tests press Ctrl-C, which nobody hears in a job that a shell started in the background.
signal.signal(signal.SIGINT, signal.default_int_handler)

sys.path.append(str(FIXTURES.parent))  # for `servers`, which the tests of commands use too
sys.path.append(str(FIXTURES.parents[1] / "model"))  # for `tiny_export`, which all that solve use


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
    from tiny_export import tiny_export

    return tiny_export(tmp_path_factory.mktemp("model"))
