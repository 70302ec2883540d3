"""One holder at a time, among processes."""

import subprocess
import sys

from cantor.io.locks import lock

HOLD = """
import sys
from pathlib import Path
from cantor.io.locks import lock
with Path(sys.argv[1]).open("ab") as file:
    print(lock(file), flush=True)
    sys.stdin.read()
"""


def test_another_process_waits_its_turn(tmp_path):
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        with path.open("ab") as file:
            assert not lock(file)
            other.kill()  # whoever dies holds nothing
            assert lock(file, wait=True)
