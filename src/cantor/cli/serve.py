"""`cantor serve`: the HTTP API and the web page, on this machine unless told otherwise."""

import argparse
import json
import logging
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.output import add_json_option
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.serve import Limits
    from cantor.serve.guard import Guard

#: Solved once before the first client, so that nobody waits for what is set up on first use.
_FIRST = "A jar holds 3 pens and 4 pencils. How many is that?"


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument(
        "--model", metavar="NAME", help="a model's name or folder (default: the embedded one)"
    )
    parser.add_argument(
        "--reader",
        metavar="FOLDER",
        help="a reader of passages of your own, for POST /ask and the page: as exported, or as trained",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default 127.0.0.1: this machine only)"
    )
    parser.add_argument("--port", type=_whole, default=8000, help="default 8000; 0 takes a free one")
    parser.add_argument(
        "--capacity", type=_whole, metavar="N", help="questions accepted at once (default 128)"
    )
    parser.add_argument("--max-batch", type=_whole, metavar="N", help="questions solved together (default 8)")
    parser.add_argument(
        "--workers",
        type=_whole,
        default=1,
        metavar="N",
        help="processes, which share the model's memory; at most as many as cores (default 1)",
    )
    parser.add_argument("--timeout", type=float, metavar="S", help="seconds until a 504 (default 10)")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="also answer to this name (for a proxy in front; may be repeated)",
    )
    parser.add_argument(
        "--allow-origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let pages of this origin ask, such as https://school.example (may be repeated)",
    )
    parser.add_argument(
        "--allow-frame",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let pages of this origin show ours in a frame (may be repeated)",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    try:
        from cantor.serve import bind, create_app, run_workers
        from cantor.serve import run as serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "cantor":
            raise
        raise CantorError(f"this needs {error.name}; run: pip install 'cantor-reasoner[serve]'") from None
    from cantor.model.files import DEFAULT
    from cantor.solver import Solver

    workers, limits = _shares(args)
    listener = bind(args.host, args.port)  # before the model: a port in use should not take long to say
    if workers > 1:  # threads of the tokenizer's own would not live in a forked process
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    try:
        # One thread for each batch: several batches at once share the cores better than one batch can.
        solver = Solver.from_pretrained(args.model or DEFAULT, threads=1)
        solver.solve([_FIRST], k=1)
        reader = _reader(args.reader)
        logging.basicConfig(format="cantor: %(message)s", level=logging.WARNING)

        def app() -> "Guard":
            return create_app(
                solver,
                limits,
                host=args.host,
                allow_hosts=args.allow_host,
                allow_origins=args.allow_origin,
                allow_frames=args.allow_frame,
                reader=reader,
            )

        def ready(url: str) -> None:
            print(json.dumps({"url": url}) if args.json else f"cantor: {url}", flush=True)

        made = app()  # what cannot be is said once, and before any process is made
        if workers > 1:
            run_workers(app, listener, workers, ready)
        else:
            serve(made, listener, ready)
    finally:
        listener.close()


def _reader(folder: str | None) -> Any:
    if folder is None:
        return None
    from cantor.reading.reader import Reader

    return Reader(folder, threads=1)  # so that word problems have a core of their own


def _shares(args: argparse.Namespace) -> "tuple[int, Limits]":
    """How many processes, and what each of them takes on: batches and capacity are shared out."""
    from cantor.io.threads import cores
    from cantor.model.files import GRAPH
    from cantor.serve import Limits
    from cantor.serve.workers import can_fork

    if args.workers < 1:
        raise CantorError(f"--workers is {args.workers}; it must be at least 1")
    if args.workers > 1 and args.reader is not None and not (Path(args.reader) / GRAPH).is_file():
        # torch's threads do not live in a forked process
        raise CantorError(
            "a reader as it was trained goes with one process; export it, or leave out --workers"
        )
    workers = min(args.workers, cores()) if can_fork() else 1
    if workers < args.workers:
        why = f"{cores()} cores are there" if can_fork() else "this system cannot share a model so"
        print(f"cantor: {workers} of {args.workers} workers, as {why}", file=sys.stderr)
    given = {"capacity": args.capacity, "max_batch": args.max_batch, "timeout_s": args.timeout}
    chosen = {name: value for name, value in given.items() if value is not None}
    limits = Limits(
        **{"max_questions": min(Limits().max_questions, max(1, chosen.get("capacity", 64)))} | chosen
    )
    capacity = max(-(-limits.capacity // workers), limits.max_questions)
    return workers, replace(limits, capacity=capacity, workers=max(1, cores() // workers))
