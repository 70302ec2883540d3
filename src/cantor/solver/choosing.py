"""Who or which: the same question answered for each candidate, and the answers compared."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import prod

from cantor.problem.choice import Choice
from cantor.solver.several import answered_by, candidates, gathered
from cantor.solver.solution import Issue, Solution
from cantor.thought.answering import rounded_down

#: A guess at least this sure stands for an answer that the network would refuse by itself: whoever asks who
#: has more takes for granted that each has some.
_GRANTED = 0.5
#: So many answers to each candidate's question are compared.
_COMPARED = 3


def chosen(text: str, asked: Choice, solutions: Sequence[Solution]) -> Solution:
    """The solution of a text that asks for who or which, from those of its candidates' questions.

    The candidates' answers are taken as independent: how sure the choice is sums over all of them that lead
    to it. `answer` is the number of the one that is chosen.
    """
    answers = [replace(_granted(s), question=q) for s, q in zip(solutions, asked.questions, strict=True)]
    whole = replace(gathered(text, answers), root=None, graph=None, unit=None, equation=None, alternatives=())
    # without the number of a candidate's own question: "How much does the 6-pack cost?"
    whole = replace(whole, numbers=tuple(n for n in whole.numbers if text[slice(*n.span)] == n.text))
    silent = next((answer for answer in answers if answer.abstained), None)
    if silent is not None:
        reason = "" if silent.error is None else f" {silent.error.message}"
        return _undecided(whole, f"It takes an answer to “{silent.question}”.{reason}")
    shares = _shares(answers, asked.most)
    best = max(range(len(answers)), key=shares.__getitem__)
    if shares[best] <= 1 - sum(shares):  # that two are equal is as likely, or that no answer is right
        if len({answer.answer for answer in answers}) == 1:
            return _undecided(whole, f"It is the same for all: {answers[0].display}.")
        return _undecided(whole, "The text does not tell it well enough.")
    winner = answers[best]
    return replace(
        whole,
        answer=winner.answer,
        display=_capitalised(asked.candidates[best]),
        choice=asked.candidates[best],
        confidence=rounded_down(shares[best]),
        error=None,
    )


def _granted(solution: Solution) -> Solution:
    """A refused answer's best guess, where that is likely."""
    if not solution.abstained or not solution.alternatives or (solution.confidence or 0.0) < _GRANTED:
        return solution
    best, *rest = solution.alternatives
    return answered_by(solution, best, rest)


def _undecided(whole: Solution, reason: str) -> Solution:
    return replace(
        whole,
        answer=None,
        display=None,
        confidence=None,
        error=Issue("undecided", f"This cannot be decided. {reason}"),
    )


def _shares(answers: Sequence[Solution], most: bool) -> list[float]:
    """For each candidate how likely it alone has the most, or the least."""
    shares = [0.0] * len(answers)
    extreme = max if most else min
    for combination in product(*(candidates(answer)[:_COMPARED] for answer in answers)):
        values = [one.answer for one in combination]
        if values.count(best := extreme(values)) == 1:
            shares[values.index(best)] += prod(one.confidence for one in combination)
    return shares


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]
