"""Training problems, ready to be batched: same seed, same epoch, same batches."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import torch
from torch import Tensor

from cantor.data.audit import masked_text
from cantor.data.example import DataError, Example, Policy, Unreadable
from cantor.data.load import policies, rows, split_names
from cantor.data.own import is_own
from cantor.data.synthetic import write
from cantor.equation import Const, Equation, Step
from cantor.evaluation.judging import Seen
from cantor.mapping import NotInVocabulary, Program, Programs, Vocabulary, collate, program
from cantor.problem import Problem
from cantor.training.candidates import candidates
from cantor.training.recipe import DataRecipe

_FILTERED = "mathqa-filtered"


@dataclass(frozen=True, slots=True)
class Item:
    """A problem, the equations that solve it, and the same as programs of the model's vocabulary."""

    problem: Problem
    programs: tuple[Program, ...]
    equations: tuple[Equation, ...]
    answer: Fraction | None


@dataclass(slots=True)
class Prepared:
    """Items, and how many examples gave none, by reason."""

    items: list[Item] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def examples(names: Sequence[str], policy: str) -> list[Example]:
    """The examples of names such as "svamp:train", "synthetic:20000:7" (count, seed), "toy:500", "x.csv"."""
    found: list[Example] = []
    for name in names:
        base, _, rest = name.partition(":")
        if base in ("synthetic", "toy"):
            found += _synthetic("full" if base == "synthetic" else "toy", rest, name)
        else:
            base, split = (name, "all") if is_own(name) else (base, rest or split_names(base)[0])
            offered = policies(base)
            chosen = Policy(policy) if policy in offered else offered[0]
            found += [row for row in rows(base, split, chosen) if not isinstance(row, Unreadable)]
    return found


def seen(names: Sequence[str], policy: str) -> Seen:
    """What a model trained on those examples has seen of equations and, but for the numbers, of texts.

    The texts of "mathqa-filtered" are all of MathQA's: the published filter kept what ours may not, and the
    same test problems must count as seen whichever of the two a model was trained on.
    """
    found = examples(names, policy)
    published = ["mathqa" + name.removeprefix(_FILTERED) for name in names if name.startswith(_FILTERED)]
    return Seen(
        templates=frozenset(e.equation.template() for e in found if e.equation is not None),
        texts=frozenset(map(masked_text, [*found, *examples(published, policy)])),
    )


def _synthetic(profile: str, rest: str, name: str) -> list[Example]:
    count, _, seed = rest.partition(":")
    if not count.isdecimal() or (seed and not seed.isdecimal()):
        raise DataError(f"{name!r}: write synthetic:COUNT or synthetic:COUNT:SEED, such as synthetic:20000:7")
    problems = write(int(count), int(seed or 0), profile)
    return [
        Example(f"{name}-{i}", Problem.from_text(p.question), p.equation, p.answer, i)
        for i, p in enumerate(problems, start=1)
    ]


def vocabulary(found: Sequence[Example], recipe: DataRecipe) -> Vocabulary:
    """The operators and constants of the training equations; all that answers alone can need otherwise."""
    if recipe.supervision == "answers":
        return Vocabulary(("+", "-", "*", "/"), ())
    equations = [with_a_step(e.equation) for e in found if e.equation is not None]
    operators = {symbol for equation in equations for symbol in equation.operators}
    constants = {value for equation in equations for value in equation.constants}
    return Vocabulary(tuple(sorted(operators)), tuple(sorted(constants)))


def prepare(
    found: Sequence[Example], words: Vocabulary, recipe: DataRecipe, graph_size: int, places: int
) -> Prepared:
    """Items for training; what cannot be one is counted by reason."""
    prepared = Prepared()
    for example in found[: recipe.limit]:
        programs, equations = [], []
        for equation in _equations(example, words, recipe, prepared.left_out):
            try:
                made = program(equation, words, places)
            except NotInVocabulary as error:
                prepared.left_out[str(error)] += 1
                continue
            if len(made) > graph_size:
                prepared.left_out["more steps than vertices"] += 1
                continue
            programs.append(made)
            equations.append(equation)
        if programs:
            prepared.items.append(Item(example.problem, tuple(programs), tuple(equations), example.answer))
    return prepared


def _equations(
    example: Example, words: Vocabulary, recipe: DataRecipe, left_out: Counter[str]
) -> tuple[Equation, ...]:
    if recipe.supervision == "answers":
        if example.answer is None:
            left_out["no answer"] += 1
            return ()
        found = candidates(
            example.problem.values,
            example.answer,
            words.operators,
            words.constants,
            max_steps=recipe.search_steps,
            cap=recipe.search_cap,
        )
        if not found.equations:
            left_out["no equation found for the answer"] += 1
        elif found.capped:
            left_out["(kept) equations beyond the cap"] += 1
        return found.equations
    if example.equation is None:
        left_out["no equation"] += 1
        return ()
    return (with_a_step(example.equation),)


def with_a_step(equation: Equation) -> Equation:
    """The same equation; where it only names a number, times one, since every thought is a step."""
    if len(equation):
        return equation
    return Equation([Step("*", (equation.root, Const(Fraction(1))))])


def epoch_batches(items: Sequence[Item], size: int, seed: int, epoch: int) -> list[list[int]]:
    """Indices of each batch: texts of like length together, in an order that the seed and epoch decide."""
    draw = random.Random(f"{seed}/{epoch}")
    # a random share of the length keeps batches different from epoch to epoch
    order = sorted(range(len(items)), key=lambda i: len(items[i].problem.text) * (1 + 0.2 * draw.random()))
    batches = [order[start : start + size] for start in range(0, len(order), size)]
    draw.shuffle(batches)
    return batches


def batch_programs(items: Sequence[Item], places: int) -> tuple[Programs, Tensor]:
    """All programs of a batch, and which item each belongs to."""
    flat = [p for item in items for p in item.programs]
    owner = torch.tensor([i for i, item in enumerate(items) for _ in item.programs])
    return collate(flat, places), owner
