"""docs/results.json: entries are added, replaced, never lost."""

import json
from pathlib import Path

import pytest

from cantor.errors import CantorError
from cantor.experiments.results import record

FIRST = {"name": "order: CANTOR", "command": "cantor reproduce order", "value_accuracy": 0.5}


def test_entries_are_added_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    record(path, [FIRST])
    record(path, [{**FIRST, "name": "beam: B = 1"}, {**FIRST, "value_accuracy": 0.75}])
    found = json.loads(path.read_text())["results"]
    assert [(one["name"], one["value_accuracy"]) for one in found] == [
        ("beam: B = 1", 0.5),
        ("order: CANTOR", 0.75),
    ]


@pytest.mark.parametrize("text", ["{", "[]", '{"results": [1]}', '{"results": [{"name": "x"}]}'])
def test_another_file_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(CantorError, match="no file of results"):
        record(path, [FIRST])
    assert path.read_text() == text
