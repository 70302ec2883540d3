"""Under fire: hostile inputs, kills, trouble with disks and clocks, crowds, hostile models. On loopback only.

python benchmarks/hardening.py --inputs 1000000 --kills 100 --seconds 600 --idle 10000 --write   # hours
python benchmarks/hardening.py --inputs 200 --kills 1 --seconds 2 --idle 50                      # minutes
python benchmarks/hardening.py --part reader parsers --inputs 1000000 --write                    # two parts

Each part answers with rows of a table: what was tried, how often, how often it failed, the worst that was
seen. `--write` puts them into docs/figures.md, each row with the command that made it; rows of parts that
were not run stay. Any failure: exit code 1.
"""

import argparse
import fcntl
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

FIGURES = Path(__file__).parents[1] / "docs" / "figures.md"
_BEGIN, _END = "<!-- hardening: begin -->", "<!-- hardening: end -->"
_HEAD = (
    "| tried | times | failed | bound | worst seen | by, on, minutes, load average |",
    "|---|--:|--:|---|---|---|",
)
_PROGRAM = "python benchmarks/hardening.py"


@dataclass(frozen=True)
class Finding:
    """One row of the table; `bound` is what was promised, `seen` the worst of it."""

    what: str
    count: int
    failed: int
    bound: str
    seen: str
    first: str = ""  # of the failures


Part = Callable[[argparse.Namespace], list[Finding]]


def _reader(args: argparse.Namespace) -> list[Finding]:
    from hostile_inputs import to_reader

    return to_reader(args.inputs, args.seed, args.until, args.processes)


def _parsers(args: argparse.Namespace) -> list[Finding]:
    from hostile_inputs import to_parsers

    return to_parsers(args.inputs, args.seed, args.until, args.processes)


def _solver(args: argparse.Namespace) -> list[Finding]:
    from hostile_inputs import to_solver

    return to_solver(args.model, args.inputs, args.seed, args.until)


def _input(args: argparse.Namespace) -> list[Finding]:
    from hostile_inputs import to_files

    return to_files(args.model, args.inputs, args.seed, args.until)


def _http(args: argparse.Namespace) -> list[Finding]:
    from hostile_inputs import to_server

    return to_server(args.model, args.inputs, args.seed, args.until)


def _bombs(args: argparse.Namespace) -> list[Finding]:
    from bombs import run

    return run(args.model)


def _kill_solving(args: argparse.Namespace) -> list[Finding]:
    from kills import of_solving

    return of_solving(args.model, args.kills, args.seed)


def _kill_download(args: argparse.Namespace) -> list[Finding]:
    from kills import of_downloads

    return of_downloads(args.kills, args.seed)


def _kill_training(args: argparse.Namespace) -> list[Finding]:
    from kills import of_training

    return of_training(args.kills, args.seed)


def _kill_export(args: argparse.Namespace) -> list[Finding]:
    from kills import of_exports

    return of_exports(args.kills, args.seed)


def _trouble(args: argparse.Namespace) -> list[Finding]:
    from trouble import run

    return run(args.model)


def _load(args: argparse.Namespace) -> list[Finding]:
    from crowd import run

    return run(args.model, args.seconds, args.idle)


def _models(args: argparse.Namespace) -> list[Finding]:
    from hostile_models import run

    return run(args.model)


#: In the table's order. What they need is imported only when they run: some need torch.
PARTS: dict[str, Part] = {
    "reader": _reader,
    "parsers": _parsers,
    "solver": _solver,
    "input": _input,
    "http": _http,
    "bombs": _bombs,
    "kill-solving": _kill_solving,
    "kill-download": _kill_download,
    "kill-training": _kill_training,
    "kill-export": _kill_export,
    "trouble": _trouble,
    "load": _load,
    "models": _models,
}


def row(finding: Finding, run: str) -> str:
    cells = (finding.what, f"{finding.count:,}", f"{finding.failed:,}", finding.bound, finding.seen, run)
    return f"| {' | '.join(cells)} |"


def write(rows: list[str], file: Path = FIGURES) -> None:
    """Between the two marks, added at the end where they lack; a row of the same name is replaced."""
    with file.open("r+", encoding="utf-8") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)  # parts may run at the same time
        content = stream.read()
        if _BEGIN not in content:
            content = f"{content.rstrip()}\n\n## Under fire\n\n{_BEGIN}\n{_END}\n"
        before, _, rest = content.partition(_BEGIN)
        inside, _, after = rest.partition(_END)
        there = [line for line in inside.splitlines() if line.startswith("| ") and line != _HEAD[0]]
        by_name = {_name(line): line for line in [*there, *rows]}
        text = "\n".join([_BEGIN, *_HEAD, *by_name.values(), _END])
        stream.seek(0)
        stream.truncate()
        stream.write(before + text + after)


def _name(line: str) -> str:
    return line.split("|")[1].strip()


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Try to break cantor.")
    parser.add_argument("--part", nargs="+", choices=tuple(PARTS), default=list(PARTS))
    parser.add_argument(
        "--inputs", type=int, default=20_000, help="hostile inputs in all; each part takes its share (20,000)"
    )
    parser.add_argument(
        "--minutes", type=float, default=600, help="of each part of the inputs; then fewer are tried (600)"
    )
    parser.add_argument("--processes", type=int, default=1, help="for reader and parsers (default 1)")
    parser.add_argument("--kills", type=int, default=10, help="kills of each kind of work (default 10)")
    parser.add_argument("--seconds", type=float, default=30, help="of load (default 30)")
    parser.add_argument("--idle", type=int, default=1_000, help="idle connections (default 1,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", default="default", help="an exported model's name or folder")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="the rows into docs/figures.md")
    args = parser.parse_args(argv)
    said = [word for word in (sys.argv[1:] if argv is None else argv) if word not in ("--json", "--write")]
    findings, rows = [], []
    for name in args.part:
        print(f"{name} …", file=sys.stderr, flush=True)
        start = time.monotonic()
        args.until = start + 60 * args.minutes
        found = PARTS[name](args)
        minutes, load = (time.monotonic() - start) / 60, os.getloadavg()[2]
        for finding in found:
            print(
                f"  {finding.what}: {finding.count:,}, failed {finding.failed}", file=sys.stderr, flush=True
            )
            if finding.first:
                print(f"    {finding.first[:2_000]}", file=sys.stderr, flush=True)
        run = f"`{' '.join(said)}`, {datetime.now(UTC):%Y-%m-%d}, {minutes:.0f}, {load:.1f}"
        rows += [row(finding, run) for finding in found]
        findings += found
        if args.write:  # at once: what comes after may fail
            write([row(finding, run) for finding in found])
    if args.json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))
    else:
        print("\n".join([f"`{_PROGRAM}`:", "", *_HEAD, *rows]))
    if any(finding.failed for finding in findings):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
