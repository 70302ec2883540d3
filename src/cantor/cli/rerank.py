"""`cantor rerank MODEL FOLDER --data …`: fit what reads whole equations, for an exported model."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.output import add_json_option, console, print_json, progress

if TYPE_CHECKING:
    from cantor.data.example import Example
    from cantor.solver.runtime import Runtime


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.description = (
        "Fit a second network that scores a model's candidate equations as a whole, and the verifier and the "
        "calibration anew with its scores. What was gathered stays in --cache: run it again to go on."
    )
    parser.add_argument("model", help="an exported model: its name, or its folder")
    parser.add_argument("folder", type=Path, help="where the model goes that has both")
    parser.add_argument(
        "--data",
        nargs="+",
        required=True,
        metavar="DATA",
        help="problems to learn from, such as gsm8k-held-out:train; none that --calibrate or --verify names",
    )
    parser.add_argument("--calibrate", nargs="+", required=True, metavar="DATA", help="as for cantor export")
    parser.add_argument("--verify", nargs="*", default=[], metavar="DATA", help="as for cantor export")
    parser.add_argument(
        "--again", type=int, default=1, help="how often each is told with other numbers and names (default 1)"
    )
    parser.add_argument("--problems", type=int, metavar="N", help="at most so many, drawn from all")
    parser.add_argument("--epochs", type=float, default=3.0, help="passes over the candidates (default 3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--cache", type=Path, required=True, metavar="FOLDER", help="where candidates are kept on the way"
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from dataclasses import replace

    from cantor.errors import CantorError
    from cantor.fitting.calibration import fit_confidence
    from cantor.fitting.reranker import Loss, fit_reader
    from cantor.model.equation_reader import ReaderSize
    from cantor.model.files import GRAPH, model_folder
    from cantor.model.folder import copy_model
    from cantor.model.onnx.equation_reader import onnx_reader
    from cantor.solver.runtime import Runtime
    from cantor.solver.session import start_session
    from cantor.solver.whole_equations import WholeEquations
    from cantor.thought.ranking import Ranking

    if args.again < 0 or args.epochs <= 0 or (args.problems is not None and args.problems < 1):
        raise CantorError("--again must be at least 0, --epochs and --problems more than 0")
    shared = set(args.data) & {*args.calibrate, *args.verify}
    if shared:
        raise CantorError(
            f"{', '.join(sorted(shared))}: to learn from and to judge by; leave it out of one of the two"
        )
    folder = model_folder(args.model)
    runtime = Runtime.load(folder, 1)
    runtime.seen = True
    config = runtime.config
    parts = _gathered(runtime, args)
    size = ReaderSize(
        len(config.operators), len(config.constants), int(config.encoder["hidden_size"]), config.max_arity
    )
    with progress() as bar:
        task = bar.add_task("fitting", total=None)

        def fitting(loss: Loss) -> None:
            bar.update(task, total=loss.steps, completed=loss.step, description=f"loss {loss.loss:.3f}")

        network = fit_reader(parts, size, args.seed, args.epochs, fitting)
    content = onnx_reader(network)
    reads = WholeEquations(start_session(content, 1), config)
    ranking = Ranking.from_dict(config.answering.ranking)
    chosen, more = (_judged_by(names, config.number_policy) for names in (args.calibrate, args.verify))
    with progress() as bar:
        task = bar.add_task("calibrating", total=len(chosen) + len(more))
        fitted = fit_confidence(
            runtime, chosen, ranking, more, lambda count: bar.update(task, completed=count), reads
        )
    assert fitted.verifier is not None
    own = replace(config.answering, verifier=fitted.verifier.to_dict(), calibration=fitted.points)
    copy_model(folder.absolute(), args.folder, GRAPH, own, content)
    result: dict[str, Any] = {
        "folder": str(args.folder),
        "reranker_megabytes": round(len(content) / 1e6, 1),
        "problems": fitted.count,
        "before": fitted.before,
        "after": fitted.after,
    }
    if args.json:
        print_json(result)
        return
    console().say(
        f"{args.folder}: {result['reranker_megabytes']} MB more; {fitted.before:.1%} right without verifier "
        f"and re-ranker, {fitted.after:.1%} with both (cross-validated on {fitted.count:,} problems)"
    )


def _gathered(runtime: "Runtime", args: argparse.Namespace) -> list[Path]:
    from cantor.data.named import examples
    from cantor.fitting.candidates import asked, gather, started

    wanted = asked(examples(args.data, runtime.config.number_policy), args.again, args.seed)
    wanted = wanted[: args.problems]
    about = {"model": runtime.identity, "data": args.data, "again": args.again, "seed": args.seed}
    cache = started(args.cache, about)
    with progress() as bar:
        task = bar.add_task("gathering", total=len(wanted))
        return gather(runtime, wanted, cache, args.seed, lambda count: bar.update(task, completed=count))


def _judged_by(names: list[str], policy: str) -> "list[Example]":
    from cantor.data.named import examples

    return [e for e in examples(names, policy) if e.answer is not None or not e.answerable]
