"""Exported networks side by side, such as one graph of before and one of today with the same weights.

Bytes, starting, one problem and 32 of 48 tokens: processor time of one thread, in turn, the median of so many
rounds; and how far the networks' probabilities are from the first one's.
"""

import argparse
import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cantor.bench.inference import problems_of_length
from cantor.model.files import DEFAULT, OUTPUTS, model_folder
from cantor.solver.runtime import Runtime
from cantor.solver.session import start_session


def took(do: Callable[[], object]) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start


def compared(files: Mapping[str, bytes], runtime: Runtime, rounds: int) -> dict[str, dict[str, Any]]:
    problems = problems_of_length(48, 32, runtime.tokenizer)
    feeds = {"batch_of_32_s": runtime.feed(problems), "single_s": runtime.feed(problems[:1])}
    found: dict[str, dict[str, Any]] = {}
    sessions = {}
    for name, content in files.items():

        def start(name: str = name, content: bytes = content) -> None:
            sessions[name] = start_session(content, 1)

        found[name] = {"bytes": len(content), "start_s": took(start)}
    times: dict[tuple[str, str], list[float]] = {(n, feed): [] for n in sessions for feed in feeds}
    for _ in range(rounds):
        for name, session in sessions.items():
            for feed, given in feeds.items():
                times[name, feed].append(took(lambda s=session, g=given: s.run(OUTPUTS, g)))
    first, *_ = files
    for (name, feed), seconds in times.items():
        found[name][feed] = float(np.median(seconds))
        found[name][f"{feed} to the first"] = float(np.median(np.divide(seconds, times[first, feed])))
    said = {name: s.run(OUTPUTS, feeds["batch_of_32_s"]) for name, s in sessions.items()}
    for name, arrays in said.items():
        found[name]["largest_difference"] = _difference(arrays, said[first])
    return found


def _difference(arrays: Sequence[Any], expected: Sequence[Any]) -> float:
    return max(float(np.abs(np.exp(a) - np.exp(b)).max()) for a, b in zip(arrays, expected, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", type=Path, help="files model.onnx of one vocabulary")
    parser.add_argument("--model", default=DEFAULT, help="whose tokenizer and configuration they have")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    files = {str(path): path.read_bytes() for path in args.graphs}
    runtime = Runtime.load(model_folder(args.model), 1)
    print(json.dumps(compared(files, runtime, args.rounds), indent=2))


if __name__ == "__main__":
    main()
