"""Files and bodies that are made to fill a memory, a stack or a spreadsheet; one part of hardening.py."""

import gzip
import json
import socket
import sys
import tempfile
import time
from collections.abc import Collection
from pathlib import Path

from fuzz import is_formula
from hardening import Finding
from limited import limited
from server_process import served

#: What one command may take.
LIMIT_S, LIMIT_MB = 600, 1_500
_GOOD = b'{"question": "Tom had 12 apples and ate 5. How many are left?"}\n'
#: Reads a file as ASDiv's, which are the only XML that cantor reads.
_XML = (
    "import sys; from pathlib import Path; from cantor.data.asdiv import read; list(read(Path(sys.argv[1])))"
)


def files(folder: Path) -> dict[str, Path]:
    """The bombs; each with a good row beside, where that can be."""
    made = {}

    def file(name: str, content: bytes) -> None:
        made[name] = folder / name
        made[name].write_bytes(content)

    packed = gzip.compress(b" " * 50_000_000, 1)
    twice = gzip.compress(gzip.compress(b'{"question": "' + b"7" * 50_000_000, 9), 9)
    file("line.jsonl.gz", gzip.compress(b'{"question": "') + packed * 20 + gzip.compress(b'"}\n' + _GOOD))
    file("value.json.gz", gzip.compress(b"[") + packed * 20 + gzip.compress(b"]"))
    file("cell.csv.gz", gzip.compress(b'question\n"') + packed * 20 + gzip.compress(b'"\n3 + 4?\n'))
    file("twice.jsonl.gz", twice)
    file("half.jsonl.gz", gzip.compress(_GOOD * 999)[:-20])
    file("deep.jsonl", b"[" * 100_000 + b"\n" + b'{"question":' * 100_000 + b"\n" + _GOOD)
    file("deep.json", b"[" * 100_000)
    file("nested.jsonl", b'{"question": "3 + 4?", "x": ' + b"[" * 900 + b"]" * 900 + b"}\n" + _GOOD)
    file("nan.jsonl", b'{"question": "3?", "x": NaN, "y": -Infinity, "z": 1e999}\n' + _GOOD)
    file("digits.jsonl", json.dumps({"question": "7" * 1_000_000}).encode() + b"\n" + _GOOD)
    file("numbers.jsonl", json.dumps({"question": "7 " * 500_000}).encode() + b"\n" + _GOOD)
    file("number.jsonl", b'{"question": "3?", "id": ' + b"7" * 1_000_000 + b"}\n" + _GOOD)
    file("keys.jsonl", json.dumps({"question": "3 + 4?"} | {f"k{i}": i for i in range(99_999)}).encode())
    file("columns.csv", b"question" + b",c" * 99_999 + b"\n3 + 4?\n")
    file("quote.csv", b'question\n"3 + 4?\n' + b"5 + 6?\n" * 99_999)
    file("bytes.jsonl", bytes(range(256)) * 4_000)
    file("laughs.csv", b"question,note\n3 + 4?,<!DOCTYPE a [<!ENTITY b '&b;&b;'>]>\n")
    file("formulas.csv", b"question,note\n3 + 4?,=cmd|' /C calc'!A0\n3 + 5?,@SUM(A1)\n3 + 6?,\"\t=1\"\n")
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ModuleNotFoundError:
        return made
    rows = arrow.DictionaryArray.from_arrays(arrow.array([0] * 300, "int32"), ["7" * 2_000_000])
    made["dictionary.parquet"] = folder / "dictionary.parquet"
    parquet.write_table(arrow.table({"question": rows}), made["dictionary.parquet"], compression="zstd")
    table = arrow.table({"question": ["7" * 2_000_000] * 60})
    made["packed.parquet"] = folder / "packed.parquet"
    parquet.write_table(table, made["packed.parquet"], compression="zstd", use_dictionary=False)
    file("cut.parquet", made["packed.parquet"].read_bytes()[:-9])
    return made


def laughs(folder: Path) -> list[Path]:
    """Billions of them, in the encodings that XML may have."""
    entities = [f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(10)]
    text = f"<!DOCTYPE x [{''.join(entities)}]><x><Problem><Body>&l9;</Body></Problem></x>"
    outside = (
        '<!DOCTYPE x [<!ENTITY l SYSTEM "file:///etc/passwd">]><x><Problem><Body>&l;</Body></Problem></x>'
    )
    deep = "<x>" * 100_000
    made = []
    for name, content in (
        *((f"{encoding}.xml", text.encode(encoding)) for encoding in ("utf-8", "utf-16", "utf-16-le")),
        ("outside.xml", outside.encode()),
        ("deep.xml", deep.encode()),
    ):
        made.append(folder / name)
        made[-1].write_bytes(content)
    return made


class _Tally:
    def __init__(self) -> None:
        self.count, self.failed, self.first, self.most, self.slowest = 0, 0, "", 0.0, 0.0

    def add(self, what: str, command: list[str], *, refused: bool = False) -> bool:
        """Run it; it must end in time, in bounds, with an answer or one clear line."""
        done = limited(command, LIMIT_S)
        self.count += 1
        print(f"  {what}: {done.seconds:.0f} s, {done.megabytes:.0f} MB", file=sys.stderr, flush=True)
        self.most, self.slowest = max(self.most, done.megabytes), max(self.slowest, done.seconds)
        crash = "Traceback" in done.said and "DataError" not in done.said.splitlines()[-1]
        if done.code not in ((1, 2) if refused else (0, 2)) or crash or done.megabytes > LIMIT_MB:
            self.fail(f"{what}: exit code {done.code}, {done.megabytes:.0f} MB, {done.said[-500:]}")
            return False
        return True

    def fail(self, why: str) -> None:
        self.failed, self.first = self.failed + 1, self.first or why

    def finding(self, what: str) -> Finding:
        bound, seen = f"{LIMIT_S} s, {LIMIT_MB:,} MB", f"{self.slowest:.0f} s, {self.most:.0f} MB"
        return Finding(what, self.count, self.failed, bound, seen, self.first)


def through_files(model: str, only: Collection[str] = ()) -> Finding:
    tally = _Tally()
    with tempfile.TemporaryDirectory() as scratch:
        for name, path in files(Path(scratch)).items():
            if only and name not in only:
                continue
            out = path.with_name(f"{path.name}.out.{'csv' if name.endswith('.csv') else 'jsonl'}")
            command = [sys.executable, "-m", "cantor", "solve", "--model", model, "--input", str(path)]
            if tally.add(name, [*command, "--output", str(out)]) and name == "formulas.csv":
                cells = out.read_text(encoding="utf-8").replace('"', "").replace(",", "\n").split("\n")
                if any(map(is_formula, cells)):
                    tally.fail(f"{name}: a formula is left")
    return tally.finding("bombs through `--input`")


def through_xml() -> Finding:
    tally = _Tally()
    with tempfile.TemporaryDirectory() as scratch:
        for path in laughs(Path(scratch)):
            tally.add(path.name, [sys.executable, "-c", _XML, str(path)], refused=True)
    return tally.finding("XML of a billion laughs, of other files, of depth 100,000")


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


def run(model: str) -> list[Finding]:
    return [through_files(model), through_xml(), refused_unread(model)]
