"""`Reader`: a passage and a question in, a typed answer with its confidence and its places out.

An exported reader needs no torch; one as it was trained needs the extra `train`.
"""

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from math import exp
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from cantor.errors import CantorError, DataError, ModelError
from cantor.model.files import GRAPH, WEIGHTS
from cantor.model.folder import check_hashes
from cantor.reading.inputs import WINDOWS, windows_of
from cantor.reading.passage import Asked, Span
from cantor.reading.passage_answer import Alternative, PassageAnswer, Place
from cantor.thought.calibration import calibrated

if TYPE_CHECKING:
    from cantor.reading.candidate import Candidate
    from cantor.reading.engine import Engine
    from cantor.reading.questions import Question

#: Below this confidence a reader refuses: its answer would more likely be wrong than right.
MIN_CONFIDENCE = 0.5

HOW_TO_TRAIN = (
    "no reader of passages comes with cantor; train one with `cantor train drop-b` "
    "(docs/reading.md), then give its folder: runs/drop-b/best"
)


class Reader:
    """A trained reader in memory. Several threads may ask one; they take turns."""

    def __init__(self, model: str | Path | None = None, *, threads: int | None = None):
        """`model`: a folder that `cantor export` wrote, or that of a run of `cantor train`.

        `threads`: of an exported reader; as many as cores unless given.
        """
        if model is None:
            raise ModelError(HOW_TO_TRAIN)
        self.folder = _folder(Path(model).expanduser())
        self.engine = engine_of(self.folder, threads)
        self._lock = Lock()

    @property
    def identity(self) -> str:
        """What tells this model from any other."""
        return check_hashes(self.folder, GRAPH if (self.folder / GRAPH).is_file() else WEIGHTS)

    def ask(
        self, passage: str, question: str, *, k: int = 5, min_confidence: float | None = None
    ) -> PassageAnswer:
        """The answer with up to k alternatives; a `DataError` where there is nothing to read or too much."""
        (found,) = self.ask_all([(passage, question)], k=k, min_confidence=min_confidence)
        if isinstance(found, CantorError):
            raise found
        return found

    def ask_all(
        self,
        asked: Iterable[tuple[str, str]],
        *,
        k: int = 5,
        min_confidence: float | None = None,
    ) -> Iterator[PassageAnswer | CantorError]:
        """Answers to (passage, question) in their order; what cannot be read gives its error, not an end."""
        least = MIN_CONFIDENCE if min_confidence is None else min_confidence
        if not isinstance(k, int) or k < 1:
            raise CantorError(f"k is {k!r}; it must be a whole number of at least 1")
        if not 0 <= least <= 1:
            raise CantorError(
                f"min_confidence is {least:g}; it is a probability, between 0 and 1 (80 % is 0.8)"
            )
        waiting: list[tuple[Question, str, int] | CantorError] = []
        windows = 0
        for passage, question in asked:
            try:
                ready = self._prepared(passage, question)
                size = len(windows_of(ready.tokens, self.engine.config.max_tokens))
            except (DataError, ModelError) as error:
                waiting.append(error)
                continue
            if windows and windows + size > WINDOWS:
                yield from self._answers(waiting, k, least)
                waiting, windows = [], 0
            waiting.append((ready, question, _blanks(passage)))
            windows += size
        yield from self._answers(waiting, k, least)

    def _prepared(self, passage: str, question: str) -> "Question":
        from cantor.reading.questions import prepared

        for name, text in (("passage", passage), ("question", question)):
            if not isinstance(text, str):
                raise DataError(f"the {name} is {type(text).__name__}; give text")
        return prepared(Asked.over(passage, question), None, self.engine.tokenizer, self.engine.config)

    def _answers(
        self, waiting: "Sequence[tuple[Question, str, int] | CantorError]", k: int, least: float
    ) -> Iterator[PassageAnswer | CantorError]:
        ready = [one for one in waiting if not isinstance(one, CantorError)]
        decoded: list[list[Candidate]] = []
        if ready:
            with self._lock:
                decoded = self.engine.decode([question for question, _, _ in ready], k)
        found = iter(decoded)
        for one in waiting:
            yield one if isinstance(one, CantorError) else self._answer(*one, next(found), least)

    def _answer(
        self, question: "Question", text: str, shift: int, found: "Sequence[Candidate]", least: float
    ) -> PassageAnswer:
        points = self.engine.config.answering.calibration
        alternatives = tuple(
            Alternative(
                c.answer,
                _share(c),
                c.head,
                c.equation,
                _places(question.asked, c.places, shift, _blanks(text)),
            )
            for c in found
        )
        confidence = calibrated(alternatives[0].probability, points) if alternatives else 0.0
        return PassageAnswer(text, confidence, least, alternatives, bool(points))


def _share(candidate: "Candidate") -> float:
    return min(1.0, exp(candidate.log_prob))


def _blanks(text: str) -> int:
    """How many stand before its first word."""
    return len(text) - len(text.lstrip())


def _places(asked: Asked, spans: Sequence[Span], before: int, between: int) -> tuple[Place, ...]:
    """In the texts as they were given, which may begin with so many blanks; the question comes second."""
    first = len(asked.passage) + 1
    found = []
    for start, end in spans:
        text = asked.text[start:end]
        if start < first:
            found.append(Place(text, "passage", (start + before, end + before)))
        else:
            found.append(Place(text, "question", (start - first + between, end - first + between)))
    return tuple(found)


def _folder(given: Path) -> Path:
    """A model's folder; of a run, its best."""
    there = any((given / name).is_file() for name in (WEIGHTS, GRAPH))
    if not there and (given / "best" / WEIGHTS).is_file():
        return given / "best"
    return given


def engine_of(folder: Path, threads: int | None = None) -> "Engine":
    """Whoever runs the model of a folder: onnxruntime where it was exported, else torch."""
    if (folder / GRAPH).is_file():
        from cantor.reading.onnx_engine import OnnxEngine

        return OnnxEngine.load(folder, threads)
    if find_spec("torch") is None:
        raise ModelError(
            f"{folder} is a reader as it was trained, which needs torch; export it where torch is "
            "(cantor export), or run: pip install 'cantor-reasoner[train]'"
        )
    from cantor.reading.torch_engine import TorchEngine

    return TorchEngine.load(folder)
