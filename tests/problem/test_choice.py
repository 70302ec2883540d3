"""Questions for who or which: what they are turned into, and what is left alone."""

import pytest

from cantor.problem import Problem
from cantor.problem.choice import MAX_CHARACTERS, choice
from cantor.problem.lemma import lemma

SHELLS = "Ana has 12 shells and Ben has 15."
SALES = "They sold 4 cakes on Monday and 5 on Tuesday."
FRUIT = "Lea bought 4 apples and 6 pears."
PACKS = "A 6-pack of tea costs $4. An 8-pack of tea costs $6."


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
         "How heavy is the oak?", True),
        ("Class A has 23 pupils, class B 19. Which class has the most pupils?", "Class A, Class B",
         "How many pupils does Class A have?", True),
        (f"{SALES} On which day did they sell more cakes?", "Monday, Tuesday",
         "How many cakes did they sell on Monday?", True),
        (f"{FRUIT} Which fruit did she buy more of?", "apples, pears", "How many apples did she buy?", True),
        ("Ana's rope is 4 m long, Ben's 350 cm. Whose rope is longer?", "Ana, Ben",
         "How long is Ana's rope?", True),
        ("Omar saved $4 a week for 5 weeks. Kim saved $18. Who saved more?", "Omar, Kim",
         "How much did Omar save?", True),
        ("Mara has 9 pens and $2, her brother has 7 pens. Who will have more pens left?", "Mara, her brother",
         "How many pens will Mara have left?", True),
        ("The red box weighs 3 kg, the blue box weighs 2 kg. Which box weighs less?",
         "the red box, the blue box", "How much does the red box weigh?", False),
        ("The Reds scored 4 goals and the Blues scored 3. Which team won?", "the Reds, the Blues",
         "How many goals did the Reds score?", True),
        ("Kim got 124 votes and Lee got 131. Who won the election?", "Kim, Lee",
         "How many votes did Kim get?", True),
        ("Ted ran it in 52 seconds, Max in 49 seconds. Who won the race?", "Ted, Max",
         "How many seconds did Ted take?", False),
        ("Ted ran it in 52 seconds, Max in 49 seconds. Who was slower?", "Ted, Max",
         "How many seconds did Ted take?", True),
        ("A van goes 240 km in 3 hours. A bus goes 140 km in 2 hours. Is the van or the bus faster?",
         "the van, the bus", "What is the van's speed?", True),
        ("A van goes 240 km in 3 hours. A bus goes 140 km in 2 hours. Does the van or the bus go faster?",
         "the van, the bus", "How fast does the van go?", True),
        ("Car A goes 90 km per hour, car B 80. Which car is slower?", "Car A, Car B",
         "How many km per hour does Car A go?", False),
        ("Eva scored 8 points, Ira 9. Who scored higher?", "Eva, Ira",
         "How many points did Eva score?", True),
        ("Jo's score was 5, Kit's was 2. Who had the lower score?", "Jo, Kit", "What was Jo's score?", False),
        ("Jo has a rope of 3 m, Kit one of 2 m. Who has the longer rope?", "Jo, Kit",
         "How long is Jo's rope?", True),
        ("Jo's bike cost $95, Kit's $80. Whose bike was cheaper?", "Jo, Kit",
         "How much did Jo's bike cost?", False),
        ("Jo's team has 9 points, Kit's 8. Whose team scored more points?", "Jo, Kit",
         "How many points did Jo's team score?", True),
        ("Jo lives 4 km away, Kit 2 km. Who lives closer to the school?", "Jo, Kit",
         "How far does Jo live from the school?", False),
        ("Jo threw the ball 31 m. Kit threw it 28 m. Who threw the ball farther?", "Jo, Kit",
         "How far did Jo throw the ball?", True),
        ("Oak Street has 9 houses, Elm Street 7. Which street has the smallest number of houses?",
         "Oak Street, Elm Street", "How many houses does Oak Street have?", False),
        ("The pool had 84 guests in June and 99 in July. Which month had more guests?", "June, July",
         "How many guests were there in June?", True),
        (f"{SALES} Which day did they sell the fewest cakes?", "Monday, Tuesday",
         "How many cakes did they sell on Monday?", False),
        ("It was 14 degrees on Monday, 9 on Tuesday. Which day was colder?", "Monday, Tuesday",
         "What was the temperature on Monday?", False),
        ("Are there more boys or girls in the class? It has 18 boys and 15 girls.", "boys, girls",
         "How many boys are there in the class?", True),
        (f"{FRUIT} Did Lea buy more apples or pears?", "apples, pears", "How many apples did Lea buy?", True),
        (f"{PACKS} Which costs more, the 6-pack or the 8-pack?", "the 6-pack, the 8-pack",
         "How much does the 6-pack cost?", True),
        (f"{PACKS} Which is the better buy?", "the 6-pack of tea, the 8-pack of tea",
         "How much does each tea in the 6-pack of tea cost?", False),
        ("Shop A sells 3 pens for $6, shop B 4 pens for $7. Which shop has the better deal?",
         "Shop A, Shop B", "How much does each pen cost at Shop A?", False),
        ("The boys found 9 nuts, the girls found 8. Who has more?", "the boys, the girls",
         "How many do the boys have?", True),
        ("Which of the two weighs more? A cat weighs 4 kg. A dog weighs 9 kg.", "the cat, the dog",
         "How much does the cat weigh?", True),
        ("Rope A is 5 m long, rope B is longer than rope C. Which rope is the longest?",
         "Rope A, Rope B, Rope C", "How long is Rope A?", True),
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


def test_a_candidates_own_number_comes_after_the_storys():
    for asked in ("Which is the better buy?", "Which costs more, the 6-pack or the 8-pack?"):
        before = [(n.span, n.value) for n in Problem.from_text(PACKS).numbers]
        for whole, own in zip(choice(f"{PACKS} {asked}").texts, (6, 8), strict=True):
            after = [(n.span, n.value) for n in Problem.from_text(whole).numbers]
            assert (after[:-1], after[-1][1]) == (before, own)


@pytest.mark.parametrize(
    "text",
    [
        f"{SHELLS * 250} Who has more shells?",
        f"{SHELLS} How many more shells does Ben have?",
        f"{SHELLS} Who has more shells, and by how many?",
        f"{SHELLS} Who has more shells than Ana?",
        f"{SHELLS} Who is the best?",
        f"{SHELLS} Who has more shells if Ben loses some?",
        f"{SHELLS} Who has the nicer shells?",
        f"{SHELLS} Who barks more?",
        f"{SHELLS} Who ate the cake?",
        f"{SHELLS} Who won?",
        f"{SHELLS} Does Ben have more shells?",
        f"{SHELLS} Which number is larger?",
        f"{SHELLS} Which of these is true?",
        "Amy ran at 9:05 and Bob at 9:10. Who finished first?",
        "In golf Amy took 72 strokes and Bob took 75 minutes. Who won?",
        "One box holds 12 pens, another holds 15. Which box holds more pens?",
        f"{PACKS} Which costs more, the 6-pack or the 9-pack?",
        "What is the greatest number of teams? There are 12 boys and 18 girls.",
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
            ("laid", "did", "lay"),
            ("glued", "did", "glue"),
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
