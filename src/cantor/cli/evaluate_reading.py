"""`cantor evaluate` for readers: exact match and F1 of questions over passages."""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from cantor.cli.output import TextConsole, console, print_json, progress, table
from cantor.errors import CantorError
from cantor.model.config import READERS
from cantor.model.files import CONFIG, model_folder

#: Told what is going on, and how much of how much is done.
Tell = Callable[[str, int, int], None]
#: Options that choose among equations, which a reader has none of.
_NOT_FOR_READERS = ("policy", "rank", "repair", "plausible", "verifier", "html")


def are_readers(models: Sequence[str]) -> bool:
    """Whether all models answer questions over passages; a `CantorError` where only some do."""
    readers = [name for name in models if _system(name) in READERS]
    if readers and len(readers) < len(models):
        other = next(name for name in models if name not in readers)
        raise CantorError(f"{readers[0]} reads passages and {other} does not; evaluate them one by one")
    return bool(readers)


def _system(name: str) -> str | None:
    try:
        raw = json.loads((model_folder(name) / CONFIG).read_text(encoding="utf-8"))
        return str(raw.get("system"))
    except (OSError, ValueError, AttributeError):
        return None  # whoever opens it says what is wrong


def run(args: argparse.Namespace, split: str) -> None:
    with progress(quiet=args.json) as bar:
        task = bar.add_task("loading", total=None)
        reports = evaluate(
            args, split, lambda what, n, total: bar.update(task, description=what, completed=n, total=total)
        )
    if args.json:
        print_json(reports[0] if len(reports) == 1 else several(reports, args.data))
    else:
        show(console(), reports)


def evaluate(args: argparse.Namespace, split: str, tell: Tell) -> list[dict[str, Any]]:
    """Each reader's figures on a split."""
    from cantor.data.named import examples
    from cantor.reading.items import meant_for
    from cantor.reading.predict import predict
    from cantor.reading.reader import engine_of
    from cantor.reading.refusals import elsewhere, refusals, refused
    from cantor.reading.report import report

    for option in _NOT_FOR_READERS:
        if getattr(args, option):
            raise CantorError(f"--{option}: a reader has no such choice; leave it out")
    found = examples([split], "reader")
    if not found or not all(example.accepted and example.passage for example in found):
        raise CantorError(f"{args.data}: has no questions over passages; try drop-num-b, or your own file")
    results = []
    for name in args.model:
        engine = engine_of(model_folder(name))
        system = engine.config.system

        def done(count: int, name: str = name) -> None:
            tell(f"reading {name}", count, len(found))

        asked = meant_for(system, found)
        answers = predict(engine, asked, done=done)
        figures = report([best[0].answer if best else None for best in answers], asked).to_dict()
        points = engine.config.answering.calibration
        figures["refusals"] = refusals(answers, asked, points)
        if args.elsewhere:
            strange = elsewhere(asked)
            if not strange:
                raise CantorError(f"--elsewhere: {args.data} has one passage only; give data with several")
            given = predict(engine, strange, done=done)
            figures["refusals"]["refused_elsewhere"] = mean(refused(best, points) for best in given)
        results.append({"model": name, "system": system, "data": args.data, "split": split, **figures})
    return results


def several(reports: Sequence[dict[str, Any]], data: str) -> dict[str, Any]:
    """Models of several seeds, with mean and deviation of F1 and exact match."""
    figures = {key: [one["every"][key] for one in reports] for key in ("f1", "exact_match")}
    return {
        "data": data,
        "models": list(reports),
        "mean": {key: mean(values) for key, values in figures.items()},
        "deviation": {key: stdev(values) for key, values in figures.items()},
    }


def _told(found: dict[str, Any], model: str) -> str:
    """What its refusals are worth, in words."""
    said = f"{model}: refuses {found['refused']:.0%}"
    if found["right_of_answered"] is not None:
        said += f", and is exactly right in {found['right_of_answered']:.0%} of the rest"
    if "refused_elsewhere" in found:
        said += f"; over passages of other questions it refuses {found['refused_elsewhere']:.0%}"
    return said + ("" if found["calibrated"] else " (its confidence is not calibrated)")


def show(out: TextConsole, reports: Sequence[dict[str, Any]]) -> None:
    header = ("model", "answers", "questions", "F1", "95 % interval", "exact match")
    rows = []
    for one in reports:
        for name, figures in {"all": one["every"], **one["by_type"]}.items():
            low, high = figures["interval"]
            model = Path(one["model"]).as_posix() if name == "all" else ""
            interval = f"{low:.1f} to {high:.1f}"
            rows.append(
                (
                    model,
                    name,
                    f"{figures['count']:,}",
                    f"{figures['f1']:.1f}",
                    interval,
                    f"{figures['exact_match']:.1f}",
                )
            )
    out.print(table(header, rows, numeric=header[2:]))
    for one in reports:
        out.say(_told(one["refusals"], Path(one["model"]).as_posix()))
    if any(one["approximate"] for one in reports):
        out.say("approximate: this form of the data has lost types and boundaries of answers")
    if len(reports) > 1:
        found = several(reports, "")
        said = ", ".join(
            f"{label} {found['mean'][key]:.1f} ± {found['deviation'][key]:.1f}"
            for key, label in (("f1", "F1"), ("exact_match", "exact match"))
        )
        out.say(f"mean: {said}")
