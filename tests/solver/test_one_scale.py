"""One scale for all that people see, by the embedded model: text, JSON, picture, notebook, page."""

import math
import re

import pytest

from cantor import Solution, Solver
from cantor.cli.solve import _Page
from cantor.thought.answering import percent
from helpers.golden import load


@pytest.fixture(scope="module")
def solutions() -> list[Solution]:
    """500 problems."""
    return Solver(name="default").solve([row["text"] for row in load("answers.json.gz")["rows"]], k=10)


def test_no_alternative_above_its_answer(solutions: list[Solution]) -> None:
    assert len(solutions) == 500
    for found in solutions:
        assert found.confidence is not None
        others = [a.confidence for a in found.alternatives]
        assert max(others, default=0.0) <= found.confidence, found.text
        assert others == sorted(others, reverse=True)
        # where it refuses, the best guess is the first of the others
        told = others if found.abstained else [found.confidence, *others]
        assert math.fsum(told) <= 1 + 1e-9, found.text


def test_everywhere_the_same_figure(solutions: list[Solution]) -> None:
    answered = [found for found in solutions if not found.abstained]  # where it refuses, none is shown
    assert len(answered) > 400
    for found in answered[::20]:
        raw = found.to_dict()
        expected = [found.confidence, *(a.confidence for a in found.alternatives)]
        assert [raw["confidence"], *(a["confidence"] for a in raw["alternatives"])] == expected
        shown = [percent(p or 0.0) for p in expected]
        # text
        text = _Page(found).text(explained=False)
        assert f"confidence: {shown[0]}\n" in text
        assert [line.split()[-1] for line in text.split("other answers\n")[1].splitlines()] == shown[1:]
        # picture, as it is drawn and as it is told
        picture = found.svg()
        drawn = re.findall(r'<text class="chance"[^>]*>([^<]*)</text>', picture)
        assert sorted(drawn) == sorted(s.replace("<", "&lt;").replace(">", "&gt;") for s in shown)
        assert f"Root 1 is v{found.root}, {shown[0]}".replace(">", "&gt;") in picture
        # notebook
        assert f"({shown[0].replace('>', '&gt;')} sure)" in found._repr_html_()
        # page: it shows a thought's own figure, which is that of the answer of its value
        vertices = {vertex["id"]: vertex for vertex in raw["graph"]["vertices"]}
        roots = [raw["graph"]["root"], *(a["root"] for a in raw["alternatives"])]
        assert [vertices[root]["confidence"] for root in roots] == expected
        answers = [raw["answer_exact"], *(a["answer_exact"] for a in raw["alternatives"])]
        for vertex in vertices.values():
            known = vertex["value"] in answers
            assert (vertex["confidence"] is not None) == known
        assert all(vertex["root_p"] == 0 for vertex in vertices.values() if vertex["second"])
        assert math.fsum(vertex["root_p"] for vertex in vertices.values()) <= 1 + 1e-4
