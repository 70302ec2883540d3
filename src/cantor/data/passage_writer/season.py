"""A team's game: scores, and goals of so many metres by several players."""

from random import Random

from cantor.data.passage_writer.told import PLACES, Asked, Told, distinct, listed, number, people, spans

_TEAMS = "Otters Lanterns Millers Herons Foxes Anchors Badgers Comets Weavers Ravens".split()
_PERIODS = ("first quarter", "second quarter", "third quarter", "final quarter")


def season(chance: Random) -> Told:
    ours, theirs = (
        f"{place} {team}"
        for place, team in zip(chance.sample(PLACES, 2), chance.sample(_TEAMS, 2), strict=True)
    )
    week, high, low = chance.randint(2, 17), *sorted(distinct(chance, 10, 45, 2), reverse=True)
    won = chance.random() < 0.5
    players = people(chance, 4)
    yards = sorted(distinct(chance, 18, 60, chance.randint(4, 8)), reverse=True)
    chance.shuffle(yards)
    passage = [
        f"In week {week} the {ours} {'beat' if won else 'lost to'} the {theirs} "
        f"{high if won else low} to {low if won else high}."
    ]
    by_player: dict[str, list[int]] = {name: [] for name in players[:3]}
    for n, length in enumerate(yards):
        by_player[players[n % 3]].append(length)
    periods = chance.sample(_PERIODS, 3)
    for period, (name, goals) in zip(sorted(periods, key=_PERIODS.index), by_player.items(), strict=True):
        told = listed([f"{length}-metre" for length in goals])
        passage.append(
            f"In the {period} {name} scored {told} goals."
            if len(goals) > 1
            else f"In the {period} {name} scored a {told} goal."
        )
    watched = chance.randint(11, 98) * 100 + chance.randint(1, 99)
    passage.append(f"{players[3]} sat out the game, which {watched:,} people watched.")
    return Told(" ".join(passage), (*_of_scores(ours, theirs, won, high, low), *_of_goals(chance, by_player)))


def _of_scores(ours: str, theirs: str, won: bool, high: int, low: int) -> list[Asked]:
    winner, loser = (ours, theirs) if won else (theirs, ours)
    return [
        Asked(f"By how many points did the {winner} win?", number(high - low), "difference"),
        Asked("How many points were scored in all?", number(high + low), "sum"),
        Asked("Which team lost the game?", spans(loser), "span"),
    ]


def _of_goals(chance: Random, by_player: dict[str, list[int]]) -> list[Asked]:
    every = [length for goals in by_player.values() for length in goals]
    one, other, third = by_player
    a, b = max(by_player[one]), min(by_player[other])
    far = sorted(name for name, goals in by_player.items() if max(goals) > 40)
    asked = [
        Asked(
            "How many metres longer was the longest goal than the shortest?",
            number(max(every) - min(every)),
            "difference",
        ),
        Asked("How many goals were scored in the game?", number(len(every)), "count"),
        Asked(f"How many goals did {third} score?", number(len(by_player[third])), "count"),
        Asked("Who scored the longest goal?", spans(max(by_player, key=lambda x: max(by_player[x]))), "span"),
        Asked(
            f"How many metres were the longest goal of {one} and the shortest of {other} together?",
            number(a + b),
            "sum",
        ),
    ]
    if len(far) > 1:
        asked.append(Asked("Which players scored a goal of more than 40 metres?", spans(*far), "spans"))
    chance.shuffle(asked)
    return asked
