"""Second thoughts: what the model says beyond the first choice of each vertex. Numpy only.

A decoded graph keeps the likeliest operator and operands of every vertex. The model says more: it is a
distribution over graphs. Here the probability that an equation is the answer is summed over all ways of
placing its steps on vertices, for the equation of every vertex, and for every equation of one or two steps.
The best of those that no vertex holds join the graph as further vertices. Up to two steps the sums are exact;
beyond, as in the paper, two branches may share a vertex, and a step that two others use counts twice.

Shapes: L vertices, P places of operands, F operators, Q = L + constants + numbers, K leaves.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Num, Operand, Ref, Step, operator
from cantor.errors import CantorError
from cantor.solver.decoding import DecodedGraph, Said

_Floats = NDArray[np.floating]

#: So many equations that no vertex holds join a graph.
SECOND_THOUGHTS = 8
#: Leaves that equations are made of: the likeliest, so that a text of many numbers costs no more than others.
_LEAVES = 10


class _Chances:
    """What the model says of one problem, as probabilities."""

    def __init__(self, said: Said):
        self.operators, self.constants = said.operators, said.constants
        self.operator = np.exp(said.operator, dtype=np.float64)  # [L, F]
        self.operand = np.exp(said.operand, dtype=np.float64)  # [P, L, Q]
        self.root = np.exp(said.root, dtype=np.float64)  # [L]

    def inside(self, steps: Sequence[Step]) -> list[_Floats]:
        """For each step, the probability that vertex v carries it, with all it stands on below v. Each [L]"""
        found: list[_Floats] = []
        for step in steps:
            kind = operator(step.operator)
            orders = [step.operands]
            if kind.commutative and step.operands[0] != step.operands[1]:
                orders.append(step.operands[::-1])
            ways = sum(self._taken(operands, found) for operands in orders)
            found.append(self.operator[:, self.operators.index(step.operator)] * ways)
        return found

    def _taken(self, operands: Sequence[Operand], inside: Sequence[_Floats]) -> _Floats:
        """The probability that vertex v takes these operands, in this order. -> [L]"""
        size = len(self.root)
        if len(operands) == 2 and operands[0] == operands[1] and type(operands[0]) is Ref:
            taken = self.operand[0, :, :size] * self.operand[1, :, :size]  # one vertex, not two
            return taken @ inside[operands[0].index]
        ways = np.ones(size)
        for place, x in enumerate(operands):
            if type(x) is Ref:
                ways *= self.operand[place, :, :size] @ inside[x.index]
            else:
                ways *= self._leaf(place, x)
        return ways

    def _leaf(self, place: int, x: Operand) -> _Floats:
        if type(x) is Const:
            return self.operand[place, :, len(self.root) + self.constants.index(x.value)]
        assert type(x) is Num
        at = len(self.root) + len(self.constants) + x.index
        if at >= self.operand.shape[2]:  # of a vertex that had nothing to choose from
            return np.zeros(len(self.root))
        return self.operand[place, :, at]

    def leaf(self, at: int) -> Operand:
        """What stands at a place among [constants, numbers]."""
        known = len(self.constants)
        return Const(self.constants[at]) if at < known else Num(at - known)


def reconsidered(graph: DecodedGraph, count: int = SECOND_THOUGHTS) -> DecodedGraph:
    """A graph with the best equations of one or two steps that it does not have, and all answer scores."""
    if graph.said is None:
        raise CantorError(
            "whoever made this graph did not say how likely other equations are; rank by root, joint or vote"
        )
    said = _Chances(graph.said)
    steps = list(graph.steps)
    keys: list[object] = []
    for step in steps:
        keys.append(_key(step, keys))
    known = set(keys)
    scores = {name: [getattr(graph, name)] for name in _SCORES if getattr(graph, name) is not None}
    added = 0
    for equation in _best_short(said, count + len(known)):
        if added == count:
            break
        made: list[object] = []
        for step in equation:
            made.append(_key(step, made))
        if made[-1] in known:
            continue
        known.add(made[-1])
        added += 1
        start = len(steps)
        steps += [_moved(step, start) for step in equation]
        for name, values in _scores_of(equation, said).items():
            if name in scores:
                scores[name].append(values)
    with np.errstate(divide="ignore"):
        answers = np.log([float(said.root @ inside) for inside in said.inside(steps)])
    joined = {name: np.concatenate(parts, axis=-1) for name, parts in scores.items()}
    joined["root_score"][len(graph.steps) :] = answers[len(graph.steps) :]
    return DecodedGraph(tuple(steps), **joined, answer_score=answers, said=graph.said)


_SCORES = ("step_score", "root_score", "operator_score", "operand_score")


def _key(step: Step, keys: Sequence[object]) -> object:
    """The same for expressions that are the same but for the order of operands that may be exchanged."""
    operands = [("step", keys[x.index]) if type(x) is Ref else ("leaf", x) for x in step.operands]
    if operator(step.operator).commutative:
        operands.sort(key=repr)
    return (step.operator, *operands)


def _moved(step: Step, by: int) -> Step:
    return Step(step.operator, tuple(Ref(x.index + by) if type(x) is Ref else x for x in step.operands))


def _best_short(said: _Chances, count: int) -> list[list[Step]]:
    """The likeliest equations of one or two steps with two operands each, as lists of steps."""
    size = len(said.root)
    binary = [f for f, symbol in enumerate(said.operators) if operator(symbol).arity == 2]
    if not binary or said.operand.shape[0] < 2 or said.operand.shape[2] == size:
        return []
    leaves = np.argsort(-said.operand[:2, :, size:].sum((0, 1)), kind="stable")[:_LEAVES]
    first, second = (said.operand[place][:, size + leaves] for place in (0, 1))  # [L, K]
    chosen = said.operator[:, binary]  # [L, F]
    free = np.array([operator(said.operators[f]).commutative for f in binary])  # the order does not matter
    pairs = chosen[:, :, None, None] * first[:, None, :, None] * second[:, None, None, :]  # [L, F, K, K]
    # operands that may be exchanged are counted once, in one order
    both = pairs + pairs.swapaxes(2, 3) * ~np.eye(len(leaves), dtype=bool)
    pairs = np.where(free[:, None, None], np.triu(both), pairs)
    one = np.tensordot(said.root, pairs, 1)  # [F, K, K]
    top = said.root[:, None] * chosen  # [L, F]: the root's vertex and operator
    on_left = np.einsum("uf,uv,ub->fbv", top, said.operand[0][:, :size], second)  # [F, K, L]
    on_right = np.einsum("uf,ua,uv->fav", top, first, said.operand[1][:, :size])
    on_left = on_left + np.where(free[:, None, None], on_right, 0.0)
    on_right = np.where(free[:, None, None], 0.0, on_right)
    below = pairs.reshape(size, -1)  # [L, F K K]
    tables = [one.ravel(), *((table.reshape(-1, size) @ below).ravel() for table in (on_left, on_right))]
    flat = np.concatenate(tables)
    count = min(count, len(flat))
    best = np.argpartition(-flat, count - 1)[:count]
    best = best[np.argsort(-flat[best], kind="stable")]
    kinds = len(leaves)

    def pair(at: int) -> Step:
        f, operands = divmod(at, kinds * kinds)
        a, b = divmod(operands, kinds)
        return Step(said.operators[binary[f]], (said.leaf(int(leaves[a])), said.leaf(int(leaves[b]))))

    def equation(at: int) -> list[Step]:
        if at < one.size:
            return [pair(at)]
        right, at = divmod(at - one.size, tables[1].size)
        above, child = divmod(at, below.shape[1])
        f, leaf = divmod(above, kinds)
        operands: tuple[Operand, ...] = (Ref(0), said.leaf(int(leaves[leaf])))
        return [pair(child), Step(said.operators[binary[f]], operands[::-1] if right else operands)]

    return [equation(int(at)) for at in best if flat[at] > 0]


def _scores_of(steps: Sequence[Step], said: _Chances) -> dict[str, _Floats]:
    """The scores of a short equation's steps where they are likeliest, the root's first."""
    size = len(said.root)
    inside = said.inside(steps)
    vertex = int(np.argmax(said.root * inside[-1]))
    operator_score, operand_score = np.zeros(len(steps)), np.zeros((said.operand.shape[0], len(steps)))
    with np.errstate(divide="ignore"):
        for i in reversed(range(len(steps))):
            operator_score[i] = np.log(said.operator[vertex, said.operators.index(steps[i].operator)])
            below = vertex
            for place, x in enumerate(steps[i].operands):
                if type(x) is Ref:
                    below = int(np.argmax(said.operand[place, vertex, :size] * inside[x.index]))
                    operand_score[place, i] = np.log(said.operand[place, vertex, below])
                else:
                    operand_score[place, i] = np.log(said._leaf(place, x)[vertex])
            vertex = below
    return {
        "step_score": operator_score + operand_score.sum(0),
        "root_score": np.full(len(steps), -np.inf),
        "operator_score": operator_score,
        "operand_score": operand_score,
    }
