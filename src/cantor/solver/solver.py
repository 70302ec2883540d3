"""`Solver`: a problem in plain English in, a `Solution` out. No torch."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import asdict, replace
from functools import reduce
from pathlib import Path
from typing import Any, overload

from cantor.errors import CantorError, ModelError
from cantor.model.files import DEFAULT, GRAPH, MODELS, model_folder
from cantor.model.folder import copy_model
from cantor.model.hub import hub_folder, may_be_hub_name
from cantor.problem import Problem
from cantor.problem.choice import choice
from cantor.problem.parts import Part, parts
from cantor.problem.tokens import unread_commas
from cantor.solver.choosing import chosen
from cantor.solver.computing import computed, computed_solution
from cantor.solver.refusing import NOT_A_NUMBER, asks_tersely, refusal, too_much, unanswerable
from cantor.solver.runtime import Runtime
from cantor.solver.several import CANDIDATES, candidates, gathered, surer, together
from cantor.solver.solution import Alternative, Issue, Solution
from cantor.solver.whole_equations import WholeEquations
from cantor.thought.answering import Answering, Answers, Reranker
from cantor.thought.ranking import Ranking
from cantor.thought.times import counted_like, named_unit, shown_answer
from cantor.thought.verifier import VerifierError

_BATCH = 8  # larger ones no longer fit the processor's cache


class Solver:
    """A model ready to answer; several threads may share it.

    `Solver()` is the embedded model, `Solver.from_pretrained` any other. `ranking` says how a graph's roots
    are ranked, as the model was measured unless given. `reranker` sees the best answers, their graph and the
    problem, and says how likely each is right. Unless given it is the model's own verifier, or where it has
    none, the root probabilities have the last word.
    """

    def __init__(
        self,
        runtime: Runtime | None = None,
        *,
        name: str = DEFAULT,
        ranking: Ranking | None = None,
        reranker: Reranker | None = None,
    ):
        self.runtime = Runtime.load(model_folder(name)) if runtime is None else runtime
        self.name = name
        self._given = ranking, reranker
        own = _own_answering(self.runtime)
        self.answering = replace(own, ranking=ranking or own.ranking, verifier=reranker or own.verifier)

    @property
    def identity(self) -> str:
        """Tells this model from any other; the same wherever it lies."""
        return self.runtime.identity

    def __reduce__(self) -> "tuple[Any, ...]":
        """Pickled by its folder and settings; what comes back must be the same model."""
        folder = _known_as(self.runtime)
        return _unpickled, (folder, self.runtime.threads, self.name, self.identity, *self._given)

    def for_one_core(self) -> "Solver":
        """The same, which takes one thread where it travels to, unless it was made for another number."""
        runtime = copy(self.runtime)
        runtime.threads = runtime.threads or 1
        ranking, reranker = self._given
        return Solver(runtime, name=self.name, ranking=ranking, reranker=reranker)

    @classmethod
    def from_pretrained(
        cls,
        path_or_name: str | Path = DEFAULT,
        *,
        revision: str | None = None,
        threads: int | None = None,
        ranking: Ranking | None = None,
        reranker: Reranker | None = None,
    ) -> "Solver":
        """A model by name, or from a folder that `cantor export` or `save_pretrained` wrote.

        With a `revision`, the 40 digits of a commit, it is OWNER/NAME on the Hugging Face Hub.
        """
        named = hub_folder(str(path_or_name), revision, GRAPH) if revision else model_folder(path_or_name)
        try:
            runtime = Runtime.load(named, threads)
        except ModelError as error:
            if revision is None and may_be_hub_name(path_or_name):
                more = "if it is on the Hugging Face Hub, say at which commit: revision=..."
                raise ModelError(f"{error}; {more}") from None
            raise
        return cls(
            runtime, name=Path(path_or_name).name or str(path_or_name), ranking=ranking, reranker=reranker
        )

    def save_pretrained(self, folder: str | Path) -> None:
        """Write the model to a folder, whole or not at all, with the ranking that this solver has."""
        if self._given[1] is not None:
            raise ModelError("a reranker of your own cannot be saved; save the solver without it")
        answering = self.runtime.config.answering
        if self._given[0] is not None:
            answering = replace(answering, ranking=asdict(self._given[0]))
        copy_model(_folder(self.runtime), folder, GRAPH, answering)

    @overload
    def solve(  # type: ignore[overload-overlap]  # a text is a sequence of texts too, alas
        self,
        text: str,
        *,
        k: int = 5,
        min_confidence: float | None = None,
        ranking: Ranking | None = None,
    ) -> Solution: ...

    @overload
    def solve(
        self,
        text: Sequence[str],
        *,
        k: int = 5,
        min_confidence: float | None = None,
        ranking: Ranking | None = None,
    ) -> list[Solution]: ...

    def solve(
        self,
        text: str | Sequence[str],
        *,
        k: int = 5,
        min_confidence: float | None = None,
        ranking: Ranking | None = None,
    ) -> Solution | list[Solution]:
        """One problem or many, answered in kind.

        `k`: how many answers of different meaning, the best included. `min_confidence`: below it the solver
        abstains. Problems of like length are solved together; none sees another.
        """
        if not isinstance(k, int) or k < 1:
            raise CantorError(f"k is {k!r}; it must be a whole number of at least 1")
        if min_confidence is not None and not 0 <= min_confidence <= 1:
            raise CantorError(
                f"min_confidence is {min_confidence:g}; it is a probability, between 0 and 1 (80 % is 0.8)"
            )
        if isinstance(text, str):
            return self._solve([text], k, min_confidence, ranking)[0]
        if not isinstance(text, Sequence) or not all(isinstance(one, str) for one in text):
            raise CantorError(f"solve takes a text or a list of texts, not {_kind_of(text)}")
        return self._solve(text, k, min_confidence, ranking)

    @overload
    async def asolve(  # type: ignore[overload-overlap]
        self, text: str, *, k: int = 5, min_confidence: float | None = None
    ) -> Solution: ...

    @overload
    async def asolve(
        self, text: Sequence[str], *, k: int = 5, min_confidence: float | None = None
    ) -> list[Solution]: ...

    async def asolve(
        self, text: str | Sequence[str], *, k: int = 5, min_confidence: float | None = None
    ) -> Solution | list[Solution]:
        """`solve` in a thread: the event loop goes on meanwhile, and several calls share the cores."""
        import asyncio

        return await asyncio.to_thread(self.solve, text, k=k, min_confidence=min_confidence)

    def _solve(
        self, texts: Sequence[str], k: int, min_confidence: float | None, ranking: Ranking | None
    ) -> list[Solution]:
        """Texts that ask several questions, or who or which, as one text for each; all others as they are."""
        asked = [parts(text) or _alone(text) for text in texts]
        jobs: list[str] = []
        for text, several in zip(texts, asked, strict=True):
            jobs += [each for part in several for each in _readings(part)] or [text]
        most = max(k, CANDIDATES) if any(asked) else k
        solved = iter(self._solve_each(jobs, most, ranking))
        found = []
        for text, several in zip(texts, asked, strict=True):
            if len(several) > 1:
                answers = together([_read(part, solved) for part in several], several)
                found.append(gathered(text, [_cut(a, k, min_confidence) for a in answers]))
            elif several:
                found.append(
                    _cut(replace(_read(several[0], solved), text=text, question=None), k, min_confidence)
                )
            else:
                found.append(_cut(next(solved), k, min_confidence))
        return found

    def _solve_each(self, texts: Sequence[str], k: int, ranking: Ranking | None) -> list[Solution]:
        """The one question of each text."""
        found: dict[int, Solution] = {}
        asked: dict[int, _Asked] = {}
        for i, text in enumerate(texts):
            if (much := too_much(text)) is not None:
                found[i] = Solution(text, (), error=much, model=self.name)
                continue
            computed = computed_solution(text)
            if computed is not None:
                found[i] = computed
                continue
            problem = Problem.from_text(text)
            issue = unanswerable(problem)
            if issue is not None:
                found[i] = Solution(text, problem.numbers, error=issue, model=self.name)
            else:
                asked[i] = self._asked(problem)
        order = sorted(asked, key=lambda i: len(asked[i].problem.text))
        # an answer without a value is none
        answering = replace(
            self.answering, ranking=replace(ranking or self.answering.ranking, skip_failing=True)
        )
        for start in range(0, len(order), _BATCH):
            chosen = order[start : start + _BATCH]
            problems = [asked[i].problem for i in chosen]
            answers = answering.answers(self.runtime.scores(problems), problems, k)
            for i, answered in zip(chosen, answers, strict=True):
                found[i] = self._solution(asked[i], answered)
        return [found[i] for i in range(len(texts))]

    def _asked(self, problem: Problem) -> "_Asked":
        from cantor.model.inputs import reach

        seen = reach(problem, self.runtime.tokenizer, self.runtime.config)
        if len(seen.numbers) == len(problem.numbers):
            return _Asked(problem, seen.whole, 0)
        kept = Problem(problem.text, tuple(problem.numbers[i] for i in seen.numbers))
        return _Asked(kept, seen.whole, len(problem.numbers) - len(seen.numbers))

    def _solution(self, asked: "_Asked", answers: Answers) -> Solution:
        problem, most = asked.problem, self.runtime.config.max_tokens
        solution = Solution(
            problem.text,
            problem.numbers,
            warnings=asked.warnings(most),
            graph=answers.graph.without_seen(),
            model=self.name,
        )
        best = answers.best
        if best is None or best.value is None:
            none = Issue("no_answer", "None of the solver's thoughts about this text has a value.")
            return replace(solution, error=none)
        others = tuple(
            Alternative(
                a.value,
                a.equation,
                a.root,
                a.probability or 0.0,
                shown_answer(problem.text, problem.numbers, a.equation, a.value),
                named_unit(problem.text, problem.numbers, a.equation),
            )
            for a in answers.ranked
            if a.value is not None
        )
        others = _told_apart(tuple(_as_counted(a, others[0]) for a in others))
        solution = replace(solution, confidence=best.probability, root=best.root)
        issue = asked.issue(most) or refusal(answers.refused, problem)
        if issue is not None:
            return replace(solution, alternatives=others, error=issue)
        return replace(
            solution,
            answer=best.value,
            display=others[0].display,
            unit=others[0].unit,
            equation=best.equation,
            alternatives=others[1:],
        )


def _folder(runtime: Runtime) -> Path:
    if runtime.folder is None:
        raise ModelError("this model was made in memory and lies in no folder; export it, and load that")
    return runtime.folder


def _known_as(runtime: Runtime) -> str:
    """What another process, or another machine with cantor, finds the model by."""
    folder = _folder(runtime)
    return folder.name if folder.parent == MODELS.absolute() else str(folder)


def _unpickled(
    folder: str,
    threads: int | None,
    name: str,
    identity: str,
    ranking: Ranking | None,
    reranker: Reranker | None,
) -> Solver:
    runtime = Runtime.load(model_folder(folder), threads)
    if runtime.identity != identity:
        raise ModelError(f"{folder}: not the model that was pickled; put that one there")
    return Solver(runtime, name=name, ranking=ranking, reranker=reranker)


def _kind_of(given: object) -> str:
    if isinstance(given, Sequence) and not isinstance(given, bytes):
        given = next(one for one in given if not isinstance(one, str))
        return f"a list with {type(given).__name__} in it"
    return type(given).__name__


class _Asked:
    """A problem as the network gets it: with the numbers that it can see."""

    def __init__(self, problem: Problem, whole: bool, unseen: int):
        self.problem, self.whole, self.unseen = problem, whole, unseen

    def issue(self, most: int) -> Issue | None:
        if not self.unseen:
            return None
        numbers = "one of its numbers" if self.unseen == 1 else f"{self.unseen:,} of its numbers"
        return Issue(
            "too_long",
            f"The text is longer than the model's {most} tokens: {numbers} could not be read. Shorten it.",
        )

    def warnings(self, most: int) -> tuple[Issue, ...]:
        found = []
        if not self.whole and not self.unseen:
            message = (
                f"The text is longer than the {most} tokens that the model reads; its middle is left out."
            )
            found.append(Issue("shortened", message))
        found += [
            Issue("decimal_comma", f"“{comma}” was read as two numbers; if it is a decimal, write a point.")
            for comma in unread_commas(self.problem)
        ]
        if not self.problem.question.asks and not asks_tersely(self.problem.text):
            found.append(Issue("no_question", "The text does not seem to ask for anything."))
        return tuple(found)


def _as_counted(other: Alternative, best: Alternative) -> Alternative:
    """An alternative that has no unit of its own, in the best answer's."""
    display, unit = counted_like(other.display or "", other.answer, other.unit, best.unit)
    return replace(other, display=display, unit=unit)


def _told_apart(answers: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    """Without those that are the same time of day as a likelier one, a day later."""
    shown: dict[str | None, Alternative] = {}
    for answer in answers:
        shown.setdefault(answer.display, answer)
    return tuple(a for a in answers if ":" not in (a.display or "") or shown[a.display] is a)


def _alone(text: str) -> tuple[Part, ...]:
    """The only question of a text, where that is for who or which."""
    return () if choice(text) is None else (Part(text, text, asks="other"),)


def _readings(part: Part) -> list[str]:
    """The texts in which a question is asked: one, or two where it is open what belongs to it."""
    if (asked := choice(part.text)) is not None:
        return list(asked.texts)
    if part.asks != "number":
        return []
    if computed(part.question) is not None:
        return [part.text if computed(part.text) else part.shorter or part.text]
    return [part.text] if part.shorter is None else [part.text, part.shorter]


def _read(part: Part, solved: Iterator[Solution]) -> Solution:
    """The solution of one of several questions, from those of its readings."""
    readings = [next(solved) for _ in _readings(part)]
    if not readings:
        solution = Solution(part.text, (), error=NOT_A_NUMBER)
    elif (asked := choice(part.text)) is not None:
        solution = chosen(part.text, asked, readings)
    else:
        solution = reduce(surer, readings)
    return replace(solution, question=part.question, label=part.label)


def _cut(solution: Solution, k: int, min_confidence: float | None) -> Solution:
    """With k answers at most, or none where it is not sure enough."""
    least = 0.0 if min_confidence is None else min_confidence
    if solution.error is None and (solution.confidence or 0.0) < least:
        doubt = Issue(
            "low_confidence",
            f"The best answer's confidence is {solution.confidence or 0.0:.3g}, below {least:g}.",
        )
        return replace(
            solution,
            answer=None,
            display=None,
            unit=None,
            equation=None,
            error=doubt,
            alternatives=tuple(candidates(solution)[:k]),
        )
    most = k if solution.error is not None else k - 1
    return replace(solution, alternatives=solution.alternatives[:most])


def _own_answering(runtime: Runtime) -> Answering:
    """How the model's own figures were made."""
    config = runtime.config.answering
    try:
        reads = None if runtime.reranker is None else WholeEquations(runtime.reranker, runtime.config)
        return Answering.of(config.ranking, config.verifier, config.calibration, config.refuse_above, reads)
    except VerifierError as error:
        raise ModelError(f"verifier.json: {error}") from None
    except (TypeError, ValueError) as error:
        raise ModelError(f"answering.json: ranking is damaged ({error}); export the model again") from None
