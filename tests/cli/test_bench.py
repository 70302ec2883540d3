"""`cantor bench`: what it measures and how it says so, at sizes that take no time."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("torch")

import numpy as np
import onnx
from transformers import BertConfig, BertModel

from cantor.bench.programs import BRANCHED, PROBLEMS, REUSING, STEPS, programs_like_mathqa
from cantor.bench.timing import ALLOCATOR, busy_note, interleaved
from cantor.cli import main

TIMES = ("exact_mml_s", "exact_hard_em_s", "beam_murty_s", "independent_mml_s", "encoder_step_s")
TINY = "--batch 2 --vertices 16 --tokens 4 --beam 2 --rounds 1 --threads 1".split()


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The smallest encoder there can be, in a folder."""
    folder = tmp_path_factory.mktemp("encoder")
    config = BertConfig(
        vocab_size=1100, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8
    )
    BertModel(config).save_pretrained(folder)
    return str(folder)


def test_json(encoder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "mapping", "--json", "--encoder", encoder, *TINY]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(found[name] > 0 for name in TIMES)
    step = found["encoder_step_s"]
    assert found["ratios_to_encoder_step"]["exact_mml"] == pytest.approx(found["exact_mml_s"] / step)
    assert found["settings"]["beam"] == 2


def test_text_comes_from_a_process_that_keeps_its_memory(encoder: str) -> None:
    """The command starts itself anew where the allocator is not set up; it prints a table once."""
    environment = {name: value for name, value in os.environ.items() if name not in ALLOCATOR}
    command = [Path(sys.executable).parent / "cantor", "bench", "mapping", "--encoder", encoder, *TINY]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.count("exact MML, with gradient") == 1
    assert "MALLOC_TRIM_THRESHOLD_=8589934592" in done.stdout


def test_waiting_takes_time_but_no_processor_time() -> None:
    def work(_: int) -> None:
        end = time.process_time() + 0.03
        while time.process_time() < end:
            pass

    found = interleaved({"wait": lambda _: time.sleep(0.05), "work": work}, 3)
    assert found["wait"] >= 0.05 > 0.02 > found.processor["wait"]
    assert found["work"] >= found.processor["work"] * 0.99 >= 0.029


@pytest.mark.parametrize(
    ("load", "said"),
    [
        (0.4, "load 0.4 on 2 processors"),
        (9.0, "load 9.0 on 2 processors: others were running"),
        (None, "not known"),
    ],
)
def test_a_busy_machine_is_told(load: float | None, said: str) -> None:
    note = busy_note({"load": load, "processors": 2}, 2)
    assert said in note
    assert ("others" in note) == (load == 9.0)


def test_interleaved_calls_every_task_in_turn() -> None:
    calls: list[tuple[str, int]] = []
    tasks = {name: lambda turn, name=name: calls.append((name, turn)) for name in "ab"}
    found = interleaved(tasks, 2)
    assert calls == [("a", 0), ("b", 0), ("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert set(found) == {"a", "b"}


def test_programs_have_mathqas_proportions() -> None:
    count = 3000
    programs = programs_like_mathqa(count)
    assert programs[:5] == programs_like_mathqa(5)
    lengths = Counter(map(len, programs))
    for steps in range(1, 8):
        assert lengths[steps] / count == pytest.approx(STEPS[steps] / PROBLEMS, abs=0.03)
    branched = sum(any(sum(ref != -1 for ref in row) > 1 for row in p.ref) for p in programs)
    assert branched / count == pytest.approx(BRANCHED / PROBLEMS, abs=0.03)
    assert sum(any(p.opens) for p in programs) / count == pytest.approx(REUSING / PROBLEMS, abs=0.02)


def test_inference(capsys: pytest.CaptureFixture[str]) -> None:
    tiny = "--batch 2 --vertices 6 --tokens 8 --rounds 1 --threads 1".split()
    assert main(["bench", "inference", "--runtime", "torch", "--json", *tiny]) == 0
    found = json.loads(capsys.readouterr().out)
    assert all(found[name] > 0 for name in ("encoder_s", "decoder_s", "answers_s", "total_s", "single_ms"))
    assert found["graph_size"] == 6
    spent = found["processor_s"]
    network = spent["encoder_s"] + spent["decoder_s"]
    assert found["answers_to_network"] == pytest.approx(spent["answers_s"] / network)


def test_inference_without_torch(exported: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tiny = f"--model {exported} --batch 2 --tokens 8 --rounds 1 --threads 1".split()
    assert main(["bench", "inference", "--runtime", "onnx", "--json", *tiny]) == 0
    found = json.loads(capsys.readouterr().out)
    times = ("encoder_s", "decoder_s", "answers_s", "total_s", "single_ms")
    assert all(found[name] > 0 for name in times)
    assert all(found["torch"][name] > 0 for name in times)
    assert found["solve_s"] > 0 < found["solve_single_s"]
    assert found["startup_ratio"] == pytest.approx(found["startup_s"] / found["bare_startup_s"])
    assert (found["runtime"], found["graph_size"]) == ("onnx", 7)
    assert main(["bench", "inference", "--runtime", "onnx", *tiny]) == 0
    out = capsys.readouterr().out
    assert "torch ms" in out
    assert "cantor solve takes" in out


def test_the_parts_of_a_graph_make_the_whole(exported: Path) -> None:
    from cantor.bench.by_onnx import part
    from cantor.model.files import GRAPH, INPUTS, OUTPUTS, TEXT
    from cantor.model.inputs import encode
    from cantor.problem import Problem
    from cantor.solver.runtime import Runtime
    from cantor.solver.session import start_session

    runtime = Runtime.load(exported, threads=1)
    whole = onnx.load(str(exported / GRAPH))
    problems = [Problem.from_text(f"Tom had {n} apples and ate 5. How many are left?") for n in (7, 12)]
    inputs = encode(problems, runtime.tokenizer, runtime.config)
    given = {name: getattr(inputs, name) for name in INPUTS}
    encoder = start_session(part(whole, INPUTS[:2], [TEXT]), 1)
    decoder = start_session(part(whole, [TEXT, *INPUTS[1:]], OUTPUTS), 1)
    text = encoder.run([TEXT], {name: given[name] for name in INPUTS[:2]})[0]
    found = decoder.run(OUTPUTS, {TEXT: text, **{name: given[name] for name in INPUTS[1:]}})
    for a, b in zip(found, runtime.scores(problems).arrays, strict=True):
        np.testing.assert_allclose(a, b, atol=1e-5)
