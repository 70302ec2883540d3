"""Recipes, candidate equations, batches and losses, without a network."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from typing import get_args

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.data.named import examples
from cantor.data.synthetic import write
from cantor.equation import Equation, Num
from cantor.equation.parse import parse_infix
from cantor.errors import RecipeError
from cantor.mapping import Vocabulary, program
from cantor.model.objectives import loss, programs_of
from cantor.model.system import Item, Objective
from cantor.model.thoughts import ThoughtGraph
from cantor.problem import Problem
from cantor.training.average import Average
from cantor.training.batches import (
    epoch_batches,
    prepare,
    vocabulary,
    with_a_step,
    with_sorted_operands,
)
from cantor.training.candidates import candidates
from cantor.training.recipe import DataRecipe, Marginal, Placement, Recipe

SYMBOLS = ("+", "-", "*", "/")


def test_recipe_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "r.toml"
    path.write_text('[data]\ntrain = ["toy:10"]\n[training]\nepochs = 2\nencoder_rate = 1\n')
    recipe = Recipe.from_file(path)
    assert recipe.training.epochs == 2
    assert recipe.training.encoder_rate == 1.0
    assert Recipe.from_dict(recipe.to_dict()) == recipe


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[data]\n", "train"),
        ('[data]\ntrain = "svamp"\n', "list of texts"),
        ('[data]\ntrain = ["x"]\n[training]\nepoch = 2\n', "'epoch'"),
        ('[data]\ntrain = ["x"]\n[training]\nepochs = "2"\n', "epochs"),
        ('[data]\ntrain = ["x"]\n[training]\nepochs = true\n', "epochs"),
        ('[data]\ntrain = ["x"]\n[objective]\nwarm = "em"\n', "'exact-mml'"),
        ("[data\n", "not TOML"),
    ],
)
def test_recipe_errors_name_the_fix(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "r.toml"
    path.write_text(text)
    with pytest.raises(RecipeError, match=named.replace("'", ".")):
        Recipe.from_file(path)


def test_objective_schedule() -> None:
    raw = {
        "data": {"train": ["x"]},
        "objective": {"warmup_objective": "exact-mml", "objective": "exact-hard-em", "anneal_step": 3},
    }
    objective = Recipe.from_dict(raw).objective
    assert [objective.at(step) for step in (0, 2, 3, 9)] == ["exact-mml"] * 2 + ["exact-hard-em"] * 2


def brute_candidates(numbers: list[Fraction], answer: Fraction, steps: int) -> set[str]:
    """Every tree of at most two steps by plain loops, as its infix text."""
    found = set()
    for a, b in permutations(range(len(numbers)), 2):
        for f in SYMBOLS:
            found.add(f"(n{a}) {f} (n{b})")
    if steps > 1:
        for a, b, c in permutations(range(len(numbers)), 3):
            for f, g in product(SYMBOLS, repeat=2):
                found |= {f"(n{a} {f} n{b}) {g} n{c}", f"n{c} {g} (n{a} {f} n{b})"}
    parsed = [parse_infix(text) for text in found]
    return {canonical(e) for e in parsed if e.try_execute(numbers) == answer}


def canonical(equation: Equation) -> str:
    """The same text for equations that differ only in the order of commutative operands."""
    texts: list[str] = []
    for step in equation.steps:
        operands = [texts[x.index] if not isinstance(x, Num) else f"n{x.index}" for x in step.operands]  # type: ignore[union-attr]
        if step.operator in "+*":
            operands.sort()
        texts.append(f"({operands[0]} {step.operator} {operands[1]})")
    return texts[-1]


@settings(max_examples=60)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=4), st.integers(0, 20), st.sampled_from([1, 2]))
def test_candidates_are_all_there_are(numbers: list[int], answer: int, steps: int) -> None:
    values = [Fraction(n) for n in numbers]
    found = candidates(values, Fraction(answer), SYMBOLS, max_steps=steps, cap=10_000, both_orders=False)
    texts = [canonical(equation) for equation in found.equations]
    assert len(texts) == len(set(texts))
    assert set(texts) == brute_candidates(values, Fraction(answer), steps)
    assert not found.capped
    lengths = [len(equation) for equation in found.equations]
    assert lengths == sorted(lengths)


def test_candidates_report_their_cap() -> None:
    found = candidates([Fraction(1)] * 6, Fraction(2), ("+",), max_steps=1, cap=5)
    assert len(found.equations) == 5
    assert found.capped


def test_batches_follow_from_seed_and_epoch() -> None:
    found = examples(["toy:70:1"], "reader")
    words = vocabulary(found, DataRecipe(("toy:70:1",)))
    items = prepare(found, words, DataRecipe(("toy:70:1",)), 8, 2).items
    sizes = [len(item.problem.text) for item in items]
    first = epoch_batches(sizes, 16, 0, 0)
    assert first == epoch_batches(sizes, 16, 0, 0)
    assert first != epoch_batches(sizes, 16, 0, 1)
    assert first != epoch_batches(sizes, 16, 1, 0)
    assert sorted(i for batch in first for i in batch) == list(range(len(items)))


def test_what_cannot_be_trained_on_is_counted() -> None:
    found = examples(["toy:200:1"], "reader")
    words = Vocabulary(("+",), ())
    prepared = prepare(found, words, DataRecipe(("toy:200:1",)), 8, 2)
    assert prepared.items
    assert sum(prepared.left_out.values()) + len(prepared.items) == len(found)
    assert any("'-'" in reason for reason in prepared.left_out)


def random_graph(batch: int, size: int, leaves: int) -> ThoughtGraph:
    operand = torch.randn(batch, 2, size, size + leaves)
    operand[..., :size].masked_fill_(torch.ones(size, size).triu().bool(), -torch.inf)
    return ThoughtGraph(
        torch.randn(batch, size, 4).log_softmax(-1),
        operand.log_softmax(-1),
        torch.randn(batch, size).log_softmax(-1),
    )


@pytest.mark.parametrize("objective", [*get_args(Placement), *get_args(Marginal)])
def test_several_programs_of_one_problem(objective: str) -> None:
    """The loss over candidates is their summed probability, or the best one's."""
    torch.manual_seed(0)
    words = Vocabulary(SYMBOLS, ())
    graph = random_graph(2, 6, 3)
    texts = [["n0 + n1", "n0 * n1 - n2"], ["n2 / n0", "n1 - n0", "n0 + n1 + n2"]]
    problem = examples(["toy:1"], "reader")[0].problem
    items = [Item(problem, tuple(program(parse_infix(t), words) for t in row), (), None) for row in texts]
    _, owner = programs_of(items, 2)
    single = [Item(problem, (one,), (), None) for item in items for one in item.programs]

    def goal() -> Objective:
        return Objective(objective, generator=torch.Generator().manual_seed(5))

    found = loss(graph, items, goal())
    alone = loss(graph.rows(owner), single, goal())
    marginal = "mml" in objective
    for row in range(2):
        mine = -alone[owner == row]
        expected = torch.logsumexp(mine, 0) if marginal else mine.max()
        assert -float(found[row]) == pytest.approx(float(expected))


def test_objectives_are_ordered() -> None:
    """No placement is likelier than the best, and the best no likelier than all together."""
    torch.manual_seed(1)
    words = Vocabulary(SYMBOLS, ())
    made = [program(parse_infix(t), words) for t in ("n0 + n1", "n0 * n1 - n2", "(n0 + n1) * (n1 - n2)")]
    problem = examples(["toy:1"], "reader")[0].problem
    items = [Item(problem, (one,), (), None) for one in made]
    graph = random_graph(3, 7, 3)
    losses = {
        name: loss(graph, items, Objective(name))
        for name in ("naive", "exact-hard-em", "exact-hard-em-both", "exact-mml", "exact-mml-both")
    }
    assert (losses["naive"] >= losses["exact-hard-em"]).all()
    assert (losses["exact-hard-em"] > losses["exact-mml"]).all()
    assert (losses["exact-mml"] >= losses["exact-mml-both"] - 1e-12).all()
    assert (losses["exact-hard-em"] >= losses["exact-hard-em-both"]).all()
    assert losses["exact-hard-em"][2] > losses["exact-hard-em-both"][2]  # of the equation that branches
    assert (losses["exact-hard-em-both"] > losses["exact-mml-both"]).all()


def test_a_number_that_stands_in_the_text_becomes_a_step() -> None:
    bare = with_a_step(Equation([], Num(1)))
    assert str(bare) == "n1 * 1"
    assert bare.execute([Fraction(4), Fraction(7)]) == 7
    longer = parse_infix("n0 + n1")
    assert with_a_step(longer) is longer


def test_sorted_operands_keep_the_meaning() -> None:
    for problem in write(200, 5):
        ordered = with_sorted_operands(problem.equation)
        values = Problem.from_text(problem.question).values
        assert ordered.execute(values) == problem.equation.execute(values)
        assert ordered.template() == problem.equation.template()  # which sorts for itself
    assert str(with_sorted_operands(parse_infix("2 * (n1 + n0) - n2 * n1"))) == "(n0 + n1) * 2 - n1 * n2"


def test_the_average_follows_the_weights_and_gives_them_back() -> None:
    layer = torch.nn.Linear(2, 1)
    average = Average(layer, 0.9)
    history = []
    for step in range(40):
        with torch.no_grad():
            layer.weight.fill_(float(step))
        average.update()
        history.append(float(step))
    expected = float(average.weights["weight"][0, 0])
    assert 20 < expected < 39  # behind, but not far
    with average.in_place():
        assert float(layer.weight.detach()[0, 0]) == expected
    assert float(layer.weight.detach()[0, 0]) == 39.0


def test_what_cannot_be_answered_is_refused_and_the_rest_is_as_it_was() -> None:
    found = examples(["toy:6:1"], "reader")
    words = vocabulary(found, DataRecipe(("toy:6:1",)))
    unknown = [replace(found[0], equation=None, answer=None, answerable=False)]
    assert not prepare(unknown, words, DataRecipe(("x",)), 8, 2).items
    items = prepare([*found, *unknown], words, DataRecipe(("x",)), 8, 2, refuses=True).items
    assert [bool(item.programs) for item in items] == [True] * 6 + [False]
    torch.manual_seed(0)
    numbers = max(len(e.problem.numbers) for e in found)
    size = 8 + len(words.constants) + numbers
    given = ThoughtGraph(
        torch.randn(7, 8, len(words.operators)).log_softmax(-1),
        torch.randn(7, 2, 8, size).log_softmax(-1),
        torch.randn(7, 8).log_softmax(-1),
        vocabulary=words,
        unanswerable=torch.full((7,), -0.25),
    )
    losses = loss(given, items, Objective())
    alone = loss(given.rows(range(6)), items[:6], Objective())
    assert torch.allclose(losses[:6], alone)
    assert float(losses[6]) == 0.25
    assert loss(given.rows([6]), items[6:], Objective()).tolist() == [0.25]


def test_former_names_are_understood_and_said(caplog: pytest.LogCaptureFixture) -> None:
    former = {"warm": "mml", "then": "hard-em", "switch": 7}
    raw = {"data": {"train": ["x"]}, "objective": former, "model": {"spread": 0.02}}
    recipe = Recipe.from_dict(raw)
    assert [recipe.objective.at(step) for step in (6, 7)] == ["mml", "hard-em"]
    assert recipe.model.init_std == 0.02
    assert "objective.switch is called anneal_step now" in caplog.text


def test_any_key_of_a_recipe_can_be_set(tmp_path: Path) -> None:
    file = tmp_path / "recipe.toml"
    file.write_text('[data]\ntrain = ["toy:8:1"]\n', encoding="utf-8")
    given = [
        "training.seed=3",
        "model.encoder=e5-small",
        'data.augment=["names"]',
        "objective.objective=none",
    ]
    recipe = Recipe.from_file(file, given)
    assert (recipe.training.seed, recipe.model.encoder, recipe.data.augment) == (3, "e5-small", ("names",))
    assert recipe.objective.at(10**9) == "exact-mml"
    for wrong in ("seed=3", "training.seed", "training.sed=3", "training.seed=x"):
        with pytest.raises(RecipeError, match=r"--set|unknown key|not allowed"):
            Recipe.from_file(file, [wrong])


def test_batches_of_long_texts_are_smaller() -> None:
    lengths = [10] * 7 + [25, 30, 90, 120, 400]
    batches = epoch_batches(lengths, 4, 0, 0, 0.0, room=100)
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) <= 4
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= 100
    assert len(batches) == 6  # seven short ones and 25 in two, then each alone
    assert epoch_batches(lengths, 4, 0, 0, 0.0) == epoch_batches(lengths, 4, 0, 0, 0.0, room=10**6)
