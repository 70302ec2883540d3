"""`cantor ask --passage FILE "question"`: the answer to a question over a passage, or to a file of them."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cantor.cli.plain import add_json_option, print_json, standard_input
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
    parser.add_argument(
        "--model", metavar="FOLDER", help="a reader of your own, such as runs/drop-b-minilm/best"
    )
    parser.add_argument(
        "--top-k", type=count, default=5, metavar="K", help="how many answers, the best included (5)"
    )
    parser.add_argument(
        "--min-confidence", type=share, metavar="P", help="refuse below this confidence (0 to 1; 0.5)"
    )
    parser.add_argument(
        "--input", type=Path, metavar="FILE", help="a table with columns `passage` and `question`"
    )
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where answers go, as JSON Lines; printed unless given",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from cantor.reading.reader import Reader

    if args.input is not None:
        if args.question is not None or args.passage is not None:
            raise CantorError("--input has its own passages and questions; leave the others out")
        _ask_file(args, Reader(args.model))
        return 0
    if args.output is not None:
        raise CantorError("--output goes with --input FILE; for one question, redirect what is printed")
    if args.question is None or args.passage is None:
        raise CantorError('give a passage and a question: cantor ask --passage FILE "How many …?"')
    passage = _text(args.passage)
    found = Reader(args.model).ask(passage, args.question, k=args.top_k, min_confidence=args.min_confidence)
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


def _ask_file(args: argparse.Namespace, reader: Any) -> None:
    """One line for each row, in order; a row that cannot be asked has its error there."""
    from cantor.data.files import records

    found: list[tuple[int, str | None]] = []  # line, and why it was not asked

    def asked() -> Iterator[tuple[str, str]]:
        for line, record in records(args.input, ("passage", "question")):
            texts = [record.get(key) for key in ("passage", "question")] if isinstance(record, dict) else []
            found.append((line, None if texts else getattr(record, "reason", "cannot be read")))
            yield tuple(text if isinstance(text, str) else "" for text in texts or ("", ""))  # type: ignore[misc]

    out = args.output.open("w", encoding="utf-8") if args.output else nullcontext(sys.stdout)
    failed = 0
    with out as file:
        answers = reader.ask_all(asked(), k=args.top_k, min_confidence=args.min_confidence)
        for n, answer in enumerate(answers):
            line, why = found[n]
            if isinstance(answer, CantorError):
                row: dict[str, Any] = {"line": line, "error": why or str(answer)}
                failed += 1
            else:
                row = {"line": line, **answer.to_dict()}
            print(json.dumps(row, ensure_ascii=False), file=file, flush=True)
    print(f"cantor: {len(found):,} questions, {failed:,} could not be asked", file=sys.stderr)
