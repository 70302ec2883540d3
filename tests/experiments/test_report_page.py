"""The page: whatever data, systems and messages hold, it stays text."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from cantor.cli import main
from cantor.experiments.report.cells import breakdowns
from cantor.experiments.report.markdown import markdown

NASTY = [
    "<script>alert(x)</script> Ada has 5 figs & buys 7. How many has she?",
    "</script><img src=x onerror=alert(y)> Of 30 cups 12 broke. How many are whole?",
    "<!-- A van has 4 rows of 3 seats. --> How many seats? ]]> \u2028 {{x}} $heading ${y}",
]
EQUATIONS = ["n0 + n1", "n0 - n1", "n0 * n1"]


class Seen(HTMLParser):
    """The tags of a page, and its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.scripts.append(data)


@pytest.fixture
def page(command: Callable[..., list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    own = tmp_path / "<b>own.jsonl"
    rows = [{"question": q, "equation": e} for q, e in zip(NASTY, EQUATIONS, strict=True)]
    own.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert main(command("cantor,tagging", "--data", str(own), "--json")) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 3
    return (tmp_path / "run" / "comparison.html").read_text(encoding="utf-8")


def test_the_page_holds_what_was_answered_as_text(page: str) -> None:
    seen = Seen()
    seen.feed(page)
    names = [tag for tag, _ in seen.tags]
    assert names.count("script") == 3  # systems, rows, the script
    assert "img" not in names
    assert "<b>own" not in page
    assert not [attrs for _, attrs in seen.tags if any(name.startswith("on") for name in attrs)]
    systems, rows, script = seen.scripts
    assert sorted(json.loads(systems)) == ["cantor", "tagging"]
    found = json.loads(rows)
    assert ["".join(piece[0] for piece in row["text"]) for row in found] == NASTY
    assert [row["gold"] for row in found] == ["12", "18", "12"]
    for row in found:
        assert len(row["answers"]) == 2
        assert row["picture"].startswith("<svg")
    assert "innerHTML" in script  # of pictures only
    assert script.count("innerHTML") == 1


def test_the_page_asks_nobody(page: str) -> None:
    assert "default-src 'none'" in page
    without_namespaces = page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://", without_namespaces)
    assert not re.search(r"@import|url\(", page)


def system(accuracy: float, **groups: float) -> dict[str, Any]:
    return {
        "value_accuracy": accuracy,
        "deviation": None,
        "interval": [accuracy, accuracy],
        "equation_accuracy": None,
        "value_at_5": accuracy,
        "decoder_s": None,
        "decoder_ratio": None,
        "total_s": None,
        "total_ratio": None,
        "parameters": 1_500_000,
        "train_hours": 0.5,
        "seeds": 1,
        "complete": True,
        "encoder": "e",
        "by_data": {},
        "breakdowns": {"steps": {g: {"count": 2, "value_accuracy": a} for g, a in groups.items()}},
    }


def test_markdown_by_hand() -> None:
    low = system(0.25, one=0.5)
    lead = {"difference": 0.5, "difference_interval": [0.1, 0.9], "only_first": 2.5, "only_this": 1}
    ours = {"difference": 0.45, "difference_interval": [-0.05, 0.95]}
    by_both = {
        "ours": {"value_accuracy": 0.3, "value_at_5": 0.5},
        "against_cantor": lead | {"ours": ours, "parts": {"d": lead}},
    }
    found = {
        "systems": {"low|er": low | by_both, "higher": system(0.75, one=0.125, two=1.0)},
        "failed": {"x": "it\nfell over"},
        "data": ["d"],
        "count": 4,
        "trained_on": ["t"],
        "number_policy": "reader",
        "metric_version": 1,
        "recipe": {"name": "r", "model": {"encoder": "e"}, "training": {"epochs": 3, "max_hours": None}},
        "speed": {"workload": None, "settings": None, "failed": {}},
        "machine": None,
        "command": "cantor compare",
    }
    text = markdown(found)
    lines = text.splitlines()
    rows = [line for line in lines if line.startswith(("| higher", "| low"))]
    assert rows == [  # the best first
        "| higher | 75.0 | 75.0 to 75.0 | – | 75.0 | – | – | – | – | – | – | 1.5 M | 0.50 | 1 |",
        r"| low\|er | 25.0 | 25.0 to 25.0 | – | 25.0 | 30.0 | 50.0 | – | – | – | – | 1.5 M | 0.50 | 1 |",
        r"| low\|er | all | +50.0 (10.0 to 90.0) | +45.0 (-5.0 to 95.0) | 2.5 | 1 |",
        r"| low\|er | d | +50.0 (10.0 to 90.0) | – | 2.5 | 1 |",
    ]
    assert "- `x`: it fell over" in lines
    assert "| one | 2 | 12.5 | 50.0 |" in lines
    assert "| two | 2 | 100.0 | – |" in lines
    assert breakdowns(found) == {"steps": [["one", "2", 0.125, 0.5], ["two", "2", 1.0, None]]}
