"""Many clients at once: within the server's capacity nothing may fail, far above it nothing may fall over.

.venv/bin/python benchmarks/load.py --json                 # 64 clients for 60 s, then ten times the capacity
.venv/bin/python benchmarks/load.py --clients 16 --seconds 10 --model runs/NAME/onnx
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cantor.data.synthetic import write
from cantor.problem import Problem
from server_process import Served, served

#: How long a refused client waits before it tries again; far less than it is told to.
IMPATIENCE_S = 0.05
#: A client gives up after this: an answer that comes later counts as lost.
PATIENCE_S = 60.0


@dataclass
class Tally:
    """What the clients of one phase have seen."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)  # of accepted requests
    sent: int = 0
    lost: int = 0  # no answer, or half of one
    mixed_up: int = 0  # another question's answer

    def figures(self, seconds: float) -> dict[str, Any]:
        times = sorted(self.seconds)

        def at(share: float) -> float:
            return round(1000 * times[min(len(times) - 1, int(share * len(times)))], 1) if times else 0.0

        answered = self.statuses[200]
        return {
            "seconds": round(seconds, 2),
            "sent": self.sent,
            "answered": answered,
            "refused": self.statuses[503],
            "timed_out": self.statuses[504],  # accepted, and then not answered within the limit
            "errors": sum(n for status, n in self.statuses.items() if status not in (200, 503)),
            "lost": self.lost,
            "mixed_up": self.mixed_up,
            "per_second": round(answered / seconds, 2),
            "p50_ms": at(0.5),
            "p95_ms": at(0.95),
            "max_ms": at(1.0),
        }


@dataclass(frozen=True)
class Question:
    request: bytes
    numbers: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Question":
        body = json.dumps({"question": text, "graph": False}).encode()
        head = "POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        numbers = tuple(number.text for number in Problem.from_text(text).numbers)
        return cls(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body, numbers)


async def client(
    server: Served, questions: Sequence[Question], first: int, until: float, tally: Tally
) -> None:
    """Ask one question after another on one connection, as long as there is time."""
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None
    turn = first
    while time.monotonic() < until:
        question = questions[turn % len(questions)]
        turn += 1
        start = time.monotonic()
        tally.sent += 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                if writer is None or writer.is_closing():
                    reader, writer = await asyncio.open_connection(server.host, server.port)
                assert reader is not None
                writer.write(question.request)
                status, keep, body = await answer(reader)
        except (OSError, EOFError, TimeoutError, ValueError):
            tally.lost += 1
            if writer is not None:
                writer.close()
            writer = None
            await asyncio.sleep(IMPATIENCE_S)
            continue
        tally.statuses[status] += 1
        if status == 200:
            tally.seconds.append(time.monotonic() - start)
            tally.mixed_up += tuple(n["text"] for n in json.loads(body)["numbers"]) != question.numbers
        if not keep:
            writer.close()
        if status != 200:
            await asyncio.sleep(IMPATIENCE_S)
    if writer is not None:
        writer.close()


async def answer(reader: asyncio.StreamReader) -> tuple[int, bool, bytes]:
    """Status, whether the connection stays open, and the body."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    status = int(head.split(b" ", 2)[1])
    length = int(head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
    return status, b"connection: close" not in head, await reader.readexactly(length)


async def phase(
    server: Served, questions: Sequence[Question], clients: int, seconds: float
) -> dict[str, Any]:
    """So many clients for so long; memory is looked at twice a second."""
    tally = Tally()
    start = time.monotonic()
    until = start + seconds
    memory = [server.resident_mb()]

    async def watch() -> None:
        while True:
            await asyncio.sleep(0.5)
            memory.append(server.resident_mb())

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(client(server, questions, 7 * i, until, tally) for i in range(clients)))
    watching.cancel()
    figures = tally.figures(time.monotonic() - start)
    third = max(1, len(memory) // 3)
    return {
        "clients": clients,
        **figures,
        "memory_mb": {
            "start": round(memory[0], 1),
            "first_third": round(max(memory[: third + 1]), 1),
            "last_third": round(max(memory[-third:]), 1),
            "peak": round(max(memory), 1),
        },
    }


def measure(arguments: argparse.Namespace) -> dict[str, Any]:
    questions = [Question.of(problem.question) for problem in write(200, seed=1)]
    options = ["--capacity", str(arguments.capacity), "--timeout", str(arguments.timeout)]
    with served(arguments.model, options, arguments.command) as server:
        asyncio.run(phase(server, questions, 2, 1.0))  # nobody pays for what is set up on first use
        figures: dict[str, Any] = {"capacity": arguments.capacity, "timeout_s": arguments.timeout}

        def say(text: str) -> None:
            print(text, file=sys.stderr, flush=True)

        say(f"one client, {arguments.single:g} s")
        figures["one"] = asyncio.run(phase(server, questions, 1, arguments.single))
        say(f"{arguments.clients} clients, {arguments.seconds:g} s")
        figures["many"] = asyncio.run(phase(server, questions, arguments.clients, arguments.seconds))
        figures["speedup"] = round(figures["many"]["per_second"] / max(1e-9, figures["one"]["per_second"]), 2)
        if arguments.overload:
            crowd = 10 * arguments.capacity
            say(f"{crowd} clients, {arguments.overload:g} s")
            figures["crowd"] = asyncio.run(phase(server, questions, crowd, arguments.overload))
            time.sleep(2)
            figures["crowd"]["memory_mb"]["afterwards"] = round(server.resident_mb(), 1)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description="Load the server within its capacity, and far above it.")
    parser.add_argument("--model", help="a model's name or folder (default: the embedded one)")
    parser.add_argument(
        "--command", help="start this server instead; it prints its address like cantor serve"
    )
    parser.add_argument("--clients", type=int, default=64, help="clients at once (default 64)")
    parser.add_argument("--seconds", type=float, default=60, help="for so long (default 60)")
    parser.add_argument("--single", type=float, default=15, help="seconds of one client alone (default 15)")
    parser.add_argument("--overload", type=float, default=30, help="seconds at ten times the capacity (30)")
    parser.add_argument("--capacity", type=int, default=128, help="the server's capacity (default 128)")
    parser.add_argument("--timeout", type=float, default=10, help="the server's time limit (default 10 s)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    figures = measure(arguments)
    if arguments.json:
        print(json.dumps(figures, indent=2))
        return
    for name in ("one", "many", "crowd"):
        if name in figures:
            f = figures[name]
            print(
                f"{f['clients']:>5} clients  {f['per_second']:>8.1f} answers/s  p50 {f['p50_ms']} ms  "
                f"p95 {f['p95_ms']} ms  max {f['max_ms']} ms  errors {f['errors']}  lost {f['lost']}  "
                f"refused {f['refused']}  memory {f['memory_mb']}"
            )
    print(f"throughput of {arguments.clients} clients: {figures['speedup']} times that of one")


if __name__ == "__main__":
    main()
