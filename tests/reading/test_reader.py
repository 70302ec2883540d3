"""`Reader` and `cantor ask`: typed answers with their places, refusals, and files that are odd or large."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.cli import main
from cantor.errors import CantorError, DataError, ModelError
from cantor.model.config import AnsweringConfig
from cantor.model.saving import save_pretrained
from cantor.reading.inputs import WINDOWS
from cantor.reading.passage import MAX_CHARACTERS, MAX_NUMBERS
from cantor.reading.passage_answer import PassageAnswer
from cantor.reading.questions import Question, inputs_of
from cantor.reading.reader import Reader
from helpers.passages import ASKED, CHOIR, FERRY, reader
from helpers.tiny import BASE, encoder_folder

QUESTION = "How many goats left Oban?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run's folder, whose best model has random weights and is calibrated to be right half of the time."""
    base = tmp_path_factory.mktemp("reader")
    model, tokenizer = reader(base, "tase-cantor")
    model.config = replace(model.config, answering=AnsweringConfig(calibration=((0.0, 0.5), (1.0, 0.5))))
    save_pretrained(model, tokenizer, base / "run" / "best")
    return base / "run"


@pytest.fixture(scope="module")
def asked(folder: Path) -> Reader:
    return Reader(folder)


def test_an_answer_stands_on_its_places(asked: Reader) -> None:
    for passage, question, _ in ASKED:
        found = asked.ask(f" \n {passage}", question)
        assert found.confidence == 0.5
        assert not found.refused
        assert found.answer == found.alternatives[0].answer
        texts = {"passage": f" \n {passage}", "question": question}
        for one in found.alternatives:
            assert 0 < one.probability <= 1
            assert one.places or one.head == "count" or one.equation
            for place in one.places:
                assert texts[place.source][slice(*place.span)] == place.text
        told = json.loads(json.dumps(found.to_dict()))
        assert told["display"] == str(found)
        assert told["alternatives"][0]["answer"] == told["answer"]


def test_it_refuses_below_a_confidence(asked: Reader) -> None:
    found = asked.ask(FERRY, QUESTION, min_confidence=0.6)
    assert found.refused
    assert found.answer is None
    assert found.to_dict()["answer"] is None
    assert found.alternatives  # what it would have said
    assert str(found) == "no answer"


@pytest.mark.parametrize(
    ("passage", "question", "why"),
    [
        ("  ", QUESTION, "there is no passage"),
        (FERRY, "\n", "there is no question"),
        ("x " * 500_000, QUESTION, f"at most {MAX_CHARACTERS:,} can be read"),
        ("7 " * (MAX_NUMBERS + 1), QUESTION, f"at most {MAX_NUMBERS} can be weighed"),
    ],
)
def test_what_cannot_be_read(asked: Reader, passage: str, question: str, why: str) -> None:
    with pytest.raises(DataError, match=why):
        asked.ask(passage, question)


@pytest.mark.parametrize("options", [{"k": 0}, {"k": 1.5}, {"min_confidence": 80}])
def test_options_that_cannot_be(asked: Reader, options: dict[str, Any]) -> None:
    with pytest.raises(CantorError, match=r"at least 1|between 0 and 1"):
        asked.ask(FERRY, QUESTION, **options)


def test_what_is_no_text(asked: Reader) -> None:
    with pytest.raises(DataError, match="the passage is NoneType; give text"):
        asked.ask(cast(str, None), QUESTION)


WORDS = st.sampled_from(
    [
        "7 July 1345",
        "in June",
        "12",
        "1,250.5",
        "20 %",
        "half",
        "−3",
        "Ana Lund",
        "é",
        "𝔐",
        "\u200b",
        "\n",
        "…",
        "the",
    ]
)
TEXTS = st.lists(WORDS | st.text(max_size=4), min_size=1, max_size=12).map(" ".join)


@given(TEXTS, TEXTS)
@settings(max_examples=60)
def test_no_text_breaks_it(asked: Reader, passage: str, question: str) -> None:
    (found,) = asked.ask_all([(passage, question)], min_confidence=0.0)
    if isinstance(found, CantorError):
        return
    texts = {"passage": passage, "question": question}
    assert sum(one.probability for one in found.alternatives) <= 1 + 1e-6
    for one in found.alternatives:
        assert one.steps
        for place in one.places:
            assert texts[place.source][slice(*place.span)] == place.text


def test_a_question_that_leaves_no_room(asked: Reader) -> None:
    with pytest.raises(ModelError, match="ask it shorter"):
        asked.ask(FERRY, "How many goats " * 60)


def test_a_thousand_questions_take_no_more_memory_than_a_few(
    asked: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def decode(questions: Sequence[Question], k: int) -> list[list[Any]]:
        sizes.append(len(inputs_of(questions, asked.engine.tokenizer, asked.engine.config).tokens))
        return [[] for _ in questions]

    monkeypatch.setattr(asked.engine, "decode", decode)
    questions = [(CHOIR, f"How many songs were sung on day {n}?") for n in range(1_000)]
    questions[500] = ("", "Who?")
    found = list(asked.ask_all(questions))
    assert len(found) == 1_000
    assert isinstance(found[500], DataError)
    assert sum(isinstance(one, PassageAnswer) for one in found) == 999
    assert sum(sizes) >= 999
    assert max(sizes) <= WINDOWS


def test_together_as_alone(asked: Reader) -> None:
    pairs = [(passage, question) for passage, question, _ in ASKED]
    for pair, together in zip(pairs, asked.ask_all(pairs), strict=True):
        assert not isinstance(together, CantorError)
        alone = asked.ask(*pair)
        best, other = alone.best, together.best
        assert best is not None
        assert other is not None
        assert other.probability == pytest.approx(best.probability, rel=1e-3)


def test_no_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ModelError, match="train one with `cantor train drop-b`"):
        Reader()
    passage = tmp_path / "passage.txt"
    passage.write_text(FERRY)
    assert main(["ask", "--passage", str(passage), QUESTION]) == 2
    assert "no reader of passages comes with cantor" in capsys.readouterr().err


def test_a_model_of_another_kind(tmp_path: Path) -> None:
    from cantor.model.saving import new_model

    save_pretrained(*new_model(str(encoder_folder("bert", tmp_path / "encoder")), **BASE), tmp_path / "model")
    with pytest.raises(ModelError, match="cantor reads no passages"):
        Reader(tmp_path / "model")


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    passage = tmp_path / "passage.txt"
    passage.write_text(FERRY, encoding="utf-8")
    ask = ["ask", "--passage", str(passage), "--model", str(folder), QUESTION]
    assert main([*ask, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(ask) == 0
    assert capsys.readouterr().out.startswith(f"{told['display']}  (confidence 0.50, calibrated)")
    assert main([*ask, "--min-confidence", "0.9"]) == 3
    assert "no answer: confidence 0.50" in capsys.readouterr().out
    assert main(ask[:-1]) == 2
    assert "give a passage and a question" in capsys.readouterr().err


def test_odd_passage_files(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, content, why in (
        ("large.txt", b"word " * 300_000, "more than a megabyte"),
        ("latin.txt", "café".encode("latin-1"), "is not UTF-8"),
        ("empty.txt", b"\n", "there is no passage"),
    ):
        (tmp_path / name).write_bytes(content)
        assert main(["ask", "--passage", str(tmp_path / name), "--model", str(folder), QUESTION]) == 2
        assert why in capsys.readouterr().err
