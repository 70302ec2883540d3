"""The number reader beside quantulum3: the same problems, in one run, in turns.

make bench                                # installs quantulum3, then runs this
.venv/bin/python benchmarks/reader.py --json
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence

from cantor.data.synthetic import write
from cantor.problem import quantities

PROBLEMS = [problem.question for problem in write(60, seed=0)]
SIZES = (1_000, 10_000, 100_000, 1_000_000)


def seconds(read: Callable[[str], object], texts: Sequence[str]) -> float:
    start = time.perf_counter()
    for text in texts:
        read(text)
    return time.perf_counter() - start


def beside(rounds: int) -> dict[str, float | int]:
    """The best round of each reader, per problem; rounds alternate, so that both meet the same machine."""
    from quantulum3 import parser

    ours: list[float] = []
    theirs: list[float] = []
    seconds(quantities, PROBLEMS)
    seconds(parser.parse, PROBLEMS[:2])  # loads its units once
    for _ in range(rounds):
        theirs.append(seconds(parser.parse, PROBLEMS) / len(PROBLEMS))
        ours.append(seconds(quantities, PROBLEMS) / len(PROBLEMS))
    cantor_s, quantulum3_s = min(ours), min(theirs)
    return {
        "problems": len(PROBLEMS),
        "cantor_s": cantor_s,
        "quantulum3_s": quantulum3_s,
        "ratio": quantulum3_s / cantor_s,
    }


def linearity() -> dict[str, float]:
    """Seconds per megabyte at each size: they stay level where reading is linear."""
    text = " ".join(PROBLEMS)
    text *= SIZES[-1] // len(text) + 1
    return {
        str(size): min(seconds(quantities, [text[:size]]) for _ in range(3)) / size * 1e6 for size in SIZES
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the number reader beside quantulum3.")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of each reader (default 7)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    figures = {**beside(arguments.rounds), "seconds_per_megabyte": linearity()}
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"{figures['problems']} problems, seconds per problem (best of {arguments.rounds} rounds)")
    print(f"  cantor      {figures['cantor_s']:.6f}")
    print(f"  quantulum3  {figures['quantulum3_s']:.6f}   {figures['ratio']:.0f} times as long")
    print("cantor, seconds per megabyte by size of text")
    for size, value in figures["seconds_per_megabyte"].items():
        print(f"  {int(size):>9,} characters  {value:.3f}")


if __name__ == "__main__":
    main()
