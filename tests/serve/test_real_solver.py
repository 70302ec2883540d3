"""The server around a real solver: an exported model, tiny and random, in everything but wisdom."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import fuzz_http
from cantor.serve.schemas import Solution
from cantor.solver import Solver
from helpers import chromium
from helpers.running_server import BAKER, Running, serving

QUESTIONS = [
    BAKER,
    "Mina has read 84 pages. Jonas has read 37 pages fewer. How many pages is that together?",
    "A coat costs $80. In January it is 25% off. How much does it cost then?",
    "What fraction of the 12 plums are 3 plums?",
    "5",
    "3 and 4 and 5 and 6 and 7 and 8 and 9 and 10 and 11 and 12",
]
NO_ANSWERS = ["", "   ", "How many?", "first and second", "3 " * 1500]


@pytest.fixture(scope="module")
def real(tiny_model: Path) -> Iterator[Running]:
    with serving(Solver.from_pretrained(tiny_model, threads=1)) as running:
        yield running


@pytest.mark.parametrize("question", QUESTIONS + NO_ANSWERS)
def test_answers_are_as_documented(real: Running, question: str) -> None:
    answer = real.post("/solve", {"question": question, "k": 3})
    assert answer.status == 200
    solution = Solution.model_validate(answer.json)
    assert set(answer.json) == set(Solution.model_fields)
    assert (solution.answer is None) == (solution.error is not None) == solution.abstained
    if question in NO_ANSWERS:
        assert solution.error is not None


def test_alone_and_together(real: Running) -> None:
    alone = [real.post("/solve", {"question": question, "graph": False}).json for question in QUESTIONS]
    together = real.post("/solve/batch", {"questions": QUESTIONS}).json["solutions"]
    for one, two in zip(alone, together, strict=True):
        assert one["equation"] == two["equation"]
        assert one["answer_exact"] == two["answer_exact"]
        assert one["confidence"] == pytest.approx(two["confidence"], abs=1e-4)


def test_abstaining(real: Running) -> None:
    found = real.post("/solve", {"question": BAKER, "min_confidence": 1.0}).json
    assert found["abstained"]
    assert found["error"]["code"] == "low_confidence"


def test_a_little_fuzzing(real: Running) -> None:
    figures = fuzz_http.fuzz("127.0.0.1", real.port, 150, seed=1, clients=4)
    assert figures["failures"] == 0, figures["first_failures"]
    assert real.get("/healthz").status == 200


def _ask(page: chromium.Page, real: Running, question: str) -> None:
    page.go(real.url)
    page.evaluate("document.getElementById('question').focus()")
    page.write(question)
    page.press("Enter")


@pytest.mark.parametrize("question", QUESTIONS[:5])
def test_the_page_shows_what_the_solver_says(real: Running, page: chromium.Page, question: str) -> None:
    found = real.post("/solve", {"question": question, "k": 6}).json
    _ask(page, real, question)
    page.until("!document.getElementById('result').hidden")
    shown = page.evaluate("document.getElementById('figure').textContent")
    assert shown == found["display"]
    lines = page.evaluate(
        """[...document.querySelectorAll("#steps li")].map(
          (li) => [...li.children].map((e) => e.textContent).join(": "))"""
    )
    assert lines == [step["text"] for step in found["steps"]]
    assert page.complaints == []


def test_guesses_are_shown_as_such(real: Running, page: chromium.Page) -> None:
    _ask(page, real, "3 and 4 " * 400)
    page.until("!document.getElementById('notice').hidden")
    assert page.text("#notice-title") == "No answer: too long to read whole"
    assert page.complaints == []


def test_who_is_shown_above_what_each_has(real: Running, page: chromium.Page) -> None:
    asked = "Tom ran 3 km on Monday and 2 km on Tuesday. Lea ran 4 km a day for 2 days. Who ran farther?"
    found = real.post("/solve", {"question": asked, "k": 6}).json
    assert [one["question"] for one in found["answers"]] == ["How far did Tom run?", "How far did Lea run?"]
    _ask(page, real, asked)
    page.until("!document.getElementById('result').hidden")
    title = page.text("#questions-title")
    if found["choice"] is None:
        assert title == found["error"]["message"]
    else:
        assert title.startswith(f"Answer: {found['choice']} (")
    page.evaluate(
        "document.querySelector('#turn button').click()"
    )  # another number: who it is now is not known
    page.until("document.getElementById('questions-title').textContent === 'Questions in this text'")
    assert page.complaints == []
