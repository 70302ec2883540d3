"""`cantor serve`: the HTTP API and the web page, on this machine unless told otherwise."""

import argparse
import json
import logging
from collections.abc import Sequence

from cantor.cli.output import add_json_option
from cantor.errors import CantorError

#: Solved once before the first client, so that nobody waits for what is set up on first use.
_FIRST = "A jar holds 3 pens and 4 pencils. How many is that?"


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument(
        "--model", metavar="NAME", help="a model's name or folder (default: the embedded one)"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default 127.0.0.1: this machine only)"
    )
    parser.add_argument("--port", type=int, default=8000, help="default 8000; 0 takes a free one")
    parser.add_argument("--capacity", type=int, metavar="N", help="questions accepted at once (default 128)")
    parser.add_argument("--max-batch", type=int, metavar="N", help="questions solved together (default 8)")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="batches solved at once (default: as many as cores)"
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
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    try:
        from cantor.serve import Limits, bind, create_app
        from cantor.serve import run as serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "cantor":
            raise
        raise CantorError(f"this needs {error.name}; run: pip install 'cantor[serve]'") from None
    from cantor.machine import cores
    from cantor.solver import Solver
    from cantor.solver.session import DEFAULT

    given = {
        "capacity": args.capacity,
        "max_batch": args.max_batch,
        "workers": args.workers,
        "timeout_s": args.timeout,
    }
    chosen = {"workers": cores()} | {name: value for name, value in given.items() if value is not None}
    if "capacity" in chosen:
        chosen["max_questions"] = max(1, min(Limits().max_questions, chosen["capacity"]))
    limits = Limits(**chosen)
    listener = bind(args.host, args.port)  # before the model: a port in use should not take long to say
    try:
        # One thread for each batch: several batches at once share the cores better than one batch can.
        solver = Solver.from_pretrained(args.model or DEFAULT, threads=1)
        solver.solve([_FIRST], k=1)
        app = create_app(
            solver, limits, host=args.host, allow_hosts=args.allow_host, allow_origins=args.allow_origin
        )
        logging.basicConfig(format="cantor: %(message)s", level=logging.WARNING)

        def ready(url: str) -> None:
            print(json.dumps({"url": url}) if args.json else f"cantor: {url}", flush=True)

        serve(app, listener, ready)
    finally:
        listener.close()
