"""Whole quotients and remainders from a file of one's own through training and export to a solved problem."""

import json
from fractions import Fraction
from pathlib import Path

from cantor import Solver
from cantor.model import from_pretrained
from cantor.model.onnx.export import Exported
from cantor.training.recipe import Recipe
from cantor.training.trainer import Trainer
from helpers.toy_runs import recipe_text, tiny_encoder

_ROWS = [
    ("{a} eggs fill boxes of {b}. How many boxes are full?", "n0 // n1"),
    ("{a} guests sit in cars of {b}. How many cars are needed?", "cdiv(n0, n1)"),
    ("{a} cards are dealt to {b} players. How many cards are left over?", "n0 % n1"),
]


def test_from_a_file_to_an_answer(tmp_path: Path) -> None:
    data, recipe = tmp_path / "whole.jsonl", tmp_path / "recipe.toml"
    rows = [
        {"question": text.format(a=20 + 3 * k, b=4 + k % 3), "equation": equation}
        for k in range(4)
        for text, equation in _ROWS
    ]
    data.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    encoder = tiny_encoder(tmp_path / "encoder")
    settings = {"epochs": 2, "batch_size": 6}
    text = recipe_text(encoder, data={"train": [str(data)], "dev": None}, training=settings)
    recipe.write_text(text, encoding="utf-8")
    losses: list[float] = []
    Trainer(Recipe.from_file(recipe), tmp_path / "run").run(lambda report: losses.append(report.loss))
    assert len(losses) == 4
    assert all(0 < loss < 100 for loss in losses)

    model, tokenizer = from_pretrained(tmp_path / "run" / "best")
    assert set(model.config.operators) == {"//", "cdiv", "%"}
    Exported.of(model, tokenizer).save(tmp_path / "exported")
    solution = Solver.from_pretrained(tmp_path / "exported").solve(rows[0]["question"])
    assert solution.answer is not None
    assert solution.equation is not None
    assert solution.equation.operators <= {"//", "cdiv", "%"}
    assert Fraction(solution.answer) == solution.equation.execute(solution.values)
    assert any(word in solution.steps[-1].text for word in ("÷", "Divide", "remainder", "left over"))
