"""The API over real sockets: answers, wrong requests, hostile input, headers."""

import json
import logging
import re
from typing import Any

import pytest

from cantor.equation.render import display
from cantor.errors import CantorError
from cantor.problem import Problem
from cantor.serve import Limits
from cantor.serve.headers import Hosts
from cantor.serve.pages import load_pages
from helpers.fake_solver import FakeSolver, solved
from helpers.running_server import BAKER, Running, serving

KEYS = set(
    "answer answer_exact display unit choice equation steps numbers confidence alternatives abstained error "
    "warnings model answers".split()
)


# Answers


def test_solve(server: Running) -> None:
    answer = server.post("/solve", {"question": BAKER})
    assert answer.status == 200
    assert answer.json == solved(BAKER)
    assert answer.json["answer"] == 39
    assert set(answer.json) == KEYS | {"graph"}
    assert set(server.post("/solve", {"question": BAKER, "graph": False}).json) == KEYS


def test_options_reach_the_solver(server: Running) -> None:
    assert len(server.post("/solve", {"question": BAKER, "k": 3}).json["alternatives"]) == 2
    assert server.post("/solve", {"question": BAKER, "k": 1}).json["alternatives"] == []
    assert server.post("/solve", {"question": BAKER, "min_confidence": 0.9}).json["abstained"]
    assert not server.post("/solve", {"question": BAKER, "min_confidence": None}).json["abstained"]


def test_a_batch_keeps_its_order(server: Running) -> None:
    questions = [f"Ida has {i} pens and buys {i + 1} more. How many is that?" for i in range(1, 40)]
    found = server.post("/solve/batch", {"questions": questions}).json["solutions"]
    assert [one["answer"] for one in found] == [2 * i + 1 for i in range(1, 40)]
    assert all(set(one) == KEYS for one in found)
    assert "graph" in server.post("/solve/batch", {"questions": [BAKER], "graph": True}).json["solutions"][0]


def test_reading(server: Running) -> None:
    text = "Zoë 😀 paid $3.50 for 2 1/2 dozen eggs and a third of a pie."
    answer = server.post("/read", {"text": text})
    assert [(n["text"], n["value"], n["kind"]) for n in answer.json["numbers"]] == [
        (n.text, display(n.value), n.kind.value) for n in Problem.from_text(text).numbers
    ]
    assert [text[slice(*n["span"])] for n in answer.json["numbers"]] == ["3.50", "2 1/2 dozen", "a third"]
    assert server.post("/read", {"text": ""}).json == {"numbers": []}
    assert server.post("/read", {"text": "9" * 3900 + " million and 1e99"}).status == 200


def test_health_and_metrics(server: Running) -> None:
    assert server.get("/healthz").json == {"status": "ok", "waiting": 0, "capacity": 128}
    before = server.metric("cantor_questions_total")
    server.post("/solve/batch", {"questions": [BAKER] * 3})
    assert server.metric("cantor_questions_total") == before + 3
    assert server.metric("process_resident_memory_bytes") > 1e6
    text = server.get("/metrics").body.decode()
    names = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, value = line.rsplit(" ", 1)
            stem = name.split("{")[0]
            assert {stem, *(stem.removesuffix(end) for end in ("_bucket", "_sum", "_count"))} & names
            assert float(value) >= 0


def test_one_bad_question_does_not_spoil_its_batch(server: Running) -> None:
    found = server.post("/solve/batch", {"questions": [BAKER, "explode 3 times", BAKER]}).json["solutions"]
    assert [one["answer"] for one in found] == [39, None, 39]
    assert found[1]["error"]["code"] == "internal"
    assert set(found[1]) == KEYS


def test_a_failing_solver_leaks_nothing(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        answer = server.post("/solve", {"question": "explode 3 Rumpelstiltskin"})
    assert (answer.status, answer.code) == (500, "internal")
    assert b"Rumpel" not in answer.body
    assert "Rumpel" not in caplog.text
    assert "ValueError at" in caplog.text


def test_nothing_of_a_request_is_logged(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        server.post("/solve", {"question": "Rumpelstiltskin has 3 coins and 4 more."})
        server.get("/Rumpelstiltskin?Rumpelstiltskin")
        server.post("/solve", {"Rumpelstiltskin": 1})
    assert "Rumpel" not in caplog.text


# Wrong requests


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/solve", {}),
        ("/solve", {"question": None}),
        ("/solve", {"question": 12}),
        ("/solve", {"question": ["a"]}),
        ("/solve", {"question": BAKER, "k": 0}),
        ("/solve", {"question": BAKER, "k": 21}),
        ("/solve", {"question": BAKER, "k": 2.5}),
        ("/solve", {"question": BAKER, "k": "2"}),
        ("/solve", {"question": BAKER, "k": True}),
        ("/solve", {"question": BAKER, "k": 10**30}),
        ("/solve", {"question": BAKER, "min_confidence": 1.5}),
        ("/solve", {"question": BAKER, "min_confidence": "0.5"}),
        ("/solve", {"question": BAKER, "graph": 1}),
        ("/solve", {"question": BAKER, "unknown": 1}),
        ("/solve", {"question": "3 " * 2001}),
        ("/solve", [BAKER]),
        ("/solve", BAKER),
        ("/solve", None),
        ("/solve/batch", {"questions": []}),
        ("/solve/batch", {"questions": BAKER}),
        ("/solve/batch", {"questions": [BAKER, 3]}),
        ("/solve/batch", {"questions": [BAKER] * 65}),
        ("/read", {"text": 5}),
        ("/read", {"text": "x" * 4001}),
    ],
)
def test_wrong_bodies(server: Running, path: str, body: Any) -> None:
    answer = server.post(path, json.dumps(body).encode())
    assert (answer.status, answer.code) == (422, "invalid_request")
    assert "input" not in answer.json


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"question": "\\ud800 3"}',
        b'{"question": "\xed\xa0\x80"}',
        b'{"question": 1e999}',
        b'{"question": NaN}',
        b'{"question": "3", "min_confidence": NaN}',
        b'{"question": "3", "k": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"question":' * 50_000,
        b'{"question": "3" ' + b" " * 1000,
        b"\0" * 1000,
    ],
)
def test_bodies_that_are_not_json(server: Running, body: bytes) -> None:
    answer = server.post("/solve", body)
    assert (answer.status, answer.code) == (422, "invalid_request")


def test_characters_survive(server: Running) -> None:
    """Whatever a question holds, the answer is JSON and its places are right."""
    for strange in ("\0", "\x1b[31m", "‮123‬", "𝟙𝟚", "</script><script>alert(1)</script>", "\u2028", "é" * 500):
        text = f"{strange} 12 and 30"
        answer = server.post("/solve", {"question": text})
        assert answer.status == 200
        for number in answer.json["numbers"]:
            assert text[slice(*number["span"])] == number["text"]


def test_sizes_and_types(server: Running) -> None:
    large = b'{"question": "' + b"3 " * (1 << 20) + b'"}'
    assert server.post("/solve", large).code == "too_large"
    assert server.post("/solve", large).status == 413
    chunked = b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    chunked += b"Transfer-Encoding: chunked\r\n\r\n" + (b"10000\r\n" + b"3" * 0x10000 + b"\r\n") * 17
    assert b" 413 " in server.raw(chunked, quiet=1).split(b"\r\n")[0]
    assert server.post("/solve", {"question": BAKER}, {"content-type": "text/plain"}).status == 415
    assert server.post("/solve", {"question": BAKER}, {"content-type": "application/json; x=y"}).status == 200
    assert server.get("/solve").status == 405
    assert server.get("/solve").json["error"]["message"].startswith("This address takes POST;")
    assert server.get("/nothing").code == "not_found"
    assert server.ask("DELETE", "/solve").code == "wrong_method"
    assert server.ask("POST", "/solve").status == 422
    announced = b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    announced += b"Content-Length: 999999999999\r\n\r\n"
    assert b" 413 " in server.raw(announced, quiet=1).split(b"\r\n")[0]  # before a byte of it has come


def test_static_files_are_a_closed_list(server: Running) -> None:
    assert server.get("/static/page.js").headers["content-type"].startswith("text/javascript")
    for path in (
        "/static/",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/app.py",
    ):
        assert server.get(path).status == 404
    etag = server.get("/").headers["etag"]
    again = server.get("/", {"if-none-match": etag})
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    "data",
    [
        b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",  # no Host
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\0" * 300,  # someone speaks TLS
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 1_000_000 + b"\r\n\r\n",
        b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
)
def test_bytes_that_are_not_http(server: Running, data: bytes) -> None:
    answer = server.raw(data, patience=3, quiet=3)
    assert answer == b"" or b" 4" in answer.split(b"\r\n")[0]
    if answer:
        assert b"content-security-policy" in answer
    assert server.get("/healthz").status == 200


def test_upgrades_and_pipelines(server: Running) -> None:
    upgrade = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    upgrade += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n\r\n"
    assert b" 101 " not in server.raw(upgrade, quiet=0.1).split(b"\r\n")[0]
    body = json.dumps({"question": BAKER, "graph": False}).encode()
    one = b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    one += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    last = one.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
    assert server.raw(one * 4 + last).count(b'"answer":39') == 5
    continued = one.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n", 1)
    assert server.raw(continued, quiet=0.1).startswith(b"HTTP/1.1 100")


# Headers


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/static/page.css", "/healthz", "/nothing"])
def test_security_headers(server: Running, path: str) -> None:
    headers = server.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert "camera=()" in headers["permissions-policy"]
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers
    assert "server" not in headers


def test_errors_have_security_headers_too(server: Running) -> None:
    for answer in (server.post("/solve", b"{"), server.post("/solve", {"question": "explode 3"})):
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_only_our_own_files_are_named_in_the_pages(server: Running) -> None:
    for path in ("/", "/docs"):
        text = server.get(path).body.decode()
        assert "http://" not in text
        assert "https://" not in text
        assert " style=" not in text
        assert "<style" not in text
        assert " on" + "click" not in text


def test_hosts() -> None:
    def allowed(host: str | None, hosts: Hosts) -> bool:
        return hosts.allow([] if host is None else [(b"host", host.encode())])

    here = Hosts("127.0.0.1")
    for name in ("localhost", "LOCALHOST:8000", "127.0.0.1:9", "[::1]:80", "10.0.0.7", "localhost."):
        assert allowed(name, here), name
    for name in (
        "evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost:80:80",
        "",
        None,
    ):
        assert not allowed(name, here), name
    assert allowed("math.example:443", Hosts("127.0.0.1", ["Math.Example"]))
    assert allowed("anything.example", Hosts("0.0.0.0"))
    assert not allowed("anything.example", Hosts("0.0.0.0", ["math.example"]))
    assert not here.allow([(b"host", b"localhost"), (b"host", b"localhost")])


def test_rebinding_is_refused(server: Running) -> None:
    answer = server.get("/", {"host": "evil.example"})
    assert (answer.status, answer.code) == (421, "unknown_host")
    assert server.post("/solve", {"question": BAKER}, {"host": "evil.example:80"}).status == 421


def test_other_origins_only_where_allowed() -> None:
    preflight = {
        "origin": "https://school.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
    }
    with serving(FakeSolver(), allow_origins=["https://school.example"]) as server:
        answer = server.ask("OPTIONS", "/solve", headers=preflight)
        assert answer.headers["access-control-allow-origin"] == "https://school.example"
        answer = server.post("/solve", {"question": BAKER}, {"origin": "https://school.example"})
        assert answer.headers["access-control-allow-origin"] == "https://school.example"
        large = server.post("/solve", b"3" * (1 << 21), {"origin": "https://school.example"})
        assert (large.status, large.headers["access-control-allow-origin"]) == (413, "https://school.example")
        other = server.post("/solve", {"question": BAKER}, {"origin": "https://evil.example"})
        assert other.headers.get("access-control-allow-origin") != "https://evil.example"


def test_openapi_describes_the_limits(server: Running) -> None:
    description = server.get("/openapi.json").json
    paths = {"/solve", "/solve/batch", "/ask", "/read", "/evaluate", "/practice", "/healthz", "/metrics"}
    assert set(description["paths"]) == paths
    body = description["paths"]["/solve"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["properties"]["question"]["maxLength"] == 4000
    assert body["required"] == ["question"]
    solution = description["components"]["schemas"]["Solution"]["properties"]
    assert set(solution) == KEYS | {"graph"}


def test_limits_that_cannot_be() -> None:
    with pytest.raises(CantorError, match="never fit a capacity"):
        Limits(capacity=10)
    with pytest.raises(CantorError, match="at least 1"):
        Limits(max_batch=0)
    with pytest.raises(CantorError, match="more than 0"):
        Limits(timeout_s=0)


@pytest.mark.parametrize("path", ["/", "/docs", "/static/page.css", "/healthz", "/openapi.json"])
def test_head_is_get_without_its_body(server: Running, path: str) -> None:
    get, head = server.get(path), server.ask("HEAD", path)
    assert head.status == get.status == 200
    assert head.body == b""
    assert head.headers["content-type"] == get.headers["content-type"]
    assert head.headers["content-security-policy"] == get.headers["content-security-policy"]


def test_pages_name_no_absolute_path() -> None:
    """So that they work wherever the application is mounted."""
    for name, page in load_pages().items():
        if name.endswith(".html"):
            assert not re.findall(rb'(?:href|src)="/', page.content), name
        elif name.endswith(".js"):
            assert not re.findall(rb'(?:fetch|post|import)\("/', page.content), name


# Practice


def test_practice(server: Running) -> None:
    asked = {"question": BAKER, "count": 4, "seed": 7}
    found = server.post("/practice", asked).json
    assert (found["seed"], found["error"], found["warnings"]) == (7, None, [])
    assert len({one["question"] for one in found["problems"]} | {BAKER}) == 5
    for one in found["problems"]:
        trays, rolls, sold = Problem.from_text(one["question"]).values
        assert one["answer"] == trays * rolls - sold > 0
        assert one["display"] == f"{one['answer']:g} rolls"
        assert len(one["steps"]) == 2
    assert server.post("/practice", asked).json == found
    assert server.post("/practice", {"question": BAKER}).json["seed"] is not None


def test_practice_by_ones_own_equation_asks_no_model(server: Running) -> None:
    before = server.metric("cantor_questions_total")
    found = server.post("/practice", {"question": BAKER, "equation": "9 + n0", "seed": 1}).json
    wanted = [sum(Problem.from_text(one["question"]).values[:1], 9) for one in found["problems"]]
    assert [one["answer"] for one in found["problems"]] == wanted
    assert server.metric("cantor_questions_total") == before


def test_practice_of_what_has_no_answer(server: Running) -> None:
    found = server.post("/practice", {"question": "How many pens?"}).json
    assert (found["problems"], found["error"]["code"]) == ([], "no_numbers")
    assert server.post("/practice", {"question": "Ida has 1 kite and half.", "equation": "n0"}).json["error"][
        "code"
    ] == ("no_variants")
    assert server.post("/practice", {"question": BAKER, "equation": "4 +"}).code == "invalid_equation"
    assert server.post("/practice", {"question": BAKER, "count": 51}).status == 422
    assert server.post("/practice", {"question": "explode 3 of 4"}).status == 500
