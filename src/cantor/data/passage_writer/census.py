"""A town's census: people, households and shares of groups."""

from fractions import Fraction
from random import Random

from cantor.data.passage_writer.told import PLACES, Asked, Told, distinct, mixed, number, spans, written

_AGES = ("under the age of 18", "from 18 to 24", "from 25 to 44", "from 45 to 64", "65 or older")
_WORK = "farming fishing weaving mining trade teaching".split()


def census(chance: Random) -> Told:
    town, other = chance.sample(PLACES, 2)
    year = chance.randint(1880, 2015)
    dwellers, elsewhere = distinct(chance, 4_000, 60_000, 2)
    households, families = sorted(distinct(chance, 1_000, dwellers // 2, 2), reverse=True)
    passage = [
        f"The census of {year} counted {written(dwellers, chance)} people in {town} and "
        f"{written(elsewhere, chance)} in {other}.",
        f"There were {written(households, chance)} households and {written(families, chance)} families "
        f"in {town}.",
    ]
    shares = _shares(chance, len(_AGES))
    told = ", ".join(f"{_percent(s)} % were {age}" for s, age in zip(shares, _AGES, strict=True))
    passage.append(f"Of the people of {town}, {told}.")
    workers = dict(zip(chance.sample(_WORK, 3), distinct(chance, 120, 990, 3), strict=True))
    passage += [f"{name.capitalize()} gave work to {count} people." for name, count in workers.items()]
    asked = [*_of_people(town, other, dwellers, elsewhere, households, families)]
    asked += [*_of_ages(chance, shares), *_of_work(workers)]
    chance.shuffle(asked)
    return Told(" ".join(mixed(chance, passage)), tuple(asked))


def _shares(chance: Random, count: int) -> list[Fraction]:
    """Different tenths of a percent that come to 100 %."""
    while True:
        cuts = sorted(distinct(chance, 40, 960, count - 1))
        parts = [b - a for a, b in zip([0, *cuts], [*cuts, 1000], strict=True)]
        if len(set(parts)) == count:
            return [Fraction(part, 10) for part in parts]


def _percent(share: Fraction) -> str:
    return f"{float(share):.1f}"


def _of_people(
    town: str, other: str, dwellers: int, elsewhere: int, households: int, families: int
) -> list[Asked]:
    more, fewer = (town, other) if dwellers > elsewhere else (other, town)
    return [
        Asked(
            f"How many more people lived in {more} than in {fewer}?",
            number(abs(dwellers - elsewhere)),
            "difference",
        ),
        Asked(f"How many people lived in {town} and {other} together?", number(dwellers + elsewhere), "sum"),
        Asked(
            f"How many more households than families were there in {town}?",
            number(households - families),
            "difference",
        ),
        Asked("Which of the two towns had fewer people?", spans(fewer), "span"),
    ]


def _of_ages(chance: Random, shares: list[Fraction]) -> list[Asked]:
    first, second = chance.sample(range(len(_AGES)), 2)
    if shares[first] < shares[second]:
        first, second = second, first
    return [
        Asked(
            f"How many percent of the people were not {_AGES[first]}?",
            number(100 - shares[first]),
            "percentage",
        ),
        Asked(
            f"How many percent more were {_AGES[first]} than {_AGES[second]}?",
            number(shares[first] - shares[second]),
            "percentage",
        ),
        Asked(
            f"How many percent were {_AGES[first]} or {_AGES[second]}?",
            number(shares[first] + shares[second]),
            "percentage",
        ),
    ]


def _of_work(workers: dict[str, int]) -> list[Asked]:
    ranked = sorted(workers, key=workers.__getitem__, reverse=True)
    return [
        Asked(
            f"How many more people worked in {ranked[0]} than in {ranked[-1]}?",
            number(workers[ranked[0]] - workers[ranked[-1]]),
            "difference",
        ),
        Asked("How many kinds of work are named?", number(len(workers)), "count"),
    ]
