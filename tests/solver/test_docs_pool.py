"""The pool of docs/solving.md, as it stands there."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

from cantor.solver import Solver

ROOT = Path(__file__).parents[2]


def test_the_pool_of_the_docs(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "solving.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"<!-- pool -->\n```python\n(.*?)```", text, re.DOTALL)
    (tmp_path / "pool.py").write_text(code)
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, tmp_path / "pool.py"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (asked,) = re.findall(r"parts = (\[.*\])\n", code)
    texts = [text for part in ast.literal_eval(asked) for text in part]
    alone = [solution.display for solution in Solver.from_pretrained(threads=1).solve(texts)]
    assert done.stdout.splitlines() == alone
