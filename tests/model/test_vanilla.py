"""Vanilla CANTOR: the predicted number of vertices and not one more; the last of them is the root."""

from dataclasses import replace
from fractions import Fraction

import pytest
import torch

from cantor.equation import Equation, Num, Ref, Step
from cantor.mapping import program
from cantor.model import from_pretrained, save_pretrained
from cantor.model.config import ModelConfig
from cantor.model.system import Batch, Item, Objective
from cantor.model.vanilla import VanillaCantor
from helpers.tiny import PROBLEMS, batch_of

ONE = Equation([Step("+", (Num(0), Num(1)))])
TWO = Equation([Step("+", (Num(0), Num(1))), Step("*", (Ref(0), Num(0)))])


@pytest.fixture
def vanilla(make):
    torch.manual_seed(3)
    model, tokenizer = make(system="vanilla-cantor")
    assert isinstance(model, VanillaCantor)
    return model.eval().double(), tokenizer


def item(equation: Equation, model: VanillaCantor) -> Item:
    return Item(PROBLEMS[0], (program(equation, model.config.vocabulary),), (equation,), Fraction(0))


def doubled(batch: Batch) -> Batch:
    return replace(batch, pooling=batch.pooling.double())


def test_vertices_beyond_the_length_are_not_there(vanilla):
    model, tokenizer = vanilla
    batch = doubled(batch_of(PROBLEMS[:1], tokenizer, model.config))
    with torch.no_grad():
        text = model.encode(batch)
        before = model.of_length(text, batch, torch.tensor([2]))
        model.decoder.positions[2:] += 5.0  # of vertices that a graph of two does not have
        after = model.of_length(text, batch, torch.tensor([2]))
        longer = model.of_length(text, batch, torch.tensor([3]))
    torch.testing.assert_close(after.operator[:, :2], before.operator[:, :2])
    torch.testing.assert_close(after.operand[:, :, :2, :2], before.operand[:, :, :2, :2])
    assert not torch.allclose(longer.operator[:, :2], before.operator[:, :2])


def test_the_loss_is_that_of_one_placement(vanilla):
    """By hand: P(length) times each step's own probabilities, step i on vertex i."""
    model, tokenizer = vanilla
    batch = doubled(batch_of([PROBLEMS[0]] * 2, tokenizer, model.config))
    with torch.no_grad():
        losses = model.loss(batch, [item(ONE, model), item(TWO, model)], Objective())
        text = model.encode(batch)
        lengths = model.lengths(text)
        graph = model.of_length(text, batch, torch.tensor([1, 2]))
    size, first = model.config.graph_size, model.config.graph_size + len(model.config.constants)
    plus, times = (model.config.operators.index(symbol) for symbol in "+*")

    def step(row: int, vertex: int, symbol: int, a: int, b: int) -> torch.Tensor:
        operand = graph.operand[row]
        return graph.operator[row, vertex, symbol] + operand[0, vertex, a] + operand[1, vertex, b]

    one = lengths[0, 0] + step(0, 0, plus, first, first + 1)
    two = lengths[1, 1] + step(1, 0, plus, first, first + 1) + step(1, 1, times, 0, first)
    assert size > 2
    torch.testing.assert_close(-losses, torch.stack([one, two]))


def test_decoding_takes_the_likeliest_lengths(vanilla):
    model, tokenizer = vanilla
    batch = doubled(batch_of(PROBLEMS, tokenizer, model.config))
    with torch.no_grad():
        lengths = model.lengths(model.encode(batch))
        best, three = model.decode(batch), model.decode(batch, 3)
        graphs = model.score(batch).decoded()
    for row, graph in enumerate(best):
        root = int(lengths[row].argmax())
        assert graph.equation(graph.ranking()[0]) == graphs[row].equation(root)
        likeliest = lengths[row].topk(3).values.tolist()
        found = sorted((s for s in three[row].root_score if s > -1e9), reverse=True)
        assert found == pytest.approx(likeliest)


def test_it_learns_every_parameter_and_is_saved(vanilla, tmp_path):
    model, tokenizer = vanilla
    model.float()
    batch = batch_of([PROBLEMS[0]] * 2, tokenizer, model.config)
    model.train().loss(batch, [item(ONE, model), item(TWO, model)], Objective()).sum().backward()
    assert model.length.weight.grad.abs().sum() > 0
    save_pretrained(model, tokenizer, tmp_path / "saved")
    again, _ = from_pretrained(tmp_path / "saved")
    assert isinstance(again, VanillaCantor)
    old = (
        model.config.to_json()
        .replace('"vanilla-cantor"', '"cantor"')
        .replace('"graph_size"', '"predicts_length": true, "graph_size"')
    )
    assert ModelConfig.from_json(old).system == "vanilla-cantor"
