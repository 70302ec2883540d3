"""Readers as runs of an experiment: their figures are F1 and exact match, by split and by type of answer."""

from collections.abc import Sequence
from typing import Any, cast

from tokenizers import Tokenizer

from cantor.data.answer import Answer
from cantor.data.example import Example
from cantor.experiments.report.answer_view import AnswerView
from cantor.experiments.runs import Answered, Run
from cantor.experiments.tables import MEASURES_OF_READERS, Row, Table
from cantor.experiments.test_set import TestSet
from cantor.model.system import System
from cantor.reading.candidate import Candidate
from cantor.reading.items import ARITHMETIC_ONLY, meant_for
from cantor.reading.metric import score
from cantor.reading.network import PassageReader
from cantor.reading.predict import predict
from cantor.reading.report import Figures, report
from cantor.reading.torch_engine import TorchEngine

#: A system with CANTOR's arithmetic, and the same with TASE's.
PAIRS = {"cantor-reading": ("cantor-reading", "tase-arith"), "tase-cantor": ("tase-cantor", "tase")}


def evaluated(
    name: str,
    seed: int,
    model: System,
    tokenizer: Tokenizer,
    test: TestSet,
    answered: Answered = lambda done: None,
) -> Run:
    """A reader's answers to the questions it is meant for; `figures` are those of the first split."""
    system = model.config.system
    asked = set(map(id, meant_for(system, test.examples)))
    kept = [(e, source) for e, source in zip(test.examples, test.source, strict=True) if id(e) in asked]
    examples = [example for example, _ in kept]
    found = predict(TorchEngine(cast(PassageReader, model), tokenizer), examples, done=answered)
    answers = [best[0].answer if best else None for best in found]
    by_data = {
        split: _figures(
            [a for a, (_, source) in zip(answers, kept, strict=True) if source == split],
            [e for e, source in kept if source == split],
        )
        for split in test.names
    }
    right = [score(a, e.accepted).exact_match > 0 for a, e in zip(answers, examples, strict=True)]
    everything = sum(p.numel() for p in model.parameters())
    return Run(
        name,
        seed,
        by_data[test.names[0]],
        by_data,
        right,
        [_view(found[i], right[i]) for i in test.sample if i < len(found)],
        parameters=everything,
        decoder_parameters=everything - sum(p.numel() for p in model.encoder.parameters()),
    )


def _figures(answers: Sequence[Answer | None], examples: Sequence[Example]) -> dict[str, Any]:
    """As shares of 1, as the figures of all runs are."""
    found = report(answers, examples)
    return {
        **_shares(found.every),
        "breakdowns": {"type": {kind: _shares(figures) for kind, figures in found.by_type.items()}},
        "unanswered": found.unanswered,
        "approximate": found.approximate,
        "reading_metric_version": found.metric_version,
    }


def _shares(figures: Figures) -> dict[str, Any]:
    return {
        "count": figures.count,
        "f1": figures.f1 / 100,
        "exact_match": figures.exact_match / 100,
        "interval": [bound / 100 for bound in figures.interval],
    }


def _view(found: Sequence[Candidate], right: bool) -> AnswerView:
    if not found:
        return AnswerView("no answer", right, right)
    return AnswerView(str(found[0].answer), right, right, found[0].equation or "")


def comparison_table(systems: Sequence[str]) -> Table:
    """Readers side by side; those of arithmetic alone answer nothing but numbers."""
    rows = tuple(Row(name, {"model": {"system": name}}, {}) for name in systems)
    numbers = all(name in ARITHMETIC_ONLY for name in systems)
    return Table("Readers side by side", rows, None if numbers else "type", measures=MEASURES_OF_READERS)


def against(runs: Sequence[Run], first: str) -> dict[str, dict[str, float]]:
    """How many questions only the first system, and only each other one, answers exactly: over the seeds."""
    ours = {run.seed: run.right for run in runs if run.name == first}
    found: dict[str, dict[str, float]] = {}
    for run in runs:
        if run.name != first and run.seed in ours and len(run.right) == len(ours[run.seed]):
            mine = found.setdefault(run.name, {"only_first": 0, "only_this": 0, "seeds": 0})
            pairs = list(zip(ours[run.seed], run.right, strict=True))
            mine["only_first"] += sum(a and not b for a, b in pairs)
            mine["only_this"] += sum(b and not a for a, b in pairs)
            mine["seeds"] += 1
    return found
