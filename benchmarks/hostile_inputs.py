"""Hostile inputs through reader, equation parsers, solver, files and HTTP; one part of hardening.py."""

import gzip
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from cantor.equation import Equation
from cantor.equation.parse import parse_infix, parse_linear, parse_notes, parse_prefix, parse_python
from cantor.equation.render import display
from cantor.errors import CantorError
from cantor.problem import Problem
from cantor.solver import Solver
from fuzz import text, through_files, through_http, through_python
from hardening import Finding
from server_process import served

#: Seconds of processor time that one input may take in reader or parsers, and megabytes of a command.
LIMIT_S, LIMIT_MB = 20.0, 1_500
_FORMULAS = [
    "9**9**9", "9^9^9", "2**-99999999", "1e999999999", "(" * 100_000, "(" * 500 + "1" + ")" * 500,
    "-" * 100_000, "1+" * 50_000 + "1",
    "n0" * 999, "n999999999999 + 1", "factorial(99999999)", "factorial(factorial(20))",
    "0.1**99999", "1/0", "0**0", "0**-1", "\x1b[2J", "\u202e1+2", "\ud800", "=cmd|' /C calc'!A0",
    "x = x", "x=1/x",
    "add(" * 9_999, "add(n0,n1)|" * 999, "divide(1,0)|", "power(9,power(9,9))|", "const_1e99999999",
    "def f():\n return f()", "__import__('os').system('x')", "x" + "[0]" * 9_999, "while 1: pass",
    "lambda: 0", "1 if 1 else " * 999 + "1", "9" * 1_000_000, "<<9**9**9=1>>", "+ " * 9_999 + "1",
    "** 9 ** 9 9",
]  # fmt: skip


def formula(draw: random.Random) -> str:
    kind = draw.randrange(4)
    if kind == 0:
        return draw.choice(_FORMULAS)
    if kind == 1:
        return text(draw)[:100_000]
    pieces = [
        "+",
        "-",
        "*",
        "/",
        "**",
        "(",
        ")",
        "n0",
        "n1",
        "9",
        "1e9",
        ",",
        "|",
        "add(",
        " ",
        "=",
        "x",
        "%",
        "\n",
    ]
    return "".join(draw.choice(pieces) for _ in range(draw.randrange(60)))


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


def tried(what: str, count: int, draws: Iterator[str], do: Callable[[str], object]) -> Finding:
    """Each input by itself, with its processor time."""
    failed, slowest, first = 0, 0.0, ""
    for _ in range(count):
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
    print(f"  {what}: {count:,}, {failed} failed {first}", file=sys.stderr, flush=True)
    return Finding(what, count, failed, f"{LIMIT_S:g} s of processor time each", f"{slowest:.2f} s", first)


def bombs(folder: Path) -> dict[str, Path]:
    """Files that are made to fill a memory, or a stack; each a good row beside, where that can be."""
    good = b'{"question": "Tom had 12 apples and ate 5. How many are left?"}\n'
    made = {}

    def file(name: str, content: bytes) -> None:
        made[name] = folder / name
        made[name].write_bytes(content)

    packed = gzip.compress(b" " * 50_000_000, 1)
    file("line.jsonl.gz", gzip.compress(b'{"question": "') + packed * 20 + gzip.compress(b'"}\n' + good))
    file("value.json.gz", gzip.compress(b"[") + packed * 20 + gzip.compress(b"]"))
    file("deep.jsonl", b"[" * 100_000 + b"\n" + b'{"question":' * 100_000 + b"\n" + good)
    file("deep.json", b"[" * 100_000)
    file("nan.jsonl", b'{"question": "3?", "x": NaN, "y": -Infinity, "z": 1e999}\n' + good)
    file("digits.jsonl", json.dumps({"question": "7" * 1_000_000}).encode() + b"\n" + good)
    file("number.jsonl", b'{"question": "3?", "id": ' + b"7" * 1_000_000 + b"}\n" + good)
    file("formulas.csv", b"question,note\n3 + 4?,=cmd|' /C calc'!A0\n3 + 5?,@SUM(A1)\n3 + 6?,\"\t=1\"\n")
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        return made
    rows = arrow.DictionaryArray.from_arrays(arrow.array([0] * 2_000, "int32"), ["7" * 2_000_000])
    made["dictionary.parquet"] = folder / "dictionary.parquet"
    parquet.write_table(arrow.table({"question": rows}), made["dictionary.parquet"], compression="zstd")
    table = arrow.table({"question": ["7" * 2_000_000] * 60})
    made["packed.parquet"] = folder / "packed.parquet"
    parquet.write_table(table, made["packed.parquet"], compression="zstd", use_dictionary=False)
    return made


def limited(command: list[str], seconds: float) -> tuple[int, str, float, float]:
    """Exit code, what it said, seconds, megabytes at most; a command that hangs is ended."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        ended = 0
        while not ended and time.monotonic() - start < seconds:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            time.sleep(0.02)
        if not ended:
            process.kill()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        return (
            process.returncode,
            said.read().decode("utf-8", "replace"),
            time.monotonic() - start,
            usage.ru_maxrss / 1024,
        )


def through_bombs(model: str) -> Finding:
    failed, first, most, slowest, count = 0, "", 0.0, 0.0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, path in bombs(Path(scratch)).items():
            count += 1
            out = path.with_name(f"{path.name}.out.{'csv' if name.endswith('.csv') else 'jsonl'}")
            command = [sys.executable, "-m", "cantor", "solve", "--model", model, "--input", str(path)]
            code, said, spent, megabytes = limited([*command, "--output", str(out)], 600)
            most, slowest = max(most, megabytes), max(slowest, spent)
            wrong = code not in (0, 2) or "Traceback" in said or megabytes > LIMIT_MB
            if name == "formulas.csv" and not wrong:
                cells = out.read_text(encoding="utf-8").replace('"', "").replace(",", "\n").split("\n")
                wrong = any(cell[:1] in tuple("=@\t") and cell for cell in cells)
            if wrong:
                failed, first = failed + 1, first or f"{name}: {code}, {megabytes:.0f} MB, {said[-500:]}"
    bound = f"600 s, {LIMIT_MB:,} MB"
    return Finding("bombs through `--input`", count, failed, bound, f"{slowest:.0f} s, {most:.0f} MB", first)


def refused_unread(model: str, count: int = 20) -> Finding:
    """A body that is too large is refused by its head: the megabytes are never sent, nor waited for."""
    failed, first, slowest = 0, "", 0.0
    with served(model) as server:
        for size in [1 << 21, 1 << 40] * (count // 2):
            with socket.create_connection((server.host, server.port), timeout=30) as client:
                head = "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                start = time.monotonic()
                client.sendall(
                    f"{head}Content-Length: {size}\r\n\r\n".encode() + b'{"question": "' + b"7 " * 500
                )
                answer = client.recv(4096)
                slowest = max(slowest, time.monotonic() - start)
            if not answer.startswith(b"HTTP/1.1 413"):
                failed, first = failed + 1, first or repr(answer[:200])
    seen = f"{slowest:.2f} s, 1 kB sent"
    return Finding(
        "too large bodies over HTTP, refused before they are read", count, failed, "413 at once", seen, first
    )


def of_fuzz(what: str, count: int, found: dict, bound: str) -> Finding:
    failed = found["outcomes"].get("failed", 0)
    first = str(found["first_failures"][0]) if found["first_failures"] else ""
    print(f"  {what}: {count:,}, {failed} failed {first}", file=sys.stderr, flush=True)
    return Finding(what, count, failed, bound, f"{found['slowest_s']} s", first)


def run(model: str, count: int, seed: int) -> list[Finding]:
    """A quarter each to reader and parsers, a tenth to the solver, a fifth each to files and HTTP."""
    draw = random.Random(seed)
    reader, solver, ways = count // 4, max(1, count // 10), max(2, count // 5)

    def texts() -> Iterator[str]:
        while True:
            yield text(draw)

    def formulas() -> Iterator[str]:
        while True:
            yield formula(draw)

    found = [
        tried("hostile texts to the reader", reader, texts(), Problem.from_text),
        tried("hostile formulas to the five parsers", reader, formulas(), parsed),
    ]
    python = through_python(Solver.from_pretrained(model), solver, seed)
    found.append(of_fuzz("hostile texts to the solver", solver, python, "20 s each"))
    files = through_files(model, ways, seed)
    found.append(of_fuzz("hostile rows through `--input`", ways, files, "no row lost; 20 s each"))
    http = through_http(model, ways, seed)
    found.append(of_fuzz("hostile requests over HTTP", ways, http, "no 500; 40 s each"))
    mine = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    too_much = int(mine > LIMIT_MB)
    found.append(Finding("memory of all that", 1, too_much, f"{LIMIT_MB:,} MB", f"{mine:.0f} MB"))
    return [*found, through_bombs(model), refused_unread(model)]
