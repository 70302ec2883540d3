"""How a model does on the project's own problems in `benchmarks/problems`, as `cantor solve` answers them.

python benchmarks/teacher.py                    # the embedded model, for people
python benchmarks/teacher.py --model M --json   # another one, with every row's answer
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from cantor.equation.closeness import same_value
from cantor.solver import Solution, Solver

PROBLEMS = Path(__file__).parent / "problems"
FILES = ("teacher", "twins", "children")
SURE = 0.9

_TIME = re.compile(r"\b(\d{1,2}):(\d{2})\b\s*(?:([ap])\.?m\b)?", re.IGNORECASE)
_UNIT = re.compile(r"[^\W\d_]|[$€£%°]")  # letters, a currency or a percent sign: more than a number

Row = dict[str, Any]


def read(name: str) -> list[Row]:
    """The rows of one file."""
    lines = (PROBLEMS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def is_right(row: Row, value: Fraction | float | None, shown: str | None = None, answer: str = "") -> bool:
    """Whether a value is the row's answer, or where a clock time is asked, whether that time is shown."""
    wanted = Fraction(answer or row["answer"])
    return same_value(value, wanted) or ("display" in row and shows_time(shown or "", int(wanted)))


def shows_time(shown: str, minutes: int) -> bool:
    """Whether a text shows the time of so many minutes since midnight; one without am or pm may mean both."""
    found = _TIME.search(shown)
    if found is None:
        return False
    hours, past, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    if half:
        return 60 * (hours % 12 + 12 * (half == "p")) + past == minutes
    same = 60 * hours + past
    return same == minutes or (hours <= 12 and same % 720 == minutes % 720)


def shows_unit(row: Row, shown: str | None) -> bool:
    """Whether an answer is more than a bare number (a clock time needs no more than its colon)."""
    return bool(_UNIT.search(shown or "") or ("display" in row and _TIME.search(shown or "")))


def result(row: Row, solution: Solution) -> Row:
    """What one row came to. An answer where none can be given is wrong; a refusal there is right."""
    parts = getattr(solution, "answers", ()) or (solution,)
    refused = solution.answer is None and all(part.answer is None for part in parts)
    if "answers" in row:
        right = len(parts) == len(row["answers"]) and all(
            is_right(row, part.answer, answer=answer)
            for part, answer in zip(parts, row["answers"], strict=True)
        )
        among = right
    elif "answer" in row:
        right = is_right(row, solution.answer, solution.display)
        others = [is_right(row, a.answer, getattr(a, "display", None)) for a in solution.alternatives[:5]]
        among = right or any(others if refused else others[:4])
    else:
        right = among = refused
    return {
        "id": row["id"],
        "right": right,
        "among_five": among,
        "refused": refused,
        "error": None if solution.error is None else solution.error.code,
        "answer": solution.display,
        "equation": solution.infix,
        "confidence": solution.confidence,
        "unit": shows_unit(row, solution.display) if row.get("unit") and not refused else None,
    }


def share(results: Iterable[Row], what: str = "right") -> dict[str, Any]:
    """How many of how many."""
    counted = Counter(bool(r[what]) for r in results)
    total = counted.total()
    return {"count": counted[True], "of": total, "share": counted[True] / total if total else None}


def grouped(rows: Sequence[Row], results: Sequence[Row], key: str, what: str) -> dict[str, Any]:
    groups: dict[str, list[Row]] = {}
    for row, its in zip(rows, results, strict=True):
        if key in row:
            groups.setdefault(row[key], []).append(its)
    return {group: share(its, what) for group, its in groups.items()}


def figures(rows: dict[str, list[Row]], results: dict[str, list[Row]]) -> dict[str, Any]:
    """All that is reported, from the rows of each file and what each came to."""

    def those(name: str, key: str, value: Any = None) -> list[Row]:
        pairs = zip(rows[name], results[name], strict=True)
        return [its for row, its in pairs if key in row and (value is None or row[key] is value)]

    every = [its for name in FILES for its in results[name]]
    sure = [r for r in every if not r["refused"] and (r["confidence"] or 0) > SURE]
    teacher, children = results["teacher"], results["children"]
    return {
        "teacher": {
            "right": share(teacher),
            "among_five": share(teacher, "among_five"),
            "refused": share(teacher, "refused"),
            "kinds": grouped(rows["teacher"], teacher, "kind", "right"),
            "kinds_among_five": grouped(rows["teacher"], teacher, "kind", "among_five"),
        },
        "twins": {
            "unanswerable_refused": share(those("twins", "answerable", False), "refused"),
            "refused_by_reason": grouped(rows["twins"], results["twins"], "reason", "refused"),
            "answerable_right": share(those("twins", "answerable", True)),
            "answerable_refused": share(those("twins", "answerable", True), "refused"),
        },
        "children": {
            "one_question": share(those("children", "answer")),
            "several_questions": share(those("children", "answers")),
            "refused_as_expected": share(those("children", "expect"), "refused"),
            "all": share(children),
        },
        "sure": {"above": SURE, "of_all": len(every), "answers": len(sure), "right": share(sure)},
        "units": share((r for r in every if r["unit"] is not None), "unit"),
    }


def lines(found: dict[str, Any]) -> Iterable[str]:
    """The figures for people."""

    def line(label: str, its: dict[str, Any]) -> str:
        percent = "–" if its["share"] is None else f"{100 * its['share']:5.1f} %"
        return f"{label:<34}{its['count']:>5} of {its['of']:<4}{percent:>9}"

    teacher, twins, children = found["teacher"], found["twins"], found["children"]
    for kind, its in teacher["kinds"].items():
        yield f"{line('  ' + kind, its)}   among five {teacher['kinds_among_five'][kind]['count']:>2}"
    yield line("teacher: right", teacher["right"])
    yield line("teacher: right among five", teacher["among_five"])
    yield line("teacher: refused", teacher["refused"])
    for reason, its in twins["refused_by_reason"].items():
        yield line(f"  {reason}", its)
    yield line("twins: unanswerable, refused", twins["unanswerable_refused"])
    yield line("twins: answerable, right", twins["answerable_right"])
    yield line("twins: answerable, refused", twins["answerable_refused"])
    yield line("children: one question", children["one_question"])
    yield line("children: several questions", children["several_questions"])
    yield line("children: refused as they should", children["refused_as_expected"])
    sure = found["sure"]
    yield f"{'answers above 90 % confidence':<34}{sure['answers']:>5} of {sure['of_all']}"
    yield line("  of these right", sure["right"])
    yield line("answers that show a unit", found["units"])


def measure(solver: Solver) -> tuple[dict[str, Any], dict[str, list[Row]]]:
    """The figures of a model, and what each row came to."""
    rows = {name: read(name) for name in FILES}
    results = {}
    for name, its in rows.items():
        solutions = solver.solve([row["question"] for row in its], k=5)
        results[name] = [result(row, solution) for row, solution in zip(its, solutions, strict=True)]
    return figures(rows, results), results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--model", default="default", help="a model's name or folder")
    parser.add_argument("--json", action="store_true", help="figures and every row as JSON")
    parser.add_argument("--wrong", action="store_true", help="also list what is wrong")
    args = parser.parse_args()
    solver = Solver.from_pretrained(args.model)
    found, results = measure(solver)
    if args.json:
        print(json.dumps({"model": solver.identity, **found, "rows": results}, ensure_ascii=False, indent=1))
        return
    print("\n".join(lines(found)))
    if args.wrong:
        for its in (its for name in FILES for its in results[name] if not its["right"]):
            print(f"{its['id']}: {its['answer'] or its['error']} = {its['equation']} ({its['confidence']})")


if __name__ == "__main__":
    main()
