"""The model that comes with the package: it is there, it is small, and it solves what is tried first."""

import json
import subprocess
import sys
from fractions import Fraction
from html import escape

import pytest

from cantor import Solver
from cantor.model.files import DEFAULT, model_folder

#: Our own sentences; each kind of thing that a stranger tries.
EASY = {
    "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?": 39,
    "Ida had 25 stamps. She gave 7 to Ben. How many stamps does Ida have left?": 18,
    "There are 14 boys and 17 girls in a class. How many children are there in all?": 31,
    "Each box holds 6 eggs. How many eggs are in 8 boxes?": 48,
    "Omar shares 24 marbles equally among 4 friends. How many marbles does each friend get?": 6,
    "Lena has 15 shells and Paul has 9 shells. How many more shells does Lena have than Paul?": 6,
}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def test_is_small_and_whole() -> None:
    folder = model_folder(DEFAULT)
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 60_000_000
    assert {"model.onnx", "config.json", "tokenizer.json", "README.md"} <= {p.name for p in folder.iterdir()}


@pytest.mark.parametrize(("text", "answer"), EASY.items())
def test_solves_what_is_tried_first(solver: Solver, text: str, answer: int) -> None:
    assert solver.solve(text).answer == answer


@pytest.mark.parametrize(
    "text",
    [
        next(iter(EASY)),
        "A shop has 40 kites. It sells 15 and then 12. How many kites did it sell? How many are left?",
        "What is 3/4 + 1/8?",
        "A bus leaves at 8:45 and arrives at 11:20. How long does the trip take?",
        "Ella has some apples and gives away 4. How many are left?",
    ],
)
def test_a_notebook_shows_what_it_says(solver: Solver, text: str) -> None:
    solution = solver.solve(text)
    shown = solution._repr_html_()
    for one in solution.answers or (solution,):
        if one.error is not None:
            assert f"<strong>No answer.</strong> {escape(one.error.message)}" in shown
            assert "<ol>" not in shown
            continue
        steps = "".join(f"<li>{escape(step.text)}</li>" for step in one.steps)
        assert f"<strong>{escape(one.display or '')}</strong> (" in shown
        assert f"<ol>{steps}</ol>" in shown
        assert one.steps[-1].value == one.answer


def test_which_beside_another_question(solver: Solver) -> None:
    boxes = "The red box holds 24 pens and the blue box holds 36 pens."
    found = solver.solve(f"{boxes} Which box holds more pens? How many pens are there in all?")
    assert [answer.display for answer in found.answers] == ["The blue box", "60 pens"]


def test_doubts_more_where_it_knows_less(solver: Solver) -> None:
    easy = [solver.solve(text).confidence or 0.0 for text in EASY]
    odd = solver.solve("The 3 of 17 and 250 went where 8 was 41 by 6. What is it?")
    assert odd.confidence is not None
    assert odd.confidence < min(easy)


def test_has_a_verifier_and_a_calibration(solver: Solver) -> None:
    config = solver.runtime.config
    assert config.answering.verifier
    assert config.answering.calibration
    assert config.number_policy == "reader"
    assert "asdiv" not in json.dumps(config.trained)  # its licence does not permit it


def test_says_what_it_cannot_know(solver: Solver) -> None:
    assert solver.solve("How many are left?").error.code == "no_numbers"  # type: ignore[union-attr]
    assert solver.solve("").error.code == "no_text"  # type: ignore[union-attr]
    unsure = solver.solve("The 3 of 17 and 250 went where 8 was 41. What is it?", min_confidence=1.0)
    assert unsure.abstained
    assert unsure.error is not None
    assert unsure.error.code == "low_confidence"


def test_the_command_as_the_contract_has_it() -> None:
    text = next(iter(EASY))
    command = [sys.executable, "-m", "cantor", "solve", "--json", text]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    found = json.loads(done.stdout)
    assert found["answer"] == 39
    assert Fraction(found["answer_exact"]) == 39
    keys = "answer answer_exact display equation steps numbers confidence alternatives abstained error"
    assert set(keys.split()) <= set(found)
    assert all({"op", "operands", "value", "text"} <= set(step) for step in found["steps"])
    assert [text[slice(*n["span"])] for n in found["numbers"]] == ["4", "12", "9"]


def test_many_at_once_start_well() -> None:
    """What is imported while the model loads is imported by one thread: the order of threads varies."""
    command = [sys.executable, "-m", "cantor", "solve", "--json", next(iter(EASY))]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(12)]
    for process in running:
        out, error = process.communicate(timeout=120)
        assert process.returncode == 0, error.decode()
        assert json.loads(out)["answer"] == 39
