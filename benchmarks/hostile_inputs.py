"""Hostile inputs through reader, equation parsers, solver, files and HTTP; five parts of hardening.py."""

import math
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from multiprocessing import get_context
from operator import add
from typing import Any

from cantor.equation import Equation
from cantor.equation.parse import parse_infix, parse_linear, parse_notes, parse_prefix, parse_python
from cantor.equation.render import display
from cantor.errors import CantorError, DataError
from cantor.problem import MAX_CHARACTERS, Problem
from cantor.solver import Solver
from fuzz import LIMIT_S as SOLVE_S
from fuzz import text, through_files, through_http, through_python
from fuzz_http import HANG_S
from hardening import Finding

#: Seconds of processor time that one input may take in reader or parsers, and megabytes of the process.
LIMIT_S, LIMIT_MB = 5.0, 1_500
#: Of all inputs. A solve takes a hundred times what the reader takes, so most go where the bytes are parsed.
SHARES = {"reader": 0.6, "parsers": 0.35, "solver": 0.005, "input": 0.02, "http": 0.025}
#: Rows of one file through `--input`.
_ROWS = 2_000
_FORMULAS = [
    "9**9**9", "9^9^9", "2**-99999999", "1e999999999", "(" * 100_000, "(" * 500 + "1" + ")" * 500,
    "-" * 100_000, "1+" * 50_000 + "1",
    "n0" * 999, "n999999999999 + 1", "factorial(99999999)", "factorial(factorial(20))",
    "0.1**99999", "1/0", "0**0", "0**-1", "\x1b[2J", "\u202e1+2", "\ud800", "=cmd|' /C calc'!A0",
    "x = x", "x=1/x",
    "add(" * 9_999, "add(n0,n1)|" * 999, "divide(1,0)|", "power(9,power(9,9))|", "const_1e99999999",
    "def f():\n return f()", "__import__('os').system('x')", "x" + "[0]" * 9_999, "while 1: pass",
    "lambda: 0", "1 if 1 else " * 999 + "1", "9" * 1_000_000, "<<9**9**9=1>>", "+ " * 9_999 + "1",
    "** 9 ** 9 9", "nan", "inf", "Infinity - Infinity", "0x" + "f" * 9_999, "1_000_000", "٣ + ٤", "９＋９",
    "1e308*10", "x = " * 5_000, "x*x*x = 8", "sqrt(-1)", "9" * 4_301, "1." + "3" * 9_999, "<<" * 9_999,
    "<<1+1=2>>" * 9_999, "n0=[[[" * 999, "f'{9**9**9}'", "a=1;" * 9_999, "(lambda f: f(f))(lambda f: f(f))",
    "[0]*10**10", "'a'*10**10",
]  # fmt: skip
_PIECES = [
    *"+-*/()=x,|% \n:;<>[]^&!_", "**", "n0", "n1", "n2", "9", "1e9", "0.5", "add(", "divide(", "power(",
    "const_2", "#0", "<<", ">>", "return ", "def ", "sqrt(", "floor(", "max(", "\u202e", "\x1b[31m", "½",
]  # fmt: skip


def formula(draw: random.Random) -> str:
    """One hostile formula: a bad one we know, one of these cut and joined anew, a hostile text, or pieces."""
    kind = draw.randrange(100)
    if kind == 0:
        return draw.choice(_FORMULAS)
    if kind < 20:
        chosen = [draw.choice(_FORMULAS) for _ in range(draw.randrange(1, 4))]
        starts = [draw.randrange(len(each)) for each in chosen]
        return draw.choice(_PIECES).join(
            each[at : at + draw.randrange(200)] for each, at in zip(chosen, starts, strict=True)
        )
    if kind < 40:
        return text(draw)[: draw.choice([300, 300, 300, 2_000])]
    return "".join(draw.choice(_PIECES) for _ in range(draw.randrange(60)))


def noted(solution: str) -> Equation:
    return parse_notes(solution, Fraction(7), (Fraction(3), Fraction(4)))


def parsed(formula: str) -> None:
    """By every parser; only typed errors are allowed, and whatever was read can be executed and shown."""
    for parse in (parse_infix, parse_prefix, parse_linear, noted, parse_python):
        try:
            found = parse(formula)
            if isinstance(found, Equation):
                display(found.execute([Fraction(3), Fraction(4)]))
        except CantorError:
            pass


def read(text: str) -> None:
    """All numbers stand where they say; what is too long is refused, and before it is read."""
    try:
        numbers = Problem.from_text(text).numbers
    except DataError:
        assert len(text) > MAX_CHARACTERS, "refused"
        return
    assert len(text) <= MAX_CHARACTERS, "read whole"
    assert all(text[slice(*number.span)] == number.text for number in numbers)


@dataclass(frozen=True)
class Tried:
    """What became of some inputs."""

    count: int
    failed: int
    slowest: float  # seconds of processor time
    megabytes: float
    first: str = ""  # of the failures

    def __add__(self, other: "Tried") -> "Tried":
        slowest, megabytes = max(self.slowest, other.slowest), max(self.megabytes, other.megabytes)
        count, failed = self.count + other.count, self.failed + other.failed
        return Tried(count, failed, slowest, megabytes, self.first or other.first)

    def finding(self, what: str) -> Finding:
        bound = f"{LIMIT_S:g} s of processor time each, {LIMIT_MB:,} MB"
        seen = f"{self.slowest:.2f} s, {self.megabytes:.0f} MB"
        return Finding(what, self.count, self.failed, bound, seen, self.first)


def tried(
    what: str, count: int, draws: Iterator[str], do: Callable[[str], object], until: float = math.inf
) -> Tried:
    """Each input by itself, with its processor time; fewer where `time.monotonic` comes to `until`."""
    failed, slowest, first, done = 0, 0.0, "", 0
    while done < count and time.monotonic() < until:
        done += 1
        given = next(draws)
        start = time.process_time()
        try:
            do(given)
        except Exception as error:  # whatever it is, it is what we are looking for
            failed, first = failed + 1, first or f"{error!r}: {given[:200]!r}"
        spent = time.process_time() - start
        slowest = max(slowest, spent)
        if spent > LIMIT_S:
            failed, first = failed + 1, first or f"took {spent:.1f} s: {given[:200]!r}"
        if done % 20_000 == 0:
            print(f"  {what}: {done:,} of {count:,}, {failed} failed {first}", file=sys.stderr, flush=True)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if megabytes > LIMIT_MB:
        failed, first = failed + 1, first or f"{megabytes:.0f} MB"
    return Tried(done, failed, slowest, megabytes, first)


def _drawn(one: Callable[[random.Random], str], seed: str) -> Iterator[str]:
    draw = random.Random(seed)
    while True:
        yield one(draw)


def _some_to_reader(count: int, seed: str, until: float) -> Tried:
    return tried("reader", count, _drawn(text, f"reader {seed}"), read, until)


def _some_to_parsers(count: int, seed: str, until: float) -> Tried:
    return tried("parsers", count, _drawn(formula, f"parsers {seed}"), parsed, until)


def _divided(
    some: Callable[[int, str, float], Tried], count: int, seed: int, until: float, processes: int
) -> Tried:
    """By several processes, each with draws of its own."""
    shares = [count // processes + (i < count % processes) for i in range(processes)]
    seeds = [f"{seed} {i}" for i in range(processes)]
    if processes == 1:
        return some(count, seeds[0], until)
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        return reduce(add, pool.map(some, shares, seeds, [until] * processes))


def _share(part: str, inputs: int) -> int:
    return max(2, round(SHARES[part] * inputs))


def to_reader(inputs: int, seed: int, until: float, processes: int) -> list[Finding]:
    found = _divided(_some_to_reader, _share("reader", inputs), seed, until, processes)
    return [found.finding("hostile texts to the reader")]


def to_parsers(inputs: int, seed: int, until: float, processes: int) -> list[Finding]:
    found = _divided(_some_to_parsers, _share("parsers", inputs), seed, until, processes)
    return [found.finding("hostile formulas to the five parsers")]


def to_solver(model: str, inputs: int, seed: int, until: float) -> list[Finding]:
    count = _share("solver", inputs)
    found = through_python(Solver.from_pretrained(model), count, seed, _told("solver", count), until)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    bound = f"an answer or a named refusal; {SOLVE_S:g} s each"
    return [_of_fuzz("hostile texts to the solver", found | {"megabytes": megabytes}, bound)]


def to_files(model: str, inputs: int, seed: int, until: float) -> list[Finding]:
    """File after file."""
    count, done, reports = _share("input", inputs), 0, []
    while done < count and (not reports or time.monotonic() < until):
        reports.append(through_files(model, min(_ROWS, count - done), seed + len(reports)))
        done += min(_ROWS, count - done)
        print(f"  input: {done:,} of {count:,} {reports[-1]}", file=sys.stderr, flush=True)
    found = {
        "outcomes": sum((Counter(report["outcomes"]) for report in reports), Counter()),
        "first_failures": [first for report in reports for first in report["first_failures"]],
        "count": sum(report["count"] for report in reports),
        "slowest_s": max(report["slowest_s"] for report in reports),
        "megabytes": max(report["megabytes"] for report in reports),
    }
    bound = f"no row lost, no formula in a CSV; {SOLVE_S:g} s each on average"
    return [_of_fuzz("hostile rows through `--input`", found, bound)]


def to_server(model: str, inputs: int, seed: int, until: float) -> list[Finding]:
    count = _share("http", inputs)
    found = through_http(model, count, seed, _told("http", count), until)
    return [_of_fuzz("hostile requests over HTTP", found, f"no 500, no hang; {HANG_S:g} s each")]


def _told(what: str, count: int) -> Callable[[int], object]:
    def told(done: int) -> None:
        if done % 1_000 < 7:
            print(f"  {what}: {done:,} of {count:,}", file=sys.stderr, flush=True)

    return told


def _of_fuzz(what: str, found: dict[str, Any], bound: str) -> Finding:
    failed = found["outcomes"].get("failed", 0)
    first = str(found["first_failures"][0]) if found["first_failures"] else ""
    if found["megabytes"] > LIMIT_MB:
        failed, first = failed + 1, first or f"{found['megabytes']:.0f} MB"
    bound, seen = f"{bound}, {LIMIT_MB:,} MB", f"{found['slowest_s']} s, {found['megabytes']:.0f} MB"
    return Finding(what, found["count"], failed, bound, seen, first)
