"""Worksheet, practice, links, history and print in a real Chromium; and axe-core on every page."""

import json
import time
from typing import Any
from urllib.parse import quote

import pytest

from cantor.problem import Problem
from helpers import chromium
from helpers.axe import violations
from helpers.running_server import BAKER, Running

KITES = "A shop has 40 kites. It sells 15 and then 12. How many kites are left?"
SEVERAL = "A shop has 40 kites and sells 15. How many kites are left? How many pens are 3 of each?"
SHEET = f"{BAKER}\n{KITES}\nI am unsure about 3 pens and 4 more.\nHow many pens?"
GIVEN = "[...document.querySelectorAll('.row .given')].map(e => e.textContent)"
#: Files that the page would have saved, and how often it printed.
WATCH = """(() => {
  window.saved = [];
  window.printed = 0;
  window.print = () => window.printed++;
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) return click.call(this);
    window.saved.push(this.download);
  };
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => ((window.blob = blob), create(blob));
})()"""


@pytest.fixture
def sheet(page: chromium.Page, server: Running) -> chromium.Page:
    """A worksheet of four problems, solved."""
    page.go(f"{server.url}/worksheet")
    page.evaluate(WATCH)
    page.evaluate("document.getElementById('problems').focus()")
    page.write(SHEET)
    page.click("#solve")
    page.until("document.getElementById('status').textContent.startsWith('All solved')")
    return page


def open_row(page: chromium.Page, nth: int, seen: str = ".star") -> str:
    row = f".row:nth-child({nth})"
    page.click(f"{row} > button")
    page.until(f"document.querySelectorAll('{row} {seen}').length > 0")
    return row


def shown(page: chromium.Page) -> list[int]:
    """The numbers of the rows that are seen."""
    code = "[...document.querySelectorAll('.row')].flatMap((e, i) => (e.hidden ? [] : [i + 1]))"
    return list(page.evaluate(code))


def show(page: chromium.Page, kind: str) -> None:
    change = f"{{ e.value = '{kind}'; e.dispatchEvent(new Event('change')) }}"
    page.evaluate(f"(e => {change})(document.getElementById('filter'))")


def saved(page: chromium.Page) -> str:
    return str(page.evaluate("window.blob.text()"))


def on_paper(page: chromium.Page) -> str:
    """The text that a printer would get."""
    page.send("Emulation.setEmulatedMedia", media="print")
    text = str(page.evaluate("document.body.innerText"))
    page.send("Emulation.setEmulatedMedia", media="")
    return text


# The worksheet


def test_all_answers_and_the_doubtful_ones(sheet: chromium.Page) -> None:
    assert sheet.evaluate(GIVEN) == ["39 rolls", "13 kites", "No answer", "No answer"]
    assert sheet.text(".row:nth-child(4) > .chance") == "No numbers here"
    assert shown(sheet) == [1, 2, 3, 4]
    show(sheet, "none")
    assert shown(sheet) == [3, 4]
    assert sheet.complaints == []


def test_a_person_has_the_last_word(sheet: chromium.Page) -> None:
    row = open_row(sheet, 2)
    assert sheet.evaluate(f"document.querySelectorAll('{row} .star').length") > 1
    sheet.click(f"{row} .choice:nth-child(2)")
    sheet.until(f"document.querySelector('{row} > .chance').textContent === 'yours'")
    assert sheet.evaluate(GIVEN)[1] != "13 kites"
    sheet.evaluate(f"document.querySelector('{row} .own input').focus()")
    sheet.write("40 - (15 + ")
    sheet.press("Enter")
    sheet.until(f"document.querySelector('{row} .wrong').textContent.startsWith('This cannot be read')")
    sheet.write("12) x 0.5 = 26.5")
    sheet.press("Enter")
    sheet.until(f"document.querySelector('{row} .given').textContent === '26.5 kites'")
    show(sheet, "own")
    assert shown(sheet) == [2]
    sheet.click("#json")
    record = json.loads(saved(sheet))[1]
    assert (record["answer"], record["display"], record["changed"]) == ("53/2", "26.5 kites", True)
    assert record["equation"] == "40 - (15 + 12) * 0.5"
    sheet.click("#csv")
    lines = saved(sheet).splitlines()
    assert lines[0] == "question,answer,display,unit,confidence,equation,steps,changed,error"
    assert lines[1].startswith(f"{BAKER},39,39 rolls,")
    assert lines[4].endswith("The text mentions no number.")
    assert sheet.evaluate("window.saved") == ["worksheet.json", "worksheet.csv"]


def test_a_refusal_can_be_answered(sheet: chromium.Page) -> None:
    row = open_row(sheet, 4, seen=".own")
    sheet.evaluate(f"document.querySelector('{row} .own input').focus()")
    sheet.write("6 * 7")
    sheet.press("Enter")
    sheet.until(f"document.querySelector('{row} .given').textContent === '42 pens'")
    assert sheet.complaints == []


def test_a_worksheet_on_paper(sheet: chromium.Page) -> None:
    sheet.click("#print-plain")
    text = on_paper(sheet)
    assert text.startswith("Worksheet")
    assert BAKER in text
    assert "39" not in text
    assert "Solve all" not in text
    sheet.click("#print-solutions")
    text = on_paper(sheet)
    assert "39 rolls" in text
    assert "48 − 9 = 39" in text
    assert sheet.evaluate("window.printed") == 2


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("1. Ida has 3 pens.\n2) She buys 4.\n", ["Ida has 3 pens.", "She buys 4."]),
        ("3 pens cost 4 dollars.\nHow much?\n\nB has 5.\n", ["3 pens cost 4 dollars. How much?", "B has 5."]),
        ('id,question\n7,"A ""red"" kite, 3 tails\nlong"\n8,Two?\n', ['A "red" kite, 3 tails long', "Two?"]),
        ("name;Problem\nx;One, two?\n", ["One, two?"]),
        ("question\tn\nOne?\t1\n", ["One?"]),
        ("", []),
    ],
)
def test_what_is_pasted_or_dropped(
    page: chromium.Page, server: Running, text: str, problems: list[str]
) -> None:
    page.go(f"{server.url}/docs")
    code = f"import('{server.url}/static/tables.js').then((m) => m.problemsOf({json.dumps(text)}))"
    assert page.evaluate(code) == problems


def test_a_dropped_file(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/worksheet")
    table = json.dumps(f"id,question\n1,{BAKER}\n")
    page.evaluate(
        f"""(() => {{
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([{table}], "a.csv"));
          const options = {{ dataTransfer, bubbles: true, cancelable: true }};
          document.body.dispatchEvent(new DragEvent("drop", options));
        }})()"""
    )
    page.until("document.querySelector('.row .given')?.textContent === '39 rolls'")


# Practice


def test_practice(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/practice?q={quote(BAKER)}")
    page.evaluate(WATCH)
    page.until("document.querySelectorAll('.row').length === 5")
    texts = page.evaluate("[...document.querySelectorAll('.row .text')].map(e => e.textContent)")
    answers = page.evaluate("[...document.querySelectorAll('.row .key b')].map(e => e.textContent)")
    for text, answer in zip(texts, answers, strict=True):
        trays, rolls, sold = Problem.from_text(text).values
        assert answer == f"{trays * rolls - sold} rolls"
    assert page.evaluate("getComputedStyle(document.querySelector('.row .key')).visibility") == "hidden"
    page.click("#show")
    assert page.evaluate("getComputedStyle(document.querySelector('.row .key')).visibility") == "visible"
    page.click("#print-solutions")
    problems, key = on_paper(page).split("Answer key")
    assert texts[4] in problems
    told = " ".join(texts)  # an answer may be a number of another problem
    assert all(answer in key and problems.count(answer) == told.count(answer) for answer in answers)
    page.click("#csv")
    assert saved(page).startswith("question,answer,display,equation\r\n")
    assert page.complaints == []


def test_nothing_to_practise(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/practice?q={quote('How many pens?')}")
    page.until("!document.getElementById('notice').hidden")
    assert page.text("#notice-title") == "No numbers here"
    page.evaluate("document.getElementById('equation').focus()")
    page.write("4 +")
    page.press("Enter")
    page.until("document.getElementById('notice-title').textContent === 'This equation cannot be read'")


# Links, copies, history, several questions


def test_a_link_carries_the_problem(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/?q={quote(BAKER)}")
    page.until("document.getElementById('figure').textContent === '39 rolls'")
    page.evaluate("navigator.clipboard.writeText = (text) => ((window.copied = text), Promise.resolve())")
    page.click("#share")
    page.until("document.getElementById('share').textContent === 'Copied'")
    link = page.evaluate("window.copied")
    assert page.evaluate(f"new URL({json.dumps(link)}).searchParams.get('q')") == BAKER
    page.click("#copy")
    page.until("document.getElementById('copy').textContent === 'Copied'")
    lines = page.evaluate("window.copied").splitlines()
    assert lines[0] == BAKER
    assert "Answer: 39 rolls" in lines
    assert lines[-1] == "2. 48 rolls − 9 rolls sold = 39 rolls left"
    text = on_paper(page)
    assert "39 rolls" in text
    assert "Copy link" not in text
    assert "Change the numbers" not in text


@pytest.mark.parametrize("width", [1280, 900, 360])
def test_a_long_answer_leaves_room_for_its_equation(page: chromium.Page, server: Running, width: int) -> None:
    page.size(width, 800, phone=width < 500)
    page.go(f"{server.url}/?q={quote(BAKER)}")
    page.until("document.querySelectorAll('#choices .choice').length > 2")
    page.evaluate("document.querySelector('#choices b').textContent = '31/12 square metres (≈ 2.583) a day'")
    sizes = page.evaluate(
        "[...document.querySelectorAll('#choices .how')].map(e => e.getBoundingClientRect().width)"
    )
    assert min(sizes) >= 79  # five letters' width, not one letter below the other
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_history_is_kept_here_and_can_be_cleared(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/?q={quote(KITES)}")
    page.until("document.getElementById('figure').textContent === '13 kites'")
    page.go(server.url)
    page.until("!document.getElementById('history').hidden")
    page.click("#history summary")
    assert KITES in page.text("#earlier")
    page.click("#earlier button")
    page.until("document.getElementById('figure').textContent === '13 kites'")
    page.click("#forget")
    assert page.evaluate("document.getElementById('history').hidden")
    assert page.evaluate("localStorage.length") == 0


def test_several_questions(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/?q={quote(SEVERAL)}")
    page.until("document.querySelectorAll('#parts .choice').length === 2")
    labels: Any = page.evaluate("[...document.querySelectorAll('#parts .choice')].map(e => e.textContent)")
    assert labels[0].endswith("25 kites")
    assert page.text("#figure") == "25 kites"
    page.click("#parts .choice:nth-child(2)")
    page.until("document.getElementById('figure').textContent.endsWith('pens')")
    page.click("#parts .choice:nth-child(1)")
    page.until("document.getElementById('figure').textContent === '25 kites'")
    page.click("#dials li:nth-child(1) button:last-of-type")
    page.until("document.getElementById('figure').textContent === '26 kites'")
    assert sum(url.endswith("/solve") for url in page.requests) == 1
    assert page.complaints == []


def test_a_refusal_gives_its_reason(page: chromium.Page, server: Running) -> None:
    page.go(f"{server.url}/?q={quote('Ella has some apples and gives away 4 of 9. How many are left?')}")
    page.until("!document.getElementById('notice').hidden")
    assert page.text("#notice-title") == "No answer: this cannot be known"
    assert "at first" in page.text("#status")
    assert not page.visible("#result")


def test_words_times_and_money_have_dials(page: chromium.Page, server: Running) -> None:
    page.go(
        f"{server.url}/?q={quote('Four kites cost $9.50 each at 7:30 pm, 0 were lost. How many dollars?')}"
    )
    page.until("document.querySelectorAll('#dials li').length === 4")
    # it stays there before the server has said how the new word is turned
    click = "document.querySelector('#dials button:last-of-type').click()"
    assert page.evaluate(f"{click}, document.querySelectorAll('#dials li').length") == 4
    page.until("document.getElementById('question').value.includes('Five kites')")
    page.until("document.querySelector('#dials button:last-of-type').ariaDisabled === 'false'")
    for nth, new in ((1, "Six kites"), (2, "$9.51"), (3, "7:35 pm")):
        page.click(f"#dials li:nth-child({nth}) button:last-of-type")
        page.until(f"document.getElementById('question').value.includes('{new}')")
        page.until("!document.getElementById('result').classList.contains('outdated')")
    page.until("document.querySelector('#dials li:nth-child(4) button').ariaDisabled === 'true'")
    page.click("#dials li:nth-child(4) button")
    time.sleep(0.1)
    assert ", 0 were lost" in page.evaluate("document.getElementById('question').value")


# For everyone


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(page: chromium.Page, server: Running, scheme: str, width: int) -> None:
    page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    page.size(width, 800, phone=width < 500)
    page.go(f"{server.url}/?q={quote(SEVERAL)}")
    page.until("document.querySelectorAll('.star').length > 1")
    assert violations(page) == []
    page.go(f"{server.url}/worksheet")
    page.click("#example")
    page.until("document.getElementById('status').textContent.startsWith('All solved')")
    open_row(page, 2)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.go(f"{server.url}/practice?q={quote(BAKER)}")
    page.until("document.querySelectorAll('.row').length === 5")
    page.click("#show")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.go(f"{server.url}/docs")
    page.until("document.querySelectorAll('pre.curl').length > 5")
    assert violations(page) == []
    if width < 500:  # a key stays in one piece
        heights = "[...document.querySelectorAll('tbody th code')].map(e => e.getClientRects().length)"
        assert set(page.evaluate(heights)) == {1}


def test_the_worksheet_by_keyboard(sheet: chromium.Page) -> None:
    sheet.evaluate("document.getElementById('solve').focus()")
    seen: list[str] = []
    for _ in range(14):
        sheet.press("Tab")
        seen.append(
            str(sheet.evaluate("document.activeElement.id || document.activeElement.ariaLabel || ''"))
        )
    places = [
        seen.index(one) for one in ("file", "filter", "title", "Open problem 1", "Open problem 4", "csv")
    ]
    assert places == sorted(places)
    sheet.evaluate("document.querySelector('.row button').focus()")
    sheet.press("Enter")
    sheet.until("document.querySelectorAll('.row:nth-child(1) .star').length > 0")
    sheet.press("Tab")
    sheet.press("ArrowDown")
    sheet.until("document.querySelector('.row .chance').textContent === 'yours'")
    assert sheet.evaluate("document.activeElement.type") == "radio"
