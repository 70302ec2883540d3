"""Decoders made to take given steps, the problems they are timed on, and how they take turns."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import torch

from cantor.bench import rivals
from cantor.bench.forcing import forced, is_forced
from cantor.bench.rivals import EVERY_SYSTEM, Settings, Task, untrained, with_ratios
from cantor.bench.workload import Solved, Workload, mathqa_length
from cantor.cli import main
from cantor.equation import Const, Equation, Num, Ref, Step, equivalent
from cantor.equation.parse import parse_infix
from cantor.equation.vocabulary import Vocabulary
from cantor.model.system import SYSTEMS, Batch, System
from cantor.problem import Problem
from cantor.rivals.base import Rival
from helpers.tiny import encoder_folder
from helpers.written import causal_folder

TEXT = "A shop has 12 lamps, 5 chairs and 30 mugs; {} mugs break and half of the rest go."
REUSED = Equation(
    [
        Step("+", (Num(0), Num(1))),
        Step("*", (Ref(0), Const(Fraction(2)))),
        Step("-", (Ref(1), Ref(0))),
    ]
)
EQUATIONS = [
    parse_infix("n0 - n1"),
    parse_infix("(n0 + n1) * (n2 - n3) / 2"),
    REUSED,
    parse_infix("n2 / (n0 - (n1 + 100)) - n3 * n3 + 2"),
]
PROBLEMS = [Problem.from_text(TEXT.format(7 + i)) for i in range(len(EQUATIONS))]
WORK = Workload(
    "by hand",
    Vocabulary(("+", "-", "*", "/"), (Fraction(2), Fraction(100))),
    (tuple(map(Solved, PROBLEMS, EQUATIONS)),),
)
SETTINGS = Settings(batch=4, vertices=12, heads=2, layers=1, rounds=1, threads=1)
STEPWISE = ("causal-lm", "deductive", "graph2tree", "gts", "seq-lstm", "seq-transformer", "vanilla-nar")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    root = tmp_path_factory.mktemp("encoders")
    return {
        "usual": str(encoder_folder("bert", root / "bert", positions=64)),
        "causal-lm": str(causal_folder(root / "gpt2")),
    }


@pytest.fixture
def models(folders: dict[str, str]) -> rivals.Models:
    given = replace(SETTINGS, encoder=folders["usual"])
    return untrained(given, WORK, {"causal-lm": folders["causal-lm"]})


def test_every_system_is_there(models: rivals.Models) -> None:
    assert models.failed == {}
    assert set(models.ready) == set(EVERY_SYSTEM) == set(SYSTEMS)
    assert {name for name, (system, _) in models.ready.items() if is_forced(system)} == set(STEPWISE)
    shared = {id(system.encoder) for name, (system, _) in models.ready.items() if name != "causal-lm"}
    assert len(shared) == 1


@pytest.mark.parametrize("name", STEPWISE)
@pytest.mark.parametrize("seed", [0, 1])
@torch.no_grad()
def test_exactly_the_given_steps_are_decoded(models: rivals.Models, name: str, seed: int) -> None:
    """Whatever the weights say: the likelier something else is, the harder."""
    system, tokenizer = models.ready[name]
    assert isinstance(system, Rival)
    torch.manual_seed(seed)
    for parameter in system.parameters():
        parameter.add_(torch.randn_like(parameter))
    batch = Batch.of(PROBLEMS, tokenizer, system.config, torch.device("cpu"))
    text = system.encode(batch)
    before = system.decode_text(text, batch, 3)
    decode = forced(system, batch, EQUATIONS)
    for _ in range(2):  # nothing is used up
        for graph, wanted in zip(decode(text), EQUATIONS, strict=True):
            assert len(graph.steps) >= len(wanted)
            found = graph.equation(graph.ranking()[0])
            expanded = wanted if name == "deductive" else Equation.from_tree(as_tree(wanted))
            # to `deductive` a sum has no order
            assert equivalent(found, expanded) if name == "deductive" else found == expanded.post_order()
            assert len(graph.steps) == len(expanded)
    after = system.decode_text(text, batch, 3)  # and the system is as it was
    assert [g.steps for g in after] == [g.steps for g in before]


def as_tree(equation: Equation, at: object = None) -> object:
    """With every reused step written out."""
    node = equation.root if at is None else at
    if not isinstance(node, Ref):
        return node
    step = equation.steps[node.index]
    return (step.operator, *(as_tree(equation, x) for x in step.operands))


@torch.no_grad()
def test_numbers_that_were_cut_off_are_replaced(models: rivals.Models) -> None:
    system, tokenizer = models.ready["gts"]
    batch = Batch.of(PROBLEMS, tokenizer, system.config, torch.device("cpu"))
    batch.number_mask[:, 2:] = False
    graphs = forced(system, batch, EQUATIONS)(system.encode(batch))
    assert graphs[1].equation(graphs[1].ranking()[0]) == parse_infix("(n0 + n1) * (n0 - n0) / 2")


class Recorder(Task):
    def __init__(self, name: str, calls: list[tuple[str, str, int, int]]):
        self.name, self.calls = name, calls

    def decoder(self, turn: int) -> None:
        self.calls.append((self.name, "decoder", turn, torch.get_num_threads()))

    def whole(self, turn: int) -> None:
        self.calls.append((self.name, "whole", turn, torch.get_num_threads()))


def test_systems_take_turns() -> None:
    """What slows the machine for a while slows all of them alike."""
    calls: list[tuple[str, str, int, int]] = []
    before = torch.get_num_threads()
    found = rivals.times({name: Recorder(name, calls) for name in "ab"}, rounds=2, threads=1)
    one = [("a", "decoder"), ("b", "decoder"), ("a", "whole"), ("b", "whole")]
    assert [call[:2] for call in calls] == one * 3  # the first round is not counted
    assert [call[2] for call in calls] == [0] * 8 + [1] * 4
    assert {call[3] for call in calls} == {1}
    assert torch.get_num_threads() == before
    assert found.keys() == {"a", "b"}
    assert found["a"].keys() == {"decoder_s", "total_s"}


def test_ratios() -> None:
    given = {"cantor": {"decoder_s": 2.0, "total_s": 4.0}, "x": {"decoder_s": 5.0, "total_s": 6.0}}
    assert with_ratios(given)["x"] == {
        "decoder_s": 5.0,
        "total_s": 6.0,
        "decoder_ratio": 2.5,
        "total_ratio": 1.5,
    }
    assert with_ratios({"x": given["x"]}) == {"x": given["x"]}


# What they are timed on


def test_without_data_the_writer_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANTOR_DATA", str(tmp_path))
    work = mathqa_length(8, 3)
    assert "writer" in work.source
    assert [len(batch) for batch in work.batches] == [8, 8, 8]
    assert all(3 <= len(solved.equation) <= 6 for batch in work.batches for solved in batch)
    assert 3 <= work.mean_steps <= 6
    assert work == mathqa_length(8, 3)
    assert work.batches != mathqa_length(8, 3, seed=1).batches


@pytest.mark.real_data
def test_with_data_it_is_mathqas_dev_split() -> None:
    work = mathqa_length(32, 10)
    assert work.source == "mathqa-filtered:dev"
    assert len(work.vocabulary.constants) == 26
    assert 3.5 <= work.mean_steps <= 5
    for batch in work.batches:
        for solved in batch:
            assert set(solved.equation.constants) <= set(work.vocabulary.constants)
            assert all(solved.problem.numbers[i].text for i in solved.equation.numbers)


# The command


@pytest.fixture
def command(folders: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("CANTOR_DATA", str(tmp_path))
    tiny = "--batch 2 --vertices 20 --heads 2 --layers 1 --rounds 1 --threads 1".split()
    return ["bench", "rivals", "--encoder", folders["usual"], *tiny]


def test_json(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["systems"]) == set(EVERY_SYSTEM) - {"causal-lm"}
    assert "causal" in found["failed"]["causal-lm"]
    assert set(found["forced"]) == set(STEPWISE) - {"causal-lm"}
    for system in found["systems"].values():
        assert system["decoder_s"] > 0
        assert system["total_s"] > 0
        assert system["decoder_ratio"] == pytest.approx(
            system["decoder_s"] / found["systems"]["cantor"]["decoder_s"]
        )
    assert found["workload"]["mean_steps"] >= 3
    assert found["settings"]["batch"] == 2


def test_text(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--systems", "cantor,deductive,nobody"]) == 0
    text = capsys.readouterr().out
    assert "deductive" in text
    assert "there is no system 'nobody'" in text
    assert "made to take those steps: deductive" in text


def test_a_system_that_is_no_rival_is_left_alone(models: rivals.Models) -> None:
    class Plain(System):
        def decode_text(self, text: torch.Tensor, batch: Batch, k: int = 1) -> list:
            return ["mine"]

    system, tokenizer = models.ready["cantor"]
    plain = Plain(system.config, system.encoder)
    batch = Batch.of(PROBLEMS, tokenizer, system.config, torch.device("cpu"))
    assert forced(plain, batch, EQUATIONS)(plain.encode(batch)) == ["mine"]
