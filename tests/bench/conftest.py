"""What the tests of benchmarks share: the tiny encoders of other tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "model"))  # for `tiny`
sys.path.append(str(Path(__file__).parents[1] / "rivals"))  # for `written`
