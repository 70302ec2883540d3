"""`cantor evaluate --model M --data NAME`: a model's figures on a split, or those of several models."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from cantor.cli.output import TextConsole, add_json_option, console, print_json, progress, table
from cantor.errors import CantorError
from cantor.solver.choosing import PAPER, Rank

if TYPE_CHECKING:
    from cantor.data.example import Example
    from cantor.evaluation.judging import Judged, Seen
    from cantor.evaluation.predict import Prediction
    from cantor.model.config import ModelConfig

#: Told what is going on, and how much of how much is done.
Tell = Callable[[str, int, int], None]


class EvaluationError(CantorError):
    """What was asked for cannot be evaluated; the message says what to ask for instead."""


@dataclass(frozen=True, slots=True)
class Evaluated:
    """One model's predictions, their figures, and what they are of."""

    judged: "list[Judged]"
    figures: dict[str, Any]  # as printed by --json
    described: dict[str, str]


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument(
        "--model",
        required=True,
        action="append",
        metavar="FOLDER",
        help="a trained model, such as runs/NAME/best, or an exported one, such as default, which answers "
        "as `cantor solve` does; given several times, also mean and deviation",
    )
    parser.add_argument(
        "--data", required=True, metavar="NAME", help="a split, such as svamp:test, or your own file"
    )
    parser.add_argument(
        "--policy", choices=("annotated", "reader"), help="whose numbers; the model's unless given"
    )
    parser.add_argument("--rank", choices=get_args(Rank), help="what roots are ranked by; root unless given")
    parser.add_argument("--repair", action="store_true", help="skip roots whose equation has no value")
    parser.add_argument("--plausible", action="store_true", help="prefer values that the question can have")
    parser.add_argument(
        "--verifier", type=Path, metavar="FILE", help="re-rank the best by it; `cantor choose` makes one"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page to look through every prediction"
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    _check(args)
    bar = progress()
    bar.disable = args.json or not sys.stderr.isatty()
    with bar:
        task = bar.add_task("loading", total=None)

        def tell(what: str, count: int, total: int) -> None:
            bar.update(task, description=what, completed=count, total=total)

        evaluated = _evaluate(args, tell)
        if args.html:
            from cantor.evaluation.page import page

            (one,) = evaluated
            drawn = page(
                one.judged, one.figures, one.described, lambda n: tell("drawing", n, len(one.judged))
            )
            args.html.write_text(drawn, encoding="utf-8")
    reports = [one.figures for one in evaluated]
    if len(reports) > 1:
        from cantor.evaluation.seeds import summary

        found = {"data": args.data, "models": reports, **summary(reports)}
        if args.json:
            print_json(found)
        else:
            _print_several(console(), found)
    elif args.json:
        print_json(reports[0])
    else:
        _print(console(), reports[0])
        if args.html:
            console().say(f"\nevery prediction: {args.html}")


def _check(args: argparse.Namespace) -> None:
    """What would only come to light after minutes of work."""
    repeated = {model for model in args.model if args.model.count(model) > 1}
    if repeated:
        raise EvaluationError(f"{repeated.pop()} is given twice; name each model once")
    if args.html and len(args.model) > 1:
        raise EvaluationError("--html shows the predictions of one model; run it once for each --model")
    if args.html and not args.html.absolute().parent.is_dir():
        raise EvaluationError(f"{args.html}: there is no such folder; make it first")


def _evaluate(args: argparse.Namespace, tell: Tell) -> list[Evaluated]:
    from functools import cache

    from cantor.evaluation.judging import judge
    from cantor.evaluation.report import METRIC_VERSION, report_of
    from cantor.training.batches import examples, seen

    @cache  # seeds of one recipe were all trained on the same
    def known(names: tuple[str, ...], policy: str) -> "Seen":
        return seen(names, policy)

    split = with_split(args.data)
    evaluated = []
    for name in args.model:
        candidate = _candidate(name, args)
        config, chosen = candidate.config, candidate.choice
        policy = args.policy or config.number_policy
        found = examples([split], policy)
        trained_on = config.trained_on
        what = f"predicting {name}" if len(args.model) > 1 else "predicting"

        def done(count: int, what: str = what, total: int = len(found)) -> None:
            tell(what, count, total)

        judged = judge(candidate.predict(found, done), known(trained_on, policy))
        figures = {"model": name, "data": args.data, **report_of(judged), "choice": chosen}
        described = {
            "model": name,
            "data": split,
            "problems": f"{len(found):,}",
            "numbers": policy,
            "choice": _said(chosen),
            "metric": f"version {METRIC_VERSION}",
            "encoder": str(config.encoder.get("_name_or_path") or "unnamed"),
            "trained on": ", ".join(trained_on) or "unknown",
        }
        evaluated.append(Evaluated(judged, figures, described))
    return evaluated


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model to be evaluated, and how it chooses among its answers."""

    config: "ModelConfig"
    choice: dict[str, Any]
    predict: "Callable[[Sequence[Example], Callable[[int], None]], list[Prediction]]"


def _candidate(name: str, args: argparse.Namespace) -> Candidate:
    from cantor.solver.session import is_exported

    return _exported(name, args) if is_exported(name) else _trained(name, args)


def _trained(name: str, args: argparse.Namespace) -> Candidate:
    from functools import partial

    from cantor.evaluation.predict import predict
    from cantor.model import from_pretrained
    from cantor.solver.choosing import Choice
    from cantor.solver.verifier import Verifier

    choice = Choice(args.rank or "root", repair=args.repair, plausible=args.plausible)
    verifier = None if args.verifier is None else Verifier.load(args.verifier)
    model, tokenizer = from_pretrained(name)
    ready = partial(predict, model, tokenizer, k=5, choice=choice, verifier=verifier)
    chosen = asdict(choice) | {"verifier": verifier is not None}
    return Candidate(model.config, chosen, lambda found, done: ready(found, done=done))


def _exported(name: str, args: argparse.Namespace) -> Candidate:
    from functools import partial

    from cantor.evaluation.solving import predict_by_solver
    from cantor.solver import Solver

    if args.rank or args.repair or args.plausible or args.verifier or args.policy == "annotated":
        raise EvaluationError(
            f"{name} is an exported model, which answers as `cantor solve` does; "
            "leave out --rank, --repair, --plausible, --verifier and --policy"
        )
    solver = Solver.from_pretrained(name)
    config = solver.runtime.config
    return Candidate(
        config,
        asdict(solver.choice) | {"verifier": bool(config.verifier)},
        partial(predict_by_solver, solver),
    )


def _said(choice: dict[str, Any]) -> str:
    """Such as "by vote, repair": what is on."""
    if choice == asdict(PAPER) | {"verifier": False}:
        return "as in the paper"
    return ", ".join([f"by {choice['rank']}", *(name for name, value in choice.items() if value is True)])


def with_split(name: str) -> str:
    """A dataset's test split, or else its dev split, where none is named."""
    from cantor.data.load import split_names
    from cantor.data.own import is_own

    if ":" in name or is_own(name):
        return name
    splits = split_names(name)
    return f"{name}:{next((s for s in ('test', 'dev') if s in splits), splits[0])}"


def _print(out: TextConsole, result: dict[str, Any]) -> None:
    low, high = result["interval"]
    out.print(f"value accuracy    {result['value_accuracy']:.1%}  (95 % interval {low:.1%} to {high:.1%})")
    missing = result["without_equation"]
    note = f"  ({missing:,} have no gold equation: counted as wrong)" if missing else ""
    out.print(f"equation accuracy {result['equation_accuracy']:.1%}{note}")
    out.print(f"among the 5 best  {result['value_at_5']:.1%}   of {result['count']:,} problems\n")
    rows = [
        (kind, name, group["count"], f"{group['value_accuracy']:.1%}", f"{group['equation_accuracy']:.1%}")
        for kind, groups in result["breakdowns"].items()
        for name, group in groups.items()
    ]
    header = ("by", "", "problems", "value", "equation")
    out.print(table(header, rows, numeric=header[2:]))
    coverage = result["calibration"]["accuracy_at_coverage"]
    out.print("\naccuracy on the most confident: " + ", ".join(f"{k} {v:.1%}" for k, v in coverage.items()))


_COLUMNS = {
    "value_accuracy": "value",
    "equation_accuracy": "equation",
    "value_at_5": "5 best",
    "edge_f1": "edge F1",
}


def _print_several(out: TextConsole, found: dict[str, Any]) -> None:
    middle, spread = found["mean"], found["deviation"]
    rows = [
        (one["model"], one["count"], *(f"{one[figure]:.1%}" for figure in _COLUMNS))
        for one in found["models"]
    ]
    rows.append(("mean", "", *(_spread(middle[figure], spread[figure]) for figure in _COLUMNS)))
    header = ("model", "problems", *_COLUMNS.values())
    out.print(table(header, rows, numeric=header[1:]))
    out.print()
    groups = [
        (
            kind,
            name,
            group["models"],
            f"{group['count']:,.1f}".removesuffix(".0"),
            *(
                _spread(group[figure], spread["breakdowns"][kind][name][figure])
                for figure in ("value_accuracy", "equation_accuracy")
            ),
        )
        for kind, groups in middle["breakdowns"].items()
        for name, group in groups.items()
    ]
    header = ("by", "", "models", "problems", "value", "equation")
    out.print(table(header, groups, numeric=header[2:]))


def _spread(middle: float, deviation: float | None) -> str:
    return f"{100 * middle:.1f}" + (f" ± {100 * deviation:.1f} %" if deviation is not None else " %")
