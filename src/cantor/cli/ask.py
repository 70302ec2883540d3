"""`cantor ask --passage FILE "question"`: the answer to a question over a passage, or to a file of them."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.cli.plain import add_json_option, print_json, standard_input
from cantor.cli.rows import answer_rows
from cantor.cli.solve import NO_ANSWER, count, share
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.reading.passage_answer import PassageAnswer

#: Bytes of a passage's file; what is longer is not even read.
_MAX_BYTES = 1 << 20


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.description = (
        "Answer a question over a passage with a number, a date or spans of the text. It refuses, with exit "
        "status 3, where its confidence is too low."
    )
    parser.add_argument("question", nargs="?", help="in plain English")
    parser.add_argument(
        "--passage", metavar="FILE", help="the text that the question is about; - is standard input"
    )
    parser.add_argument("--model", metavar="FOLDER", help="a reader of your own, such as runs/drop-b/best")
    parser.add_argument("--top-k", type=count, metavar="K", help="how many answers, the best included (5)")
    parser.add_argument(
        "--min-confidence", type=share, metavar="P", help="refuse below this confidence (0 to 1; 0.5)"
    )
    files = parser.add_argument_group("whole files")
    files.add_argument(
        "--input",
        metavar="FILE",
        help="a table with columns `passage` and `question` (.jsonl, .csv, .tsv, .json, .parquet); - is JSON "
        "Lines on standard input",
    )
    files.add_argument(
        "--output",
        metavar="FILE",
        help="where answers go, by its ending: .jsonl, .csv, .tsv, .parquet; running again goes on; "
        "printed as JSON Lines unless given",
    )
    files.add_argument(
        "--columns",
        default="",
        metavar="WHAT=NAME,...",
        help="your file's column names, such as passage=text,id=number",
    )
    files.add_argument("--overwrite", action="store_true", help="begin anew where the output exists")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.input is not None:
        _ask_file(args)
        return 0
    if args.output is not None or args.columns:
        raise CantorError(
            "--output goes with --input FILE, as does --columns; for one question, redirect what is printed"
        )
    if args.question is None or args.passage is None:
        raise CantorError('give a passage and a question: cantor ask --passage FILE "How many …?"')
    from cantor.reading.reader import Reader

    passage = _text(args.passage)
    found = Reader(args.model).ask(
        passage, args.question, k=args.top_k or 5, min_confidence=args.min_confidence
    )
    if args.json:
        print_json(found.to_dict())
    else:
        _print(found)
    return NO_ANSWER if found.refused else 0


def _text(name: str) -> str:
    if name == "-":
        return standard_input()
    path = Path(name)
    if path.is_file() and path.stat().st_size > _MAX_BYTES:
        raise CantorError(f"{path}: more than a megabyte; give the part that the question is about")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CantorError(f"{path}: is not UTF-8 ({error}); save the text as UTF-8") from None


def _print(found: "PassageAnswer") -> None:
    kind = "calibrated" if found.calibrated else "as the model says"
    best = found.best
    if found.refused:
        print(f"no answer: confidence {found.confidence:.2f} ({kind}) is below {found.min_confidence:.2f}")
        if best is not None:
            print(f"  the likeliest would be {best.answer}; --min-confidence 0 gives it")
        return
    assert best is not None
    print(f"{best.answer}  (confidence {found.confidence:.2f}, {kind})")
    if best.equation:
        print(f"  {best.equation} = {best.answer}")
    for place in best.places:
        print(f"  {place.source}, {place.span[0]} to {place.span[1]}: {' '.join(place.text.split())}")
    for other in found.alternatives[1:]:
        print(f"  or {other.answer}  ({other.probability:.2f})")


def _ask_file(args: argparse.Namespace) -> None:
    """Rows with columns `passage` and `question`; one that cannot be asked has its error there."""
    from cantor.cli.data.options import columns
    from cantor.reading.reader import Reader
    from cantor.reading.rows import PassageNames, ReadingWork

    if args.question is not None or args.passage is not None or args.top_k is not None:
        raise CantorError("--input asks a file of questions; leave out the question, --passage and --top-k")
    if args.model is None:
        Reader()  # says how to come by one
    named = columns(args)
    names = PassageNames(named.question, named.id, named.passage)
    answer_rows(
        args,
        names,
        (names.question, names.passage),
        lambda: ReadingWork(Reader(args.model), names, args.min_confidence),
    )
