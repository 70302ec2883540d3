"""Questions for who or which: what they are turned into, and what is left alone."""

import pytest

from cantor.problem import Problem
from cantor.problem.choice import MAX_CHARACTERS, choice
from cantor.problem.lemma import lemma

SHELLS = "Ana has 12 shells and Ben has 15."
SALES = "They sold 4 cakes on Monday and 5 on Tuesday."
FRUIT = "Lea bought 4 apples and 6 pears."


@pytest.mark.parametrize(
    ("text", "candidates", "question", "most"),
    [
        (f"{SHELLS} Who has more shells?", "Ana, Ben", "How many shells does Ana have?", True),
        (f"{SHELLS} Who has the fewest shells?", "Ana, Ben", "How many shells does Ana have?", False),
        (f"{SHELLS} Does Ana or Ben have more shells?", "Ana, Ben", "How many shells does Ana have?", True),
        (f"{SHELLS} Who has more, Ana or Ben?", "Ana, Ben", "How many does Ana have?", True),
        (f"Who has fewer shells? {SHELLS}", "Ana, Ben", "How many shells does Ana have?", False),
        ("Mia is 9. Zoe is 3 years older. Who is younger?", "Mia, Zoe", "How old is Mia?", False),
        ("Is Tom or Ben taller? Tom is 4 feet, Ben 50 inches.", "Tom, Ben", "How tall is Tom?", True),
        ("Tom ran 3 km. Lea ran 6 km. Who ran farther?", "Tom, Lea", "How far did Tom run?", True),
        ("A pen is $3. A cup is $5. Which is cheaper, the pen or the cup?", "the pen, the cup",
         "How much does the pen cost?", False),
        ("A rope is 3 m, a stick 250 cm. Which is longer: the rope or the stick?", "the rope, the stick",
         "How long is the rope?", True),
        ("The oak weighs 3 tons, the ash 2 tons. Which is heavier, the oak or the ash?", "the oak, the ash",
         "How much does the oak weigh?", True),
        ("Class A has 23 pupils, class B 19. Which class has the most pupils?", "Class A, Class B",
         "How many pupils does Class A have?", True),
        (f"{SALES} On which day did they sell more cakes?", "Monday, Tuesday",
         "How many cakes did they sell on Monday?", True),
        (f"{FRUIT} Which fruit did she buy more of?", "apples, pears", "How many apples did she buy?", True),
        ("Ana's rope is 4 m long, Ben's 350 cm. Whose rope is longer?", "Ana, Ben",
         "How long is Ana's rope?", True),
        ("Omar saved $4 a week for 5 weeks. Kim saved $18. Who saved more?", "Omar, Kim",
         "How much did Omar save?", True),
    ],
)  # fmt: skip
def test_asked_of_each(text, candidates, question, most):
    found = choice(text)
    assert found is not None
    assert ", ".join(found.candidates) == candidates
    assert (found.questions[0], found.most) == (question, most)
    assert all(whole.endswith(f" {asked}") for whole, asked in zip(found.texts, found.questions, strict=True))


def test_numbers_keep_their_places():
    for text in (f"{SHELLS} Who has more shells?", f"Who has more shells? {SHELLS}"):
        before = [(n.span, n.value) for n in Problem.from_text(text).numbers]
        for whole in choice(text).texts:
            assert [(n.span, n.value) for n in Problem.from_text(whole).numbers] == before


@pytest.mark.parametrize(
    "text",
    [
        f"{SHELLS} How many more shells does Ben have?",
        f"{SHELLS} Who has more shells, and by how many?",
        f"{SHELLS} Who has more shells than Ana?",
        f"{SHELLS} Who is the best?",
        "Which is larger, 3/4 or 2/3?",
        "Who has more shells?",
        "Ana has 12 shells. Who has more shells?",
        f"{SHELLS} Who has more shells? Who has more pens?",
        f"Who has more shells{' and pens' * MAX_CHARACTERS}?",
        "",
    ],
)
def test_left_alone(text):
    assert choice(text) is None


@pytest.mark.parametrize(
    ("form", "auxiliary", "verb"),
    [
        *(("collected", "did", "collect"), ("baked", "did", "bake"), ("planned", "did", "plan")),
        *(
            ("carried", "did", "carry"),
            ("filled", "did", "fill"),
            ("ate", "did", "eat"),
            ("has", "does", "have"),
        ),
        *(
            ("catches", "does", "catch"),
            ("carries", "does", "carry"),
            ("owns", "does", "own"),
            ("own", "do", "own"),
        ),
    ],
)
def test_lemma(form, auxiliary, verb):
    assert lemma(form) == (auxiliary, verb)
