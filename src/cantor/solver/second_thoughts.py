"""Second thoughts: what the model says beyond the first choice of each vertex. Numpy only.

A decoded graph keeps the likeliest operator and operands of every vertex. The model says more: it is a
distribution over graphs. Here the probability that an equation is the answer is summed over all ways of
placing its steps on vertices: for the equation of every vertex, for every equation of one or two steps, and
for every step over what the vertices hold. The best of those that no vertex holds join the graph as further
vertices. Up to two steps the sums are exact; beyond, as in the paper, two branches may share a vertex, and a
step that two others use counts twice.

Shapes: L vertices, P places of operands, F operators, Q = L + constants + numbers, K leaves.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cantor.equation import Const, Num, Operand, Ref, Step, operator
from cantor.errors import CantorError
from cantor.solver.decoding import DecodedGraph, Said, Shapes

_Floats = NDArray[np.floating]

#: So many equations that no vertex holds join a graph.
SECOND_THOUGHTS = 8
#: Leaves that equations are made of: the likeliest, so that a text of many numbers costs no more than others.
_LEAVES = 10


class _Chances:
    """What the model says of one problem, as probabilities."""

    def __init__(self, said: Said):
        self.operators, self.constants = said.operators, said.constants
        # found by whole numbers, since comparing fractions with each other takes time
        self.places = {(c.numerator, c.denominator): i for i, c in enumerate(said.constants)}
        self.operator = np.exp(said.operator, dtype=np.float64)  # [L, F]
        self.operand = np.exp(said.operand, dtype=np.float64)  # [P, L, Q]
        self.root = np.exp(said.root, dtype=np.float64)  # [L]

    def inside(self, steps: Sequence[Step], known: Sequence[_Floats] = ()) -> list[_Floats]:
        """For each step, the probability that vertex v carries it, with all it stands on below v. Each [L]

        `known` are those of the first steps.
        """
        found = list(known)
        for step in steps[len(found) :]:
            kind = operator(step.operator)
            orders = [step.operands]
            if kind.commutative and step.operands[0] != step.operands[1]:
                orders.append(step.operands[::-1])
            ways = sum(self._all_taken(operands, found) for operands in orders)
            found.append(self.operator[:, self.operators.index(step.operator)] * ways)
        return found

    def _all_taken(self, operands: Sequence[Operand], inside: Sequence[_Floats]) -> _Floats:
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
                ways *= self.taken(place, x)
        return ways

    def taken(self, place: int, x: Operand) -> _Floats:
        """The probability that vertex v takes a leaf there. -> [L]"""
        if type(x) is Const:
            at = self.places[x.value.numerator, x.value.denominator]
            return self.operand[place, :, len(self.root) + at]
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
    """A graph with the best short equations and steps that it does not have, and all answer scores."""
    if graph.said is None:
        raise CantorError(
            "whoever made this graph did not say how likely other equations are; rank by root, joint or vote"
        )
    said = _Chances(graph.said)
    steps = list(graph.steps)
    shapes = Shapes(steps)
    inside = said.inside(steps)
    scores = {name: [getattr(graph, name)] for name in _SCORES if getattr(graph, name) is not None}
    wanted = count + len(steps)  # some of the best are there already
    known = set(shapes.found)
    for idea in _ideas(said, inside, shapes.found, wanted):
        if count == 0:
            break
        made = [_moved(step, len(steps)) for step in idea]
        start = len(steps)
        for step in made:
            shape = shapes.add(step)
        if shape in known:
            del shapes.found[start:]
            continue
        known.add(shape)
        count -= 1
        steps += made
        inside = said.inside(steps, inside)
        for name, values in _scores_of(made, start, said, inside).items():
            if name in scores:
                scores[name].append(values)
    with np.errstate(divide="ignore"):
        answers = np.log([float(said.root @ ways) for ways in inside])
    joined = {name: np.concatenate(parts, axis=-1) for name, parts in scores.items()}
    joined["root_score"][len(graph.steps) :] = answers[len(graph.steps) :]
    return DecodedGraph(tuple(steps), **joined, answer_score=answers, said=graph.said)


_SCORES = ("step_score", "root_score", "operator_score", "operand_score")
#: In an idea, the step before; other references are to vertices of the graph.
_BEFORE = Ref(10**6)
#: The steps that a graph lacks for an equation: one, or two that follow each other.
_Idea = list[Step]


def _moved(step: Step, start: int) -> Step:
    return Step(step.operator, tuple(Ref(start) if x == _BEFORE else x for x in step.operands))


def _ideas(said: _Chances, inside: Sequence[_Floats], shapes: Sequence[int], count: int) -> Iterator[_Idea]:
    """The likeliest equations of one or two steps, and steps over what the vertices hold; best first."""
    size = len(said.root)
    binary = [f for f, symbol in enumerate(said.operators) if operator(symbol).arity == 2]
    if not binary or said.operand.shape[0] < 2 or said.operand.shape[2] == size:
        return
    symbols = [said.operators[f] for f in binary]
    free = np.array([operator(symbol).commutative for symbol in symbols])[:, None, None]
    leaves = np.argsort(-said.operand[:2, :, size:].sum((0, 1)), kind="stable")[:_LEAVES].tolist()
    kinds = len(leaves)
    first, second = (said.operand[place][:, [size + leaf for leaf in leaves]] for place in (0, 1))  # [L, K]
    chosen = said.operator[:, binary]  # [L, F]
    top = said.root[:, None] * chosen  # [L, F]: the root's vertex and operator

    # One step over leaves, and two: the second over the first and a leaf.
    pairs = chosen[:, :, None, None] * first[:, None, :, None] * second[:, None, None, :]  # [L, F, K, K]
    pairs = np.where(free, _in_one_order(pairs), pairs)
    one = np.tensordot(said.root, pairs, 1)  # [F, K, K]
    on_left = _over_roots(top, second, said.operand[0][:, :size])  # [F, K, L]
    on_right = _over_roots(top, first, said.operand[1][:, :size])
    on_left, on_right = on_left + np.where(free, on_right, 0.0), np.where(free, 0.0, on_right)
    below = pairs.reshape(size, -1)  # [L, F K K]
    left, right = ((table.reshape(-1, size) @ below).ravel() for table in (on_left, on_right))

    # One step over what the vertices hold, and leaves.
    held = list({key: vertex for vertex, key in reversed(list(enumerate(shapes)))}.values())
    ways = np.array([inside[vertex] for vertex in held]).T  # [L, S]
    x = np.concatenate([first, said.operand[0][:, :size] @ ways], 1)  # [L, K + S]
    y = np.concatenate([second, said.operand[1][:, :size] @ ways], 1)
    over = _over_roots(top, x, y)  # [F, K + S, K + S]
    over = np.where(free, _in_one_order(over), over)
    over[:, :kinds, :kinds] = 0.0  # these are `one`
    over[:, range(kinds, x.shape[1]), range(kinds, x.shape[1])] = 0.0  # a vertex with itself is not a product

    operands: list[Operand] = [*map(said.leaf, leaves), *map(Ref, held)]

    def pair(at: int, of: Sequence[Operand]) -> Step:
        f, taken = divmod(at, len(of) ** 2)
        a, b = divmod(taken, len(of))
        return Step(symbols[f], (of[a], of[b]))

    def two(at: int, on_right: bool) -> list[Step]:
        above, child = divmod(at, below.shape[1])
        f, leaf = divmod(above, kinds)
        taken = (_BEFORE, operands[leaf])
        return [pair(child, operands[:kinds]), Step(symbols[f], taken[::-1] if on_right else taken)]

    make: tuple[Callable[[int], _Idea], ...] = (
        lambda at: [pair(at, operands[:kinds])],
        lambda at: [pair(at, operands)],
        lambda at: two(at, False),
        lambda at: two(at, True),
    )
    best = [(-p, i, at) for i, table in enumerate((one, over, left, right)) for p, at in _best(table, count)]
    for _, i, at in sorted(best):
        yield make[i](at)


def _over_roots(top: _Floats, x: _Floats, y: _Floats) -> _Floats:
    """The sum over vertices u of top[u, f] x[u, a] y[u, b]. -> [F, A, B]"""
    found: _Floats = (top.T[:, None, :] * x.T) @ y
    return found


def _in_one_order(pairs: _Floats) -> _Floats:
    """Both orders of two operands that may be exchanged count as the one with the first of them first."""
    both = pairs + pairs.swapaxes(-1, -2) * ~np.eye(pairs.shape[-1], dtype=bool)
    return np.triu(both)


def _best(table: _Floats, count: int) -> list[tuple[float, int]]:
    """The largest of a table that are not 0, with their places in it."""
    flat = table.ravel()
    count = min(count, len(flat))
    best = np.argpartition(flat, len(flat) - count)[len(flat) - count :]
    return [(p, at) for p, at in zip(flat[best].tolist(), best.tolist(), strict=True) if p > 0]


def _scores_of(
    made: Sequence[Step], start: int, said: _Chances, inside: Sequence[_Floats]
) -> dict[str, _Floats]:
    """The scores of a graph's last steps, from `start` on, on the vertices where they are likeliest."""
    size = len(said.root)
    vertex = int(np.argmax(said.root * inside[-1]))
    operator_score, operand_score = np.zeros(len(made)), np.zeros((said.operand.shape[0], len(made)))
    with np.errstate(divide="ignore"):
        for i in reversed(range(len(made))):
            operator_score[i] = np.log(said.operator[vertex, said.operators.index(made[i].operator)])
            below = vertex
            for place, x in enumerate(made[i].operands):
                if type(x) is Ref:
                    at = int(np.argmax(said.operand[place, vertex, :size] * inside[x.index]))
                    operand_score[place, i] = np.log(said.operand[place, vertex, at])
                    below = at if x.index >= start else below
                else:
                    operand_score[place, i] = np.log(said.taken(place, x)[vertex])
            vertex = below
    return {
        "step_score": operator_score + operand_score.sum(0),
        "root_score": np.full(len(made), -np.inf),
        "operator_score": operator_score,
        "operand_score": operand_score,
    }
