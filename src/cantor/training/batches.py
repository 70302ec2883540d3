"""Training problems, ready to be batched: same seed, same epoch, same batches."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from tokenizers import Tokenizer

from cantor.data.augment import with_other_names, with_other_numbers, with_other_things
from cantor.data.example import Example
from cantor.equation import Const, Equation, Num, Operand, Step, operator
from cantor.errors import RecipeError
from cantor.mapping import NotInVocabulary, Vocabulary, program
from cantor.model.system import Item
from cantor.training.candidates import candidates
from cantor.training.recipe import DataRecipe


@dataclass(slots=True)
class Prepared:
    """Items, and how many examples gave none, by reason."""

    items: list[Any] = field(default_factory=list)  # `Item`s, or what another task trains on
    left_out: Counter[str] = field(default_factory=Counter)
    about: dict[str, Any] = field(default_factory=dict)  # what else a run's description has


def vocabulary(found: Iterable[Example], recipe: DataRecipe) -> Vocabulary:
    """The operators and constants of the training equations, or those that the recipe names."""
    operators: set[str] = set()
    uses: Counter[Fraction] = Counter()
    for example in () if recipe.supervision == "answers" else found:
        if example.equation is not None:
            equation = with_a_step(example.equation)
            operators.update(equation.operators)
            uses.update(equation.constants)
    used = {value for value, count in uses.items() if count >= recipe.min_uses}
    if recipe.supervision != "equations":
        operators |= {"+", "-", "*", "/"}
    return Vocabulary(recipe.operators or tuple(sorted(operators)), tuple(sorted(used | constants(recipe))))


def constants(recipe: DataRecipe) -> set[Fraction]:
    """Those that the recipe names."""
    try:
        return {Fraction(text) for text in recipe.constants}
    except (ValueError, ZeroDivisionError) as error:
        raise RecipeError(f"data.constants: {error}; write them as 3, 0.5 or 1/2") from None


def prepare(
    found: Sequence[Example],
    words: Vocabulary,
    recipe: DataRecipe,
    graph_size: int,
    places: int,
    *,
    refuses: bool = False,
) -> Prepared:
    """Items for training; what cannot be one is counted by reason. `refuses`: the model may refuse."""
    prepared = Prepared()
    for example in found[: recipe.limit]:
        if not example.answerable:
            if refuses:
                prepared.items.append(Item(example.problem, (), (), None))
            else:
                prepared.left_out["cannot be answered, and the model has no answerability"] += 1
            continue
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
    if recipe.supervision == "answers" or (recipe.supervision == "mixed" and example.equation is None):
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
    equation = with_a_step(example.equation)
    return (with_sorted_operands(equation) if recipe.operand_order == "sorted" else equation,)


def with_a_step(equation: Equation) -> Equation:
    """The same equation; where it only names a number, times one, since every thought is a step."""
    if len(equation):
        return equation
    return Equation([Step("*", (equation.root, Const(Fraction(1))))])


def with_sorted_operands(equation: Equation) -> Equation:
    """The same with the operands of commutative operators in one order: steps, numbers, constants."""

    def place(operand: Operand) -> tuple[int, Fraction]:
        if isinstance(operand, Const):
            return 2, operand.value
        return int(isinstance(operand, Num)), Fraction(operand.index)

    def step(old: Step) -> Step:
        commutes = operator(old.operator).commutative
        return Step(old.operator, tuple(sorted(old.operands, key=place)) if commutes else old.operands)

    return Equation([step(old) for old in equation.steps], equation.root).post_order()


def retold(items: Sequence[Item], recipe: DataRecipe, random: Random) -> list[Item]:
    """Some of a batch's problems with other numbers, names and things, as asked for; their programs stay."""
    if not recipe.augment:
        return list(items)
    told = []
    for item in items:
        problem = item.problem
        if random.random() < recipe.augment_share:
            if "names" in recipe.augment:
                problem = with_other_names(problem, random)
            if "things" in recipe.augment:
                problem = with_other_things(problem, random)
            if "numbers" in recipe.augment and len(item.equations) == 1:
                problem = with_other_numbers(problem, item.equations[0], random)
        told.append(replace(item, problem=problem))
    return told


def lengths(items: Sequence[Item], by: str, tokenizer: Tokenizer) -> list[int]:
    """Of each text, in characters or in tokens."""
    texts = [item.problem.text for item in items]
    if by == "characters":
        return [len(text) for text in texts]
    return [len(encoding.ids) for encoding in tokenizer.encode_batch(texts)]


def epoch_batches(
    lengths: Sequence[int],
    size: int,
    seed: int,
    epoch: int | str,
    noise: float = 0.2,
    room: int | None = None,
) -> list[list[int]]:
    """Indices of each batch: texts of like length together, in an order that the seed and epoch decide.

    Where `room` is given, a batch has no more than that with all texts as long as its longest.
    """
    draw = Random(f"{seed}/{epoch}")
    # a random share of the length keeps batches different from epoch to epoch
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] * (1 + noise * draw.random()))
    batches: list[list[int]] = []
    longest = 0
    for i in order:
        longest = max(longest, lengths[i])
        full = batches and (len(batches[-1]) == size or (room and (len(batches[-1]) + 1) * longest > room))
        if not batches or full:
            batches.append([])
            longest = lengths[i]
        batches[-1].append(i)
    draw.shuffle(batches)
    return batches
