"""A works and the people who ran it: dates, years and how it grew."""

from random import Random

from cantor.data.answer import MONTHS, DateAnswer
from cantor.data.passage_writer.told import PLACES, Asked, Told, distinct, number, people, spans

_WORKS = (("mill", "looms"), ("quarry", "wagons"), ("shipyard", "docks"), ("foundry", "furnaces"))


def history(chance: Random) -> Told:
    works, things = chance.choice(_WORKS)
    town = chance.choice(PLACES)
    runners = people(chance, chance.randint(3, 5))
    years = sorted(distinct(chance, 1780, 1960, len(runners) + 1))
    counts = distinct(chance, 12, 900, len(runners))
    days = [DateAnswer(chance.randint(1, 28), chance.randint(1, 12), year) for year in years[: len(runners)]]
    passage = [
        f"{runners[0]} opened the {works} of {town} on {_written(days[0], chance)} with {counts[0]} {things}."
    ]
    for name, day, count in zip(runners[1:], days[1:], counts[1:], strict=True):
        passage.append(f"{name} took it over on {_written(day, chance)}, when it had {count} {things}.")
    closed = f"It closed in {years[-1]}."
    hired = distinct(chance, 20, 400, 2)
    passage += [f"At its busiest it paid {hired[0]} men and {hired[1]} women.", closed]
    asked = [
        *_of_times(works, runners, days, years),
        *_of_things(things, runners, counts),
        Asked(f"How many people did the {works} pay at its busiest?", number(sum(hired)), "sum"),
    ]
    chance.shuffle(asked)
    return Told(" ".join(passage), tuple(asked))


def _written(day: DateAnswer, chance: Random) -> str:
    assert day.month is not None
    month = MONTHS[day.month - 1]
    return f"{month} {day.day}, {day.year}" if chance.random() < 0.5 else f"{day.day} {month} {day.year}"


def _of_times(works: str, runners: list[str], days: list[DateAnswer], years: list[int]) -> list[Asked]:
    return [
        Asked(f"When did {runners[1]} take the {works} over?", days[1], "date"),
        Asked(f"When was the {works} opened?", days[0], "date"),
        Asked(f"Who opened the {works}?", spans(runners[0]), "span"),
        Asked("Who took it over last?", spans(runners[-1]), "span"),
        Asked(
            f"How many years lie between the opening year and the year when {runners[-1]} took over?",
            number(years[len(runners) - 1] - years[0]),
            "difference",
        ),
        Asked(f"For how many years was the {works} open?", number(years[-1] - years[0]), "difference"),
        Asked(f"Which people took the {works} over?", spans(*runners[1:]), "spans"),
        Asked(f"How many people ran the {works}?", number(len(runners)), "count"),
    ]


def _of_things(things: str, runners: list[str], counts: list[int]) -> list[Asked]:
    more, fewer = sorted(range(2), key=lambda i: counts[i], reverse=True)
    return [
        Asked(
            f"How many more {things} were there under {runners[more]} than under {runners[fewer]}?",
            number(counts[more] - counts[fewer]),
            "difference",
        ),
        Asked(
            f"Under whom did it have the most {things}?",
            spans(runners[counts.index(max(counts))]),
            "span",
        ),
    ]
