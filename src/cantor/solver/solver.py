"""`Solver`: a problem in plain English in, a `Solution` out. No torch."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import overload

from cantor.errors import CantorError, ModelError
from cantor.problem import Problem, read_numbers
from cantor.problem.problem import NumberKind
from cantor.solver.calibration import calibrated
from cantor.solver.choosing import Choice, Judge, by_votes, choose, considered
from cantor.solver.decoding import DecodedGraph
from cantor.solver.runtime import Runtime
from cantor.solver.session import DEFAULT, model_folder
from cantor.solver.solution import Alternative, Solution, Trouble
from cantor.solver.units import asked_unit, asks
from cantor.solver.verifier import CANDIDATES, Verifier, VerifierError, verified

_BATCH = 8  # larger ones no longer fit the processor's cache


class Solver:
    """A model ready to answer; several threads may share it.

    `Solver()` is the embedded model, `Solver.from_pretrained` any other. `choice` says how to choose among a
    graph's roots, as the model was measured unless given. `judge` sees the best answers, their graph and the
    problem, and says how likely each is right. Unless given it is the model's own verifier, or where it has
    none, the root probabilities have the last word.
    """

    def __init__(
        self,
        runtime: Runtime | None = None,
        *,
        name: str = DEFAULT,
        choice: Choice | None = None,
        judge: Judge | None = None,
    ):
        self.runtime = Runtime.load(model_folder(name)) if runtime is None else runtime
        self.name = name
        self.choice = choice or _measured(self.runtime)
        self.judge = judge or _own_judge(self.runtime)

    @property
    def identity(self) -> str:
        """Tells this model from any other; the same wherever it lies."""
        return self.runtime.identity

    @classmethod
    def from_pretrained(
        cls,
        path_or_name: str | Path = DEFAULT,
        *,
        threads: int | None = None,
        choice: Choice | None = None,
        judge: Judge | None = None,
    ) -> "Solver":
        """A model by name, or from a folder that `cantor export` wrote."""
        runtime = Runtime.load(model_folder(path_or_name), threads)
        return cls(runtime, name=Path(path_or_name).name or str(path_or_name), choice=choice, judge=judge)

    @overload
    def solve(  # type: ignore[overload-overlap]  # a text is a sequence of texts too, alas
        self,
        text: str,
        *,
        k: int = 5,
        min_confidence: float | None = None,
        choice: Choice | None = None,
    ) -> Solution: ...

    @overload
    def solve(
        self,
        text: Sequence[str],
        *,
        k: int = 5,
        min_confidence: float | None = None,
        choice: Choice | None = None,
    ) -> list[Solution]: ...

    def solve(
        self,
        text: str | Sequence[str],
        *,
        k: int = 5,
        min_confidence: float | None = None,
        choice: Choice | None = None,
    ) -> Solution | list[Solution]:
        """One problem or many, answered in kind.

        `k`: how many answers of different meaning, the best included. `min_confidence`: below it the solver
        abstains. Problems of like length are solved together; none sees another.
        """
        if k < 1:
            raise CantorError(f"k is {k}; it must be at least 1")
        if isinstance(text, str):
            return self._solve([text], k, min_confidence, choice)[0]
        if not all(isinstance(one, str) for one in text):
            raise CantorError("solve takes a text or a list of texts")
        return self._solve(text, k, min_confidence, choice)

    def _solve(
        self, texts: Sequence[str], k: int, min_confidence: float | None, choice: Choice | None
    ) -> list[Solution]:
        found: dict[int, Solution] = {}
        asked: dict[int, _Asked] = {}
        for i, text in enumerate(texts):
            problem = Problem.from_text(text)
            trouble = _unanswerable(problem)
            if trouble is not None:
                found[i] = Solution(text, problem.numbers, error=trouble, model=self.name)
            else:
                asked[i] = self._asked(problem)
        order = sorted(asked, key=lambda i: len(asked[i].problem.text))
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            graphs = self.runtime.think([asked[i].problem for i in chosen])
            for i, graph in zip(chosen, graphs, strict=True):
                found[i] = self._solution(asked[i], graph, k, min_confidence, choice or self.choice)
        return [found[i] for i in range(len(texts))]

    def _asked(self, problem: Problem) -> "_Asked":
        from cantor.model.inputs import reach

        seen = reach(problem, self.runtime.tokenizer, self.runtime.config)
        if len(seen.numbers) == len(problem.numbers):
            return _Asked(problem, seen.whole, 0)
        kept = Problem(problem.text, tuple(problem.numbers[i] for i in seen.numbers))
        return _Asked(kept, seen.whole, len(problem.numbers) - len(seen.numbers))

    def _solution(
        self, asked: "_Asked", graph: DecodedGraph, k: int, min_confidence: float | None, choice: Choice
    ) -> Solution:
        problem, graph = asked.problem, considered(graph, choice)
        answers = [a for a in choose(graph, problem, max(k, CANDIDATES), choice) if a.value is not None]
        # The judge sees as many answers whatever k is, so that the best does not depend on it.
        ranked = self.judge(graph, problem, answers[:CANDIDATES])
        if len(answers) > CANDIDATES:
            least = ranked[-1][1]
            ranked += [(a, min(p, least)) for a, p in by_votes(graph, problem, answers[CANDIDATES:])]
        others = tuple(
            Alternative(answer.value, answer.equation, answer.root, round(p, 6))
            for answer, p in ranked[:k]
            if answer.value is not None
        )
        most = self.runtime.config.max_tokens
        warnings = asked.warnings(most)
        if not others:
            none = Trouble("no_answer", "None of the solver's thoughts about this text has a value.")
            return Solution(
                problem.text, problem.numbers, error=none, warnings=warnings, graph=graph, model=self.name
            )
        best = others[0]
        confidence = round(calibrated(best.probability, self.runtime.config.calibration), 6)
        trouble = asked.trouble(most) or _doubt(confidence, min_confidence)
        if trouble is not None:
            return Solution(
                problem.text,
                problem.numbers,
                confidence=confidence,
                alternatives=others,
                error=trouble,
                warnings=warnings,
                graph=graph,
                root=best.root,
                model=self.name,
            )
        return Solution(
            problem.text,
            problem.numbers,
            answer=best.answer,
            display=asked_unit(problem.text).of(best.answer),
            equation=best.equation,
            confidence=confidence,
            alternatives=others[1:],
            warnings=warnings,
            graph=graph,
            root=best.root,
            model=self.name,
        )


class _Asked:
    """A problem as the network gets it: with the numbers that it can see."""

    def __init__(self, problem: Problem, whole: bool, unseen: int):
        self.problem, self.whole, self.unseen = problem, whole, unseen

    def trouble(self, most: int) -> Trouble | None:
        if not self.unseen:
            return None
        numbers = "one of its numbers" if self.unseen == 1 else f"{self.unseen:,} of its numbers"
        return Trouble(
            "too_long",
            f"The text is longer than the model's {most} tokens: {numbers} could not be read. Shorten it.",
        )

    def warnings(self, most: int) -> tuple[Trouble, ...]:
        found = []
        if not self.whole and not self.unseen:
            message = (
                f"The text is longer than the {most} tokens that the model reads; its middle is left out."
            )
            found.append(Trouble("shortened", message))
        if not asks(self.problem.text):
            found.append(Trouble("no_question", "The text does not seem to ask for anything."))
        return tuple(found)


def _unanswerable(problem: Problem) -> Trouble | None:
    """Why a text is not worth thinking about."""
    if not problem.text.strip():
        return Trouble("no_text", "There is no text to solve.")
    if problem.numbers:
        return None
    if any(number.kind is NumberKind.ORDINAL for number in read_numbers(problem.text)):
        return Trouble("no_numbers", "The text mentions no number to compute with, only places in an order.")
    return Trouble("no_numbers", "The text mentions no number.")


def _doubt(confidence: float, least: float | None) -> Trouble | None:
    if least is None or confidence >= least:
        return None
    return Trouble("low_confidence", f"The best answer's confidence is {confidence:.3g}, below {least:g}.")


def _measured(runtime: Runtime) -> Choice:
    """How the model's own figures were made."""
    try:
        return Choice(**runtime.config.choice)
    except (TypeError, ValueError) as error:
        raise ModelError(f"config.json: choice is damaged ({error}); export the model again") from None


def _own_judge(runtime: Runtime) -> Judge:
    """The verifier that came with the model, if one did."""
    if not runtime.config.verifier:
        return by_votes
    try:
        return partial(verified, Verifier.from_dict(runtime.config.verifier))
    except VerifierError as error:
        raise ModelError(f"config.json: {error}") from None
