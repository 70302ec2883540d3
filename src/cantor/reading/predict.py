"""A reader's answers to many questions, in batches of like length."""

from collections.abc import Callable, Sequence
from math import exp

from cantor.data.example import Example
from cantor.errors import DataError, ModelError
from cantor.reading.candidate import Candidate
from cantor.reading.engine import Engine
from cantor.reading.inputs import WINDOWS, windows_of
from cantor.reading.metric import score
from cantor.reading.passage import Asked
from cantor.reading.questions import Question, prepared
from cantor.thought.calibration import Points, fit_calibration


def predict(
    engine: Engine,
    examples: Sequence[Example],
    *,
    k: int = 1,
    done: Callable[[int], None] = lambda count: None,
) -> list[list[Candidate]]:
    """The k best answers to each question, likeliest first; none where a passage cannot be read.

    `WINDOWS` windows at most are read at once, unless one question has more.
    """
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].problem.text))
    found: list[list[Candidate]] = [[] for _ in examples]
    ready: list[tuple[int, Question]] = []
    windows = 0

    def answer() -> None:
        """Put the answers of one batch where they belong."""
        if ready:
            answers = engine.decode([question for _, question in ready], k)
            for (i, _), candidates in zip(ready, answers, strict=True):
                found[i] = candidates

    for count, i in enumerate(order):
        try:
            question = prepared(Asked.of(examples[i]), None, engine.tokenizer, engine.config)
            size = len(windows_of(question.tokens, engine.config.max_tokens))
        except (DataError, ModelError):  # too long, or no passage at all: it counts as wrong
            continue
        if ready and windows + size > WINDOWS:
            answer()
            done(count)
            ready, windows = [], 0
        ready.append((i, question))
        windows += size
    answer()
    done(len(order))
    return found


def dev_f1(
    engine: Engine, examples: Sequence[Example], done: Callable[[int], None] = lambda count: None
) -> tuple[float, Points]:
    """The mean F1, between 0 and 1, and how often answers of each confidence match exactly.

    Training chooses its best model by the one, and a reader knows by the other when to refuse.
    """
    found = predict(engine, examples, done=done)
    scores = [
        score(best[0].answer if best else None, example.accepted)
        for best, example in zip(found, examples, strict=True)
    ]
    said = [(min(1.0, exp(best[0].log_prob)), s) for best, s in zip(found, scores, strict=True) if best]
    points = fit_calibration([share for share, _ in said], [s.exact_match > 0 for _, s in said])
    return sum(s.f1 for s in scores) / max(1, len(scores)), points
