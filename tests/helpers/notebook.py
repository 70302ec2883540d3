"""Runs a notebook's code cells, in order, in this process: plain Python, without Jupyter.

    PYTHONPATH=src:tests .venv/bin/python -m helpers.notebook docs/from-text-to-model.ipynb --write

fills in the outputs as Jupyter would: what a cell prints, and what its last line is worth, as text and HTML.
The cell that is tagged `parameters` can be replaced: `--set "problems = 48"`.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import tempfile
from pathlib import Path
from typing import Any


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def run(notebook: dict[str, Any], settings: str = "") -> None:
    """Run every code cell and put its outputs into it; `settings` are run after the parameters' cell."""
    names: dict[str, Any] = {"__name__": "__main__"}
    count = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        cell["execution_count"], cell["outputs"] = count, _outputs("".join(cell["source"]), names, count)
        if "parameters" in cell["metadata"].get("tags", ()):
            exec(settings, names)


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    parsed = ast.parse(source)
    last = parsed.body.pop() if parsed.body and isinstance(parsed.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(parsed, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = lines(value._repr_html_())
        result = {"output_type": "execute_result", "execution_count": count, "data": data, "metadata": {}}
        found.append(result)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Run a notebook in a folder of its own.")
    parser.add_argument("notebook", type=Path)
    parser.add_argument("--set", default="", metavar="CODE", help="run after the cell of parameters")
    parser.add_argument("--write", action="store_true", help="write the outputs into the notebook")
    parser.add_argument("--json", action="store_true", help="print the notebook with its outputs")
    arguments = parser.parse_args()
    path = arguments.notebook.absolute()
    notebook = json.loads(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run(notebook, arguments.set)
        os.chdir("/")
    text = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    if arguments.write:
        path.write_text(text, encoding="utf-8")
    if arguments.json:
        print(text, end="")


if __name__ == "__main__":
    main()
