"""Beam search over actions, and sums of probabilities by group."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.rivals.deductive.search import Search

#: Action 3 ends a path; what the others are worth depends on all that was done before.
ENDS, ACTIONS, LONGEST = 3, 4, 4


def chances(seed, problem, path):
    """Log-probabilities of the next action; at last there is but one."""
    if len(path) + 1 == LONGEST:
        return torch.tensor([-torch.inf] * ENDS + [0.0], dtype=torch.float64)
    chance = torch.Generator().manual_seed(hash((seed, problem, path)) % 2**31)
    return torch.randn(ACTIONS, generator=chance, dtype=torch.float64).mul(2).log_softmax(0)


def every_path(seed, problem):
    todo = [((), 0.0)]
    while todo:
        path, score = todo.pop()
        for action, value in enumerate(chances(seed, problem, path).tolist()):
            if value > -math.inf:
                more = (*path, action), score + value
                if action == ENDS:
                    yield more
                else:
                    todo.append(more)


def searched(seed, problems, width):
    search = Search(problems, width)
    rows = [(problem, ()) for problem in range(problems)]
    while search.rows:
        assert [path.problem for path in search.rows] == [problem for problem, _ in rows]
        scores = torch.stack([chances(seed, *row) for row in rows])
        kept, actions = search.advance(scores, lambda action: action == ENDS)
        rows = [
            (rows[i][0], (*rows[i][1], action))
            for i, action in zip(kept.tolist(), actions.tolist(), strict=True)
        ]
        assert [tuple(path.actions()) for path in search.rows] == [path for _, path in rows]
    return search.found()


def beam_by_hand(seed, problem, width):
    """The plain way: all that can follow, the best of it, again and again."""
    held = [((), 0.0)]
    while any(path[-1:] != (ENDS,) for path, _ in held):
        ahead = []
        for path, score in held:
            if path[-1:] == (ENDS,):
                ahead.append((path, score))
                continue
            values = chances(seed, problem, path).tolist()
            ahead += [((*path, a), score + v) for a, v in enumerate(values) if v > -math.inf]
        held = sorted(ahead, key=lambda option: -option[1])[:width]
    return held


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), problems=st.integers(1, 3), width=st.integers(1, 6))
def test_as_by_hand(seed, problems, width):
    for problem, found in enumerate(searched(seed, problems, width)):
        expected = beam_by_hand(seed, problem, width)
        assert [tuple(path) for path, _ in found] == [path for path, _ in expected]
        assert [score for _, score in found] == pytest.approx([score for _, score in expected], abs=1e-6)


@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_wide_enough_it_finds_all_there_is(seed):
    for problem, found in enumerate(searched(seed, 2, 100)):
        every = dict(every_path(seed, problem))
        assert {tuple(path): score for path, score in found} == pytest.approx(every, abs=1e-6)
        scores = [score for _, score in found]
        assert scores == sorted(scores, reverse=True)


def test_nothing_to_do_and_nothing_that_is_a_number():
    search = Search(3, 2)
    scores = torch.tensor([[-torch.inf, -torch.inf], [torch.nan, torch.nan], [-1.0, -2.0]])
    rows, actions = search.advance(scores, lambda action: action == 1)
    assert rows.tolist() == [2]
    assert actions.tolist() == [0]
    assert [len(paths) for paths in search.finished] == [0, 0, 1]


def test_no_problems():
    assert Search(0, 3).found() == []
    assert Search(0, 3).rows == []


# Sums


@given(
    st.lists(st.tuples(st.floats(-200, 50) | st.just(-math.inf), st.integers(0, 3)), max_size=12),
)
def test_sums_of_groups(terms):
    scores = torch.tensor([score for score, _ in terms], dtype=torch.float64, requires_grad=True)
    group = torch.tensor([place for _, place in terms], dtype=torch.long)
    found = segment_logsumexp(scores, group, 5)
    for place in range(5):
        expected = torch.logsumexp(scores.detach()[group == place], 0)
        assert float(found[place].detach()) == pytest.approx(float(expected), abs=1e-9)
    found[found.isfinite()].sum().backward()
    assert scores.grad.isfinite().all()
    for i, (score, place) in enumerate(terms):
        if found[place].isfinite():
            expected = math.exp(score - float(found[place].detach()))
            assert float(scores.grad[i]) == pytest.approx(expected, abs=1e-9)
        else:
            assert scores.grad[i] == 0
