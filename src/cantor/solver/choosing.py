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
#: A choice that is less sure is none, unless all else together is less likely still.
_LIKELY = 0.3
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
    shares, tied = _shares(answers, asked.most)
    best = max(range(len(answers)), key=shares.__getitem__)
    if not _decides(shares[best], sum(shares), tied):
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


def _decides(best: float, known: float, tied: float) -> bool:
    """Whether the best choice is likelier than that two are equal or an answer is wrong.

    Or, where it is likely at all, twice as likely as all other outcomes of the answers that are known.
    """
    return best > 1 - known or (best >= _LIKELY and best >= 2 * (known - best + tied))


def _shares(answers: Sequence[Solution], most: bool) -> tuple[list[float], float]:
    """For each candidate how likely it alone has the most, or the least; and how likely some share it."""
    shares, tied = [0.0] * len(answers), 0.0
    extreme = max if most else min
    for combination in product(*(candidates(answer)[:_COMPARED] for answer in answers)):
        values = [one.answer for one in combination]
        likely = prod(one.confidence for one in combination)
        if values.count(best := extreme(values)) == 1:
            shares[values.index(best)] += likely
        else:
            tied += likely
    return shares, tied


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]
