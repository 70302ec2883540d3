"""`ThoughtGraph` on hand-set scores, without weights."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from cantor.equation import EquationError, Num, Ref, Step
from cantor.equation.parse import parse_infix
from cantor.mapping import NotInVocabulary, Vocabulary
from cantor.model import ModelError, ThoughtGraph

VOCABULARY = Vocabulary(("+", "-", "*", "/"), (Fraction(1), Fraction(100)))
L, C, N = 6, 2, 3
Q = L + C + N


def random_graph(seed: int = 0, batch: int = 2) -> ThoughtGraph:
    torch.manual_seed(seed)
    operand = torch.randn(batch, 2, L, Q)
    later = torch.ones(L, L, dtype=torch.bool).triu()
    operand[..., :L] = operand[..., :L].masked_fill(later, -torch.inf)
    return ThoughtGraph(
        torch.randn(batch, L, 4).log_softmax(-1),
        operand.log_softmax(-1),
        torch.randn(batch, L).log_softmax(-1),
        vocabulary=VOCABULARY,
    )


def by_hand(rows: list[tuple[str, int, int]], root: list[float]) -> ThoughtGraph:
    """Vertices with certain operators and operands; the latter count [vertices, constants, numbers]."""
    operator, operand = torch.full((1, L, 4), -9.0), torch.full((1, 2, L, Q), -9.0)
    for j, (symbol, a, b) in enumerate(rows):
        operator[0, j, VOCABULARY.operators.index(symbol)] = 0
        operand[0, 0, j, a] = operand[0, 1, j, b] = 0
    operand[..., :L].masked_fill_(torch.ones(L, L, dtype=torch.bool).triu(), -torch.inf)
    return ThoughtGraph(operator, operand, torch.tensor([root]), vocabulary=VOCABULARY)


N0, N1, N2 = L + C, L + C + 1, L + C + 2
GRAPH = by_hand(
    [("+", N0, N1), ("+", N1, N0), ("*", 0, N2), ("/", N0, L), ("-", 2, 1), ("-", 4, 0)],
    [-3.0, -2.0, -1.0, -5.0, -0.5, -9.0],
)


def test_greedy_picks_what_must_be_picked():
    (equation,) = GRAPH.greedy()
    assert equation == parse_infix("(n0 + n1) * n2 - (n1 + n0)")


def test_topk_skips_equivalent_roots():
    (best,) = GRAPH.topk(3)
    assert [str(e) for e in best] == ["(n0 + n1) * n2 - (n1 + n0)", "(n0 + n1) * n2", "n1 + n0"]
    (every,) = GRAPH.topk(99)
    assert len(every) == 5  # n0 + n1 is n1 + n0


def test_log_prob_sums_over_all_placements():
    graph = random_graph()
    equation = parse_infix("n0 * n1 - n2")
    totals = []
    for b in range(2):
        scores = []
        for first, second in combinations(range(L), 2):
            scores.append(
                graph.operator[b, first, 2]
                + graph.operand[b, 0, first, N0]
                + graph.operand[b, 1, first, N1]
                + graph.operator[b, second, 1]
                + graph.operand[b, 0, second, first]
                + graph.operand[b, 1, second, N2]
                + graph.root[b, second]
            )
        totals.append(torch.stack(scores).double().logsumexp(0))
    torch.testing.assert_close(graph.log_prob([equation] * 2), torch.stack(totals), rtol=0, atol=1e-5)


def test_marginals_are_posteriors():
    graph = random_graph()
    equations = [parse_infix("n0 * n1 - n2"), parse_infix("n0 / 100")]
    found = graph.marginals(equations)
    assert found.shape == (2, 2, L)
    torch.testing.assert_close(found.sum(-1), torch.tensor([[1.0, 1.0], [1.0, 0.0]]).double())
    # one step: its posterior is what each vertex would score, in proportion
    scores = (
        graph.operator[1, :, 3] + graph.operand[1, 0, :, N0] + graph.operand[1, 1, :, L + 1] + graph.root[1]
    )
    torch.testing.assert_close(found[1, 0], scores.double().softmax(0), rtol=0, atol=1e-6)
    assert (
        found[0, 0, -1] == found[0, 1, 0] == 0
    )  # the first of two steps is never last, nor the second first


def test_marginals_where_there_is_no_placement():
    graph = random_graph()
    graph.operator[0] = -torch.inf
    found = graph.marginals([parse_infix("n0 + n1")] * 2)
    assert found[0].eq(0).all()
    assert found[1].sum().item() == pytest.approx(1)


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
def test_marginals_at_inference(mode):
    with mode():
        found = random_graph().marginals([parse_infix("(n0 + n1) * (n0 + n1)")] * 2)
    torch.testing.assert_close(found.sum(-1), torch.ones(found.shape[:2]).double())


def test_what_the_graph_cannot_say():
    graph = random_graph()
    with pytest.raises(NotInVocabulary, match="constant 7"):
        graph.log_prob([parse_infix("n0 + 7")] * 2)
    with pytest.raises(NotInVocabulary, match="operator"):
        graph.log_prob([parse_infix("n0 ** n1")] * 2)
    with pytest.raises(NotInVocabulary, match="number that no problem"):
        graph.log_prob([parse_infix("n0 + n5")] * 2)
    with pytest.raises(EquationError, match="without steps"):
        graph.log_prob([parse_infix("n0")] * 2)
    silent = ThoughtGraph(graph.operator, graph.operand, graph.root)
    with pytest.raises(ModelError, match="vocabulary"):
        silent.greedy()


def test_rows_keep_all():
    graph = random_graph()
    row = graph.rows([1])
    assert len(row) == 1
    assert row.vocabulary is graph.vocabulary is VOCABULARY
    assert row.greedy() == graph.greedy()[1:]


def test_decoded_scores():
    (graph,) = GRAPH.decoded()
    assert graph.steps[4] == Step("-", (Ref(2), Ref(1)))
    assert graph.steps[0] == Step("+", (Num(0), Num(1)))
    assert graph.step_score.tolist() == [0.0] * 6


@given(
    seed=st.integers(0, 10_000),
    values=st.lists(st.sampled_from([Fraction(5), Fraction(7)]), min_size=N, max_size=N),
    text=st.sampled_from(["n0 * n1", "n0 * (n1 + n2)", "(n0 + n1) * n2 - n0", "100 - n2 / n2"]),
)
def test_equal_numbers_are_worth_every_choice_of_places(seed: int, values: list[Fraction], text: str) -> None:
    """The sum over all equations that name another place of the same value; one by one, as a twin."""
    graph = random_graph(seed, batch=2)
    equation = parse_infix(text)
    places = {i: [j for j in range(N) if values[j] == values[i]] for i in range(N)}
    choices = [
        [[Num(j) for j in places[x.index]] if isinstance(x, Num) else [x] for x in step.operands]
        for step in equation.steps
    ]
    variants = [
        replace(
            equation,
            steps=tuple(
                replace(step, operands=operands) for step, operands in zip(equation.steps, told, strict=True)
            ),
        )
        for told in product(*(list(product(*step)) for step in choices))
    ]
    one_by_one = [graph.log_prob([variant, variant])[0] for variant in variants]
    others = [Fraction(1), Fraction(2), Fraction(3)]  # of the second problem, where no value is there twice
    merged = graph.with_equal_numbers([values, others]).log_prob([equation, equation])
    assert float(merged[0]) == pytest.approx(float(torch.stack(one_by_one).logsumexp(0)), abs=1e-5)
    assert float(merged[1]) == pytest.approx(float(graph.log_prob([equation, equation])[1]), abs=1e-6)


def test_equal_numbers_leave_what_is_absent_absent() -> None:
    """A number that the text has not, or that was cut off, gets no gradient that is not a number."""
    graph = random_graph()
    operand = graph.operand.clone()
    operand[..., N2] = -torch.inf
    operand.requires_grad_()
    merged = replace(graph, operand=operand).with_equal_numbers(
        [[Fraction(5), Fraction(5)], [Fraction(5), Fraction(6)]]
    )
    assert (merged.operand[..., N2] == -torch.inf).all()
    (-merged.log_prob([parse_infix("n0 + n1")] * 2).sum()).backward()
    assert operand.grad is not None
    assert torch.isfinite(operand.grad).all()
    assert float(operand.grad[0, 0, :, N1].abs().sum()) > 0  # its twin may be taken in its place
