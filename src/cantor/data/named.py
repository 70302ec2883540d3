"""Problems by name: "svamp:train", "synthetic:20000:7", "hand-written:dev", "mine.csv", "mine/*.csv"."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from cantor.data import hand_written, hand_written_passages
from cantor.data.example import Example, Policy, Unreadable
from cantor.data.load import policies, rows, split_names
from cantor.data.own import Columns, is_own
from cantor.data.passage_writer import write_passages
from cantor.data.shards import files_of, is_many, read_shard
from cantor.data.synthetic import SyntheticProblem, UnanswerableProblem, write, write_twins
from cantor.errors import DataError
from cantor.problem import Problem

Written = SyntheticProblem | UnanswerableProblem
#: What our own writer writes, by the name that stands before ":COUNT:SEED".
WRITTEN: dict[str, Callable[[int, int], Iterable[Written]]] = {
    "synthetic": write,
    "synthetic-broad": partial(write, profile="broad"),
    "synthetic-twins": write_twins,
    "synthetic-school": partial(write, profile="school"),
    "synthetic-school-twins": partial(write_twins, profile="school"),
    "toy": partial(write, profile="toy"),
}
#: The same for questions over passages.
PASSAGES = "synthetic-passages"
#: What we wrote by hand, in the package, by the name that stands before ":SPLIT".
HAND_WRITTEN = {"hand-written": hand_written, "hand-written-passages": hand_written_passages}


def is_written(base: str) -> bool:
    """Whether these are our own words, which no file of the user's holds."""
    return base in WRITTEN or base in HAND_WRITTEN or base == PASSAGES


def examples(names: Sequence[str], policy: str, columns: Columns | None = None) -> list[Example]:
    """The examples of names such as "svamp:train", "synthetic:20000:7" (count, seed), "toy:500", "x.csv"."""
    found: list[Example] = []
    for name in names:
        base, _, rest = name.partition(":")
        if base == PASSAGES:
            found += write_passages(*_count_and_seed(rest, name))
        elif base in WRITTEN:
            found += _synthetic(WRITTEN[base], *_count_and_seed(rest, name), name)
        elif base in HAND_WRITTEN:
            found += _hand_written(base, rest)
        elif is_many(name):
            found += [example for file in files_of(name) for example in read_shard(file, columns)]
        else:
            base, split = (name, "all") if is_own(name) else (base, rest or split_names(base)[0])
            offered = policies(base)
            chosen = Policy(policy) if policy in offered else offered[0]
            found += [row for row in rows(base, split, chosen, columns) if not isinstance(row, Unreadable)]
    return found


def _count_and_seed(rest: str, name: str) -> tuple[int, int]:
    count, _, seed = rest.partition(":")
    if not count.isdecimal() or (seed and not seed.isdecimal()):
        raise DataError(f"{name!r}: write {name.partition(':')[0]}:COUNT:SEED, such as synthetic:20000:7")
    return int(count), int(seed or 0)


def _hand_written(base: str, split: str) -> list[Example]:
    source = HAND_WRITTEN[base]
    split = split or source.SPLITS[0]
    if split not in source.SPLITS:
        raise DataError(f"{base} has no split {split!r}; it has {', '.join(source.SPLITS)}")
    return [row for row in source.read(split) if not isinstance(row, Unreadable)]


def _synthetic(
    writer: Callable[[int, int], Iterable[Written]], count: int, seed: int, name: str
) -> list[Example]:
    return [
        Example(
            f"{name}-{i}", Problem.from_text(p.question), p.equation, p.answer, i, answerable=p.answerable
        )
        for i, p in enumerate(writer(count, seed), start=1)
    ]
