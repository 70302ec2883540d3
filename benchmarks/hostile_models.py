"""Folders that are no models of ours, with a manifest that vouches for them; one part of hardening.py."""

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cantor.errors import ModelError
from cantor.model.files import CONFIG, GRAPH, TOKENIZER, model_folder
from cantor.model.folder import write_manifest
from cantor.solver import Solver
from hardening import Finding

#: Megabytes that may be taken beyond those of the good model before a folder is refused.
LIMIT_MB = 150


def _varint(value: int) -> bytes:
    pieces = bytearray()
    while value > 127:
        pieces.append(value & 127 | 128)
        value >>= 7
    return bytes([*pieces, value])


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _added(field: int, content: bytes) -> Callable[[Path], None]:
    """One more field in the graph: protocol buffers let a second graph be merged into the first."""

    def spoil(folder: Path) -> None:
        with (folder / GRAPH).open("ab") as file:
            file.write(_field(7, _field(field, content)))

    return spoil


def _node(kind: str, domain: str = "") -> bytes:
    return _field(1, b"tokens") + _field(2, b"x") + _field(4, kind.encode()) + _field(7, domain.encode())


def _tensor(shape: list[int], more: bytes = b"") -> bytes:
    dims = b"".join(b"\x08" + _varint(size) for size in shape)
    return dims + b"\x10\x01" + _field(8, b"giant") + more


def _config(**changes: Any) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        found = json.loads((folder / CONFIG).read_bytes())
        (folder / CONFIG).write_text(json.dumps(found | changes), encoding="utf-8")

    return spoil


def _pattern(pattern: str) -> Callable[[Path], None]:
    def spoil(folder: Path) -> None:
        found = json.loads((folder / TOKENIZER).read_bytes())
        split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
        (folder / TOKENIZER).write_text(json.dumps(found | {"pre_tokenizer": split}), encoding="utf-8")

    return spoil


def _cut(folder: Path) -> None:
    content = (folder / GRAPH).read_bytes()
    (folder / GRAPH).write_bytes(content[: len(content) // 2])


def _flipped(name: str) -> Callable[[Path], None]:
    """One bit in the middle of a file."""

    def spoil(folder: Path) -> None:
        content = bytearray((folder / name).read_bytes())
        content[len(content) // 2] ^= 1
        (folder / name).write_bytes(content)

    return spoil


_OUTSIDE = _field(13, _field(1, b"location") + _field(2, b"../../etc/passwd")) + b"\x70\x01"
CASES: dict[str, Callable[[Path], None]] = {
    "external data": _added(5, _tensor([4], _OUTSIDE)),
    "a giant shape": _added(5, _tensor([1 << 30, 1 << 30])),
    "an unknown operator": _added(1, _node("RandomNormal")),
    "a custom operator": _added(1, _node("Evil", "evil.example")),
    "a loop": _added(1, _node("Loop")),
    "sparse tensors": _added(15, b""),
    "half a graph": _cut,
    "a config of a billion thoughts": _config(graph_size=10**9),
    "a config of a billion tokens": _config(max_tokens=10**9),
    "a config of other operators": _config(operators=["+"]),
    "a constant of a billion digits": _config(constants=["1e999999999"]),
    "a config of another format": _config(format_version=99),
    "a pattern without end": _pattern("(a+)+$"),
    "a choice without end": _pattern("(a|a)*$"),
}


def resident_mb() -> float:
    """The most that this process ever had."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def run(model: str) -> list[Finding]:
    source = model_folder(model)
    failed, first, most = 0, "", 0.0
    Solver.from_pretrained(source, threads=1).solve("What is 3 + 4?")
    before = resident_mb()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "model"

        def refused(spoil: Callable[[Path], None], vouched: bool = True) -> str:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(source, folder)
            spoil(folder)
            if vouched:
                write_manifest(folder)
            try:
                Solver.from_pretrained(folder, threads=1)
            except ModelError as error:
                return str(error)
            return ""

        for what, spoil in CASES.items():
            said = refused(spoil)
            most = max(most, resident_mb() - before)
            if not said:
                failed, first = failed + 1, first or f"{what} was let in"
        unvouched = sum(not refused(spoil, vouched=False) for spoil in CASES.values())
        files = sorted(path.name for path in source.iterdir() if path.suffix in (".json", ".onnx"))
        unseen = [name for name in files if not refused(_flipped(name), vouched=False)]
    failed += most > LIMIT_MB
    seen = f"{most:.0f} MB more"
    return [
        Finding(
            "hostile models with a manifest",
            len(CASES),
            failed,
            f"refused by name, {LIMIT_MB} MB",
            seen,
            first,
        ),
        Finding("the same, beside the hashes of before", len(CASES), unvouched, "refused", "refused"),
        Finding(
            f"files of `{source.name}` with one bit changed",
            len(files),
            len(unseen),
            "refused",
            "refused",
            f"let in: {unseen}" if unseen else "",
        ),
    ]
