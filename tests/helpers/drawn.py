"""Random equations, programs and potentials for the tests of mappings."""

from fractions import Fraction
from random import Random

import torch
from hypothesis import strategies as st

from cantor.equation import Builder, Const, Equation, Num, Operand, Ref, Step, operator
from cantor.mapping import Potentials, Program, Vocabulary, program
from cantor.mapping.program import NONE

WORDS = Vocabulary(("+", "-", "*", "/"), (Fraction(1), Fraction(2)))
LEAVES: list[Operand] = [Num(0), Num(1), Num(2), Const(Fraction(1)), Const(Fraction(2))]
seeds = st.integers(0, 2**32 - 1)


def equation(rng: Random, steps: int, reuse: float, symbols: tuple[str, ...] = WORDS.operators) -> Equation:
    """A random graph: operands are unused steps, used ones (with probability `reuse`), or leaves."""
    builder = Builder()
    free: list[Operand] = []
    for i in range(steps):
        symbol = rng.choice(symbols)
        operands: list[Operand] = []
        for _ in range(operator(symbol).arity):
            draw = rng.random()
            if draw < reuse and i:
                operands.append(Ref(rng.randrange(i)))
            elif draw < reuse + 0.55 and free:
                operands.append(free.pop(rng.randrange(len(free))))
            else:
                operands.append(rng.choice(LEAVES))
        free = [operand for operand in free if operand not in operands]
        free.append(builder.add(symbol, *operands))
    while len(free) > 1:
        free.append(builder.add("+", free.pop(0), free.pop(0)))
    return builder.build(free[0]).post_order()


def drawn_program(rng: Random, steps: int = 6, reuse: float | None = None) -> Program:
    """A program of at most so many steps."""
    while True:
        share = rng.choice([0.0, 0.3, 0.5]) if reuse is None else reuse
        found = program(equation(rng, rng.randint(1, steps), share), WORDS)
        if len(found) <= steps:
            return found


def drawn_potentials(
    seed: int, batch: int, steps: int, size: int, scale: float = 1.0, places: int = 2
) -> Potentials:
    """Potentials with gradients; a vertex takes only lower ones as operands."""
    noise = torch.Generator().manual_seed(seed)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=noise, dtype=torch.float64) * scale

    later = torch.ones(size, size, dtype=torch.bool).triu()
    emission, root = normal(batch, steps, size), normal(batch, size)
    transition = normal(batch, places, size, size).masked_fill(later, -torch.inf)
    return Potentials(emission.requires_grad_(), transition.requires_grad_(), root.requires_grad_())


def leaves_of(given: Potentials) -> list[torch.Tensor]:
    return [given.emission, given.transition, given.root]


def equation_of(p: Program, words: Vocabulary = WORDS) -> Equation:
    """What a program says."""
    steps = []
    for symbol, leaves, refs in zip(p.operator, p.leaf, p.ref, strict=True):
        operands: list[Operand] = []
        for leaf, ref in zip(leaves, refs, strict=True):
            if ref != NONE:
                operands.append(Ref(ref))
            elif leaf != NONE:
                constant = leaf < len(words.constants)
                operands.append(
                    Const(words.constants[leaf]) if constant else Num(leaf - len(words.constants))
                )
        steps.append(Step(words.operators[symbol], tuple(operands)))
    return Equation(steps)
