"""A batch in parts, and a run that goes on with other numbers of processes: the losses stay the same.

Its data is streamed from shards.

The script for Slurm is the one of docs/training.md, run by a stand-in for `srun` that starts two
process groups on loopback.
"""

import os
import re
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import torch

from cantor.data.synthetic.shards import Order, write_shards
from cantor.errors import CantorError, RecipeError
from cantor.training.recipe import Recipe
from cantor.training.step import Learner
from cantor.training.trainer import Trainer
from helpers.toy_runs import recipe_text, tiny_encoder
from helpers.watched import watched

TESTS = Path(__file__).parents[1]
GUIDE = TESTS.parent / "docs" / "training.md"
#: 96 problems, 40 at a time, in batches of 19: shares and parts of unequal size, some of none.
TRAINING = {"epochs": 2, "batch_size": 19, "encoder_rate": 1e-3, "decoder_rate": 1e-3, "average": 0.9}
SRUN = """#!/bin/bash
shift
for node in 0 1; do SLURM_NODEID=$node "$@" & nodes+=($!); done
for node in "${nodes[@]}"; do wait $node; done
"""


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recipe")
    torch.manual_seed(0)
    encoder = tiny_encoder(folder / "encoder")
    write_shards(Order(96, 1, "toy", shards=3), folder / "shards", 1)
    text = recipe_text(
        encoder,
        data={"train": [f"{folder}/shards/"], "dev": [], "stream": True, "buffer": 40},
        model={"dropout": 0.0, "encoder_dropout": 0.0},
        # an objective that chooses could choose otherwise for the sake of a rounding
        objective={"warmup_objective": "exact-mml", "objective": "none"},
        training=TRAINING,
    )
    (folder / "recipe.toml").write_text(text, encoding="utf-8")
    return folder / "recipe.toml"


@pytest.fixture(scope="module")
def never_stopped(recipe: Path, tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    return losses_of(recipe, tmp_path_factory.mktemp("whole") / "run")


def losses_of(recipe: Path, folder: Path, *settings: str) -> list[float]:
    found: list[float] = []
    trainer = Trainer(Recipe.from_file(recipe, settings), folder)
    trainer.run(lambda report: found.append(report.loss))
    return found


@pytest.mark.parametrize("parts", [3, 40])  # the latter are more than a batch has problems
def test_a_batch_in_parts_is_the_same_step(
    recipe: Path, never_stopped: list[float], tmp_path: Path, parts: int
) -> None:
    found = losses_of(recipe, tmp_path, f"training.accumulate={parts}")
    assert found == pytest.approx(never_stopped, rel=1e-4)
    assert len(found) == 14


def test_no_parts_are_refused(recipe: Path, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"training.accumulate is 0; give 1 or more"):
        losses_of(recipe, tmp_path, "training.accumulate=0")


def test_nodes_that_see_different_files_do_not_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = Learner.__new__(Learner)
    monkeypatch.setattr(learner, "agreed", lambda *values: [7.0, -3.0])
    with pytest.raises(CantorError, match=r"differ in the steps that are done \(3 and 7\); share it"):
        learner.check_agreed("the steps that are done", 7, "share it")


def test_a_run_goes_on_with_other_numbers_of_processes(
    recipe: Path, never_stopped: list[float], tmp_path: Path
) -> None:
    """One process until step 3, two nodes until step 8, in the next epoch, one again to the end."""
    run, file = tmp_path / "run", tmp_path / "losses"
    with pytest.raises(SystemExit):
        watched(recipe, run, file, 3, ["training.accumulate=2"])
    assert (run / "checkpoint" / "last").read_text() == "step-3"
    said = on_two_nodes(tmp_path, f"-m helpers.watched {recipe} {run} {file} 8 training.accumulate=3")
    assert (run / "checkpoint" / "last").read_text() == "step-8", said
    watched(recipe, run, file, 0, [])
    steps, losses = zip(*(line.split() for line in file.read_text().splitlines()), strict=True)
    assert list(map(int, steps)) == list(range(1, 15))
    assert list(map(float, losses)) == pytest.approx(never_stopped, rel=1e-4)


def on_two_nodes(folder: Path, command: str) -> str:
    """The guide's script for Slurm with another command to launch; what it said."""
    tools = folder / "tools"
    tools.mkdir()
    for name, text in (("srun", SRUN), ("scontrol", "#!/bin/bash\necho 127.0.0.1\n")):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    script = next(
        block for block in re.findall(r"```sh\n(.*?)```", GUIDE.read_text(), re.S) if "srun" in block
    )
    script, changes = re.subn(r"-m cantor train [^']*", command, script)
    assert changes == 1
    for _ in range(3):  # another process may take the port before the script does
        done = subprocess.run(
            ["bash", "-c", script], env=_environment(tools), capture_output=True, text=True, timeout=600
        )
        if "address already in use" not in done.stderr.lower():
            break
    return done.stdout + done.stderr


def _environment(tools: Path) -> dict[str, str]:
    return os.environ | {
        "PATH": os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]]),
        "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
        "SLURM_JOB_ID": str(_free_port() - 20000),  # from which the script makes its port
        "SLURM_JOB_NODELIST": "here",
        "SLURM_NNODES": "2",
        "SLURM_CPUS_PER_TASK": "1",
        "CUDA_VISIBLE_DEVICES": "",
        "GLOO_SOCKET_IFNAME": "lo",
    }


def _free_port() -> int:
    """Below those that systems give to whoever connects, so that it stays free."""
    for port in Random().sample(range(20000, 32000), 100):
        with socket.socket() as free, suppress(OSError):
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
