"""`POST /ask`: answers of a reader, and what happens without one, without room, without time."""

import threading
from fractions import Fraction
from pathlib import Path

import pytest

from cantor.cli import main
from cantor.data.answer import NumberAnswer
from cantor.errors import DataError
from cantor.reading.passage_answer import Alternative, PassageAnswer, Place
from cantor.serve import Limits, schemas
from cantor.serve.asking import MAX_WAITING
from helpers.fake_solver import FakeSolver
from helpers.running_server import Running, serving

BODY = {"passage": "The barn holds 12 cows.", "question": "How many cows are there?"}


class FakeReader:
    """Answers 12; waits before it does where it is told to."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.go.set()
        self.begun = threading.Semaphore(0)

    def ask(self, passage: str, question: str, *, k: int, min_confidence: float | None) -> PassageAnswer:
        self.begun.release()
        self.go.wait(60)
        if not passage.strip():
            raise DataError("there is no passage; give one with words in it")
        place = Place("12", "passage", (15, 17))
        found = Alternative(NumberAnswer(Fraction(12)), 0.8, "arithmetic", "12 + 0", (place,))
        return PassageAnswer(question, 0.7, 0.5 if min_confidence is None else min_confidence, (found,) * k)


def test_without_a_reader(server: Running) -> None:
    answer = server.post("/ask", BODY)
    assert answer.status == 501
    assert answer.json["error"]["code"] == "no_reader"
    assert "--reader" in answer.json["error"]["message"]


def test_answers_and_refusals() -> None:
    with serving(FakeSolver(), reader=FakeReader()) as server:
        answer = server.post("/ask", BODY)
        assert answer.status == 200
        assert answer.json["answer"] == {"number": "12"}
        assert answer.json["places"] == [{"text": "12", "source": "passage", "span": [15, 17]}]
        assert len(answer.json["alternatives"]) == 5
        assert set(answer.json) == set(schemas.PassageAnswer.model_fields)
        assert set(answer.json["alternatives"][0]) == set(schemas.PassageAlternative.model_fields)
        refused = server.post("/ask", BODY | {"min_confidence": 0.9, "k": 1})
        assert refused.json["refused"]
        assert refused.json["answer"] is None
        for wrong in (BODY | {"passage": " "}, {"question": "Who?"}, BODY | {"k": 0}, BODY | {"extra": 1}):
            assert server.post("/ask", wrong).status == 422


def test_a_crowd_is_refused_and_a_slow_reader_told_of() -> None:
    reader = FakeReader()
    reader.go.clear()
    with serving(FakeSolver(), Limits(timeout_s=120.0), reader=reader) as server:
        statuses: list[int] = []
        threads = [
            threading.Thread(target=lambda: statuses.append(server.post("/ask", BODY).status))
            for _ in range(MAX_WAITING)
        ]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert reader.begun.acquire(timeout=60)
        assert server.post("/ask", BODY).status == 503  # no room; nobody waits for it
        reader.go.set()
        for thread in threads:
            thread.join(60)
        assert statuses == [200] * MAX_WAITING
    late = FakeReader()
    late.go.clear()
    with serving(FakeSolver(), Limits(timeout_s=0.2), reader=late) as server:
        assert server.post("/ask", BODY).status == 504
        late.go.set()


def test_more_than_a_megabyte_is_not_even_read() -> None:
    with serving(FakeSolver(), reader=FakeReader()) as server:
        answer = server.post("/ask", BODY | {"passage": "word " * 300_000})
        assert answer.status == 413
        assert server.post("/ask", BODY).status == 200  # and nobody else suffers


def test_several_processes_need_an_exported_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--workers", "2", "--reader", str(tmp_path)]) == 2
    assert "export it, or leave out --workers" in capsys.readouterr().err


@pytest.mark.parametrize("length", [4_001, 5_000])
def test_a_question_is_no_passage(length: int) -> None:
    with serving(FakeSolver(), reader=FakeReader()) as server:
        assert server.post("/ask", BODY | {"question": "x" * length}).status == 422
