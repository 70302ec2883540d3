"""Statistics, audit and reading figures of our own small files, counted by hand."""

from pathlib import Path
from typing import Any

import pytest

from cantor.data.audit import audit
from cantor.data.catalogue import dataset, dataset_sha256
from cantor.data.own import Columns
from cantor.data.stats import statistics
from cantor.io.hashing import sha256_of

pytestmark = pytest.mark.usefixtures("data")

NONE: dict[str, Any] = {"count": 0, "lines": []}


def at(*lines: int) -> dict[str, Any]:
    return {"count": len(lines), "lines": list(lines)}


def test_statistics() -> None:
    found = statistics("svamp")
    sha256 = found.pop("sha256")
    assert found == {
        "name": "svamp",
        "splits": {"train": 6, "test": 3},
        "with_equation": {"train": 6, "test": 3},
        "unreadable": {"train": 1, "test": 0},
        "left_out": {"train": 0, "test": 0},
        "constant_counts": {"0.5": 1, "60": 1},
        "constants": ["0.5", "60"],  # of train; test's 2 is not learnt
        "operators": ["+", "-", "*", "/"],
        "max_steps": 1,
        "steps": {"train": {"1": 6}, "test": {"1": 3}},
    }
    assert len(sha256) == 64
    assert sha256 != dataset_sha256(dataset("svamp")), "the hash is that of the files read"


def test_statistics_of_other_shapes(data: Path) -> None:
    mathqa = statistics("mathqa")
    assert mathqa["constants"] == ["2", "3.1416", "100"]
    assert mathqa["operators"] == ["+", "-", "*", "/", "**", "factorial"]
    assert mathqa["steps"]["train"] == {"1": 2, "2": 2, "3": 1}
    drop = statistics("drop")
    assert (drop["splits"], drop["with_equation"], drop["max_steps"]) == (
        {"train": 11, "dev": 3},
        {"train": 0, "dev": 0},
        0,
    )
    own = statistics(str(data / "own/problems.jsonl"))
    assert (own["splits"], own["with_equation"], own["unreadable"]) == ({"all": 3}, {"all": 2}, {"all": 9})
    assert own["sha256"] == sha256_of(data / "own/problems.jsonl")


def test_audit_of_svamp(data: Path) -> None:
    report = audit("svamp")
    file, reason = (
        str(data / "svamp/train.csv"),
        "the equation uses a number that the problem does not have: n3",
    )
    assert report == {
        "name": "svamp",
        "splits": {
            "train": {
                "rows": 7,
                "unreadable": [{"file": file, "line": 8, "reason": reason}],
                "left_out": {},
                "with_equation": 6,
                "without_equation": {},
                "gold": {"agrees": 5, "differs": at(6), "fails": NONE, "unlabelled": 0},
                "operands_not_found": at(7),
                "duplicates": at(5),
            },
            "test": {
                "rows": 3,
                "unreadable": [],
                "left_out": {},
                "with_equation": 3,
                "without_equation": {},
                "gold": {"agrees": 3, "differs": NONE, "fails": NONE, "unlabelled": 0},
                "operands_not_found": NONE,
                "duplicates": NONE,
            },
        },
        "overlap": {"test in train": {"of": 3, "same_text": 1, "same_masked_text": 2}},
        "reader": {
            "split": "test",
            "problems": 3,
            "finds_operands": 1.0,
            "annotated": 3,
            "reads_exactly": 0.6667,
            "reads_otherwise_lines": [1],
        },
    }


def test_audit_of_gsm8k() -> None:
    report = audit("gsm8k")
    train = report["splits"]["train"]
    assert [row["line"] for row in train["unreadable"]] == [5, 7, 8]
    assert train["rows"] == 7
    assert train["without_equation"] == {"no chain of steps leads exactly to …": 1}
    assert report["overlap"] == {"test in train": {"of": 2, "same_text": 1, "same_masked_text": 2}}
    assert report["reader"] == {
        "split": "train",
        "problems": 4,  # with any literal allowed, the fourth has an equation too: 17 + 1
        "finds_operands": 0.75,
        "reads_exactly": None,
        "why_not": "the dataset annotates no list of numbers",
    }


def test_audit_of_mathqa() -> None:
    report = audit("mathqa")
    train = report["splits"]["train"]
    assert train["gold"] == {"agrees": 3, "differs": at(5), "fails": NONE, "unlabelled": 1}
    assert train["without_equation"] == {"the equation uses a number that the problem does not have: …": 1}
    assert report["overlap"]["dev in train"] == {"of": 1, "same_text": 0, "same_masked_text": 1}
    assert list(report["overlap"]) == ["dev in train", "test in train", "test in dev"]


def test_audit_of_filtered_mathqa_compares_with_all_of_mathqa() -> None:
    report = audit("mathqa-filtered")
    assert report["splits"]["train"]["rows"] == 2
    assert report["splits"]["test"]["gold"]["differs"] == at(3)
    assert report["overlap"]["test in train"] == {"of": 3, "same_text": 0, "same_masked_text": 1}


def test_audit_of_raw_text() -> None:
    report = audit("mawps")
    assert report["splits"]["all"]["without_equation"] == {
        "not linear in its unknown": 1,
        "no text under …": 1,
    }
    assert report["overlap"] == {}
    assert report["reader"] == {
        "split": "all",
        "problems": 3,
        "finds_operands": 1.0,
        "annotated": 2,
        "reads_exactly": 1.0,
        "reads_otherwise_lines": [],
    }
    assert audit("asdiv")["reader"]["annotated"] == 1
    drop = audit("drop")
    assert drop["reader"] is None
    assert drop["splits"]["dev"]["without_equation"] == {"DROP has answers only": 3}


def test_audit_of_own_files(data: Path) -> None:
    report = audit(
        str(data / "own/columns.csv"),
        Columns(question="Problem text", equation="Sum", answer="Result"),
    )["splits"]["all"]
    assert [row["line"] for row in report["unreadable"]] == [5, 6]
    assert (report["rows"], report["with_equation"]) == (5, 1)
    assert report["without_equation"] == {"only the answer is given": 2}
    assert report["gold"]["agrees"] == 1


def test_long_lists_are_cut_but_counts_are_not(tmp_path: Path) -> None:
    file = tmp_path / "same.csv"
    file.write_text("question,equation\n" + "Ann has 3 caps and 4 hats.,3 + 4\n" * 101)
    repeats = audit(str(file))["splits"]["all"]["duplicates"]
    assert repeats == {"count": 100, "lines": list(range(3, 53))}
