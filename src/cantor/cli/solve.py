"""`cantor solve TEXT`: the answer to a problem and the steps that lead to it; or to a whole file of them.

Nobody waits for what is not needed: rich, which takes long to import, comes along with a progress bar only.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.cli.folders import add_folder_options, is_for_folder, solve_into_folder
from cantor.cli.plain import add_json_option, print_json, standard_input
from cantor.cli.rows import answer_rows, warn_of_errors
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.solver import Solution, Solver
    from cantor.solver.bulk import Answers


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("text", nargs="?", help="a problem in plain English; - is standard input")
    parser.add_argument(
        "--model", default="default", help="another model: a folder that `cantor export` wrote"
    )
    parser.add_argument(
        "--top-k", type=count, default=5, metavar="K", help="how many answers, the best included (5)"
    )
    parser.add_argument(
        "--min-confidence", type=share, metavar="P", help="below this confidence give no answer (0 to 1)"
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a picture of the graph of thoughts")
    parser.add_argument("--explain", action="store_true", help="show every thought, not only the best")
    files = parser.add_argument_group("whole files")
    files.add_argument(
        "--input",
        metavar="FILE",
        help="a table with a column `question` (.jsonl, .csv, .tsv, .json, .parquet), or a .txt with "
        "a problem a line; - is JSON Lines on standard input; with --output FOLDER/ a pattern or folder",
    )
    files.add_argument(
        "--output",
        metavar="FILE",
        help="where answers go, by its ending: .jsonl, .csv, .tsv, .parquet, or FOLDER/, for parts; "
        "running again goes on",
    )
    files.add_argument(
        "--columns",
        default="",
        metavar="WHAT=NAME,...",
        help="your file's column names, such as question=text,id=number",
    )
    files.add_argument(
        "--reader",
        metavar="FOLDER",
        help="a reader of passages, for rows with a text in the column `passage`",
    )
    files.add_argument("--overwrite", action="store_true", help="begin anew where the output exists")
    add_folder_options(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def count(text: str) -> int:
    if text.isdecimal() and 1 <= int(text[:9]) <= 1000:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to 1000")


def share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if 0 <= share <= 1:
        return share
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")


#: The exit status where one problem was asked and has no answer.
NO_ANSWER = 3


def run(args: argparse.Namespace) -> int:
    if args.reader is not None and (args.input is None or is_for_folder(args)):
        raise CantorError(
            "--reader is for rows with a passage, from --input FILE into one file; for one question there is "
            "cantor ask"
        )
    if args.input is not None:
        solve_into_folder(args, warn=warn_of_errors) if is_for_folder(args) else _solve_file(args)
        return 0
    if args.output is not None or args.columns:
        raise CantorError(
            "--output goes with --input FILE, as does --columns; for one problem, redirect what is printed"
        )
    text = a_problem(args.text)
    solution = a_solver(args.model, once=True).solve(text, k=args.top_k, min_confidence=args.min_confidence)
    if args.svg:
        args.svg.write_text(solution.svg(), encoding="utf-8")
    if args.json:
        print_json(solution.to_dict())
    else:
        print(_Page(solution).text(explained=args.explain), end="")
    asked = (solution,) if solution.is_choice else solution.answers or (solution,)
    return NO_ANSWER if any(one.abstained for one in asked) else 0


def a_problem(given: str | None) -> str:
    if given is not None and given != "-":
        return given
    if given is None and sys.stdin.isatty():
        raise CantorError('give a problem, such as cantor solve "What is a third of 12?", or --input FILE')
    return standard_input()


def a_solver(model: str, once: bool = False) -> "Solver":
    """As `Solver.from_pretrained`, but the rest of the program is imported while the model loads."""
    from cantor.io.threads import Background
    from cantor.model.files import GRAPH, model_folder
    from cantor.solver.session import start_session

    folder = model_folder(model)
    # Here and now, with numpy in it: two threads that import numpy at the same time break it.
    import onnxruntime  # noqa: F401

    starting = Background(lambda: start_session(folder / GRAPH, once=once))
    from cantor.solver.runtime import Runtime

    loading = Background(lambda: Runtime.load(folder, starting=starting))
    import cantor.equation.render.steps_in_words
    import cantor.model.inputs  # noqa: F401
    from cantor.solver.solver import Solver

    return Solver(loading.result(), name=Path(model).name)


# One problem, for people

#: Where there is no answer for these reasons, guesses may be of use; for all others they would only mislead.
_GUESSED = ("low_confidence", "too_long")
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
        """The problem, then its answer, or the answer to each of its questions."""
        whole, lines = self.solution, self._problem()
        lines += self._choice()
        for one in whole.answers or (whole,):
            self.solution = one
            lines += ["", *self._question(), *self._answer()]
            if explained:
                lines += self._thoughts()
        return "\n".join(lines) + "\n"

    def _choice(self) -> list[str]:
        """Who or which, before what was asked of each."""
        from cantor.thought.answering import percent

        found = self.solution
        if not found.is_choice:
            return []
        if found.choice is not None:
            sure = f"confidence: {percent(found.confidence or 0.0)}"
            return ["", self._styled(found.display or "", _BOLD), "", sure]
        assert found.error is not None
        return ["", *self._wrapped([f"No answer. {found.error.message}"], 0)]

    def _question(self) -> list[str]:
        """The words of one question among several."""
        found = self.solution
        if found.question is None:
            return []
        label = "" if found.label is None else f"{found.label}) "
        return self._wrapped(f"{label}{shown(found.question)}".splitlines(), 2)

    def _answer(self) -> list[str]:
        from cantor.thought.answering import percent

        found, lines = self.solution, []
        if found.error is not None:
            first, *rest = self._wrapped([f"No answer. {found.error.message}"], 0)
            lines += [first.replace("No answer.", self._styled("No answer.", _BOLD)), *rest]
        else:
            lines += [self._styled(line, _BOLD) for line in self._wrapped([found.display or ""], 0)]
            lines += self._wrapped([f"  {i}. {step.text}" for i, step in enumerate(found.steps, start=1)], 5)
        if found.error is None and found.graph is None:
            lines += ["", "computed exactly"]
        elif found.confidence is not None and (found.error is None or found.error.code in _GUESSED):
            said = "confidence" if found.error is None else "confidence of the best guess"
            lines += ["", f"{said}: {percent(found.confidence)}", *self._alternatives()]
        notes = self._wrapped([f"note: {warning.message}" for warning in found.warnings], 6)
        return lines + [self._styled(note, _FAINT) for note in notes]

    def _problem(self) -> list[str]:
        """The text with the numbers that the answer uses."""
        # one character each, so that wrapping counts them about right; private, so that no text needs them
        pieces = [f"\ue000{shown(p)}\ue001" if used else shown(p) for p, used in self.solution.highlighted()]
        lines = self._wrapped("".join(pieces).splitlines() or [""], 0)
        begin, end = (f"\033[{_NUMBER}m", "\033[0m") if self.coloured else ("", "")
        return [line.replace("\ue000", begin).replace("\ue001", end) for line in lines]

    def _alternatives(self) -> list[str]:
        from cantor.solver.solution import infix_text
        from cantor.thought.answering import percent
        from cantor.thought.formula import formula

        others = self.solution.alternatives
        if not others:
            return []
        found = self.solution
        rows = []
        for a in others:
            line = formula(found.text, found.numbers, a.equation) or infix_text(a.equation, found.values)
            rows.append((a.display or "", line, percent(a.confidence)))
        title = "other answers" if self.solution.error is None else "guesses"
        return ["", self._styled(title, _FAINT), *self._columns(rows, left=(0, 1))]

    def _thoughts(self) -> list[str]:
        """The whole graph, a line for each vertex; those that the best answer needs have a star."""
        found, graph = self.solution, self.solution.graph
        if graph is None:
            return []
        from cantor.equation import Const, Ref
        from cantor.equation.render.values import for_people, sign
        from cantor.solver.solution import probabilities
        from cantor.thought.answering import percent

        operator_p, operand_p, root_p = probabilities(graph)
        confidences = found.vertex_confidences()
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
            root = percent(root_p[i]) if i < graph.network_size else ""
            sure = "" if (c := confidences[i]) is None else percent(c)
            rows.append((star, f"v{i}", step_text, value_text, root, sure))
        header = ("", "", "operator (operands)", "value", "root", "answer")
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
    from cantor.cli.data.options import columns
    from cantor.solver.answered import Names

    if args.text is not None or args.svg or args.explain:
        raise CantorError("--input solves a file; leave out the text, --svg and --explain")
    named = columns(args)
    names = Names(named.question, named.id)

    def load() -> "Answers":
        from cantor.solver.bulk import Work

        return Work(a_solver(args.model), names, args.min_confidence)

    def load_both() -> "Answers":
        from cantor.reading.reader import Reader
        from cantor.reading.rows import PassageNames, ReadingWork

        with_passage = PassageNames(named.question, named.id, named.passage)
        return ReadingWork(Reader(args.reader), with_passage, args.min_confidence, a_solver(args.model))

    answer_rows(args, names, (names.question,), load if args.reader is None else load_both)
