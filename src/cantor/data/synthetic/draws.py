"""Numbers of the size that school problems have."""

from random import Random

from cantor.data.synthetic.algebra import Value


def small(random: Random, low: int = 2, high: int = 12) -> int:
    """A number one could count on the table."""
    return random.randint(low, high)


def medium(random: Random, low: int = 2) -> int:
    """Mostly two digits, now and then three or four."""
    chance = random.random()
    if chance < 0.45:
        return random.randint(low, max(low + 1, 20))
    if chance < 0.87:
        return random.randint(max(low, 12), 99)
    if chance < 0.97:
        return random.randint(100, 999)
    return random.randint(1000, 9000)


def below(random: Random, top: int, low: int = 2) -> int:
    """A number under `top`, so that something is left."""
    return random.randint(low, top - 2) if top - 2 >= low else 0


def like(random: Random, other: int, low: int = 2) -> int:
    """A number of about the size of another, but not the same."""
    number = random.randint(max(low, other // 3), max(low + 4, other + other // 2))
    return number if number != other else number + 1


def up_and_down(random: Random) -> dict[str, Value]:
    """Some were won, some more were won again, and some of all these were spent."""
    won, again = random.randint(4, 60), random.randint(3, 40)
    return {"won": won, "again": again, "spent": below(random, won + again)}
