"""Hostile requests: whatever comes in, the server answers in time, never with a 500, and stays well.

.venv/bin/python benchmarks/fuzz_http.py --count 10000
"""

import argparse
import json
import math
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from server_process import served

#: Longer than any limit of the server: whoever waits so long has met a hang.
HANG_S = 40.0
_RETRIES, _RETRY_S = 30, 0.5

_PIECES = [
    "<script>alert(1)</script>", "\0", "\x1b[2J", "\u202e", "שלוש 3 ארבע 4", "١٢٣", "𝟙𝟚𝟛", "½", "∞", "1e999",
    "9" * 400, "-0", "0/0", "1/0", "3,4,5", "100,200,300", "half of", "a dozen", "twice", "minus minus",
    "% % %", "$", "€5,50", "```", "{{7*7}}", "${7*7}", "'; DROP TABLE numbers; --", "../../etc/passwd",
    "\r\n\r\n", "\u2028", "😀" * 9, "How many are left?", "each", "per hour", "3.14159", "2 ** 9 ** 9",
    "10^100", "first", "the 1960s", "7:30",
]  # fmt: skip


def text(draw: random.Random) -> str:
    kind = draw.randrange(9)
    if kind == 0:
        return "".join(chr(draw.choice([draw.randrange(32), draw.randrange(0x2FF), draw.randrange(0xD7FF)]))
                       for _ in range(draw.randrange(200)))  # fmt: skip
    if kind == 1:
        return " ".join(str(draw.randrange(1000)) for _ in range(500))
    if kind == 2:
        return draw.choice(_PIECES) * draw.randrange(1, 300)
    if kind == 3:
        return draw.choice(["3 ", "a", "\u202e5 ", "<b>"]) * draw.choice([10, 1_000, 4_001, 350_000])
    if kind == 4:
        return "".join(chr(draw.randrange(0x590, 0x6FF)) for _ in range(80)) + f" {draw.randrange(99)}"
    if kind == 5:
        return ""
    return " ".join(draw.choice(_PIECES) for _ in range(draw.randrange(1, 30)))


def value(draw: random.Random, depth: int = 0) -> Any:
    kind = draw.randrange(9 if depth < 4 else 6)
    if kind == 6:
        return [value(draw, depth + 1) for _ in range(draw.randrange(4))]
    if kind >= 7:
        return {
            draw.choice(["question", "questions", "k", "text", "x"]): value(draw, depth + 1) for _ in range(2)
        }
    return [
        None,
        True,
        draw.randrange(-9, 9) * 10 ** draw.randrange(30),
        draw.random() * 1e300,
        text(draw),
        "",
    ][kind]


def body(draw: random.Random) -> tuple[str, bytes]:
    """A path and what is sent to it: right, nearly right, and wrong in every way we could think of."""
    kind = draw.randrange(13)
    question = text(draw)
    if kind < 5:
        asked: dict[str, Any] = {
            "question": question,
            "k": draw.randrange(1, 20),
            "graph": draw.random() < 0.5,
        }
        if draw.random() < 0.3:
            asked["min_confidence"] = draw.random()
        return "/solve", json.dumps(asked, ensure_ascii=draw.random() < 0.5).encode("utf-8", "replace")
    if kind == 5:
        questions = [text(draw)[:4000] for _ in range(draw.randrange(9))]
        return "/solve/batch", json.dumps({"questions": questions}).encode()
    if kind == 6:
        return "/read", json.dumps({"text": question}).encode()
    if kind == 7:
        path = draw.choice(["/solve", "/solve/batch", "/read"])
        return path, json.dumps(value(draw)).encode()
    if kind == 8:
        return "/solve", draw.randbytes(draw.choice([0, 1, 30, 3000]))
    if kind == 9:
        opening = draw.choice([b"[", b'{"question":', b'{"a":[', b'"\\ud800'])
        return "/solve", opening * draw.choice([1, 100, 20_000, 100_000])
    if kind == 10:  # what JSON does not have, or no float holds
        number = draw.choice(["NaN", "Infinity", "-Infinity", "1e999", "9" * 5_000, "-0", "1e-999"])
        where = draw.choice(["question", "k", "min_confidence", "graph", "x"])
        return "/solve", f'{{"question": "Tom had 12 apples.", "{where}": {number}}}'.encode()
    whole = json.dumps({"question": question}).encode()
    cut = draw.randrange(len(whole) + 1)
    return "/solve", whole[:cut] + draw.randbytes(draw.randrange(3)) + whole[cut + draw.randrange(3) :]


def request(draw: random.Random) -> bytes:
    """A whole request as bytes; one in eight is not even HTTP."""
    if draw.random() < 0.06:
        return draw.randbytes(draw.randrange(1, 400)) + b"\r\n\r\n"
    path, payload = body(draw)
    if draw.random() < 0.1:
        path = draw.choice(
            ["/", "/docs", "/metrics", "/static/%2e%2e/app.py", "/%00", "/solve?x=" + "y" * 999, "*"]
        )
    method = draw.choices(["POST", "GET", "PUT", "OPTIONS", "HEAD", "X" * 30], [40, 2, 1, 1, 1, 1])[0]
    kind = draw.choices(
        ["application/json", "text/plain", "application/json;charset=latin-1", "\x01"], [40, 1, 1, 1]
    )[0]
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Type: {kind}"]
    way = draw.randrange(20)
    if way == 0:
        head.append("Transfer-Encoding: chunked")
        pieces = [payload[i : i + 700] for i in range(0, min(len(payload), 70_000), 700)]
        payload = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
    elif way == 1:
        head.append(f"Content-Length: {draw.choice(['-1', 'x', '1e3', '99999999999999999999', '0'])}")
    else:
        head.append(f"Content-Length: {len(payload)}")
    if draw.random() < 0.05:
        head.append(
            draw.choice(["Expect: 100-continue", "Upgrade: websocket", "Origin: null", "X: \x00", ": x"])
        )
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + payload


def status(host: str, port: int, data: bytes) -> int:
    """The answer's status: 0 where the server closed without one. Raises TimeoutError where it hangs."""
    with socket.create_connection((host, port), timeout=HANG_S) as client:
        try:
            client.sendall(data)
            if b" HTTP/1.1\r\n" not in data:
                client.shutdown(socket.SHUT_WR)  # else it would wait, rightly, for the rest of a head
        except (BrokenPipeError, ConnectionResetError):
            pass  # refused before all was sent
        received = b""
        try:
            while piece := client.recv(1 << 16):
                received += piece
        except ConnectionResetError:
            pass
    if received.startswith(b"HTTP/1.1 100"):
        received = received.split(b"\r\n\r\n", 1)[1]
    if not received:
        return 0
    code = int(received.split(b" ", 2)[1])
    head, _, content = received.partition(b"\r\n\r\n")
    if code == 200 and b"content-type: application/json" in head.lower() and content:
        json.loads(content)  # whatever was asked, an answer is JSON
    return code


def fuzz(
    host: str,
    port: int,
    count: int,
    seed: int = 0,
    clients: int = 8,
    told: Callable[[int], object] | None = None,
    until: float = math.inf,
) -> dict[str, Any]:
    """Send `count` hostile requests; returns the statuses, how many hung or failed, and the slowest."""
    statuses: Counter[int | str] = Counter()
    bad: list[dict[str, Any]] = []
    slowest = 0.0
    lock = threading.Lock()

    def one(number: int) -> None:
        nonlocal slowest
        if time.monotonic() >= until:
            return
        data = request(random.Random(f"{seed} {number}"))
        start = time.monotonic()
        try:
            code: int | str = status(host, port, data)
            for _ in range(_RETRIES):
                if code != 503:
                    break
                time.sleep(_RETRY_S)  # a full server is right to refuse; we want to be let in
                start = time.monotonic()
                code = status(host, port, data)
        except TimeoutError:
            code = "hang"
        except (OSError, ValueError) as error:
            code = f"broken: {type(error).__name__}"
        with lock:
            slowest = max(slowest, time.monotonic() - start)
            statuses[code] += 1
            if isinstance(code, str) or (code >= 500 and code not in (503, 504)):
                bad.append({"number": number, "outcome": code, "request": repr(data[:300])})
            if told and sum(statuses.values()) % 500 == 0:
                told(sum(statuses.values()))

    with ThreadPoolExecutor(clients) as pool:
        for _ in pool.map(one, range(count)):
            pass
    return {
        "requests": sum(statuses.values()),
        "statuses": {str(key): statuses[key] for key in sorted(statuses, key=str)},
        "failures": len(bad),
        "timed_out": statuses[504],
        "first_failures": bad[:5],
        "slowest_s": round(slowest, 3),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz the server over HTTP.")
    parser.add_argument("--count", type=int, default=10_000, help="requests (default 10,000)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--clients", type=int, default=8, help="at once (default 8)")
    parser.add_argument("--model", help="a model's name or folder (default: the embedded one)")
    parser.add_argument(
        "--command", help="start this server instead; it prints its address like cantor serve"
    )
    arguments = parser.parse_args()
    with served(arguments.model, command=arguments.command) as server:
        memory = [round(server.resident_mb(), 1)]

        def told(done: int) -> None:
            memory.append(round(server.resident_mb(), 1))
            print(f"{done:,} of {arguments.count:,}, {memory[-1]} MB", file=sys.stderr, flush=True)

        figures = fuzz(
            server.host,
            server.port,
            arguments.count,
            arguments.seed,
            arguments.clients,
            told,
        )
        health = status(
            server.host, server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        figures |= {"alive": health == 200, "memory_mb": memory}
    print(json.dumps(figures, indent=2))
    if figures["failures"] or not figures["alive"]:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
