"""`cantor evaluate --model M --data NAME`: a model's figures on a split, or those of several models."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from cantor.cli import evaluate_reading
from cantor.cli.output import TextConsole, add_json_option, console, print_json, progress, table
from cantor.errors import CantorError
from cantor.io.atomic import write_atomic
from cantor.thought.ranking import PAPER, Rank

if TYPE_CHECKING:
    from cantor.data.example import Example
    from cantor.evaluation.prediction import Prediction
    from cantor.evaluation.scoring import Scored
    from cantor.evaluation.seen import Seen
    from cantor.model.config import ModelConfig

#: Told what is going on, and how much of how much is done.
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """One model's predictions, their figures, and what they are of."""

    scored: "list[Scored]"
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
        "--k",
        type=int,
        default=5,
        metavar="K",
        help="among how many answers the right one counts for Val@k; 5",
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page to look through every prediction"
    )
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="of a reader of passages: ask each question over another passage too; how often does it refuse?",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    _check(args)
    if evaluate_reading.are_readers(args.model):
        evaluate_reading.run(args, with_split(args.data))
        return
    if args.elsewhere:
        raise CantorError("--elsewhere is for readers of passages; leave it out")
    with progress(quiet=args.json) as bar:
        task = bar.add_task("loading", total=None)

        def tell(what: str, count: int, total: int) -> None:
            bar.update(task, description=what, completed=count, total=total)

        evaluated = _evaluate(args, tell)
        if args.html:
            from cantor.evaluation.page import page

            (one,) = evaluated
            drawn = page(
                one.scored, one.figures, one.described, lambda n: tell("drawing", n, len(one.scored))
            )
            write_atomic(args.html, drawn)
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
    if args.k < 1:
        raise CantorError(f"--k {args.k}: the right answer is looked for among 1 or more")
    repeated = {model for model in args.model if args.model.count(model) > 1}
    if repeated:
        raise CantorError(f"{repeated.pop()} is given twice; name each model once")
    if args.html and len(args.model) > 1:
        raise CantorError("--html shows the predictions of one model; run it once for each --model")
    if args.html and not args.html.absolute().parent.is_dir():
        raise CantorError(f"{args.html}: there is no such folder; make it first")


def _evaluate(args: argparse.Namespace, tell: Tell) -> list[Evaluated]:
    from functools import cache

    from cantor.data.named import examples
    from cantor.evaluation.report import METRIC_VERSION, report_of
    from cantor.evaluation.scoring import score
    from cantor.evaluation.seen import seen

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

        scored = score(candidate.predict(found, done), known(trained_on, policy))
        figures = {"model": name, "data": args.data, **report_of(scored, args.k), "choice": chosen}
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
        evaluated.append(Evaluated(scored, figures, described))
    return evaluated


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model to be evaluated, and how it chooses among its answers."""

    config: "ModelConfig"
    choice: dict[str, Any]
    predict: "Callable[[Sequence[Example], Callable[[int], None]], list[Prediction]]"


def _candidate(name: str, args: argparse.Namespace) -> Candidate:
    from cantor.model.files import is_exported

    return _exported(name, args) if is_exported(name) else _trained(name, args)


def _trained(name: str, args: argparse.Namespace) -> Candidate:
    from functools import partial

    from cantor.evaluation.predict import predict
    from cantor.model import from_pretrained
    from cantor.thought.answering import Answering
    from cantor.thought.ranking import Ranking
    from cantor.thought.verifier import Verifier

    ranking = Ranking(args.rank or "root", skip_failing=args.repair, prefer_plausible=args.plausible)
    verifier = None if args.verifier is None else Verifier.load(args.verifier)
    model, tokenizer = from_pretrained(name)
    ready = partial(predict, model, tokenizer, k=max(5, args.k), answering=Answering(ranking, verifier))
    chosen = asdict(ranking) | {"verifier": verifier is not None}
    return Candidate(model.config, chosen, lambda found, done: ready(found, done=done))


def _exported(name: str, args: argparse.Namespace) -> Candidate:
    from functools import partial

    from cantor.evaluation.solving import predict_by_solver
    from cantor.solver import Solver

    if args.rank or args.repair or args.plausible or args.verifier or args.policy == "annotated":
        raise CantorError(
            f"{name} is an exported model, which answers as `cantor solve` does; "
            "leave out --rank, --repair, --plausible, --verifier and --policy"
        )
    solver = Solver.from_pretrained(name)
    config = solver.runtime.config
    return Candidate(
        config,
        asdict(solver.answering.ranking) | {"verifier": bool(config.answering.verifier)},
        partial(predict_by_solver, solver, k=max(5, args.k)),
    )


def _said(choice: dict[str, Any]) -> str:
    """Such as "by vote, skip failing": what is on."""
    if choice == asdict(PAPER) | {"verifier": False}:
        return "as in the paper"
    return ", ".join(
        [f"by {choice['rank']}", *(name.replace("_", " ") for name, value in choice.items() if value is True)]
    )


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
    for k, key in _among(result).items():
        out.print(f"{f'among the {k} best':17} {result[key]:.1%}   of {result['count']:,} problems")
    out.print(f"edge F1           {result['edge_f1']:.1%}\n")
    rows = [
        (kind, name, group["count"], f"{group['value_accuracy']:.1%}", f"{group['equation_accuracy']:.1%}")
        for kind, groups in result["breakdowns"].items()
        for name, group in groups.items()
    ]
    header = ("by", "", "problems", "value", "equation")
    out.print(table(header, rows, numeric=header[2:]))
    coverage = result["calibration"]["accuracy_at_coverage"]
    out.print("\naccuracy on the most confident: " + ", ".join(f"{k} {v:.1%}" for k, v in coverage.items()))


def _among(figures: dict[str, Any]) -> dict[int, str]:
    """The ks of the figures' Val@k, and their keys."""
    keys = [key for key in figures if key.startswith("value_at_")]
    return dict(sorted((int(key.removeprefix("value_at_")), key) for key in keys))


def _print_several(out: TextConsole, found: dict[str, Any]) -> None:
    middle, spread = found["mean"], found["deviation"]
    columns = {"value_accuracy": "value", "equation_accuracy": "equation"}
    columns |= {key: f"{k} best" for k, key in _among(middle).items()} | {"edge_f1": "edge F1"}
    rows = [
        (one["model"], one["count"], *(f"{one[figure]:.1%}" for figure in columns)) for one in found["models"]
    ]
    rows.append(("mean", "", *(_spread(middle[figure], spread[figure]) for figure in columns)))
    header = ("model", "problems", *columns.values())
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
