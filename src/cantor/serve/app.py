"""The HTTP API and the page, as an ASGI application."""

import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticUndefined
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware

from cantor import __version__
from cantor.problem import Problem
from cantor.serve import schemas
from cantor.serve.asking import Asking, Asks
from cantor.serve.batching import Batcher, Options, Overloaded, Place, SolverFailed, as_json
from cantor.serve.evaluating import evaluated, numbers_json
from cantor.serve.examples import add_examples
from cantor.serve.guard import PLACE, Guard, Refused, error_body
from cantor.serve.headers import Hosts
from cantor.serve.limits import Limits
from cantor.serve.metrics import CONTENT_TYPE, Metrics
from cantor.serve.pages import PAGES, PASSAGE, Page, load_pages
from cantor.serve.practising import practised
from cantor.serve.solving import Solves

_Model = TypeVar("_Model", bound=BaseModel)

_JSON = "application/json"
_FAILED = Refused(500, "internal", "The solver failed on this question; this is a bug worth reporting.")


def create_app(
    solver: Solves,
    limits: Limits | None = None,
    *,
    host: str = "127.0.0.1",
    allow_hosts: Iterable[str] = (),
    allow_origins: Iterable[str] = (),
    allow_frames: Iterable[str] = (),
    reader: Asks | None = None,
) -> Guard:
    """The application around a solver, which from now on belongs to it, and a reader of passages, if any.

    `host` is where it will listen: on loopback only known names are answered (see `Hosts`). Mounted in
    another application, it answers to all names that come through, unless `allow_hosts` lists some. Pages of
    `allow_origins` may ask it; those of `allow_frames` may show its page in a frame.
    """
    limits = limits or Limits()
    metrics = Metrics()
    batcher = Batcher(solver, limits, metrics)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        batcher.start()
        yield
        await batcher.close()

    api = FastAPI(
        title="cantor",
        version=__version__,
        summary="Problems in plain English in; answers, steps and the graph of thoughts out.",
        docs_url=None,  # FastAPI's own page loads from another site; ours is static/api.html
        redoc_url=None,
        openapi_url=None,  # ours, with examples and the place where it is mounted: see _add_pages
        lifespan=lifespan,
        generate_unique_id_function=lambda route: route.name,  # the handlers' names, for clients' code
    )
    solving = _add_solving(api, limits)
    _add_asking(api, Asking(reader, limits))
    _add_watching(api, batcher, metrics)
    pages = PAGES if reader is None else PAGES | PASSAGE
    _add_pages(api, load_pages(limits, reader is not None), pages)
    api.openapi_schema = add_examples(api.openapi())
    api.add_exception_handler(HTTPException, _routing_error)
    api.add_exception_handler(Refused, _refusal)
    api.add_exception_handler(Exception, _bug)
    origins = list(allow_origins)
    if origins:
        api.add_middleware(
            CORSMiddleware,
            allow_origins=origins,
            allow_methods=["GET", "POST"],
            allow_headers=["content-type"],
        )
    return Guard(
        api,
        batcher=batcher,
        limits=limits,
        metrics=metrics,
        hosts=Hosts(host, allow_hosts),
        solving=solving,
        routes=frozenset(api.openapi()["paths"]) | {*pages, "/openapi.json"},
        origins=origins,
        frames=list(allow_frames),
    )


def _add_solving(api: FastAPI, limits: Limits) -> frozenset[str]:
    """The routes that read and solve; returns the paths that need a place in the queue."""
    read_model, evaluate_model, practise_model, solve_model, batch_model = schemas.limited(limits)

    @api.post("/read", summary="The numbers that a text mentions", **_documented(read_model, "ReadAnswer"))
    async def read(request: Request) -> Response:
        text = (await _parsed(request, read_model)).text
        return _json(as_json({"numbers": numbers_json(Problem.from_text(text))}))

    @api.post(
        "/evaluate",
        summary="The same thoughts on other numbers",
        description="Exact, and without asking the model: for what-if questions about an answer of /solve.",
        **_documented(evaluate_model, "Evaluated"),
    )
    async def evaluate(request: Request) -> Response:
        asked = await _parsed(request, evaluate_model)
        return _json(as_json(await run_in_threadpool(evaluated, asked)))  # long numbers must hold up nobody

    @api.post("/solve", summary="Solve a problem", **_documented(solve_model, "Solution", (500, 503, 504)))
    async def solve(request: Request) -> Response:
        asked = await _parsed(request, solve_model)
        options = Options(asked.k, asked.min_confidence, asked.graph)
        (solution,) = await _place(request).solve([asked.question], options)
        if isinstance(solution, SolverFailed):
            raise _FAILED
        return _json(solution)

    @api.post(
        "/solve/batch",
        summary="Solve several problems",
        description="Answers come in the order of the questions. One that fails leaves the others alone.",
        **_documented(batch_model, "Solutions", (503, 504)),
    )
    async def solve_batch(request: Request) -> Response:
        asked = await _parsed(request, batch_model)
        options = Options(asked.k, asked.min_confidence, asked.graph)
        try:
            found = await _place(request).solve(asked.questions, options)
        except Overloaded as error:
            raise Refused.overloaded(error) from None
        solutions = (_failed_solution() if isinstance(one, SolverFailed) else one for one in found)
        return _json(b'{"solutions":[' + b",".join(solutions) + b"]}")

    @api.post(
        "/practice",
        summary="The same problem with other numbers, and the answer key",
        description="Every variant is exactly solvable and as sensible as the problem is.",
        **_documented(practise_model, "PracticeSheet", (500, 503, 504)),
    )
    async def practise(request: Request) -> Response:
        asked = await _parsed(request, practise_model)
        solution = None
        if asked.equation is None:
            (found,) = await _place(request).solve([asked.question], Options(1))
            if isinstance(found, SolverFailed):
                raise _FAILED
            solution = json.loads(found)
        return _json(as_json(await run_in_threadpool(practised, asked, solution)))

    return frozenset(("/solve", "/solve/batch", "/practice"))


def _add_asking(api: FastAPI, asking: Asking) -> None:
    ask_model = schemas.limited_ask(asking.limits)

    @api.post(
        "/ask",
        summary="Answer a question over a passage",
        description="Needs a reader of your own: cantor serve --reader FOLDER.",
        **_documented(ask_model, "PassageAnswer", (501, 503, 504)),
    )
    async def ask(request: Request) -> Response:
        return _json(await asking.ask(await _parsed(request, ask_model)))


def _add_watching(api: FastAPI, batcher: Batcher, metrics: Metrics) -> None:
    @api.get(
        "/healthz",
        summary="Whether the server is well",
        responses={200: {"model": schemas.Health}, 503: {"model": schemas.Health}},
    )
    async def health() -> Response:
        stuck = batcher.stuck()
        health = {
            "status": "stuck" if stuck else "ok",
            "waiting": batcher.taken,
            "capacity": batcher.limits.capacity,
        }
        return _json(as_json(health), 503 if stuck else 200)

    @api.get("/metrics", summary="Counters for Prometheus")
    async def read_metrics() -> Response:
        return Response(metrics.render(), media_type=CONTENT_TYPE)

    started = time.monotonic()
    for name, help_text, value in (
        ("taken", "Questions accepted and not yet answered.", lambda: batcher.taken),
        ("waiting", "Questions that wait for the solver.", lambda: batcher.waiting),
        ("capacity", "Questions that may be accepted at once.", lambda: batcher.limits.capacity),
        ("seconds_per_question", "Running mean of the solver's time.", lambda: batcher.seconds_each),
        ("uptime_seconds", "Time since the start.", lambda: time.monotonic() - started),
    ):
        metrics.watch(f"cantor_{name}", help_text, value)


def _add_pages(api: FastAPI, pages: dict[str, Page], paths: dict[str, str]) -> None:
    def answer(request: Request, page: Page) -> Response:
        headers = {"etag": page.etag, "cache-control": "no-cache"}
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(page.content, media_type=page.media_type, headers=headers)

    def add(path: str, name: str) -> None:
        @api.get(path, include_in_schema=False)
        async def page(request: Request) -> Response:
            return answer(request, pages[name])

    for path, name in paths.items():
        add(path, name)

    @api.get("/openapi.json", include_in_schema=False)
    async def described(request: Request) -> Response:
        prefix = request.scope.get("root_path", "").rstrip("/")
        return _json(as_json({**api.openapi(), **({"servers": [{"url": prefix}]} if prefix else {})}))

    @api.get("/static/{name}", include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        if name not in pages:
            raise HTTPException(404)
        return answer(request, pages[name])


def _documented(model: type[BaseModel], answer: str, failures: Iterable[int] = ()) -> dict[str, Any]:
    """What FastAPI cannot see, since a body is parsed by hand: its schema, and what may come back."""
    answers: dict[int | str, dict[str, Any]] = {200: {"model": getattr(schemas, answer)}}
    for status in (413, 415, 422, *failures):
        answers[status] = {"model": schemas.Failure}
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    body = {"required": True, "content": {_JSON: {"schema": schema}}}
    return {"responses": answers, "openapi_extra": {"requestBody": body}}


async def _parsed(request: Request, model: type[_Model]) -> _Model:
    """The body as a request. Parsed outside Python, where nesting is bounded and numbers cannot be huge."""
    try:
        return model.model_validate_json(await request.body())
    except ValidationError as error:
        # Without the input: what a client sent need not come back
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part)[:40] for part in first["loc"])
        message = f"{place}: {first['msg']}" if place else first["msg"]
        raise Refused(422, "invalid_request", message) from None


def _place(request: Request) -> Place:
    place = request.scope[PLACE]
    assert isinstance(place, Place)
    return place


def _json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, {"cache-control": "no-store"}, _JSON)


def _failed_solution() -> bytes:
    fields = schemas.Solution.model_fields
    empty: dict[str, Any] = {name: fields[name].get_default() for name in fields if name != "graph"}
    empty = {name: None if value is PydanticUndefined else value for name, value in empty.items()}
    empty |= {"steps": [], "numbers": [], "alternatives": [], "abstained": True}
    return as_json(empty | error_body(_FAILED.code, _FAILED.message))


async def _refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    headers = {"cache-control": "no-store"}
    if error.retry_after is not None:
        headers["retry-after"] = str(error.retry_after)
    return Response(as_json(error_body(error.code, error.message)), error.status, headers, _JSON)


async def _routing_error(request: Request, error: Exception) -> Response:
    """Errors of routing (404, 405) in the form of all others."""
    assert isinstance(error, HTTPException)
    headers = {name.lower(): value for name, value in (error.headers or {}).items()}
    allowed = headers.get("allow", "another method").replace(", HEAD", "")
    code, message = {
        404: ("not_found", "There is nothing at this address; /docs lists what there is."),
        405: ("wrong_method", f"This address takes {allowed}; /docs has examples."),
    }.get(error.status_code, ("refused", f"{error.detail}."))
    answer = await _refusal(request, Refused(error.status_code, code, message))
    answer.headers.update(error.headers or {})
    return answer


async def _bug(request: Request, _: Exception) -> Response:
    return await _refusal(request, Refused(500, "internal", "Something went wrong inside the server."))
