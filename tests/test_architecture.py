"""docs/architecture.md names files and what to look for in them: all of it is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
#: A file, and the names that follow it up to the end of the sentence's list.
NAMED = re.findall(r"`([\w/]+\.py)`((?:,? `[\w.]+`)*)", TEXT)


def test_it_walks_through_the_house():
    rooms = {path.partition("/")[0] for path, _ in NAMED}
    assert {
        "cli",
        "problem",
        "equation",
        "data",
        "mapping",
        "thought",
        "model",
        "solver",
        "training",
    } <= rooms


@pytest.mark.parametrize(("path", "names"), NAMED, ids=[path for path, _ in NAMED])
def test_what_it_names_exists(path, names):
    file = ROOT / path if path.startswith("tests/") else ROOT / "src" / "cantor" / path
    source = file.read_text(encoding="utf-8")
    for name in re.findall(r"`([\w.]+)`", names):
        assert re.search(rf"^\s*(?:async )?(?:def|class) {name}\b", source, re.MULTILINE), f"{path}: {name}"
