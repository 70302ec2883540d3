"""Property tests for as long as one likes: each round draws other examples, and the first failure ends it.

python benchmarks/soak.py --hours 8
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Mapping, equivalence, reader; and the executor, which all of them rest on.
TESTS = (
    "tests/mapping",
    "tests/equation/test_equivalence.py",
    "tests/equation/test_execute.py",
    "tests/problem",
)


def soak(hours: float, examples: int, tests: tuple[str, ...] = TESTS) -> dict[str, object]:
    """Rounds until the time is over; a round that has begun is finished."""
    start, rounds = time.monotonic(), 0
    while True:
        seed = int.from_bytes(os.urandom(4))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        command += [f"--hypothesis-seed={seed}"]
        environment = {
            name: value for name, value in os.environ.items() if name not in ("CI", "CANTOR_QUICK")
        }
        environment["CANTOR_EXAMPLES"] = str(examples)
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        rounds += 1
        spent = time.monotonic() - start
        last = (done.stdout.strip().splitlines() or ["nothing was said"])[-1]
        print(f"round {rounds}, {spent / 60:.1f} minutes, seed {seed}: {last}", file=sys.stderr, flush=True)
        if done.returncode or spent >= 3600 * hours:
            found = {"rounds": rounds, "hours": round(spent / 3600, 3), "examples": examples, "seed": seed}
            return found | {
                "failed": bool(done.returncode),
                "said": done.stdout[-5_000:] if done.returncode else "",
            }


def main() -> None:
    parser = argparse.ArgumentParser(description="Property tests for long.")
    parser.add_argument("--hours", type=float, default=1)
    parser.add_argument(
        "--examples", type=int, default=1_000, help="of each property in a round (default 1,000)"
    )
    args = parser.parse_args()
    found = soak(args.hours, args.examples)
    print(json.dumps(found, indent=2))
    if found["failed"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
