"""`Program`: an equation as the mapping algorithms see it, a post-order of steps with its spanning tree.

Steps that are used more than once make the equation a true graph. Its spanning tree keeps the edge that
depth-first search discovers first; every other use is a *cross* edge. See docs/mapping.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import torch
from torch import Tensor

from cantor.equation import Const, Equation, EquationError, Num, Operand, Ref, Step
from cantor.equation.render.values import exact_text
from cantor.equation.vocabulary import Vocabulary

NONE = -1


@dataclass(frozen=True, slots=True)
class Program:
    """One equation in post-order; all tuples run over its steps, inner ones over operand places.

    `leaf` indexes [constants, numbers]; `ref` is the step that a place takes as operand, whichever edge.
    `children` are the steps discovered here, in block order. `scope_of` is the reused step whose vertex must
    be known to compute a step (NONE for most); `opens` and `closes` mark where that starts and ends.
    """

    operator: tuple[int, ...]
    leaf: tuple[tuple[int, ...], ...]
    ref: tuple[tuple[int, ...], ...]
    children: tuple[tuple[int, ...], ...]
    start: tuple[int, ...]  # first step of each step's block
    scope_of: tuple[int, ...]
    opens: tuple[bool, ...]
    closes: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.operator)


class NotInVocabulary(EquationError):
    """An equation uses an operator or a constant that the model does not know."""


def program(equation: Equation, vocabulary: Vocabulary, places: int = 2) -> Program:
    """The program of an equation with at least one step.

    Where two reused steps would be open at a time, the smaller one is written out once per use.
    """
    equation = equation.post_order()
    if not isinstance(equation.root, Ref):
        raise EquationError("an equation without steps has no program")
    while (conflict := (scopes := _Scopes(equation)).conflict()) is not None:
        equation = written_out(equation, conflict)
    operator_index, constant_index = vocabulary.operator_index(), vocabulary.constant_index()
    operators, leaves, refs = [], [], []
    for step in equation.steps:
        if step.operator not in operator_index:
            raise NotInVocabulary(f"the model does not know the operator {step.operator!r}")
        if len(step.operands) > places:
            raise NotInVocabulary(
                f"{step.operator!r} takes {len(step.operands)} operands, the model has {places} places"
            )
        operators.append(operator_index[step.operator])
        row = [_leaf(operand, constant_index, len(vocabulary.constants)) for operand in step.operands]
        nothing = [NONE] * (places - len(row))
        leaves.append((*row, *nothing))
        refs.append((*(x.index if isinstance(x, Ref) else NONE for x in step.operands), *nothing))
    count = len(operators)
    return Program(
        tuple(operators),
        tuple(leaves),
        tuple(refs),
        tuple(map(tuple, scopes.children)),
        tuple(scopes.start),
        tuple(next(iter(scopes.needed[i]), NONE) for i in range(count)),
        tuple(i in scopes.last for i in range(count)),
        tuple(i in scopes.last.values() for i in range(count)),
    )


def _leaf(operand: Operand, constant_index: Mapping[Fraction, int], constants: int) -> int:
    if isinstance(operand, Num):
        return constants + operand.index
    if isinstance(operand, Const):
        if operand.value not in constant_index:
            raise NotInVocabulary(f"the model does not know the constant {exact_text(operand.value)}")
        return constant_index[operand.value]
    return NONE


class _Scopes:
    """The spanning tree of an equation in post-order, and where each reused step's vertex is needed."""

    def __init__(self, equation: Equation):
        count = len(equation.steps)
        self.children: list[list[int]] = [[] for _ in range(count)]
        self.start = list(range(count))
        parent = [NONE] * count
        users: list[list[int]] = [[] for _ in range(count)]
        for i, step in enumerate(equation.steps):
            for operand in step.operands:
                if isinstance(operand, Ref) and i not in users[operand.index]:
                    users[operand.index].append(i)
        self._discover(equation, parent)
        for i in range(count):
            if self.children[i]:
                self.start[i] = self.start[self.children[i][0]]
        self.last: dict[int, int] = {}  # reused step -> the lowest step whose block holds all its uses
        self.needed: list[set[int]] = [set() for _ in range(count)]
        self.size = [i - self.start[i] + 1 for i in range(count)]
        for k in range(count):
            crossing = [user for user in users[k] if user != parent[k]]
            if not crossing:
                continue
            furthest = max(users[k])
            lca = next(i for i in range(furthest, count) if self.start[i] <= k)
            self.last[k] = lca
            inside = [k, *crossing]
            for i in range(k + 1, lca + 1):
                if any(self.start[i] <= x <= i for x in inside):
                    self.needed[i].add(k)

    def _discover(self, equation: Equation, parent: list[int]) -> None:
        assert isinstance(equation.root, Ref)
        seen = {equation.root.index}
        todo = [(equation.root.index, iter(equation.steps[equation.root.index].operands))]
        while todo:
            node, operands = todo[-1]
            for operand in operands:
                if isinstance(operand, Ref) and operand.index not in seen:
                    seen.add(operand.index)
                    parent[operand.index] = node
                    self.children[node].append(operand.index)
                    todo.append((operand.index, iter(equation.steps[operand.index].operands)))
                    break
            else:
                todo.pop()

    def conflict(self) -> int | None:
        """The smallest step to write out where two would be open at once, or None."""
        for i, needed in enumerate(self.needed):
            after = {k for k in needed if self.last[k] != i} | ({i} if i in self.last else set())
            crowded = needed if len(needed) > 1 else after if len(after) > 1 else None
            if crowded:
                return min(crowded, key=lambda k: (self.size[k], k))
        return None


def written_out(equation: Equation, step: int) -> Equation:
    """The same equation with one reused step written out once per use."""
    steps: list[Step] = []

    def copied(index: int) -> Ref:
        source = equation.steps[index]
        operands = tuple(copied(x.index) if isinstance(x, Ref) else x for x in source.operands)
        steps.append(Step(source.operator, operands))
        return Ref(len(steps) - 1)

    place: dict[int, Ref] = {}
    for i, source in enumerate(equation.steps):
        operands = tuple(
            (copied(step) if x.index == step else place[x.index]) if isinstance(x, Ref) else x
            for x in source.operands
        )
        steps.append(Step(source.operator, operands))
        place[i] = Ref(len(steps) - 1)
    assert isinstance(equation.root, Ref)
    return Equation(steps, place[equation.root.index]).post_order()


@dataclass(frozen=True, slots=True)
class Programs:
    """A batch of B programs, and what of them tensors need, padded to S steps and P operand places."""

    each: tuple[Program, ...]
    length: Tensor  # [B]
    operator: Tensor  # [B, S]
    leaf: Tensor  # [B, S, P]
    ref: Tensor  # [B, S, P]

    @property
    def active(self) -> Tensor:
        """[B, S] bool: which steps exist."""
        return torch.arange(self.operator.shape[1], device=self.length.device) < self.length[:, None]

    def to(self, device: torch.device) -> "Programs":
        tensors = (x.to(device) for x in (self.length, self.operator, self.leaf, self.ref))
        return Programs(self.each, *tensors)


def collate(programs: Sequence[Program], places: int = 2) -> Programs:
    """Pad programs into one batch."""
    steps = max(map(len, programs), default=0)  # a batch may hold nothing that can be answered
    return Programs(
        tuple(programs),
        torch.tensor([len(p) for p in programs]),
        torch.tensor([[*p.operator, *[0] * (steps - len(p))] for p in programs]),
        _padded([p.leaf for p in programs], steps, places),
        _padded([p.ref for p in programs], steps, places),
    )


def _padded(tables: Sequence[Sequence[Sequence[int]]], steps: int, places: int) -> Tensor:
    """-> [B, steps, places]; rows of fewer places are filled up too"""
    nothing = (NONE,) * places
    rows = [
        [[*row, *nothing[len(row) :]] for row in table] + [nothing] * (steps - len(table)) for table in tables
    ]
    return torch.tensor(rows)
