"""The mapping algorithms of two versions of cantor, measured in one run: python benchmarks/beside.py OLD/src

Each version runs in a process of its own; round by round each algorithm is asked of both, one after the
other, so that whatever slows the machine for a while slows both alike. Medians of processor time.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

_NEW = Path(__file__).parents[1] / "src"

#: What each process runs: a line NAME TURN in, a line of seconds out.
_WORKER = """
import sys, time
from functools import partial
import torch
from cantor.bench import mapping as bench
from cantor.mapping import beam_placement, best_placement, independent_log_marginal, log_marginal
from cantor.mapping import collate

threads, rounds = int(sys.argv[1]), int(sys.argv[2])
torch.set_num_threads(threads)
settings = bench.Settings(rounds=rounds)
batches = [bench._batch(settings, turn) for turn in range(rounds)]
made = [bench.programs_like_mathqa(settings.batch, settings.seed + turn) for turn in range(rounds)]
algorithms = {
    "exact_mml": log_marginal,
    "exact_hard_em": bench._scored(best_placement),
    "beam_murty": bench._scored(partial(beam_placement, beam=settings.beam)),
    "independent_mml": independent_log_marginal,
}
for line in sys.stdin:
    name, turn = line.split()
    batch = batches[int(turn)]
    start = time.process_time()
    if name == "collate":
        collate(made[int(turn)])
    else:
        torch.autograd.backward(-algorithms[name](batch.potentials(), batch.programs).mean())
    print(time.process_time() - start, flush=True)
"""
NAMES = ("collate", "exact_mml", "exact_hard_em", "beam_murty", "independent_mml")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path, help="the other version's src folder")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    processes = {name: _start(path, args) for name, path in (("old", args.old), ("new", _NEW))}
    found: dict[str, dict[str, list[float]]] = {v: {name: [] for name in NAMES} for v in processes}
    for turn in range(-1, args.rounds):  # one round before them is not counted
        for name in NAMES:
            for version, process in processes.items():
                seconds = _ask(process, name, max(turn, 0))
                if turn >= 0:
                    found[version][name].append(seconds)
    medians = {
        v: {name: statistics.median(times) for name, times in each.items()} for v, each in found.items()
    }
    ratios = {name: medians["new"][name] / medians["old"][name] for name in NAMES}
    print(json.dumps({**medians, "new_to_old": ratios}, indent=2))


def _start(src: Path, args: argparse.Namespace) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", _WORKER, str(args.threads), str(args.rounds)]
    environment = {**os.environ, "PYTHONPATH": str(src.absolute())}
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def _ask(process: "subprocess.Popen[str]", name: str, turn: int) -> float:
    asked, answers = process.stdin, process.stdout
    assert asked is not None
    assert answers is not None
    asked.write(f"{name} {turn}\n")
    asked.flush()
    return float(answers.readline())


if __name__ == "__main__":
    main()
