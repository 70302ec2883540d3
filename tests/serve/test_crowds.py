"""Many clients, slow clients, clients that leave, more clients than there is room for, and the end."""

import json
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.serve import Limits
from cantor.serve.batching import _batch_of_oldest
from helpers.fake_solver import FakeSolver, Gate
from helpers.running_server import BAKER, Answer, Running, read_all, serving


def request(question: str, path: str = "/solve") -> bytes:
    body = json.dumps({"question": question, "graph": False}).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body


def eventually(true: Any, patience: float = 15.0) -> None:
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline, "never came true"
        time.sleep(0.01)


def ask(server: Running, question: str) -> Answer:
    return server.post("/solve", {"question": question, "graph": False})


def test_everyone_gets_their_own_answer() -> None:
    solver = FakeSolver(delay=0.02)
    questions = [f"Ida has {i} pens and buys {i * i} more. How many is that?" for i in range(2, 98)]
    patient = Limits(timeout_s=120.0, receive_s=120.0)
    with serving(solver, patient) as server, ThreadPoolExecutor(24) as clients:
        answers = list(clients.map(lambda question: ask(server, question), questions))
    assert {one.status for one in answers} == {200}, [one.json for one in answers if one.status != 200]
    assert [one.json["answer"] for one in answers] == [i + i * i for i in range(2, 98)]
    assert sorted(solver.questions) == sorted(questions)  # each once
    assert max(solver.batches) > 4, "requests were not gathered"
    assert max(solver.batches) <= Limits().max_batch


def test_one_client_alone_does_not_wait() -> None:
    """A batch waits only for requests that are under way, so that one client never pays for others."""
    with serving(FakeSolver(), Limits(max_wait_s=30.0)) as server:
        start = time.monotonic()
        assert ask(server, BAKER).status == 200
        assert time.monotonic() - start < 25


def test_options_are_not_mixed() -> None:
    solver = Gate()
    with serving(solver) as server, ThreadPoolExecutor(8) as clients:
        first = clients.submit(ask, server, BAKER)
        solver.entered.wait(10)
        bodies = [{"question": BAKER, "k": k, "graph": bool(k % 2)} for k in (1, 2, 3, 1, 2, 3)]
        others = [clients.submit(server.post, "/solve", body) for body in bodies]
        eventually(lambda: server.app.batcher.waiting == 6)
        solver.opened.set()
        assert first.result().json["answer"] == 39
        for body, other in zip(bodies, others, strict=True):
            assert len(other.result().json["alternatives"]) == body["k"] - 1
            assert ("graph" in other.result().json) == body["graph"]
    assert solver.batches == [1, 2, 2, 2]


def test_questions_of_like_length_are_solved_together() -> None:
    """Padding costs time. Those that have waited longest still come first."""
    solver = Gate()
    with serving(solver, Limits(max_batch=4)) as server, ThreadPoolExecutor(20) as clients:
        first = clients.submit(ask, server, "1 and 2")
        solver.entered.wait(10)
        lengths = [60, 10, 50, 20, 40, 30, 15, 55, 25]
        others = []
        for length in lengths:
            others.append(clients.submit(ask, server, "3 and 4".ljust(length, "!")))
            eventually(lambda: server.app.batcher.waiting == len(others))
        solver.opened.set()
        assert all(one.result().status == 200 for one in [first, *others])
    assert solver.batches == [1, 3, 3, 3]
    assert [len(question) for question in solver.questions[1:]] == [50, 55, 60, 10, 15, 20, 25, 30, 40]


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40), st.integers(1, 9))
def test_batch_of_the_oldest(lengths: list[int], size: int) -> None:
    batch = _batch_of_oldest(dict(enumerate(lengths)), size)
    assert 0 in batch
    assert len(set(batch)) == len(batch)
    assert len(lengths) // -(-len(lengths) // size) <= len(batch) <= size
    inside = [lengths[i] for i in batch]
    others = [length for i, length in enumerate(lengths) if i not in batch]
    assert not any(min(inside) < other < max(inside) for other in others)


def test_workers_solve_at_the_same_time() -> None:
    solver = Gate()
    limits = Limits(max_batch=1, workers=3)
    with serving(solver, limits) as server, ThreadPoolExecutor(8) as clients:
        asked = [clients.submit(ask, server, f"{i} and 2 more is how many?") for i in range(8)]
        eventually(lambda: server.app.batcher.waiting == 5)  # three are being solved, at once
        solver.opened.set()
        assert [one.result().json["answer"] for one in asked] == [i + 2 for i in range(8)]
    assert sorted(solver.batches) == [1] * 8


def test_one_stuck_worker_shows() -> None:
    """Though another one answers."""

    class Stuck(Gate):
        def solve(self, text: list[str], /, *, k: int = 5, min_confidence: float | None = None) -> list[Any]:
            if "hard" in text[0]:
                return super().solve(text, k=k, min_confidence=min_confidence)
            return FakeSolver.solve(self, text, k=k, min_confidence=min_confidence)

    solver = Stuck()
    with serving(solver, Limits(workers=2, timeout_s=2.0)) as server, ThreadPoolExecutor(1) as clients:
        hard = clients.submit(ask, server, "2 hard nuts and 3 more, how many is that?")
        assert solver.entered.wait(10)
        assert ask(server, "2 soft nuts and 3 more, how many is that?").json["answer"] == 5
        assert hard.result().status == 504
        eventually(lambda: server.get("/healthz").status == 503)
        solver.opened.set()
        eventually(lambda: server.get("/healthz").status == 200)


def test_a_full_server_says_when_to_come_back() -> None:
    solver = Gate()
    with serving(solver, Limits(capacity=4, max_questions=4, max_batch=2)) as server:
        with ThreadPoolExecutor(8) as clients:
            accepted = [clients.submit(ask, server, BAKER) for _ in range(4)]
            eventually(lambda: server.app.batcher.taken == 4)
            refused = ask(server, BAKER)
            assert (refused.status, refused.code) == (503, "overloaded")
            assert int(refused.headers["retry-after"]) >= 1
            assert server.post("/solve/batch", {"questions": [BAKER]}).status == 503
            assert server.get("/healthz").json["waiting"] == 4  # watching goes on
            assert server.post("/read", {"text": "3"}).status == 200
            solver.opened.set()
            assert [one.result().json["answer"] for one in accepted] == [39] * 4
        assert ask(server, BAKER).status == 200
        assert server.metric("cantor_taken") == 0


def test_a_full_server_refuses_before_it_reads() -> None:
    """A body is not even waited for: the answer comes after the head."""
    solver = Gate()
    with serving(solver, Limits(capacity=1, max_questions=1)) as server, ThreadPoolExecutor(1) as clients:
        accepted = clients.submit(ask, server, BAKER)
        solver.entered.wait(10)
        head = b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        with server.connect() as client:
            client.sendall(head + b"Content-Length: 900000\r\n\r\n")
            assert b" 503 " in client.recv(65536).split(b"\r\n")[0]
        solver.opened.set()
        assert accepted.result().status == 200


def test_a_batch_that_does_not_fit_leaves_no_trace() -> None:
    solver = Gate()
    limits = Limits(capacity=4, max_questions=4)
    with serving(solver, limits) as server, ThreadPoolExecutor(2) as clients:
        accepted = [clients.submit(ask, server, BAKER) for _ in range(2)]
        eventually(lambda: server.app.batcher.taken == 2)
        refused = server.post("/solve/batch", {"questions": [BAKER] * 3})
        assert refused.status == 503
        assert "retry-after" in refused.headers
        eventually(lambda: server.app.batcher.taken == 2)
        solver.opened.set()
        assert all(one.result().status == 200 for one in accepted)
    assert len(solver.questions) == 2


def test_bodies_are_bounded_together() -> None:
    """However many clients send large bodies at once, what they hold is bounded."""
    limits = Limits(max_body=100_000, max_bodies=250_000, receive_s=30)
    head = b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with serving(FakeSolver(), limits) as server:
        clients = [server.connect() for _ in range(3)]
        for client in clients[:2]:
            client.sendall(head + b"Content-Length: 100000\r\n\r\n")
        eventually(lambda: server.app.bodies == 200_000)
        clients[2].sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        assert b" 503 " in clients[2].recv(65536).split(b"\r\n")[0]
        for client in clients:
            client.close()
        eventually(lambda: server.app.bodies == 0)
        assert ask(server, BAKER).status == 200


def test_time_is_limited() -> None:
    solver = Gate()
    with serving(solver, Limits(timeout_s=2.0)) as server:
        late = ask(server, BAKER)
        assert (late.status, late.code) == (504, "timeout")
        eventually(lambda: server.get("/healthz").status == 503)  # one batch has taken too long
        assert server.get("/healthz").json["status"] == "stuck"
        solver.opened.set()
        eventually(lambda: server.get("/healthz").status == 200)
        assert ask(server, BAKER).json["answer"] == 39


def test_what_waits_too_long_is_not_solved() -> None:
    solver = Gate()
    with serving(solver, Limits(timeout_s=2.0)) as server, ThreadPoolExecutor(4) as clients:
        first = clients.submit(ask, server, "1 and 2")
        solver.entered.wait(10)
        others = [clients.submit(ask, server, f"{i} and 2") for i in range(3, 6)]
        assert {one.result().status for one in [first, *others]} == {504}
        solver.opened.set()
        assert ask(server, BAKER).status == 200
    assert solver.questions == ["1 and 2", BAKER]


def test_a_client_that_leaves_costs_nothing_more() -> None:
    solver = Gate()
    with serving(solver) as server, ThreadPoolExecutor(1) as clients:
        first = clients.submit(ask, server, "1 and 2")
        solver.entered.wait(10)
        leaving = [server.connect() for _ in range(20)]
        for client in leaving:
            client.sendall(request("3 and 4"))
        eventually(lambda: server.app.batcher.waiting == 20)
        for client in leaving:
            client.close()
        eventually(lambda: server.app.batcher.waiting == 0)
        eventually(lambda: server.app.batcher.taken == 1)
        assert server.metric("cantor_abandoned_total") == 20
        solver.opened.set()
        assert first.result().status == 200
    assert solver.questions == ["1 and 2"]


def test_a_client_that_leaves_in_the_middle_of_its_body() -> None:
    with serving(FakeSolver()) as server:
        with server.connect() as client:
            client.sendall(request(BAKER)[:-10])
            eventually(lambda: server.app.batcher.taken == 1)
        eventually(lambda: server.app.batcher.taken == 0)
        assert server.app.batcher.arriving == 0


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", b""),
        (b"POST /solve HTTP/1.1\r\nHost: loc", b"408"),
        (request(BAKER)[:-10], b"408"),
        (b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
         b"Transfer-Encoding: chunked\r\n\r\n5\r\n[", b"408"),
    ],
    ids=["silent", "half a head", "half a body", "half a chunk"],
)  # fmt: skip
def test_slow_clients_are_let_go(sent: bytes, status: bytes) -> None:
    with serving(FakeSolver(), Limits(receive_s=0.4)) as server, server.connect() as client:
        start = time.monotonic()
        client.sendall(sent)
        answer = read_all(client)
        assert time.monotonic() - start < 10
        assert status in answer.split(b"\r\n")[0]
        eventually(lambda: not server.server.server_state.connections)


def drip(client: socket.socket, data: bytes) -> None:
    for byte in data:
        client.sendall(bytes([byte]))
        time.sleep(0.05)


def test_dripping_does_not_help() -> None:
    """One byte now and then keeps no connection alive."""
    with serving(FakeSolver(), Limits(receive_s=0.5)) as server, server.connect() as client:
        head = b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 1000
        with pytest.raises(OSError):  # noqa: PT011  # whichever way the connection ends
            drip(client, head)
        eventually(lambda: not server.server.server_state.connections)


def test_a_client_that_does_not_read_is_cut_off() -> None:
    """Nor does it keep its place in the queue for ever."""
    limits = Limits(receive_s=0.5, max_questions=64, capacity=64)
    body = json.dumps({"questions": [BAKER] * 64, "graph": True}).encode()
    head = b"POST /solve/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with serving(FakeSolver(), limits) as server:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        # many answers: one alone fits into the buffers of the system
        client.sendall((head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)) * 20)
        eventually(lambda: not server.server.server_state.connections, patience=30)
        eventually(lambda: server.app.batcher.taken == 0)
        client.close()
        eventually(lambda: ask(server, BAKER).status == 200)


def test_too_many_connections() -> None:
    with serving(FakeSolver(), Limits(max_connections=3)) as server:
        idle = [server.connect() for _ in range(3)]
        eventually(lambda: len(server.server.server_state.connections) == 3)
        refused = server.raw(request(BAKER))
        assert b" 503 " in refused.split(b"\r\n")[0]
        assert b"retry-after" in refused
        for client in idle:
            client.close()
        eventually(lambda: not server.server.server_state.connections)
        assert ask(server, BAKER).status == 200


def refuses(server: Running) -> bool:
    """Whether nobody new comes in."""
    try:
        server.connect(timeout=2).close()
    except OSError:
        return True
    return False


def test_the_end_answers_what_was_accepted() -> None:
    solver = Gate()
    with serving(solver) as server, ThreadPoolExecutor(24) as clients:
        accepted = [clients.submit(ask, server, BAKER) for _ in range(20)]
        eventually(lambda: server.app.batcher.taken == 20)
        server.server.should_exit = True
        eventually(lambda: refuses(server))
        solver.opened.set()
        assert [one.result().json["answer"] for one in accepted] == [39] * 20


def test_a_question_that_fails_does_not_end_the_thread() -> None:
    with serving(FakeSolver()) as server:
        for _ in range(3):
            assert ask(server, "explode 3").status == 500
        assert ask(server, BAKER).status == 200
        assert server.metric("cantor_solver_failures_total") == 3


def test_importing_the_server_needs_no_torch() -> None:
    code = "import sys, cantor.serve; print([m for m in ('torch', 'transformers') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
