"""The tests' toy training, for benchmarks that kill it."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from helpers.toy_runs import recipe_text, tiny_encoder

__all__ = ["recipe_text", "tiny_encoder"]
