"""Hostile texts: whatever comes in, the solver answers in time, with JSON, and one row for each row.

.venv/bin/python benchmarks/fuzz.py --count 10000              # through Python and through --input
.venv/bin/python benchmarks/fuzz.py --count 10000 --way http   # through a server; see fuzz_http.py
"""

import argparse
import csv
import json
import math
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.dom import minidom

from cantor.solver import Solution, Solver
from limited import limited

#: Seconds that one text may take, on a slow and busy machine.
LIMIT_S = 20.0
_PIECES = [
    "<script>alert(1)</script>", "<b>3</b>", "&#51;", "\0", "\x1b[2J", "\x9b31m", "\u202e5\u202c", "\ufeff",
    "١٢٣", "שלוש 3 ארבע 4", "كم 12 و 5؟", "𝟙𝟚𝟛", "½", "²", "∞", "NaN", "1e999", "-0", "0/0", "1/0", "9" * 400,
    "9" * 5000, "0." + "0" * 400 + "1", "1" + ",000" * 200, "2 ** 9 ** 9", "10^100", "half of", "a dozen",
    "twice", "minus", "% % %", "$", "$3.50", "€5,50", "£", "7:30", "first", "the 1960s", "per hour", "each",
    "\ud800", "\udfff3", "\r\n", "\u2028", "😀", "e\u0301" * 20, "x" * 300, "How many are left?",
    "How many apples are there?", "How much did it cost?", "What percent is that?", "What fraction?",
    "Tom had 12 apples and ate 5.", "\u2066 7 \u2069", "\u200f12\u200e", "\x1b]0;x\x07", "=cmd|' /C calc'!A0",
    "@SUM(A1:A9)", "+1+1", "\t=1+1", "&lol9;", '<!ENTITY a "&b;&b;">', "9**9**9", "(" * 2_000, "9e99999999",
]  # fmt: skip
#: What a spreadsheet would compute.
FORMULAS = (
    "=cmd|' /C calc'!A0",
    "@SUM(A1)",
    "+1+1",
    "-1+1",
    "\t=1",
    "\r=1",
    "  =1",
    "＝1",
    "=1\n=2",
    "-3",
    "x",
)


def text(draw: random.Random) -> str:
    """One hostile text."""
    kind = draw.randrange(11)
    if kind == 0:  # random bytes, as a careless program would decode them
        return draw.randbytes(draw.randrange(400)).decode(
            "utf-8", draw.choice(["replace", "surrogateescape"])
        )
    if kind == 1:  # any characters at all, halves of some too
        return "".join(chr(draw.randrange(0x110000)) for _ in range(draw.randrange(200)))
    if kind == 2:  # control characters
        return "".join(chr(draw.randrange(32)) for _ in range(99)) + str(draw.randrange(99))
    if kind == 3:
        count = draw.choice([9, 60, 500])
        return " ".join(str(draw.randrange(1000)) for _ in range(count)) + " How many are there?"
    if kind == 4:
        return draw.choice(_PIECES) * draw.randrange(1, 200)
    if kind == 5:  # right to left
        return "".join(chr(draw.randrange(0x590, 0x6FF)) for _ in range(80)) + f" {draw.randrange(99)}"
    if kind == 6 and draw.random() < 0.1:  # a megabyte
        piece = draw.choice([*_PIECES, "3 ", "a", " ", "7 apples. ", "how many "])
        return (piece * (1_000_000 // len(piece) + 1))[:1_000_000]
    if kind == 7:  # a page of HTML
        return (
            f"<html><p class='x'>Ida has {draw.randrange(50)} &lt; {draw.randrange(50)}</p> <b>How many?</b>"
        )
    if kind == 8:
        return draw.choice(["", " ", "\n\t", "?", "3", "."])
    return " ".join(draw.choice(_PIECES) for _ in range(draw.randrange(1, 30)))


class Failures:
    """What went wrong, and how long things took."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.first: list[str] = []
        self.slowest = 0.0

    def add(self, what: str, given: str) -> None:
        self.outcomes["failed"] += 1
        if len(self.first) < 5:
            self.first.append(f"{what}: {given[:200]!r}")

    def report(self) -> dict[str, Any]:
        counts = dict(sorted(self.outcomes.items()))
        return {"outcomes": counts, "first_failures": self.first, "slowest_s": round(self.slowest, 3)}


def check(solution: Solution) -> None:
    """Everything that a solution offers can be had, and is well formed."""
    from cantor.cli.solve import _Page

    found = json.loads(json.dumps(solution.to_dict(), allow_nan=False))
    assert (found["answer_exact"] is None) or found["error"] is None
    assert found["abstained"] == (found["error"] is not None)
    assert found["confidence"] is None or 0 <= found["confidence"] <= 1
    for number in found["numbers"][:50]:
        start, stop = number["span"]
        assert solution.text[start:stop] == number["text"]
    minidom.parseString(solution.svg().encode("utf-8", "strict"))
    solution._repr_html_()
    page = _Page(solution).text(explained=True)
    assert all(character == "\n" or character.isprintable() for character in page), "not for a terminal"


def through_python(
    solver: Solver,
    count: int,
    seed: int = 0,
    told: Callable[[int], object] = lambda done: None,
    until: float = math.inf,
) -> dict[str, Any]:
    """One by one and in lists; each text with a limit of time."""
    failures = Failures()
    done = 0
    draw = random.Random(seed)
    while done < count and time.monotonic() < until:
        texts = [text(draw) for _ in range(min(count - done, draw.choice([1, 1, 1, 7])))]
        start = time.monotonic()
        try:
            solutions = [solver.solve(texts[0])] if len(texts) == 1 else solver.solve(texts)
            assert len(solutions) == len(texts)
            for solution, given in zip(solutions, texts, strict=True):
                assert solution.text == given
                check(solution)
                failures.outcomes[solution.error.code if solution.error else "answered"] += 1
        except Exception as error:  # whatever it is, it is what we are looking for
            failures.add(repr(error)[:300], max(texts, key=len))
        each = (time.monotonic() - start) / len(texts)
        failures.slowest = max(failures.slowest, each)
        if each > LIMIT_S:
            failures.add(f"took {each:.1f} s", max(texts, key=len))
        done += len(texts)
        told(done)
    return failures.report() | {"count": done}


def rows(count: int, seed: int) -> Iterator[bytes]:
    """Lines of a JSON Lines file, some of them broken."""
    draw = random.Random(f"rows {seed}")
    for _ in range(count):
        question = text(draw)
        if draw.random() < 0.1:
            yield draw.randbytes(draw.randrange(1, 300)).replace(b"\n", b" ")
            continue
        row: dict[str, Any] = {
            "question": question,
            draw.choice(["id", "topic", question[:20]]): text(draw)[:50],
            "x": draw.choice([float("nan"), float("-inf"), 10**400, [], {"": None}, *FORMULAS]),
        }
        line = json.dumps(row, ensure_ascii=draw.random() < 0.5).encode("utf-8", "surrogatepass")
        yield line[: draw.randrange(len(line))] if draw.random() < 0.05 else line


def through_files(model: str, count: int, seed: int = 0) -> dict[str, Any]:
    """`cantor solve --input`: JSON Lines with broken rows, then CSV into CSV; one row out for each row in."""
    failures, most = Failures(), 0.0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        lines = [line for line in rows(count // 2, seed) if line.strip()]
        (folder / "a.jsonl").write_bytes(b"\n".join(lines))
        draw = random.Random(f"csv {seed}")
        cells = [(text(draw), draw.choice(FORMULAS)) for _ in range(count - count // 2)]
        (folder / "b.csv").write_bytes(b"question,note\n" + b"".join(map(_quoted, cells)))
        for name, expected in (("a.jsonl", len(lines)), ("b.csv", len(cells))):
            out = folder / f"out.{name}"
            command = [sys.executable, "-m", "cantor", "solve", "--model", model]
            command += ["--input", str(folder / name), "--output", str(out)]
            done = limited(command, LIMIT_S * max(10, expected))
            if done.code or "Traceback" in done.said:
                failures.add(f"{name}: exit code {done.code}", done.said[-1_000:])
            failures.slowest = max(failures.slowest, done.seconds / max(1, expected))
            most = max(most, done.megabytes)
            written = list(_outcomes(out, failures)) if out.exists() else []
            if len(written) != expected:
                failures.add(f"{name}: {expected} rows in, {len(written)} rows out", "")
            for code in written:
                failures.outcomes[code or "answered"] += 1
                if code == "failed":
                    failures.add("the solver failed", name)
    return failures.report() | {"megabytes": most, "count": len(lines) + len(cells)}


def _quoted(cells: Sequence[str]) -> bytes:
    doubled = (cell.replace('"', '""').encode("utf-8", "surrogatepass") for cell in cells)
    return b",".join(b'"%s"' % cell for cell in doubled) + b"\n"


def _outcomes(out: Path, failures: Failures) -> Iterator[str]:
    """The code of each row's error, "" where there is none. No cell of a table may be a formula."""
    if out.suffix == ".jsonl":
        for line in out.read_bytes().split(b"\n")[:-1]:
            error = json.loads(line)["error"]
            yield error["code"] if error else ""
        return
    csv.field_size_limit(1 << 30)
    with out.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for cell in row.values():
                if is_formula(cell):
                    failures.add("a formula", cell)
            yield row["error"].partition(":")[0]


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet may compute it; numbers are none."""
    if cell.strip()[:1] not in tuple("=+-@＝＋－＠") and cell[:1] not in ("\t", "\r"):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def through_http(
    model: str,
    count: int,
    seed: int = 0,
    told: Callable[[int], object] = lambda done: None,
    until: float = math.inf,
) -> dict[str, Any]:
    """Requests of every kind to a server."""
    from fuzz_http import fuzz
    from server_process import served

    with served(model) as server:
        found: dict[str, Any] = fuzz(server.host, server.port, count, seed, told=told, until=until)
        megabytes = server.peak_mb()
    outcomes = found["statuses"] | {"failed": found["failures"]}
    return {"outcomes": outcomes, "megabytes": megabytes, "count": found["requests"], **found}


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz the solver.")
    parser.add_argument("--count", type=int, default=10_000, help="texts for each way (default 10,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--model", default="default", help="a model's name or folder (default: the embedded one)"
    )
    parser.add_argument("--way", choices=("python", "input", "http"), nargs="+", default=["python", "input"])
    args = parser.parse_args()

    def told(done: int) -> None:
        if done % 500 < 7:
            print(f"{done:,} of {args.count:,}", file=sys.stderr, flush=True)

    ways: dict[str, Callable[[], dict[str, Any]]] = {
        "python": lambda: through_python(Solver.from_pretrained(args.model), args.count, args.seed, told),
        "input": lambda: through_files(args.model, args.count, args.seed),
        "http": lambda: through_http(args.model, args.count, args.seed),
    }
    found = {way: ways[way]() for way in args.way}
    print(json.dumps(found, indent=2))
    if any(figures["outcomes"].get("failed") for figures in found.values()):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
