"""People by name, people by trade, and places that have or make things."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agent:
    """Someone or something that acts: how it is first named, named again, and its pronouns."""

    first: str
    again: str
    subject: str  # he, she, it
    object: str  # him, her, it
    possessive: str  # his, her, its
    adult: bool = False

    @property
    def person(self) -> bool:
        return self.subject != "it"


FEMALE = tuple(
    """Abby Ada Adele Alice Amara Amelia Amina Amy Ana Anna Anya Aria Asha Ava Bella Beth Bianca Bonnie
        Bridget Camila Carla Carmen Celia Chloe Clara Claire Daisy Dana Daniela Debra Delia Diana Donna
        Edith Elena Eliza Ella Elsa Emily Emma Erin Esther Eva Faith Farah Fatima Fiona Flora Freya Gemma
        Gina Gloria Grace Greta Hailey Hana Hannah Hazel Heidi Helen Holly Ida Ines Ingrid Irene Iris Isabel
        Ivy Jada Jane Janet Jasmine Jenna Jill Joan Josie Joy Judy Julia Kara Karen Kate Kayla Keiko Kim
        Lara Laura Leah Lena Lila Lily Linda Lisa Lola Lucia Lucy Luna Mabel Maggie Maria Marta Mary Maya
        Megan Mei Mia Mila Mina Molly Nadia Nancy Naomi Nina Nora Olga Olivia Paige Pam Paula Penny Petra
        Piper Priya Rachel Rita Robin Rosa Rose Ruby Ruth Sadie Sally Sandra Sara Sasha Selena Sofia Sonia
        Stella Susan Tara Tess Tina Uma Vera Violet Wendy Yara Yuki Zara Zoe""".split()
)

MALE = tuple(
    """Aaron Adam Adrian Ahmed Alan Albert Alex Ali Andre Andy Anton Arjun Arthur Asher Ben Bernard Bill Bob
        Boris Brad Brian Bruno Caleb Calvin Carl Carlos Cedric Chad Charlie Chris Clark Cody Colin Connor
        Craig Cyrus Dan Daniel Darius Dave David Dean Dennis Derek Diego Dylan Eddie Edgar Eli Elliot Emil
        Eric Ethan Evan Felix Finn Frank Fred Gabriel Gary George Gerald Glen Gordon Grant Greg Hank Harry
        Hassan Hector Henry Hugo Ian Isaac Ivan Jack Jacob Jake Jamal James Jared Jason Javier Jeff Jerry
        Jesse Jim Joe Joel John Jonas Jordan Jose Josh Juan Karl Keith Ken Kevin Kofi Kyle Lamar Larry Leo
        Levi Liam Logan Louis Lucas Luis Luke Malik Marco Marcus Mario Martin Mateo Matt Max Michael Miguel
        Mike Milo Nathan Ned Neil Nick Noah Oliver Omar Oscar Owen Pablo Paul Pedro Peter Phil Quinn Rahul
        Raj Ralph Randy Ravi Ray Rick Robert Roger Roman Ron Ryan Sam Samir Scott Sean Seth Simon Stan Steve
        Tariq Ted Theo Thomas Tim Toby Todd Tom Tony Tyler Victor Vince Walter Wayne Wes Will Xavier Yusuf
        Zach""".split()
)


def _she(first: str, again: str | None = None, adult: bool = False) -> Agent:
    return Agent(first, again or first, "she", "her", "her", adult)


def _he(first: str, again: str | None = None, adult: bool = False) -> Agent:
    return Agent(first, again or first, "he", "him", "his", adult)


def _it(name: str) -> Agent:
    article = "an" if name[0] in "aeiou" else "a"
    return Agent(f"{article} {name}", f"the {name}", "it", "it", "its", True)


def places(names: str) -> tuple[Agent, ...]:
    """Places that act."""
    return tuple(map(_it, names.split(", ")))


def named(names: str) -> tuple[Agent, ...]:
    """People by trade."""
    agents: list[Agent] = []
    for i, name in enumerate(names.split(", ")):
        article = "an" if name[0] in "aeiou" else "a"
        agents.append((_she if i % 2 else _he)(f"{article} {name}", f"the {name}", True))
    return tuple(agents)


_TITLED = tuple(
    (_he if title == "Mr." else _she)(f"{title} {name}", adult=True)
    for title, names in (
        ("Mr.", "Brown Garcia Lee Patel Wilson Young Cooper Ross Kim Diaz"),
        ("Mrs.", "Hill Adams Lopez Baker Singh Clark Reed Novak Price Moore"),
        ("Ms.", "Chen Stone Evans Silva Gray Turner"),
    )
    for name in names.split()
)

#: Agents by what a plot asks for.
AGENTS: dict[str, tuple[Agent, ...]] = {
    "person": tuple(_she(n) for n in FEMALE) + tuple(_he(n) for n in MALE),
    "adult": _TITLED
    + named("teacher, chef, gardener, librarian, coach, nurse, carpenter, tailor, painter, artist"),
    "seller": named(
        "farmer, baker, shopkeeper, florist, grocer, street "
        "vendor, butcher, bookseller, fruit seller, merchant",
    )
    + _TITLED[:8],
    "maker": named("baker, potter, carpenter, tailor, toy maker, candle maker, chef, jeweler")
    + _TITLED[4:10],
    "shop": places(
        "shop, store, supermarket, market stall, bakery, bookstore, toy store, gift shop, warehouse"
    ),
    "institution": places(
        "school, library, museum, club, hotel, charity, company, hospital, summer camp, youth center"
    ),
    "factory": places("factory, workshop, bakery, machine, print shop, plant, mill, company"),
}
