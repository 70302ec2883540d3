"""`cantor solve TEXT`: the answer to a problem and the steps that lead to it; or to a whole file of them.

Nobody waits for what is not needed: rich, which takes long to import, comes along with a progress bar only.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.plain import add_json_option, print_json, standard_input
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.solver import Solution, Solver


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("text", nargs="?", help="a problem in plain English; - is standard input")
    parser.add_argument(
        "--model", default="default", help="another model: a folder that `cantor export` wrote"
    )
    parser.add_argument(
        "--top-k", type=_count, default=5, metavar="K", help="how many answers, the best included (5)"
    )
    parser.add_argument(
        "--min-confidence", type=_share, metavar="P", help="below this confidence give no answer (0 to 1)"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a picture of the graph of thoughts")
    parser.add_argument("--explain", action="store_true", help="show every thought, not only the best")
    files = parser.add_argument_group("whole files")
    files.add_argument(
        "--input",
        metavar="FILE",
        help="a .jsonl, .csv or .parquet file with a column `question`; - is JSON Lines on standard input",
    )
    files.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where answers go, as JSON Lines; running again goes on",
    )
    files.add_argument("--overwrite", action="store_true", help="begin anew where the output exists")
    add_json_option(parser)
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if text.isdecimal() and 1 <= int(text[:9]) <= 1000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 1000")


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if 0 <= share <= 1:
        return share
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")


def run(args: argparse.Namespace) -> None:
    if args.input is not None:
        _solve_file(args)
        return
    if args.output is not None:
        raise CantorError("--output goes with --input FILE; for one problem, redirect what is printed")
    text = _text(args.text)
    solution = _solver(args.model, once=True).solve(text, k=args.top_k, min_confidence=args.min_confidence)
    if args.svg:
        args.svg.write_text(solution.svg(), encoding="utf-8")
    if args.json:
        print_json(solution.to_dict())
    else:
        print(_Page(solution).text(explained=args.explain), end="")


def _text(given: str | None) -> str:
    if given is not None and given != "-":
        return given
    if given is None and sys.stdin.isatty():
        raise CantorError('give a problem, such as cantor solve "What is a third of 12?", or --input FILE')
    return standard_input()


def _solver(model: str, once: bool = False) -> "Solver":
    """As `Solver.from_pretrained`, but the rest of the program is imported while the model loads."""
    from cantor.model.files import GRAPH
    from cantor.solver.session import Meanwhile, model_folder, start_session

    folder = model_folder(model)
    # Here and now, with numpy in it: two threads that import numpy at the same time break it.
    import onnxruntime  # noqa: F401

    starting = Meanwhile(lambda: start_session(folder / GRAPH, once=once))
    from cantor.solver.runtime import Runtime

    loading = Meanwhile(lambda: Runtime.load(folder, starting=starting))
    import cantor.equation.render.steps_in_words
    import cantor.model.inputs  # noqa: F401
    from cantor.solver.solver import Solver

    return Solver(loading.result(), name=Path(model).name)


# One problem, for people

_BOLD, _NUMBER, _FAINT = "1", "1;4;36", "2"


class _Page:
    """A solution as text: in colours and within the width of a terminal, plain and unbroken elsewhere."""

    def __init__(self, solution: "Solution"):
        self.solution = solution
        terminal = sys.stdout.isatty()
        self.coloured = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.width: int | None = None
        if terminal:
            from shutil import get_terminal_size

            self.width = max(get_terminal_size().columns, 20)

    def text(self, explained: bool) -> str:
        from cantor.solver.solution import percent

        found = self.solution
        lines = [*self._problem(), ""]
        if found.error is not None:
            first, *rest = self._wrapped([f"No answer. {found.error.message}"], 0)
            lines += [first.replace("No answer.", self._styled("No answer.", _BOLD)), *rest]
        else:
            lines += [self._styled(line, _BOLD) for line in self._wrapped([found.display or ""], 0)]
            lines += self._wrapped([f"  {i}. {step.text}" for i, step in enumerate(found.steps, start=1)], 5)
        if found.confidence is not None:
            said = "confidence" if found.error is None else "confidence of the best guess"
            lines += ["", f"{said}: {percent(found.confidence)}"]
        lines += self._alternatives()
        notes = self._wrapped([f"note: {warning.message}" for warning in found.warnings], 6)
        lines += [self._styled(note, _FAINT) for note in notes]
        if explained:
            lines += self._thoughts()
        return "\n".join(lines) + "\n"

    def _problem(self) -> list[str]:
        """The text with the numbers that the answer uses."""
        # one character each, so that wrapping counts them about right; private, so that no text needs them
        pieces = [f"\ue000{shown(p)}\ue001" if used else shown(p) for p, used in self.solution.highlighted()]
        lines = self._wrapped("".join(pieces).splitlines() or [""], 0)
        begin, end = (f"\033[{_NUMBER}m", "\033[0m") if self.coloured else ("", "")
        return [line.replace("\ue000", begin).replace("\ue001", end) for line in lines]

    def _alternatives(self) -> list[str]:
        from cantor.solver.solution import infix_text, percent
        from cantor.solver.units import asked_unit

        others = self.solution.alternatives
        if not others:
            return []
        unit, numbers = asked_unit(self.solution.text), self.solution.values
        rows = [(unit.of(a.answer), infix_text(a.equation, numbers), percent(a.probability)) for a in others]
        title = "other answers" if self.solution.error is None else "guesses"
        return ["", self._styled(title, _FAINT), *self._columns(rows, left=(0, 1))]

    def _thoughts(self) -> list[str]:
        """The whole graph, a line for each vertex; those that the best answer needs have a star."""
        found, graph = self.solution, self.solution.graph
        if graph is None:
            return []
        from cantor.equation import Const, Ref
        from cantor.equation.render.values import for_people, sign
        from cantor.solver.solution import chances, percent

        operator_p, operand_p, root_p = chances(graph)
        needed = set() if found.root is None else set(graph.descendants(found.root))
        rows = []
        for i, (step, value) in enumerate(zip(graph.steps, graph.values(found.values), strict=True)):
            operands = []
            for x, p in zip(step.operands, operand_p[i], strict=False):
                if isinstance(x, Ref):
                    name = f"v{x.index}"
                elif isinstance(x, Const):
                    name = for_people(x.value)
                else:
                    known = x.index < len(found.numbers)
                    name = for_people(found.numbers[x.index].value) if known else "nothing"
                operands.append(f"{name} {percent(p)}")
            star = "*" if i in needed else ""
            value_text = "no value" if value is None else _brief(for_people(value))
            step_text = f"{sign(step.operator)} {percent(operator_p[i])} ({', '.join(operands)})"
            rows.append((star, f"v{i}", step_text, value_text, percent(root_p[i])))
        header = ("", "", "operator (operands)", "value", "root")
        return ["", self._styled("thoughts", _FAINT), *self._columns([header, *rows], left=(0, 1, 2))]

    def _columns(self, rows: Sequence[Sequence[str]], left: Sequence[int]) -> list[str]:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row in rows:
            cells = [
                cell.ljust(width) if i in left else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  " + "  ".join(cells).rstrip())
        return self._wrapped(lines, 4)

    def _wrapped(self, lines: Sequence[str], indent: int) -> list[str]:
        """Lines that fit the terminal; what goes on below is indented."""
        if self.width is None:
            return list(lines)
        from textwrap import TextWrapper

        wrapper = TextWrapper(self.width, subsequent_indent=" " * indent, break_on_hyphens=False)
        found: list[str] = []
        for line in lines:
            if len(line) <= self.width:
                found.append(line)
            else:
                found += wrapper.wrap(line) or [""]
        return found

    def _styled(self, text: str, style: str) -> str:
        return f"\033[{style}m{text}\033[0m" if self.coloured and text else text


def shown(text: str) -> str:
    """Text that a terminal can take: no control characters, which could do anything to it."""
    plain = text.replace("\t", " ").replace("\r\n", "\n")
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in plain if c not in "\ue000\ue001")


def _brief(text: str, most: int = 24) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


# Whole files


def _solve_file(args: argparse.Namespace) -> None:
    from dataclasses import asdict

    from cantor.cli.output import progress
    from cantor.solver.bulk import solve_file, solve_stream
    from cantor.solver.rows import Rows

    if args.text is not None or args.svg or args.explain:
        raise CantorError("--input solves a file; leave out the text, --svg and --explain")
    standard = args.input == "-"
    if standard and args.output is not None and args.output.exists() and not args.overwrite:
        raise CantorError(
            f"{args.output} exists, and what comes on standard input cannot be taken up again; "
            "give another --output, or --overwrite"
        )
    rows = Rows(sys.stdin.buffer if standard else Path(args.input))
    solver = _solver(args.model)
    if args.output is None:
        summary = solve_stream(solver, rows, _print_bytes, min_confidence=args.min_confidence)
        _warn_of_errors(asdict(summary))
        return
    with progress() as bar:
        task = bar.add_task("solving", total=rows.total)
        least = {"min_confidence": args.min_confidence}
        if standard:
            with args.output.open("wb") as out:
                summary = solve_stream(solver, rows, out.write, **least)
        else:
            summary = solve_file(
                solver,
                Path(args.input),
                args.output,
                overwrite=args.overwrite,
                done=lambda read: bar.update(task, completed=read.position, total=read.total),
                **least,
            )
    if args.json:
        print_json({"output": str(args.output), **asdict(summary)})
    else:
        before = f" ({summary.resumed:,} of them before)" if summary.resumed else ""
        print(f"{args.output}: {summary.rows:,} rows{before}, {summary.answered:,} answered")
        _warn_of_errors(asdict(summary))


def _print_bytes(lines: bytes) -> None:
    sys.stdout.buffer.write(lines)
    sys.stdout.buffer.flush()


def _warn_of_errors(summary: dict[str, Any]) -> None:
    if summary["errors"]:
        counts = ", ".join(f"{code} {count:,}" for code, count in sorted(summary["errors"].items()))
        print(f"cantor: without an answer: {counts}", file=sys.stderr)
