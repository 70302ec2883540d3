"""The page of an evaluation: one file, no requests, every prediction in it, and no text taken for markup."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cantor.data.example import Example
from cantor.equation import Equation, Num, Ref, Step
from cantor.equation.parse import parse_infix
from cantor.evaluation.charts import reliability, risk_coverage
from cantor.evaluation.page import page
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.report import report_of
from cantor.evaluation.scoring import score
from cantor.evaluation.seen import Seen
from cantor.problem import Number, Problem
from cantor.thought.answering import Answering
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import PAPER

N0, N1, N2 = map(Num, range(3))
TEXT = "Noor packed 6 boxes with 4 lamps and then 12 more."
HOSTILE = (
    "</script><script>document.title='broken'</script><!-- <img src=x onerror=\"document.title='broken'\"> "
    "'\" & 6 boxes of 4 lamps \u2028 \ud800 $rows 𝟚 and 12 more"
)
GRAPH = (
    Step("*", (N0, N1)),  # 24
    Step("+", (Ref(0), N2)),  # 36
    Step("-", (N0, N0)),
    Step("/", (N1, Ref(2))),  # none
)


def graph(*chances: float) -> DecodedGraph:
    scores = np.log(np.full(4, 0.9))
    return DecodedGraph(GRAPH, scores, np.log(chances), scores, np.stack([scores, scores]))


def prediction(
    text: str = TEXT,
    gold: str | None = "n0 * n1 + n2",
    chances: tuple[float, ...] = (0.1, 0.6, 0.1, 0.2),
    tags: dict[str, str] | None = None,
) -> Prediction:
    problem = Problem.from_text(text)
    equation = None if gold is None else parse_infix(gold)
    answer = None if equation is None else equation.execute(problem.values)
    assert answer is None or isinstance(answer, Fraction)
    example = Example(text[:20], problem, equation, answer, tags=tags or {})
    found = graph(*chances)
    return Prediction(example, list(Answering(PAPER).of_graph(found, problem, 5).ranked), found)


class Elements(HTMLParser):
    """All elements of a page, with the text of those that hold scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.data: dict[str, str] = {}
        self.inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.inside = dict(attrs).get("id") or tag

    def handle_data(self, data: str) -> None:
        self.data[self.inside] = self.data.get(self.inside, "") + data

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def made(*predictions: Prediction, seen: Seen | None = None) -> tuple[str, Elements]:
    judged = score(predictions, seen or Seen())
    text = page(judged, report_of(judged), {"model": "runs/a <b>", "data": "toy:3"})
    return text, Elements(text)


def rows(elements: Elements) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(elements.data["rows"])
    return found


def test_every_prediction_is_in_it() -> None:
    _, elements = made(
        prediction(), prediction(chances=(0.6, 0.2, 0.1, 0.1)), prediction(chances=(0.1, 0.1, 0.2, 0.6))
    )
    right, missed, none = rows(elements)
    assert (right["answer"], right["gold"], right["right"], right["five"]) == ("36", "36", True, True)
    assert right["equation"] == right["goldEquation"] == "6 * 4 + 12"
    assert right["steps"] == [
        "1. Multiply 6 by 4: 6 × 4 = 24",
        "2. Add the result of step 1 and 12: 24 + 12 = 36",
    ]
    assert right["best"][0] == [1, "36", "6 * 4 + 12", 0.6, 0.6, True]
    assert (
        "".join(piece[0] for piece in right["text"]) == "Noor packed 6 boxes with 4 lamps and then 12 more."
    )
    assert [piece for piece in right["text"] if len(piece) > 1] == [
        ["6", "n0", "6"],
        ["4", "n1", "4"],
        ["12", "n2", "12"],
    ]
    assert (missed["right"], missed["five"]) == (False, True)
    assert (none["answer"], none["right"]) == ("no value", False)
    pictures = json.loads(elements.data["pictures"])
    assert [ET.fromstring(picture).get("class") for picture in pictures] == ["tg"] * 3
    assert "<style>" not in "".join(pictures), "the style is in the page once, not in each picture"


def test_figures_and_charts_are_in_it() -> None:
    text, elements = made(
        prediction(tags={"variation": "a & b"}),
        prediction(chances=(0.6, 0.2, 0.1, 0.1), tags={"variation": "<i>c</i>"}),
        seen=Seen(templates={"n0 * n1 + n2"}),
    )
    assert "<b>50.0%</b>" in text  # value accuracy
    assert "95 % interval 9.5% to 90.5%" in text
    assert text.count('class="chart"') == 2
    kinds = [attrs["name"] for tag, attrs in elements.found if tag == "select" and "name" in attrs]
    assert kinds == ["variation"]  # nothing is to be chosen where there is but one group
    groups = [attrs["data-group"] for tag, attrs in elements.found if attrs.get("class") == "group"]
    assert groups == ["<i>c</i>", "a & b"]
    assert "&lt;i&gt;c&lt;/i&gt;" in text


def test_asks_the_network_for_nothing_and_runs_one_script_only() -> None:
    text, elements = made(prediction(), prediction(HOSTILE, gold=None))
    assert set(re.findall(r"https?://[^\"'\\ <>)]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not {"link", "img", "iframe", "object", "embed"} & {tag for tag, _ in elements.found}
    assert not any({"src", "href", "action"} & set(attrs) for _, attrs in elements.found)
    assert not any(name.startswith("on") for _, attrs in elements.found for name in attrs)
    assert "@import" not in text
    assert "url(" not in text
    scripts = [attrs.get("type") for tag, attrs in elements.found if tag == "script"]
    assert scripts == ["application/json", "application/json", None]
    digest = base64.b64encode(hashlib.sha256(elements.data["script"].encode()).digest()).decode()
    (policy,) = (attrs["content"] for tag, attrs in elements.found if tag == "meta" and "http-equiv" in attrs)
    assert policy
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy


def test_hostile_text_stays_text() -> None:
    text, elements = made(prediction(HOSTILE, gold=None))
    (row,) = rows(elements)
    assert "".join(piece[0] for piece in row["text"]) == HOSTILE.replace("\ud800", "?")
    assert row["gold"] == "not labelled"
    assert "<script>document" not in text
    assert "<img" not in text
    text.encode("utf-8")  # can be written


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
def test_a_browser_shows_hostile_text_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_text(made(prediction(HOSTILE))[0], encoding="utf-8")
    command = [
        "chromium",
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path}/profile",
    ]
    done = subprocess.run(
        [*command, "--dump-dom", file.as_uri()], capture_output=True, text=True, timeout=120, check=True
    )
    shown = Elements(done.stdout)
    assert "<title>cantor: runs/a &lt;b&gt; on toy:3</title>" in done.stdout
    assert not any(tag == "img" for tag, _ in shown.found)
    article = done.stdout.partition('<article id="shown"')[2].partition("</article>")[0]
    assert "&lt;/script&gt;&lt;script&gt;document.title='broken'&lt;/script&gt;" in article
    assert '<mark title="n0 = ' in article
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="tg"' in article


def test_numbers_that_are_not_in_the_text_or_overlap() -> None:
    numbers = (
        Number("", Fraction(9), (0, 0)),
        Number("ten", Fraction(10), (4, 7)),
        Number("en", Fraction(3), (5, 7)),
    )
    problem = Problem("Add ten.", numbers)
    found = graph(0.1, 0.6, 0.1, 0.2)
    example = Example("x", problem, Equation((), N0), Fraction(9))
    _, elements = made(Prediction(example, list(Answering(PAPER).of_graph(found, problem, 5).ranked), found))
    (row,) = rows(elements)
    assert row["text"] == [["Add "], ["ten", "n1", "10"], ["."]]
    assert row["elsewhere"] == "not marked in the text: n0 = 9, n2 = 3"
    assert row["goldEquation"] == "9"


def test_no_answer_and_no_predictions() -> None:
    one = prediction()
    _, elements = made(Prediction(one.example, [], one.graph))
    (row,) = rows(elements)
    assert (row["answer"], row["best"], row["steps"], row["confidence"]) == ("no answer", [], [], 0.0)
    assert ET.fromstring(json.loads(elements.data["pictures"])[0]).get("class") == "tg"
    text, elements = made()
    assert rows(elements) == []
    assert "No answers" in text


def test_a_thousand_predictions_stay_small() -> None:
    one = score([prediction()])
    text = page(one * 50, report_of(one * 50), {"model": "a", "data": "b"})
    few = page(one, report_of(one), {"model": "a", "data": "b"})
    assert (len(text) - len(few)) / 49 < 10_000  # bytes for each; a thousand are 10 MB


def test_values_of_thousands_of_digits_are_cut() -> None:
    steps = (Step("**", (N0, N0)), Step("**", (Ref(0), N1)))
    problem = Problem.from_text("The 99th of 99 kings had 99 heirs.")
    found = DecodedGraph(steps, np.zeros(2), np.log([0.4, 0.6]))
    assert len(problem.numbers) > 1
    text, _ = made(
        Prediction(Example("x", problem), list(Answering(PAPER).of_graph(found, problem, 5).ranked), found)
    )
    assert max(map(len, re.findall(r"\d+", text))) < 500


def test_charts_of_nothing_and_of_extremes() -> None:
    for drawn in (reliability([]), risk_coverage([])):
        assert "No answers" in drawn
        ET.fromstring(drawn)
    bins = [
        {"confidence": 0.0, "accuracy": 1.0, "count": 1},
        {"confidence": 1.0, "accuracy": 0.0, "count": 9},
    ]
    circles = [c for c in ET.fromstring(reliability(bins)).iter() if "cx" in c.attrib]
    (low_x, high_y, small), (high_x, low_y, large) = (
        (float(c.attrib["cx"]), float(c.attrib["cy"]), float(c.attrib["r"])) for c in circles
    )
    assert low_x < high_x
    assert high_y < low_y  # up is less
    assert small < large
    always = [{"coverage": c / 4, "risk": 1.0, "confidence": 0.5} for c in range(1, 5)]
    never = [{"coverage": c / 4, "risk": 0.0, "confidence": 0.5} for c in range(1, 5)]
    for points in (always, never, always[-1:]):
        ys = [float(c.get("cy", -1)) for c in ET.fromstring(risk_coverage(points)).iter() if "cy" in c.attrib]
        assert all(0 < y < 270 for y in ys)
        assert ys
