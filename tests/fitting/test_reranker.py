"""Fitting what reads whole equations: it learns what tells right from wrong, and a command does it all."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from cantor.cli import main
from cantor.data.example import Example
from cantor.data.named import examples
from cantor.equation.closeness import same_value
from cantor.errors import CantorError
from cantor.fitting.candidates import Part, asked, gather, started
from cantor.fitting.reranker import Problems, fit_reader
from cantor.model.equation_reader import ReaderSize
from cantor.model.files import MANIFEST, RERANKER, VERIFIER
from cantor.solver.runtime import Runtime
from cantor.solver.solver import Solver
from cantor.thought.candidates import FACTS, MOST_STEPS
from cantor.thought.features import feature_names
from cantor.thought.verifier import CANDIDATES, READ
from helpers.tiny_export import tiny_export

SIZE = ReaderSize(operators=4, constants=2, hidden=8, width=16, heads=2, dropout=0.0)
TEXT = "A tray holds 6 cups. How many cups do 4 trays hold?"


def drawn_part(count: int, seed: int) -> Part:
    """Problems whose text, a single token, says which operator is the right one's."""
    random = np.random.default_rng(seed)
    operator = np.zeros((count, CANDIDATES, MOST_STEPS), np.int16)
    operator[:, :4, 0] = random.permuted(np.tile(np.arange(1, 5), (count, 1)), axis=1)
    wanted = random.integers(1, 5, size=count)
    text = np.zeros((count, 8), np.float16)
    text[np.arange(count), wanted] = 3
    shape = count, CANDIDATES, MOST_STEPS
    return Part(
        text=text,
        tokens=np.ones(count, np.int64),
        numbers=np.full((count, 2, 1), -1, np.int16),
        operator=operator,
        leaf=np.zeros((*shape, 2), np.int16),
        below=np.zeros((*shape, 2), np.int8),
        facts=np.zeros((*shape, len(FACTS)), np.float16),
        features=np.zeros((count, CANDIDATES, len(feature_names())), np.float32),
        right=operator[:, :, 0] == wanted[:, None],
        given=operator[:, :, 0] > 0,
    )


def test_learns_what_text_and_equation_tell_together(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b", tmp_path / "new"]
    for seed, folder in enumerate(folders):
        drawn_part(300, seed).save(folder)
    network = fit_reader(folders[:2], SIZE, epochs=12)
    fresh = Problems(folders[2:])
    inputs, right, given = fresh.batch(np.arange(300))
    with torch.no_grad():
        best = network(*inputs).masked_fill(~given, -torch.inf).argmax(1)
    assert right[torch.arange(300), best].float().mean() > 0.95
    once, again = (fit_reader(folders[2:], SIZE, epochs=1) for _ in range(2))
    for a, b in zip(once.parameters(), again.parameters(), strict=True):
        assert torch.equal(a, b)


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    drawn_part(0, 0).save(tmp_path / "empty")
    assert fit_reader([tmp_path / "empty"], SIZE).size == SIZE


def test_told_anew_with_the_answer_of_the_same_equation() -> None:
    found = [e for e in examples(["toy:40:3"], "reader") if e.equation is not None]
    wanted = asked(found, 2, seed=1)
    texts = {e.problem.text: e for e in found}
    other = [each for each in wanted if each.problem.text not in texts]
    assert len(other) > 20
    assert asked(found, 2, seed=1) == wanted
    assert asked([Example("none", found[0].problem)], 2, seed=1) == []  # nobody knows its answer
    for each in wanted:
        equation = texts[each.problem.text].equation if each.problem.text in texts else None
        if equation is not None:
            assert same_value(equation.execute(each.problem.values), each.answer)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_export(tmp_path_factory.mktemp("tiny"))


def test_gathering_goes_on_where_it_stopped(model: Path, tmp_path: Path) -> None:
    runtime = Runtime.load(model, 1)
    runtime.seen = True
    wanted = asked(examples(["toy:700:3"], "reader"), 0, seed=1)
    parts = gather(runtime, wanted, tmp_path / "once", seed=1)
    assert len(parts) == 2
    first, *_ = gather(runtime, wanted[:512], tmp_path / "twice", seed=1)
    changed = (first / "tokens.npy").stat().st_mtime_ns
    others = gather(runtime, wanted, tmp_path / "twice", seed=1)
    assert (first / "tokens.npy").stat().st_mtime_ns == changed  # it was there
    for a, b in zip(parts, others, strict=True):
        one, two = Part.load(a), Part.load(b)
        assert np.array_equal(one.operator, two.operator)
        assert np.array_equal(one.text, two.text)
        assert (one.right & one.given).any(1).all()
    started(tmp_path / "mine", {"seed": 1})
    with pytest.raises(CantorError, match="another model"):
        started(tmp_path / "mine", {"seed": 2})


def test_a_command_does_it_all(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = tmp_path / "made"
    arguments = ["rerank", str(model), str(made), "--data", "toy:60:3", "--calibrate", "toy:40:4"]
    assert main([*arguments, "--cache", str(tmp_path / "cache"), "--epochs", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["problems"] == 40
    assert RERANKER in json.loads((made / MANIFEST).read_text())
    assert READ in json.loads((made / VERIFIER).read_text())["features"]
    solver = Solver.from_pretrained(made)
    solution = solver.solve(TEXT)
    assert solution.graph is not None
    assert solution.graph.scores is not None
    assert solution.graph.scores.seen is None  # nobody keeps what only the re-ranker needs
    copy = tmp_path / "copy" / "made"
    solver.save_pretrained(copy)
    assert Solver.from_pretrained(copy).solve(TEXT).to_dict() == solution.to_dict()
    (copy / RERANKER).write_bytes(b"other")
    with pytest.raises(CantorError):
        Solver.from_pretrained(copy)
    assert (
        main(["rerank", str(model), str(made), "--data", "toy:9", "--calibrate", "toy:9", "--cache", "x"])
        == 2
    )
    assert "to learn from and to judge by" in capsys.readouterr().err
