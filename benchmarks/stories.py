"""Look through stories written by hand: python benchmarks/stories.py FILE.txt … [--closeness | --passages]

Tells each question whose solution does not fit its text, each question that is there twice, how many there
are by the number of steps, and with `--closeness` (needs CANTOR_DATA) each story that a test problem is like.
With `--passages` the files hold passages with questions over them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import teacher
from cantor.data.example import Example, Excluded, Policy, Unreadable
from cantor.data.hand_written import Question, example, questions
from cantor.data.hand_written_passages import example as passage_example
from cantor.data.hygiene import check_not_held_out
from cantor.data.load import rows
from cantor.data.synthetic.closeness import Corpus
from cantor.equation import EquationError
from cantor.errors import DataError

#: From which closeness on a single story counts as modelled on a test problem. By chance some are fairly
#: close: of our writer's one in a hundred comes to 0.33,
#: of GSM8K's training problems one in fourteen to 0.35.
TOO_CLOSE = 0.35


def wrong(file: Path, passages: bool = False) -> Iterator[tuple[int, str]]:
    """Lines whose question cannot be used, and why."""
    made = passage_example if passages else example
    seen: dict[str, int] = {}
    for question in _questions(file):
        if question.text in seen:
            yield question.line, f"the same as line {seen[question.text]}"
        seen[question.text] = question.line
        if len(question.text.split()) < 5:
            yield question.line, "too short"
        try:
            made(question, file.stem)
        except (DataError, EquationError) as error:
            yield question.line, str(error)


def held_out() -> Corpus:
    """Every problem of the test sets, and of our own that are kept apart from training."""
    names = (("svamp", "test"), ("asdiv", "all"), ("gsm8k", "test"))
    found = (row for name, split in names for row in rows(name, split, Policy.READER))
    texts = [row.problem.text for row in found if not isinstance(row, Unreadable)]
    return Corpus([*texts, *(row["question"] for name in teacher.FILES for row in teacher.read(name))])


def too_close(file: Path, corpus: Corpus) -> Iterator[tuple[int, str]]:
    """Lines whose text is, or retells, a test problem; which one is not told, so that nobody learns it."""
    for question in _questions(file):
        try:
            check_not_held_out(example(question, file.stem).problem)
        except Excluded as error:
            yield question.line, str(error)
        except EquationError:
            continue
        close = max(corpus.near(question.text).values(), default=0.0)
        if close >= TOO_CLOSE:
            yield question.line, f"too close to a test problem ({close:.2f}): tell another story"


def _questions(file: Path) -> Iterator[Question]:
    return questions(file.read_text(encoding="utf-8").splitlines())


def _steps(files: Iterable[Path]) -> Counter[str]:
    found: Counter[str] = Counter()
    for file in files:
        for question in _questions(file):
            try:
                made: Example = example(question, file.stem)
            except EquationError:
                continue
            found["unanswerable" if made.equation is None else f"{len(made.equation.steps)} steps"] += 1
    return found


def _types(files: Iterable[Path]) -> Counter[str]:
    """Questions over passages by what answers them."""
    found: Counter[str] = Counter()
    for question in (question for file in files for question in _questions(file)):
        first = (question.solution or " ")[0]
        found[{"#": "counts", "@": "dates", '"': "spans"}.get(first, "sums")] += 1
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--closeness", action="store_true")
    parser.add_argument("--passages", action="store_true")
    args = parser.parse_args()
    bad = 0
    corpus = held_out() if args.closeness else None
    for file in args.files:
        for line, reason in [*wrong(file, args.passages), *(too_close(file, corpus) if corpus else ())]:
            bad += 1
            print(f"{file}:{line}: {reason}")
    counts = _types(args.files) if args.passages else _steps(args.files)
    print(f"{sum(counts.values())} questions:", ", ".join(f"{n} of {k}" for k, n in sorted(counts.items())))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
