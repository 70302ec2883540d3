"""Programs like MathQA's in length, branches and reuse, for measuring without the dataset."""

from random import Random

from cantor.equation import Equation, Num, Ref, Step
from cantor.equation.graph import Tree
from cantor.mapping import Program, Vocabulary, program

#: Steps -> problems, in the filtered test split of MathQA (1,605 problems, steps as annotated).
STEPS = {1: 110, 2: 237, 3: 391, 4: 289, 5: 198, 6: 156, 7: 87, 8: 57, 9: 36, 10: 11, 11: 12, 12: 14, 13: 5}
STEPS |= {14: 1, 15: 1}
#: Among those problems: some step takes two steps; a step has two users; several steps have two users.
PROBLEMS, BRANCHED, REUSING, REUSING_SEVERAL = 1605, 864, 253, 45
#: The longest program there, after steps that are open at a time are written out.
LONGEST = 24
#: A step with enough steps below it is a branch this often, in equations that branch at all.
_BRANCH = 0.4

VOCABULARY = Vocabulary(("+", "-", "*", "/"), ())


def programs_like_mathqa(count: int, seed: int = 0) -> list[Program]:
    """So many programs, drawn with MathQA's proportions."""
    draw = Random(seed)
    return [_program(draw) for _ in range(count)]


def _program(draw: Random) -> Program:
    (steps,) = draw.choices(list(STEPS), list(STEPS.values()))
    # neither is possible with fewer than three steps, so the others have a larger share
    able = sum(problems for length, problems in STEPS.items() if length > 2)
    reusing = steps > 2 and draw.random() < REUSING / able
    # whatever reuses a step has a branch, nearly always
    branched = steps > 2 and draw.random() < (BRANCHED - REUSING) / (able - REUSING)
    while True:
        made = Equation.from_tree(_tree(draw, steps, _BRANCH * branched))
        if branched != (made.branches > 0):
            continue
        if reusing:
            several = draw.random() < REUSING_SEVERAL / REUSING
            for _ in range(1 + several):
                made = _with_another_use(draw, made)
        found = program(made, VOCABULARY)
        if len(found) <= LONGEST:
            return found


def _tree(draw: Random, steps: int, branching: float) -> Tree:
    """An expression of so many steps."""
    operands: list[Tree] = [Num(draw.randrange(6)), Num(draw.randrange(6))]
    if steps > 2 and draw.random() < branching:
        left = draw.randrange(1, steps - 1)
        operands = [_tree(draw, left, branching), _tree(draw, steps - 1 - left, branching)]
    elif steps > 1:
        operands[draw.randrange(2)] = _tree(draw, steps - 1, branching)
    return (draw.choice(VOCABULARY.operators), *operands)


def _with_another_use(draw: Random, made: Equation) -> Equation:
    """One leaf replaced by an earlier step that the leaf's step does not use yet."""
    choices = [
        (i, place, k)
        for i, step in enumerate(made.steps)
        for place, operand in enumerate(step.operands)
        for k in range(i)
        if isinstance(operand, Num) and Ref(k) not in step.operands
    ]
    if not choices:
        return made
    user, place, k = draw.choice(choices)
    steps = list(made.steps)
    operands = list(steps[user].operands)
    operands[place] = Ref(k)
    steps[user] = Step(steps[user].operator, tuple(operands))
    return Equation(steps, made.root).post_order()
