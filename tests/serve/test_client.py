"""`cantor.client` against a real server: typed answers, refusals, patience, and nobody there."""

import asyncio
import inspect
import json
import threading
from fractions import Fraction
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from cantor.client import AsyncClient, Client, ClientError
from cantor.errors import CantorError
from helpers.running_server import BAKER, Running


def test_an_answer(server: Running) -> None:
    found = Client(server.url + "/").solve(BAKER, k=3)
    assert (found.answer, found.exact, found.display) == (39, Fraction(39), "39 rolls")
    assert found.steps[-1].value == "39"
    assert len(found.alternatives) == 2
    assert found.confidence == pytest.approx(0.8)
    assert (found.error, found.answers, found.label) == (None, (), None)
    assert "graph" not in found.raw
    assert Client(server.url).solve(BAKER, graph=True).raw["graph"]["vertices"]


def test_no_answer_is_no_exception(server: Running) -> None:
    client = Client(server.url)
    found = client.solve("How many?")
    assert (found.answer, found.exact) == (None, None)
    assert found.error.code == "no_numbers"
    assert client.solve(BAKER, min_confidence=0.9).error.code == "low_confidence"


def test_many(server: Running) -> None:
    questions = [f"Ida has {i} pens and buys 1 more. How many is that?" for i in range(1, 151)]
    found = Client(server.url).solve_many(questions)
    assert [one.answer for one in found] == list(range(2, 152))
    assert Client(server.url).solve_many([]) == []


def test_reading_and_health(server: Running) -> None:
    client = Client(server.url)
    (number,) = client.read("two and a half eggs")
    assert (number.text, number.value, number.span) == ("two and a half", Fraction(5, 2), (0, 14))
    assert client.healthy()


def test_refusals(server: Running) -> None:
    client = Client(server.url)
    with pytest.raises(ClientError, match="k: ") as refused:
        client.solve(BAKER, k=999)
    assert (refused.value.code, refused.value.status) == ("invalid_request", 422)
    with pytest.raises(ClientError) as lost:
        Client(server.url + "/nowhere").solve(BAKER)
    assert lost.value.code == "not_found"


def test_nobody_there() -> None:
    client = Client("http://127.0.0.1:9")
    assert not client.healthy()
    with pytest.raises(ClientError, match="does not answer") as error:
        client.solve(BAKER)
    assert error.value.code == "offline"
    with pytest.raises(CantorError, match="write http://HOST:PORT"):
        Client("127.0.0.1:8000")


def test_several_questions() -> None:
    from cantor.client import _answer
    from cantor.serve.examples import EXAMPLES

    raw = EXAMPLES["/solve"][1] | {
        "answers": [EXAMPLES["/solve"][1] | {"question": "How many?", "label": "a"}]
    }
    (one,) = _answer(raw).answers
    assert (one.label, one.question, one.answer) == ("a", "How many?", 39)


@pytest.fixture
def busy() -> Any:
    """A server that is at its capacity twice, and then no cantor server at all."""
    answers = [503, 503, 200]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            status = answers.pop(0)
            error = {"error": {"code": "overloaded", "message": "Later."}}
            content = json.dumps(error).encode() if status == 503 else b"<html>"
            self.send_response(status)
            self.send_header("retry-after", "0")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    stub = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=stub.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{stub.server_port}", answers
    stub.shutdown()
    thread.join()
    stub.server_close()


def test_patience(busy: Any) -> None:
    url, answers = busy
    with pytest.raises(ClientError) as refused:
        Client(url, patience=-1).solve(BAKER)
    assert (refused.value.code, refused.value.retry_after, answers) == ("overloaded", 0, [503, 200])
    with pytest.raises(ClientError, match="no cantor server"):
        Client(url).solve(BAKER)
    assert answers == []


def test_awaited(server: Running) -> None:
    async def ask() -> list[Any]:
        client = AsyncClient(server.url)
        several = asyncio.gather(
            client.solve(BAKER), client.solve_many([BAKER]), client.read("3"), client.healthy()
        )
        return list(await several)

    one, (other,), (number,), healthy = asyncio.run(ask())
    assert (one.answer, other.answer, number.value, healthy) == (39, 39, 3, True)


def test_both_clients_offer_the_same() -> None:
    for name in ("solve", "solve_many", "read", "healthy"):
        assert inspect.signature(getattr(Client, name)) == inspect.signature(getattr(AsyncClient, name))
