"""Under fire: hostile inputs, kills, trouble with disks and clocks, crowds, hostile models. On loopback only.

python benchmarks/hardening.py --inputs 1000000 --kills 100 --seconds 600 --idle 10000 --write   # hours
python benchmarks/hardening.py --inputs 200 --kills 1 --seconds 2 --idle 50                      # minutes

Each part answers with rows of a table: what was tried, how often, how often it failed, the worst that was
seen. `--write` puts the table into docs/figures.md, with the counts that were run. Any failure: exit code 1.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

FIGURES = Path(__file__).parents[1] / "docs" / "figures.md"
_BEGIN, _END = "<!-- hardening: begin -->", "<!-- hardening: end -->"


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


def parts() -> dict[str, Part]:
    """By name; imported only when asked for, as some need torch."""

    def inputs(args: argparse.Namespace) -> list[Finding]:
        from hostile_inputs import run

        return run(args.model, args.inputs, args.seed)

    def kills(args: argparse.Namespace) -> list[Finding]:
        from kills import run

        return run(args.model, args.kills, args.seed)

    def trouble(args: argparse.Namespace) -> list[Finding]:
        from trouble import run

        return run(args.model)

    def load(args: argparse.Namespace) -> list[Finding]:
        from crowd import run

        return run(args.model, args.seconds, args.idle)

    def models(args: argparse.Namespace) -> list[Finding]:
        from hostile_models import run

        return run(args.model)

    return {"inputs": inputs, "kills": kills, "trouble": trouble, "load": load, "models": models}


def table(findings: list[Finding], command: str, seconds: float) -> str:
    when = datetime.now(UTC).strftime("%Y-%m-%d")
    lines = [
        f"`{command}`, {when}, {seconds / 60:.0f} minutes; only what this command really ran:",
        "",
        "| tried | times | failed | bound | worst seen |",
        "|---|--:|--:|---|---|",
    ]
    lines += [f"| {f.what} | {f.count:,} | {f.failed:,} | {f.bound} | {f.seen} |" for f in findings]
    return "\n".join(lines)


def write(text: str, file: Path = FIGURES) -> None:
    """Between the two marks, which are added at the end where they lack."""
    content = file.read_text(encoding="utf-8")
    if _BEGIN not in content:
        content = f"{content.rstrip()}\n\n## Under fire\n\n{_BEGIN}\n{_END}\n"
    before, _, rest = content.partition(_BEGIN)
    file.write_text(f"{before}{_BEGIN}\n{text}\n{_END}{rest.partition(_END)[2]}", encoding="utf-8")


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Try to break cantor.")
    parser.add_argument("--part", nargs="+", choices=tuple(parts()), default=list(parts()))
    parser.add_argument("--inputs", type=int, default=20_000, help="hostile inputs in all (default 20,000)")
    parser.add_argument("--kills", type=int, default=10, help="kills in all (default 10)")
    parser.add_argument("--seconds", type=float, default=30, help="of load (default 30)")
    parser.add_argument("--idle", type=int, default=1_000, help="idle connections (default 1,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", default="default", help="an exported model's name or folder")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true", help="the table into docs/figures.md")
    args = parser.parse_args(argv)
    start, findings = time.monotonic(), []
    for name in args.part:
        print(f"{name} …", file=sys.stderr, flush=True)
        found = parts()[name](args)
        findings += found
        for finding in found:
            print(
                f"  {finding.what}: {finding.count:,}, failed {finding.failed}", file=sys.stderr, flush=True
            )
            if finding.first:
                print(f"    {finding.first[:2_000]}", file=sys.stderr, flush=True)
    said = sys.argv[1:] if argv is None else argv
    command = " ".join(["python benchmarks/hardening.py", *(word for word in said if word != "--json")])
    text = table(findings, command, time.monotonic() - start)
    if args.write:
        write(text)
    print(json.dumps([asdict(finding) for finding in findings], indent=2) if args.json else text)
    if any(finding.failed for finding in findings):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
