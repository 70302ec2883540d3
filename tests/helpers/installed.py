"""A wheel in a fresh environment: `make test-wheel` runs this with its Python."""

import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import cantor
from cantor import Solver
from cantor.training.shipped import recipe_file, shipped_recipes


def main() -> None:
    assert Path(cantor.__file__).is_relative_to(sys.prefix), "this is not the installed package"
    assert metadata("cantor-reasoner")["Version"] == cantor.__version__
    assert recipe_file("toy").is_relative_to(sys.prefix)
    assert {"default", "folds-minilm", "compare-toy"} <= set(shipped_recipes())
    solution = Solver().solve("A baker has 4 trays with 12 rolls on each. 9 are sold. How many are left?")
    assert solution.answer == 39, solution.answer
    command = Path(sys.executable).with_name("cantor")
    said = subprocess.run([command, "train", "toy"], capture_output=True, text=True, check=False)
    assert said.returncode == 2, said
    assert "pip install 'cantor-reasoner[train]'" in said.stderr, said.stderr
    print(f"cantor-reasoner {cantor.__version__} solves, and finds {len(shipped_recipes())} recipes")


if __name__ == "__main__":
    main()
