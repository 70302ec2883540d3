"""What refusals are worth: shares of questions, and questions over passages that do not say them."""

import json
from dataclasses import replace
from math import log
from pathlib import Path

import pytest

from cantor.cli import main
from cantor.data.answer import SpansAnswer
from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.model.config import AnsweringConfig
from cantor.model.saving import save_pretrained
from cantor.reading.candidate import Candidate
from cantor.reading.refusals import elsewhere, refusals, refused
from helpers.passages import ASKED, CHOIR, FERRY, MILL, reader

EXAMPLES = [Example(str(n), asked_over(p, q), passage=p, accepted=(a,)) for n, (p, q, a) in enumerate(ASKED)]
POINTS = ((0.1, 0.2), (0.9, 0.9))


def candidate(n: int, probability: float, right: bool = True) -> list[Candidate]:
    return [Candidate(ASKED[n][2] if right else SpansAnswer(("nobody",)), log(probability), "span")]


def test_shares() -> None:
    found = [candidate(0, 0.9), candidate(1, 0.8, right=False), candidate(2, 0.3), []]
    told = refusals(found, EXAMPLES[:4], POINTS)
    assert (told["refused"], told["right_of_answered"], told["calibrated"]) == (0.5, 0.5, True)
    assert refusals([[]], EXAMPLES[:1], ())["right_of_answered"] is None
    assert not refused(candidate(0, 0.5), ())
    assert refused(candidate(0, 0.49), ())


def test_each_question_goes_to_another_passage() -> None:
    moved = elsewhere(EXAMPLES)
    assert [one.passage for one in moved] == [
        {CHOIR: MILL, MILL: FERRY, FERRY: CHOIR}[example.passage or ""] for example in EXAMPLES
    ]
    assert [one.question for one in moved] == [example.question for example in EXAMPLES]
    assert elsewhere(EXAMPLES[:3]) == []


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reader whose every answer is right in a third of cases refuses them all, here and elsewhere."""
    model, tokenizer = reader(tmp_path, "tase")
    model.config = replace(model.config, answering=AnsweringConfig(calibration=((0.0, 0.3), (1.0, 0.3))))
    save_pretrained(model, tokenizer, tmp_path / "best")
    data = tmp_path / "own.jsonl"
    rows = [{"passage": p, "question": q, "answer": a.to_dict()} for p, q, a in ASKED[::4]]
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    evaluate = ["evaluate", "--model", str(tmp_path / "best"), "--data", str(data), "--elsewhere"]
    assert main([*evaluate, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["refusals"]
    assert (told["refused"], told["refused_elsewhere"], told["right_of_answered"]) == (1.0, 1.0, None)
    assert main(evaluate) == 0
    assert "over passages of other questions it refuses 100%" in capsys.readouterr().out
    data.write_text(json.dumps(rows[0]), encoding="utf-8")
    assert main(evaluate) == 2
    assert "one passage only" in capsys.readouterr().err
