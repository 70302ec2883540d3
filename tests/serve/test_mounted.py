"""The application inside of another one: paths, page, limits, lifespan; frames; what OpenAPI says."""

import asyncio
import json
import re
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount

from cantor.client import Client
from cantor.errors import CantorError
from cantor.serve import Limits, create_app, schemas
from cantor.serve.evaluating import evaluated
from cantor.serve.examples import EXAMPLES
from cantor.serve.guard import Guard
from helpers.fake_solver import FakeSolver
from helpers.running_server import BAKER, Outer, Running, serving


@pytest.fixture(scope="module", params=["fastapi", "starlette", "twice"])
def outer(request: pytest.FixtureRequest) -> Any:
    """(server, prefix, the mounted application)"""
    inner = create_app(FakeSolver(), Limits(max_body=5_000))
    app: Any = FastAPI()
    prefix = "/math"
    if request.param == "starlette":
        app = Starlette(routes=[Mount("/math", inner)])
    elif request.param == "twice":
        middle = FastAPI()
        middle.mount("/math", inner)
        app.mount("/school", middle)
        prefix = "/school/math"
    else:
        app.mount("/math", inner)

        @app.get("/own")
        async def own() -> str:
            return "mine"

    running = Outer(app)
    running.thread.start()
    yield running, prefix, inner
    running.stop()


def test_every_path(outer: tuple[Running, str, Guard]) -> None:
    server, prefix, inner = outer
    assert server.post(f"{prefix}/solve", {"question": BAKER}).json["answer"] == 39
    assert Client(f"{server.url}{prefix}/").solve(BAKER).answer == 39
    found = server.post(f"{prefix}/solve/batch", {"questions": [BAKER, BAKER]}).json["solutions"]
    assert [one["answer"] for one in found] == [39, 39]
    assert server.post(f"{prefix}/read", {"text": "3 pens"}).json["numbers"][0]["value"] == "3"
    assert server.get(f"{prefix}/healthz").json["status"] == "ok"
    assert (
        'cantor_requests_total{route="/solve",status="200"}' in server.get(f"{prefix}/metrics").body.decode()
    )
    assert server.ask("HEAD", f"{prefix}/").status == 200
    assert server.get(f"{prefix}/nothing").code == "not_found"
    assert server.get(f"{prefix}/openapi.json").json["servers"] == [{"url": prefix}]
    assert inner.batcher.taken == 0


def test_the_page_and_its_files(outer: tuple[Running, str, Guard]) -> None:
    server, prefix, _ = outer
    bare = server.get(prefix)
    assert bare.status in (307, 308)
    assert bare.headers["location"].endswith(f"{prefix}/")
    for page in ("/", "/worksheet", "/practice", "/docs"):
        html = server.get(f"{prefix}{page}")
        assert (html.status, html.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "content-security-policy" in html.headers
        for name in re.findall(r'(?:href|src)="(static/[^"]+)"', html.body.decode()):
            assert server.get(f"{prefix}/{name}").status == 200


def test_its_limits_hold(outer: tuple[Running, str, Guard]) -> None:
    server, prefix, _ = outer
    assert server.post(f"{prefix}/solve", {"question": "3 " * 3_000}).code == "too_large"
    assert server.post(f"{prefix}/solve", b"x=3", {"content-type": "text/plain"}).code == "not_json"
    assert server.post(f"{prefix}/solve", {"question": 3}).code == "invalid_request"


def test_names_are_the_outer_ones_concern(outer: tuple[Running, str, Guard]) -> None:
    server, prefix, _ = outer
    assert server.get(f"{prefix}/healthz", {"host": "school.example"}).status == 200


def test_the_outer_application_keeps_its_own(outer: tuple[Running, str, Guard]) -> None:
    server, prefix, _ = outer
    if prefix == "/math" and server.get("/own").status == 200:
        assert server.get("/own").json == "mine"
        assert "content-security-policy" not in server.get("/own").headers


def test_names_that_are_listed_hold_when_mounted() -> None:
    app = FastAPI()
    app.mount("/math", create_app(FakeSolver(), allow_hosts=["school.example"]))
    running = Outer(app)
    running.thread.start()
    try:
        assert running.get("/math/healthz", {"host": "school.example"}).status == 200
        assert running.get("/math/healthz", {"host": "evil.example"}).code == "unknown_host"
    finally:
        running.stop()


def test_one_loop_after_another() -> None:
    """As test clients have it: the threads stay, the loop does not."""
    app = create_app(FakeSolver())

    async def ask() -> list[Any]:
        sent: list[Any] = []
        body = json.dumps({"question": BAKER}).encode()
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if messages:
                return messages.pop()
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        headers.append((b"content-length", str(len(body)).encode()))
        scope = {"type": "http", "method": "POST", "path": "/solve", "headers": headers, "query_string": b""}
        await app(scope, receive, send)
        return sent

    for _ in range(2):
        start, *_ = asyncio.run(ask())
        assert start["status"] == 200
    assert len(app.batcher._threads) == 1


# Frames


def test_frames() -> None:
    with serving(FakeSolver()) as server:
        headers = server.get("/").headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-frame-options"] == "DENY"
    origins = ["https://school.example", "http://localhost:8080"]
    with serving(FakeSolver(), allow_frames=origins) as server:
        headers = server.get("/").headers
        assert f"frame-ancestors {' '.join(origins)};" in headers["content-security-policy"]
        assert "x-frame-options" not in headers


@pytest.mark.parametrize(
    "origin", ["school.example", "https://a.example/path", "*", "https://a b", "https://a;x"]
)
def test_what_is_no_origin(origin: str) -> None:
    with pytest.raises(CantorError, match=r"is no origin; write it as https://school\.example"):
        create_app(FakeSolver(), allow_frames=[origin])


# OpenAPI


def test_operations_have_names_and_examples() -> None:
    described = create_app(FakeSolver()).app.openapi()  # type: ignore[attr-defined]
    names = [operation["operationId"] for path in described["paths"].values() for operation in path.values()]
    assert {"solve", "solve_batch", "read", "evaluate", "health", "read_metrics"} <= set(names)
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z_]+", name) for name in names)
    for path in EXAMPLES:
        assert "example" in described["paths"][path]["post"]["requestBody"]["content"]["application/json"]


def test_examples_are_as_the_schemas_say() -> None:
    named = {model.__name__: model for model in schemas.limited(Limits())}
    requests = {"/read": "Read", "/evaluate": "Evaluate", "/solve": "Solve", "/solve/batch": "SolveBatch"}
    requests |= {"/practice": "Practise"}
    answers: dict[str, Any] = {
        "/solve": schemas.Solution,
        "/solve/batch": schemas.Solutions,
        "/read": schemas.ReadAnswer,
    }
    with serving(FakeSolver()) as server:
        for path, (request, answer) in EXAMPLES.items():
            named[requests[path]].model_validate_json(json.dumps(request))
            assert server.post(path, request).status == 200
            if answer is not None:
                answers[path].model_validate(answer)
        (read,), (shown,) = (
            x["numbers"] for x in (server.post("/read", EXAMPLES["/read"][0]).json, EXAMPLES["/read"][1])
        )
        assert read == read | shown
        assert server.post("/solve", EXAMPLES["/solve"][0]).json["answer"] == EXAMPLES["/solve"][1]["answer"]
    asked = named["Evaluate"].model_validate_json(json.dumps(EXAMPLES["/evaluate"][0]))
    assert evaluated(asked)["answers"][0]["display"] == "71 rolls"
