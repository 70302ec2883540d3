"""What the steps of a graph are worth on some numbers: the one executor. Exact, and lazy."""

from collections.abc import Sequence

from cantor.equation.errors import ExecutionError
from cantor.equation.graph import Const, Num, Ref, Step
from cantor.equation.operators import Value, bounded, operator

#: A step's value, its own error, or None where a step that it uses has no value.
Outcome = Value | ExecutionError | None


class Execution:
    """The outcome of each step, computed when it is first asked for; steps that nobody asks for cannot fail.

    `first[i]`, where given, is the first step that writes the same expression as step i: one is computed for
    all of them.
    """

    def __init__(self, steps: Sequence[Step], numbers: Sequence[Value], first: Sequence[int] | None = None):
        self.steps, self.numbers, self.first = steps, numbers, first
        self._outcomes: dict[int, Outcome] = {}

    def outcome(self, index: int) -> Outcome:
        """A step's value, its own error, or None where a step that it uses has no value."""
        known, first = self._outcomes, self.first
        if first is not None:
            index = first[index]
        if index in known:
            return known[index]
        todo = [index]
        while todo:
            step = self.steps[todo[-1]]
            used = [x.index for x in step.operands if type(x) is Ref]
            if first is not None:
                used = [first[i] for i in used]
            missing = [i for i in used if i not in known]
            if missing:
                todo += reversed(missing)
                continue
            at = todo.pop()
            if at not in known:
                known[at] = self._computed(step, used)
        return known[index]

    def _computed(self, step: Step, used: Sequence[int]) -> Outcome:
        """The outcome of a step; those that it uses are known."""
        operands: list[Outcome] = []
        results, failed = iter(used), False
        try:
            for x in step.operands:
                if isinstance(x, Ref):
                    result = self._outcomes[next(results)]
                    failed = failed or result is None or isinstance(result, ExecutionError)
                    operands.append(result)
                else:  # what is wrong with its own leaves is its own error, whatever else it uses
                    operands.append(leaf_value(x, self.numbers))
            return None if failed else operator(step.operator).apply(*operands)
        except ExecutionError as error:
            return error

    def __getitem__(self, index: int) -> Value | None:
        """A step's value, None where it has none."""
        at = index if self.first is None else self.first[index]
        # most are known: a look is cheaper than a call
        found = self._outcomes[at] if at in self._outcomes else self.outcome(at)
        return None if isinstance(found, ExecutionError) else found

    def value(self, index: int) -> Value:
        """A step's value; raises the error of the first step below it, in post-order, that has none."""
        found = self[index]
        if found is not None:
            return found
        failing, done, todo = [], set(), [(index, False)]
        while todo:
            at, below_done = todo.pop()
            outcome = self.outcome(at)
            if below_done:
                if isinstance(outcome, ExecutionError):
                    failing.append(outcome)
                    break
            elif at not in done and not (outcome is not None and not isinstance(outcome, ExecutionError)):
                done.add(at)
                todo.append((at, True))
                below = [x.index for x in self.steps[at].operands if type(x) is Ref]
                todo += [(i, False) for i in reversed(below)]
        raise failing[0]


def outcomes(steps: Sequence[Step], numbers: Sequence[Value]) -> list[Outcome]:
    """That of every step."""
    execution = Execution(steps, numbers)
    return [execution.outcome(i) for i in range(len(steps))]


def leaf_value(operand: Num | Const, numbers: Sequence[Value]) -> Value:
    """That of a number or a constant; raises an `ExecutionError` where it has none, or one too large."""
    if type(operand) is Const:
        return bounded(operand.value)
    assert type(operand) is Num
    if operand.index >= len(numbers):
        raise ExecutionError(f"the equation uses number {operand.index}, but there are only {len(numbers)}")
    return bounded(numbers[operand.index])
