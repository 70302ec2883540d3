"""`Equation`: a directed acyclic graph of steps over the numbers of a problem and constants."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b

from cantor.equation.errors import ExecutionError, GraphTooLarge, MalformedGraph
from cantor.equation.operators import Value, operator

#: Limits that no real solution comes near; they keep hostile input from costing time or memory.
MAX_STEPS = 10_000
MAX_DEPTH = 1_000


@dataclass(frozen=True, slots=True, order=True)
class Num:
    """The number at `index` in the problem's list of numbers."""

    index: int


@dataclass(frozen=True, slots=True, order=True)
class Const:
    """A number that the problem does not mention, such as the 100 of a percentage."""

    value: Fraction


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """The result of the step at `index`."""

    index: int


Operand = Num | Const | Ref

#: A nested expression: an operand, or (symbol, tree, tree, ...).
Tree = Operand | tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One operation: an operator's symbol and its operands."""

    operator: str
    operands: tuple[Operand, ...]


@dataclass(frozen=True)
class Equation:
    """Steps in an order where operands come before their users, and what they lead to.

    `root` is the last step unless said otherwise. An equation without steps is a number or a
    constant that answers the question by itself.
    """

    steps: tuple[Step, ...]
    root: Operand

    def __init__(self, steps: Sequence[Step], root: Operand | None = None):
        if root is None:
            if not steps:
                raise MalformedGraph("an equation without steps must say which number is its root")
            root = Ref(len(steps) - 1)
        object.__setattr__(self, "steps", tuple(steps))
        object.__setattr__(self, "root", root)
        self._check()

    @classmethod
    def of_sound_steps(cls, steps: Sequence[Step]) -> "Equation":
        """The same of steps that are known to be in order, where checking them again would take time."""
        if not 0 < len(steps) <= MAX_DEPTH:
            return cls(steps)
        made = object.__new__(cls)
        object.__setattr__(made, "steps", tuple(steps))
        object.__setattr__(made, "root", Ref(len(steps) - 1))
        return made

    def _check(self) -> None:
        if len(self.steps) > MAX_STEPS:
            raise GraphTooLarge(f"{len(self.steps):,} steps; the limit is {MAX_STEPS:,}")
        depths: list[int] = []
        for i, step in enumerate(self.steps):
            arity = operator(step.operator).arity
            if len(step.operands) != arity:
                raise MalformedGraph(
                    f"step {i}: {step.operator!r} takes {arity} operands, not {len(step.operands)}"
                )
            depth = 0
            for operand in step.operands:
                self._check_operand(operand, i)
                if isinstance(operand, Ref):
                    depth = max(depth, depths[operand.index])
            depths.append(depth + 1)
            if depth >= MAX_DEPTH:
                raise GraphTooLarge(f"a chain of more than {MAX_DEPTH:,} steps")
        self._check_operand(self.root, len(self.steps))

    def _check_operand(self, operand: Operand, before: int) -> None:
        if not isinstance(operand, Num | Const | Ref):
            raise MalformedGraph(f"{operand!r} is not an operand: use Num, Const or Ref")
        if isinstance(operand, Ref) and not 0 <= operand.index < before:
            raise MalformedGraph(f"step {operand.index} is used before it is computed")
        if isinstance(operand, Num) and operand.index < 0:
            raise MalformedGraph(f"number {operand.index} does not exist")

    @classmethod
    def from_tree(cls, tree: Tree) -> "Equation":
        """From nested tuples, such as ("+", Num(0), ("*", Num(1), Const(Fraction(2)))); nothing is shared."""
        builder = Builder()
        done: list[Operand] = []
        todo: list[tuple[Tree, bool]] = [(tree, False)]
        while todo:
            node, children_done = todo.pop()
            if not isinstance(node, tuple):
                done.append(node)
            elif not node:
                raise MalformedGraph("an empty tuple is not an expression")
            elif children_done:
                arity = len(node) - 1
                operands = done[len(done) - arity :]
                del done[len(done) - arity :]
                done.append(builder.add(str(node[0]), *operands))
            else:
                todo.append((node, True))
                todo.extend((child, False) for child in reversed(node[1:]))  # type: ignore[misc]
        return builder.build(done.pop())

    # What it is made of

    def __len__(self) -> int:
        return len(self.steps)

    def __bool__(self) -> bool:
        return True  # an equation without steps is still one

    def operands(self) -> Iterator[Operand]:
        """Every operand of every step in order, then the root."""
        for step in self.steps:
            yield from step.operands
        yield self.root

    @cached_property
    def numbers(self) -> frozenset[int]:
        """Indices of the problem's numbers that the equation uses."""
        return frozenset(x.index for x in self.operands() if isinstance(x, Num))

    @cached_property
    def constants(self) -> frozenset[Fraction]:
        return frozenset(x.value for x in self.operands() if isinstance(x, Const))

    @cached_property
    def operators(self) -> frozenset[str]:
        return frozenset(step.operator for step in self.steps)

    @property
    def branches(self) -> int:
        """Steps with two or more steps as operands (the paper's measure of complexity)."""
        return sum(sum(isinstance(x, Ref) for x in step.operands) > 1 for step in self.steps)

    @property
    def reused(self) -> tuple[int, ...]:
        """Indices of the steps that are used more than once."""
        uses = [0] * len(self.steps)
        for operand in self.operands():
            if isinstance(operand, Ref):
                uses[operand.index] += 1
        return tuple(i for i, count in enumerate(uses) if count > 1)

    # The same equation in another form

    def post_order(self) -> "Equation":
        """Depth-first order from the root, children in operand order; unused steps are dropped."""
        builder = Builder()
        place: dict[int, Operand] = {}
        todo = [self.root]
        while todo:
            node = todo[-1]
            if not isinstance(node, Ref) or node.index in place:
                todo.pop()
                continue
            step = self.steps[node.index]
            missing = [x for x in step.operands if isinstance(x, Ref) and x.index not in place]
            if missing:
                todo.extend(reversed(missing))
                continue
            todo.pop()
            place[node.index] = builder.add(step.operator, *_moved(step.operands, place))
        return builder.build(*_moved((self.root,), place))

    def shared(self) -> "Equation":
        """Equal sub-expressions become one step."""
        builder = Builder()
        place: dict[int, Operand] = {}
        known: dict[Step, Operand] = {}
        for i, step in enumerate(self.steps):
            moved = Step(step.operator, _moved(step.operands, place))
            if moved not in known:
                known[moved] = builder.add(moved.operator, *moved.operands)
            place[i] = known[moved]
        return builder.build(*_moved((self.root,), place)).post_order()

    def unshared(self) -> "Equation":
        """A tree: each step that is used more than once is written out once per use."""
        builder = Builder()
        done: list[Operand] = []
        todo: list[tuple[Operand, bool]] = [(self.root, False)]
        while todo:
            node, children_done = todo.pop()
            if not isinstance(node, Ref):
                done.append(node)
                continue
            step = self.steps[node.index]
            if children_done:
                arity = len(step.operands)
                operands = done[len(done) - arity :]
                del done[len(done) - arity :]
                done.append(builder.add(step.operator, *operands))
            else:
                todo.append((node, True))
                todo.extend((child, False) for child in reversed(step.operands))
        return builder.build(done.pop())

    def renumbered(self, mapping: "dict[int, Operand]") -> "Equation":
        """With number i replaced by mapping[i] (itself where it is not listed)."""

        def replace(operand: Operand) -> Operand:
            return mapping.get(operand.index, operand) if isinstance(operand, Num) else operand

        steps = [Step(s.operator, tuple(map(replace, s.operands))) for s in self.steps]
        return Equation(steps, replace(self.root))

    def in_fixed_order(self) -> "Equation":
        """With the operands of commutative operators sorted: steps by what they compute, numbers, constants.

        Two equations that differ only in the order of such operands become the same.
        """
        digests: list[str] = []

        def key(operand: Operand) -> tuple[int, Fraction, str]:
            if isinstance(operand, Ref):  # not by its text, which can be exponentially long
                return 0, Fraction(0), digests[operand.index]
            return (1, Fraction(operand.index), "") if isinstance(operand, Num) else (2, operand.value, "")

        steps: list[Step] = []
        for step in self.steps:
            if operator(step.operator).commutative:
                step = Step(step.operator, tuple(sorted(step.operands, key=key)))
            steps.append(step)
            said = repr((step.operator, [key(operand) for operand in step.operands]))
            digests.append(blake2b(said.encode(), digest_size=16).hexdigest())
        return Equation(steps, self.root)

    # What it is worth

    def step_values(self, numbers: Sequence[Value]) -> list[Value]:
        """The value of each step, exactly; raises an `ExecutionError` where a step has none."""
        from cantor.equation.execute import Execution

        execution = Execution(self.steps, numbers)
        return [execution.value(i) for i in range(len(self.steps))]

    def execute(self, numbers: Sequence[Value] = ()) -> Value:
        """The equation's value on these numbers; raises an `ExecutionError` where it has none.

        Steps that the root does not need are not computed, so they cannot fail.
        """
        from cantor.equation.execute import Execution, leaf_value

        root = self.root
        return (
            Execution(self.steps, numbers).value(root.index)
            if isinstance(root, Ref)
            else leaf_value(root, numbers)
        )

    def try_execute(self, numbers: Sequence[Value] = ()) -> Value | None:
        """The equation's value, or None where it has none."""
        try:
            return self.execute(numbers)
        except ExecutionError:
            return None

    # How it looks

    def template(self) -> str:
        """The equation with numbers as places (n0, n1, ...), operands in a fixed order where order is free.

        Equations of equal templates differ only in their numbers.
        """
        return self.in_fixed_order().infix()

    def infix(self, numbers: Sequence[Value] | None = None) -> str:
        """Infix with no parenthesis too many; numbers by value where given, else by name (n0, n1, ...)."""
        from cantor.equation.render import infix

        return infix(self, numbers)

    def __str__(self) -> str:
        return self.infix()


class Builder:
    """Collects steps one at a time; `add` returns what to use as a later operand."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def add(self, symbol: str, *operands: Operand) -> Ref:
        if len(self._steps) >= MAX_STEPS:
            raise GraphTooLarge(f"more than {MAX_STEPS:,} steps")
        self._steps.append(Step(symbol, operands))
        return Ref(len(self._steps) - 1)

    def step(self, ref: Ref) -> Step:
        """The step that `add` returned this for."""
        return self._steps[ref.index]

    def build(self, root: Operand | None = None) -> Equation:
        return Equation(self._steps, root)


def _moved(operands: Sequence[Operand], place: dict[int, Operand]) -> tuple[Operand, ...]:
    return tuple(place[x.index] if isinstance(x, Ref) else x for x in operands)
