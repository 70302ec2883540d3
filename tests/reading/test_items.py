"""Examples as training questions: whatever has a finite loss, and nothing else."""

from pathlib import Path

import pytest
import torch

from cantor.data.answer import SpansAnswer
from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.reading.batch import ReadingBatch
from cantor.reading.items import prepare
from cantor.reading.passage import MAX_CHARACTERS
from cantor.reading.questions import prepared
from helpers.passages import ASKED, CHOIR, SYSTEMS, number, reader

CASES = [
    *ASKED,
    (CHOIR, "Who conducted?", SpansAnswer(("Old Nick",))),
    (CHOIR, "How many seats?", number(5000)),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_left_out_has_no_way(system: str, tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, system)
    examples = [
        Example(str(i), asked_over(p, q), passage=p, accepted=(a,)) for i, (p, q, a) in enumerate(CASES)
    ]
    found = prepare(examples, tokenizer, model.config)
    questions = [prepared(item.asked, item.answer, tokenizer, model.config) for item in found.items]
    assert [item.length for item in found.items] == [len(q.tokens.ids) for q in questions]
    batch = ReadingBatch.of(questions, tokenizer, model.config, torch.device("cpu"))
    assert model.loss(batch).isfinite().all()
    if system.startswith("tase") and system != "tase-arith":
        assert found.left_out == {"no way to the answer (span)": 1, "no way to the answer (number)": 1}
    else:
        assert found.left_out == {
            "no way to the answer (span)": 3,
            "no way to the answer (number)": 2,
            "no way to the answer (spans)": 1,
            "no way to the answer (date)": 1,
        }
    assert found.statistics()["questions"] == len(CASES) - sum(found.left_out.values())
    assert found.statistics()["ways"]["most"] >= 1


def test_what_is_no_question(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase")
    passage = "x" * MAX_CHARACTERS
    long = Example("a", asked_over(passage, "Who?"), passage=passage, accepted=(number(1),))
    plain = Example("b", asked_over(CHOIR, "Who?"), passage=CHOIR)
    found = prepare([long, plain], tokenizer, model.config)
    assert not found.items
    assert set(found.left_out) == {
        "the passage is too long",
        "it is no question over a passage with an answer",
    }
    assert found.statistics()["ways"] == {"median": 0, "mean": 0, "most": 0}


def test_a_passage_of_several_windows_is_as_long_as_they_are(tmp_path: Path) -> None:
    """So that a batch with room for so many tokens has no more of them in memory."""
    model, tokenizer = reader(tmp_path, "tase-arith", positions=64)
    passage = f"{CHOIR} " * 6
    example = Example(
        "a", asked_over(passage, "How many songs were sung?"), passage=passage, accepted=(number(21),)
    )
    (item,) = prepare([example], tokenizer, model.config).items
    question = prepared(item.asked, item.answer, tokenizer, model.config)
    batch = ReadingBatch.of([question], tokenizer, model.config, torch.device("cpu"))
    assert len(batch.tokens) > 2
    assert item.length == int(batch.token_mask.sum()) > len(question.tokens.ids)
