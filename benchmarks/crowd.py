"""Ten times the capacity, slow clients, clients that vanish, idle connections; one part of hardening.py."""

import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from urllib.parse import urlsplit

from cantor.data.synthetic import write
from cantor.serve.limits import Limits
from hardening import Finding
from load import Question, phase
from server_process import Served, served

CAPACITY, TIMEOUT = 64, 10.0
#: A request's head must be in by then (`Limits.receive_s`).
RECEIVE_S = Limits().receive_s
#: Beyond its own limit: the client's, the system's and a busy machine's share of the time.
_SLACK_S = 5.0


def crowd(server: Served, questions: list[Question], seconds: float) -> list[Finding]:
    """Ten clients for each place; then the memory, which must not have grown while they went on asking."""
    found = asyncio.run(phase(server, questions, 10 * CAPACITY, seconds))
    bad = found["errors"] - found["timed_out"] + found["lost"] + found["mixed_up"]
    late = int(found["max_ms"] / 1000 > TIMEOUT + _SLACK_S)
    memory = found["memory_mb"]
    grown = memory["last_third"] > 1.25 * memory["first_third"] + 20
    slowest = f"{found['timed_out']} out of time, slowest {found['max_ms'] / 1000:.1f} s"
    seen = f"{found['answered']:,} answered, {found['refused']:,} refused, {slowest}"
    return [
        Finding(f"requests of {10 * CAPACITY} clients, capacity {CAPACITY}", found["sent"], bad + late,
                f"200 within {TIMEOUT:g} s, or 503", seen, str(found) if bad + late else ""),
        Finding("memory under that load", 1, int(grown), "flat",
                f"{memory['first_third']} MB, then {memory['last_third']} MB"),
    ]  # fmt: skip


def refusals(server: Served, question: Question, count: int = 300) -> Finding:
    """All at once: whoever is refused is told when to come again."""
    statuses: Counter[str] = Counter()
    lock = threading.Lock()

    def one() -> None:
        try:
            with socket.create_connection((server.host, server.port), timeout=60) as client:
                client.sendall(question.request)
                head = client.recv(1 << 16).lower()
            code = head.split(b" ", 2)[1].decode()
            if code in ("429", "503") and b"retry-after:" not in head:
                code = "refused without Retry-After"
        except (OSError, IndexError) as error:
            code = type(error).__name__
        with lock:
            statuses[code] += 1

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    failed = sum(n for code, n in statuses.items() if code not in ("200", "429", "503", "504"))
    return Finding("requests at the same moment", count, failed, "200, or 429/503 with Retry-After",
                   ", ".join(f"{code}: {n}" for code, n in sorted(statuses.items())))  # fmt: skip


def answered(server: Served, question: Question, seconds: float = 2 * TIMEOUT) -> float:
    """Seconds to an answer; -1 where none came. A full server may say 503, or drop us: it is asked again."""
    start = time.monotonic()
    while time.monotonic() - start < seconds:
        said = b""
        with suppress(ConnectionError), socket.create_connection((server.host, server.port), 30) as client:
            client.sendall(question.request)
            said = client.recv(1 << 16)
        if said and not said.startswith(b"HTTP/1.1 503"):
            return time.monotonic() - start if said.startswith(b"HTTP/1.1 200") else -1
        time.sleep(0.2)
    return -1


def nuisances(server: Served, question: Question, seconds: float, idle: int) -> list[Finding]:
    """While slow, vanishing and idle clients are there, an honest one is answered. Afterwards too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if soft < idle + 500 else soft, hard))
    return [
        *slow_clients(server, question, seconds),
        vanishing(server, question, max(100, idle // 10)),
        *idle_clients(server, question, idle),
    ]


def slow_clients(server: Served, question: Question, seconds: float, count: int = 30) -> list[Finding]:
    """A byte a second each, for longer than a head may take: all are ended."""
    slow = [socket.create_connection((server.host, server.port), timeout=30) for _ in range(count)]
    for client in slow:
        client.sendall(b"POST /solve HTTP/1.1\r\n")
    worst, failed, asked, start = 0.0, 0, 0, time.monotonic()
    while time.monotonic() - start < seconds:
        for client in slow:
            with suppress(OSError):  # ended by the server, rightly
                client.send(b"X")
        spent, asked = answered(server, question), asked + 1
        failed, worst = failed + (spent < 0), max(worst, spent)
        time.sleep(max(0.0, 1 - max(0.0, spent)))
    found = [
        Finding(f"honest requests beside {count} slow clients", asked, failed, "answered", f"{worst:.1f} s")
    ]
    if seconds > 2 * RECEIVE_S:
        left = sum(not _ended(client) for client in slow)
        found.append(
            Finding(
                "slow clients, a byte a second",
                count,
                left,
                f"ended after {RECEIVE_S:g} s or a little",
                f"{left} left",
            )
        )
    for client in slow:
        client.close()
    return found


def _ended(client: socket.socket) -> bool:
    """Whether the server has closed it, perhaps after an answer."""
    client.settimeout(RECEIVE_S)
    try:
        while client.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def vanishing(server: Served, question: Question, count: int) -> Finding:
    """Half of them in the middle of a request, half before the answer."""
    for i in range(count):
        with suppress(OSError), socket.create_connection((server.host, server.port), timeout=30) as gone:
            gone.sendall(question.request[: len(question.request) // 2 if i % 2 else None])
    spent = answered(server, question)
    return Finding(
        "clients that vanish", count, int(spent < 0), "then an honest one is answered", f"{spent:.1f} s"
    )


def idle_clients(server: Served, question: Question, count: int) -> list[Finding]:
    """All that the server lets in stay; an honest client is let in once it has ended the silent ones."""
    before = server.resident_mb()
    opened: list[socket.socket] = []
    for _ in range(count):
        try:
            opened.append(socket.create_connection((server.host, server.port), timeout=30))
        except OSError:
            break  # refused by the system: as good as by the server
    held = server.resident_mb()
    beside = answered(server, question, 3 * RECEIVE_S)
    for client in opened:
        client.close()
    time.sleep(1)
    after = max(answered(server, question) for _ in range(3))
    grown = held - before
    wrong = int(after < 0 or grown > 300 or not server.alive())
    return [
        Finding("idle connections", len(opened), wrong, "answered afterwards; 300 MB more",
                f"{after:.1f} s, {grown:.0f} MB more"),
        Finding("honest request while they are there, sent again after 503", 1, int(beside < 0),
                f"answered within {3 * RECEIVE_S:g} s", f"{beside:.1f} s"),
    ]  # fmt: skip


def graceful(model: str, question: Question, count: int = 20) -> Finding:
    """Asked, then told to end: what was accepted is answered."""
    program = [sys.executable, "-m", "cantor", "serve", "--port", "0", "--json", "--model", model]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = urlsplit(json.loads(process.stdout.readline())["url"])
        clients = [
            socket.create_connection((address.hostname, address.port), timeout=60) for _ in range(count)
        ]
        for client in clients:
            client.sendall(question.request)
        time.sleep(1.0)  # all are accepted, or answered
        os.kill(process.pid, signal.SIGTERM)
        failed = 0
        for client in clients:
            try:
                failed += not client.recv(1 << 16).startswith((b"HTTP/1.1 200", b"HTTP/1.1 503"))
            except OSError:
                failed += 1
            client.close()
        code = process.wait(timeout=60)
    return Finding(
        "requests when the server is told to end",
        count,
        failed + (code != 0),
        "all answered",
        f"exit code {code}",
    )


def run(model: str, seconds: float, idle: int) -> list[Finding]:
    questions = [Question.of(problem.question) for problem in write(50, seed=1)]
    options = ["--capacity", str(CAPACITY), "--timeout", str(TIMEOUT)]
    with served(model, options) as server:
        asyncio.run(phase(server, questions, 2, 1.0))  # nobody pays for what is set up on first use
        found = crowd(server, questions, seconds)
        found += [refusals(server, questions[0]), *nuisances(server, questions[0], min(seconds, 30), idle)]
    return [*found, graceful(model, questions[0])]
