"""`cantor export MODEL FOLDER`: a trained model as one that runs without torch."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from cantor.cli import export_reading
from cantor.cli.output import add_json_option, console, print_json, progress, table
from cantor.thought.ranking import Rank

if TYPE_CHECKING:
    from cantor.data.example import Example


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("model", help="a trained model's folder, such as runs/NAME/best")
    parser.add_argument("folder", type=Path, help="where the exported model goes")
    parser.add_argument(
        "--quantise",
        choices=("none", "float16", "int8", "int4"),
        default="none",
        help="round the weights to so many bits",
    )
    parser.add_argument("--rank", choices=get_args(Rank), default="root", help="what it ranks roots by")
    parser.add_argument(
        "--calibrate",
        nargs="+",
        default=[],
        metavar="DATA",
        help="development data, such as mawps-fold0:dev, to make its confidence honest with",
    )
    parser.add_argument(
        "--refuse-above",
        type=float,
        default=0.5,
        metavar="P",
        help="refuse where that a text cannot be answered is more than P times as likely as that the answer "
        "is right (default 0.5)",
    )
    parser.add_argument(
        "--verify",
        nargs="*",
        metavar="DATA",
        help="also fit a verifier, which re-ranks the best answers, on the data of --calibrate and on more, "
        "such as synthetic:3000:7",
    )
    parser.add_argument(
        "--check",
        nargs="+",
        default=[],
        metavar="DATA",
        help="data, such as svamp:train, on which to compare torch, the graph and the quantised graph",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from dataclasses import asdict, replace

    from cantor.errors import CantorError
    from cantor.evaluation.parity import in_memory, parity
    from cantor.fitting.calibration import fit_confidence
    from cantor.model import Cantor, from_pretrained
    from cantor.model.config import READERS, AnsweringConfig
    from cantor.model.onnx.export import Exported
    from cantor.thought.answering import Answering
    from cantor.thought.ranking import Ranking

    if args.verify is not None and not args.calibrate:
        raise CantorError("--verify fits on development data; name some with --calibrate")
    model, tokenizer = from_pretrained(args.model)
    if model.config.system in READERS:
        export_reading.run(args, model, tokenizer)
        return
    ranking = Ranking(args.rank)
    answering = Answering(ranking)
    exported = Exported.of(model, tokenizer, args.quantise)
    assert isinstance(model, Cantor)  # no other is exported
    own = AnsweringConfig(asdict(ranking), refuse_above=args.refuse_above)
    if args.calibrate:
        wanted = (args.calibrate, args.verify or [])
        with _examples(model.config.number_policy, "calibrating", *wanted) as ((examples, more), done):
            verify = None if args.verify is None else more
            fitted = fit_confidence(in_memory(exported), examples, ranking, verify, done)
        verifier = fitted.verifier.to_dict() if fitted.verifier else {}
        own = replace(own, verifier=verifier, calibration=fitted.points)
        answering = Answering(ranking, fitted.verifier, fitted.points)
    exported.config = replace(exported.config, answering=own)
    exported.save(args.folder)
    result: dict[str, Any] = {
        "folder": str(args.folder),
        "quantisation": args.quantise,
        "megabytes": round(sum(path.stat().st_size for path in args.folder.iterdir()) / 1e6, 1),
        "calibration": [list(point) for point in own.calibration],
    }
    if args.calibrate and fitted.after is not None:
        worth = {"problems": fitted.count, "before": fitted.before, "after": fitted.after}
        result["verifier"] = worth
    if args.check:
        compared = [exported] if args.quantise == "none" else [Exported.of(model, tokenizer), exported]
        with _examples(model.config.number_policy, "comparing", args.check) as ((examples,), done):
            result["check"] = parity(model, compared, examples, answering, done)
    if args.json:
        print_json(result)
    else:
        _print(result)


@contextmanager
def _examples(
    policy: str, what: str, *data: list[str]
) -> "Iterator[tuple[list[list[Example]], Callable[[int], None]]]":
    """Problems of each list with an answer or without any, and who is to be told how many are done."""
    from cantor.data.named import examples

    found = [
        [e for e in examples(names, policy) if e.answer is not None or not e.answerable] for names in data
    ]
    with progress() as bar:
        task = bar.add_task(what, total=sum(map(len, found)))
        yield found, lambda count: bar.update(task, completed=count)


def _print(result: dict[str, Any]) -> None:
    out = console()
    out.say(f"{result['folder']}: {result['megabytes']} MB, weights {result['quantisation']}")
    if result["calibration"]:
        points = ", ".join(f"{x:.2f} → {y:.2f}" for x, y in result["calibration"])
        out.say(f"confidence: {points}")
    if "verifier" in result:
        worth = result["verifier"]
        out.say(
            f"verifier: {worth['before']:.1%} right without it, {worth['after']:.1%} with it "
            f"(cross-validated on {worth['problems']:,} problems)"
        )
    if "check" not in result:
        return
    header = ("weights", "accuracy", "same answers", "largest difference", "changed alone", "MB")
    rows = []
    for name, found in result["check"]["runtimes"].items():
        row = [name, f"{found['value_accuracy']:.1%}"]
        if "megabytes" in found:
            row += [f"{found['same_answers']:.2%}", f"{found['largest_difference']:.1e}"]
            row += [f"{found['changed_alone']:.2%}", str(found["megabytes"])]
        rows.append(row)
    out.print()
    out.print(table(header, rows, numeric=header[1:]))
    out.say(f"\non {result['check']['problems']:,} problems; answers and probabilities beside torch's")
