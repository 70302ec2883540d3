"""The passage page in a real Chromium: answers with their places, refusals, by keyboard, for everyone."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from cantor.data.answer import NumberAnswer, SpansAnswer
from cantor.errors import DataError
from cantor.reading.passage import MAX_CHARACTERS
from cantor.reading.passage_answer import Alternative, PassageAnswer, Place
from helpers import chromium
from helpers.axe import violations
from helpers.fake_solver import FakeSolver
from helpers.running_server import Running, serving

#: The first letter is two units of JavaScript's and one character of Python's.
MILL = (
    "𝔐ill Lane: in 1871 the mill had 240 looms. In 1889 it had 415 looms. Ida Brand ran it, Ida Brand alone."
)
MORE = "How many more than 240 looms were there in 1889?"
MARKS = "[...document.querySelectorAll('#text mark, #asked mark')].map(e => e.textContent)"


class MillReader:
    """Knows one passage: a difference for "How many", a name for "Who", a guess for anything else."""

    def ask(self, passage: str, question: str, *, k: int, min_confidence: float | None) -> PassageAnswer:
        if "odd" in question:
            raise DataError("passage and question have 501 numbers, at most 500 can be weighed")

        def places(text: str) -> tuple[Place, ...]:
            found, start = [], passage.find(text)
            while start >= 0:
                found.append(Place(text, "passage", (start, start + len(text))))
                start = passage.find(text, start + 1)
            return tuple(found)

        at = question.find("240")
        asked = (Place("240", "question", (at, at + 3)),) if at >= 0 else ()
        less = NumberAnswer(Fraction(175))
        number = Alternative(less, 0.6, "arithmetic", "415 - 240", (*places("415"), *asked))
        name = Alternative(SpansAnswer(("Ida Brand",)), 0.3, "span", None, places("Ida Brand"))
        count = Alternative(NumberAnswer(Fraction(3)), 0.1, "count")
        found = (name, number, count) if question.startswith("Who") else (number, name, count)
        sure = 0.31 if question.startswith("Why") else 0.82
        return PassageAnswer(question, sure, 0.5, found[:k], calibrated=True)


@pytest.fixture(scope="module")
def reading() -> Iterator[Running]:
    with serving(FakeSolver(), reader=MillReader()) as running:
        yield running


def asked(page: chromium.Page, server: Running, question: str, passage: str = MILL) -> None:
    """Write both texts and ask, with the keyboard alone."""
    page.go(f"{server.url}/passage")
    page.evaluate("document.getElementById('passage').focus()")
    page.write(passage)
    page.press("Tab")
    page.write(question)
    page.press("Enter")
    said = "document.getElementById('status').textContent"
    page.until(f"document.getElementById('send').textContent === 'Ask' && {said} && {said} !== 'Reading.'")


def test_an_answer_with_its_places(page: chromium.Page, reading: Running) -> None:
    asked(page, reading, MORE)
    assert page.text("#figure") == "175"
    assert page.text("#equation") == "415 − 240 = 175"
    assert page.text("#trust") == "82 %"
    assert page.evaluate(MARKS) == ["415", "240"]
    assert page.evaluate("document.querySelector('#asked mark').textContent") == "240"
    assert page.evaluate("[...document.querySelectorAll('#steps li')].map(e => e.textContent)") == [
        "The passage says “415”.",
        "The question says “240”.",
        "415 − 240 = 175",
    ]
    assert "Answer: 175. 82 %. 3 steps." in page.text("#status")
    page.evaluate("document.querySelector('#choices :checked').focus()")
    page.press("ArrowDown")
    page.until("document.getElementById('figure').textContent === 'Ida Brand'")
    assert page.text("#answer-title") == "Another answer"
    assert page.evaluate(MARKS) == ["Ida Brand", "Ida Brand"]
    assert not page.visible("#asked")
    page.press("ArrowDown")
    page.until("document.getElementById('figure').textContent === '3'")
    assert page.text("#marked") == "It points at no place in the text."
    assert page.complaints == []


def test_a_refusal_in_plain_words(page: chromium.Page, reading: Running) -> None:
    asked(page, reading, "Why was it built?")
    assert page.text("#notice-title") == "The passage may not say this"
    assert "right about 31 % of the time" in page.text("#notice-text")
    assert not page.visible("#result")
    page.click("#guess")
    assert page.text("#answer-title") == "Best guess"
    assert page.visible("#result")
    assert page.complaints == []


def test_what_cannot_be_asked(page: chromium.Page, reading: Running) -> None:
    page.go(f"{reading.url}/passage")
    page.click("#send")
    assert page.text("#notice-title") == "There is no passage yet"
    assert page.evaluate("document.activeElement.id") == "passage"
    page.write("x")
    page.click("#send")
    assert page.text("#notice-title") == "There is no question yet"
    asked(page, reading, "How odd is it?")
    assert page.text("#notice-title") == "This cannot be read"
    assert "at most 500 can be weighed" in page.text("#notice-text")
    page.evaluate(f"document.getElementById('passage').value = 'x '.repeat({MAX_CHARACTERS})")
    page.click("#send")
    assert page.text("#room").startswith("Too long by")
    assert len(reading.get("/passage").body) > 0


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(page: chromium.Page, reading: Running, scheme: str, width: int) -> None:
    page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    page.size(width, 800, phone=width < 500)
    asked(page, reading, MORE)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    asked(page, reading, "Why was it built?")
    assert violations(page) == []


def test_pages_name_it_only_where_there_is_a_reader(reading: Running, server: Running) -> None:
    for path in ("/", "/worksheet", "/practice", "/docs"):
        assert b'href="passage"' in reading.get(path).body
        page = server.get(path).body
        assert b"assage" not in page.replace(b"/ask", b"")
        assert b"%" not in page.split(b"<main", 1)[0]
    assert server.get("/passage").status == 404
    assert server.get("/static/passage.html").status == 404
