"""Hostile texts through Python and through files, on a tiny model; benchmarks/fuzz.py runs many more."""

import pytest

import fuzz
from cantor.solver import Solver


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_through_python(family, exported, tmp_path_factory):
    from helpers.tiny_export import tiny_export

    folder = exported if family == "bert" else tiny_export(tmp_path_factory.mktemp(family), family)
    found = fuzz.through_python(Solver.from_pretrained(folder, threads=1), 100, seed=1)
    assert found["first_failures"] == []
    assert {"answered", "no_numbers", "no_text", "too_long"} <= found["outcomes"].keys()
    assert sum(found["outcomes"].values()) == 100


def test_through_files(exported):
    found = fuzz.through_files(str(exported), 120, seed=2)
    assert found["first_failures"] == []
    assert {"answered", "bad_row", "no_numbers"} <= found["outcomes"].keys()


def test_the_check_finds_what_is_wrong(exported, monkeypatch):
    solver = Solver.from_pretrained(exported, threads=1)
    monkeypatch.setattr(solver.runtime, "scores", lambda problems: [])
    found = fuzz.through_python(solver, 30, seed=1)
    assert found["outcomes"]["failed"] > 0
    assert len(found["first_failures"]) > 0
