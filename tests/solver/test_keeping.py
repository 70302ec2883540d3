"""Solvers that travel: pickled, saved, from the Hub, awaited."""

import asyncio
import json
import os
import pickle
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from cantor.errors import ModelError
from cantor.model.files import MODELS
from cantor.solver import Ranking, Solver
from cantor.solver.runtime import Runtime
from helpers.pooled import answers_of
from helpers.stub_hub import COMMIT, NAME, hub

TEXT = "A tray holds 12 rolls. 4 trays were baked and 9 rolls sold. How many rolls are left?"


@pytest.fixture(scope="module")
def solver(exported: Path) -> Solver:
    return Solver.from_pretrained(exported, threads=1)


def test_pickled_by_folder_and_settings(exported: Path, solver: Solver) -> None:
    ranked = Solver.from_pretrained(exported, threads=1, ranking=Ranking("vote"))
    packed = pickle.dumps(ranked)
    assert len(packed) < 2_000
    back = pickle.loads(packed)
    assert (back.identity, back.name, back.runtime.threads) == (solver.identity, "exported", 1)
    assert back.answering.ranking == ranked.answering.ranking != solver.answering.ranking
    assert back.solve(TEXT) == ranked.solve(TEXT)


def test_a_worker_of_one_core_takes_one_thread(exported: Path) -> None:
    solver = Solver.from_pretrained(exported)
    assert pickle.loads(pickle.dumps(solver.for_one_core())).runtime.threads == 1
    assert solver.runtime.threads is None
    two = Solver.from_pretrained(exported, threads=2)
    assert two.for_one_core().runtime.threads == 2


def test_the_embedded_model_is_pickled_by_its_name() -> None:
    folder, *_ = Solver(Runtime.load(MODELS / "default", threads=1)).__reduce__()[1]
    assert folder == "default"


def test_another_model_does_not_come_back(exported: Path, tmp_path: Path) -> None:
    shutil.copytree(exported, tmp_path / "model")
    packed = pickle.dumps(Solver.from_pretrained(tmp_path / "model", threads=1))
    Solver.from_pretrained(exported, threads=1, ranking=Ranking("vote")).save_pretrained(tmp_path / "model")
    with pytest.raises(ModelError, match="not the model that was pickled"):
        pickle.loads(packed)
    in_memory = Solver(Runtime(solver_config(exported), None, None))
    with pytest.raises(ModelError, match="lies in no folder"):
        pickle.dumps(in_memory)


def solver_config(folder: Path):
    from cantor.model.folder import opened

    return opened(folder, "model.onnx")[1]


def test_in_a_pool(solver: Solver) -> None:
    """As docs/solving.md has it: every process loads the model by itself."""
    parts = [[TEXT], ["What is 3 + 4?", "no number"]]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(answers_of, [solver] * 2, parts))
    assert found == [answers_of(solver, part) for part in parts]


def test_saved_and_loaded(exported: Path, solver: Solver, tmp_path: Path) -> None:
    solver.save_pretrained(tmp_path / "again")
    again = Solver.from_pretrained(tmp_path / "again", threads=1)
    assert again.solve(TEXT).to_dict() == solver.solve(TEXT).to_dict() | {"model": "again"}
    assert again.identity == solver.identity
    ranked = Solver.from_pretrained(exported, threads=1, ranking=Ranking("vote"))
    ranked.save_pretrained(tmp_path / "again")  # in its place
    loaded = Solver.from_pretrained(tmp_path / "again", threads=1)
    assert loaded.answering.ranking.rank == "vote"
    with pytest.raises(ModelError, match="a reranker of your own cannot be saved"):
        Solver.from_pretrained(
            exported, threads=1, reranker=solver.answering.verifier or object()
        ).save_pretrained(tmp_path)


def test_awaited(solver: Solver) -> None:
    async def several() -> list[object]:
        return await asyncio.gather(*(solver.asolve(TEXT, k=2) for _ in range(5)), solver.asolve([TEXT]))

    found = asyncio.run(several())
    assert found[:5] == [solver.solve(TEXT, k=2)] * 5
    assert found[5] == solver.solve([TEXT])


# The Hub

_FROM_HUB = """
import json, sys
from cantor.errors import ModelError
from cantor import Solver
name, commit, text = sys.argv[1:]
found = {}
solver = Solver.from_pretrained(name, revision=commit, threads=1)
found["name"], found["answer"] = solver.name, solver.solve(text).to_dict()["answer_exact"]
found["files"] = sorted(path.name for path in solver.runtime.folder.iterdir())
for what, arguments in {
    "branch": (name, "main"), "gone": ("school/nothing", commit), "commit": (name, "f" * 40),
    "none": (name, None), "no_name": ("counting", commit),
}.items():
    try:
        Solver.from_pretrained(arguments[0], revision=arguments[1])
    except ModelError as error:
        found[what] = str(error)
print(json.dumps(found))
"""


def test_from_the_hub(exported: Path, solver: Solver, tmp_path: Path) -> None:
    """Only the files of a model are asked for, whatever else lies there; a second time, none of them."""
    pytest.importorskip("huggingface_hub")
    shutil.copytree(exported, tmp_path / "repository")
    (tmp_path / "repository" / "weights.pickle").write_bytes(b"never")
    (tmp_path / "repository" / "setup.py").write_text("never")
    with hub(tmp_path / "repository") as (address, asked):
        hidden = {
            name: value for name, value in os.environ.items() if not name.startswith(("HF_", "HUGGING"))
        }
        environment = hidden | {
            "HF_ENDPOINT": address,
            "HF_HOME": str(tmp_path / "home"),
            "HF_HUB_DISABLE_XET": "1",
        }
        command = [sys.executable, "-c", _FROM_HUB, NAME, COMMIT, TEXT]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
    assert found["answer"] == solver.solve(TEXT).to_dict()["answer_exact"]
    assert found["name"] == "counting"
    assert set(found["files"]) <= {
        "model.onnx",
        "config.json",
        "tokenizer.json",
        "answering.json",
        "sha256.json",
    }
    assert "give the commit" in found["branch"]
    assert "check the name and the revision" in found["gone"]
    assert "check the name and the revision" in found["commit"]
    assert "say at which commit" in found["none"]
    assert "these are OWNER/NAME" in found["no_name"]
    got = [path for path in asked if path.startswith(f"/{NAME}/resolve/{COMMIT}/")]
    assert not [path for path in got if path.endswith((".pickle", ".py"))]
