"""Several questions in one text, several problems in one paste: told apart, places kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.problem.parts import parts
from cantor.problem.sentences import asked

KITES = (
    "A shop has 40 kites. It sells 15 in the morning and 12 in the afternoon. "
    "How many kites did it sell? How many are left?"
)

APPLES = "Tom has 3 apples and buys 4. How many has he?"
BUS = "A bus with 30 seats has 18 riders. How many are free?"


def words(text: str) -> str:
    return " ".join(text.split())


def questions(text: str) -> list[tuple[str | None, str]]:
    return [(part.label, part.question) for part in parts(text)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "?",
        "How many?",
        "Tom has 5 apples. He eats 2. How many are left?",
        "Can you help Tom? He has 5 pens and buys 3. How many pens does he have now?",
        "Mr. Lee pays Rs. 40 for 5 pens. What does one pen cost?",
        "He rides at 7 a.m. and is home by 9 a.m. How long does he ride?",
        "Ann has 12 stickers and 3 friends. How many stickers and how many friends is that in all?",
        "A man pays 50 dollars for a book. What is his profit if he sells it for 60 ? ? ?",
        "She saved 19 dollars and spends 4. How many dollars are left? Give reasons.",
        "Please solve this. Five birds and six cats meet. How many animals are there?",
        "The ratio (3) : (4) is given. What is the larger part of 28?",
    ],
)
def test_one_question_is_one(text):
    assert parts(text) == ()


def test_two_questions():
    first, second = parts(KITES)
    assert (first.question, second.question) == ("How many kites did it sell?", "How many are left?")
    assert first.text == KITES[: KITES.index(" How many are")]
    assert words(second.text) == (
        "A shop has 40 kites. It sells 15 in the morning and 12 in the afternoon. How many are left?"
    )


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("A room is 5 m long and 4 m wide.\n(i) What is its area?\n(ii) What is its perimeter?", ["i", "ii"]),
        ("Mia has 12 pens. a) How many pairs is that? b) How many are left if she loses 3?", ["a", "b"]),
        ("Mia has 12 pens. (1) How many pairs is that? (2) How many dozens?", ["1", "2"]),
        (
            "Mia has 12 pens.\n1. How many pairs is that?\n2. How many dozens?\n3. Half of them?",
            ["1", "2", "3"],
        ),
        ("Mia has 12 pens. A) the pairs B) the dozens", ["A", "B"]),
    ],
)
def test_labels(text, labels):
    found = parts(text)
    assert [part.label for part in found] == labels
    story = words(text[: text.index(".") + 1])
    assert all(words(part.text).startswith(story) for part in found)
    assert not any(f"{label})" in part.text or f"{label}." in part.text for part in found for label in labels)


def test_what_is_told_between_belongs_to_what_comes_after():
    text = "There were 8 birds. Then 5 came. How many birds were there? Later 3 flew off. How many stayed?"
    first, second = parts(text)
    assert "Later" not in first.text
    assert words(second.text) == "There were 8 birds. Then 5 came. Later 3 flew off. How many stayed?"


def test_what_is_told_at_the_end_belongs_to_all():
    text = "How many apples are there? How many pears are there? There are 9 fruits, 4 of them pears."
    assert all(part.text.endswith("4 of them pears.") for part in parts(text))


def test_a_question_may_tell_a_number():
    text = "Each ticket costs $5. How much do 4 tickets cost? How much change is there from $50?"
    second = parts(text)[1]
    assert second.text == text.replace("cost?", "cost.")
    assert words(second.shorter or "") == "Each ticket costs $5. How much change is there from $50?"
    text = "Mia has 12 pens. If she buys 3, how many has she? If she loses 2, how many has she?"
    assert "3" not in parts(text)[1].text  # two cases of one story


def test_two_questions_in_one_sentence():
    text = "A bus with 30 seats has 18 riders. How many seats are taken, and how many are free?"
    assert questions(text) == [(None, "How many seats are taken?"), (None, "How many are free?")]


def test_who_and_whether_ask_for_no_number():
    text = "Tom has 5 pens and Ann has 8. Who has more? How many more? Is that a lot?"
    assert [part.asks for part in parts(text)] == ["other", "number", "other"]


@pytest.mark.parametrize(
    "text",
    [
        f"1. {APPLES}\n2. {BUS}",
        f"1) {APPLES} 2) {BUS}",
        f"Problem 1: {APPLES}\nProblem 2: {BUS}",
        f"{APPLES}\n\n{BUS}",
        f"{APPLES}\n{BUS}",
    ],
)
def test_several_problems(text):
    first, second = parts(text)
    assert first.question == words(first.text) == APPLES
    assert second.question == words(second.text) == BUS
    assert (first.problem, second.problem) == (0, 1)


def test_lines_of_one_story_are_one():
    text = "Tom has 3 apples.\nHe buys 4.\nHow many has he?\nHow many are 2 fewer?"
    first, second = parts(text)
    assert first.problem == second.problem
    assert words(second.text).startswith("Tom has 3 apples. He buys 4.")


def test_sums_in_lines():
    assert [p.question for p in parts("7 x 8 = ?\n3 + 4 = ?\n9 - 5 = ?")] == [
        "7 x 8 = ?",
        "3 + 4 = ?",
        "9 - 5 = ?",
    ]


PIECES = st.sampled_from(
    [
        *"Tom has 5 apples. How many are left? a) (1) b) 2) Then 3 come. Who wins? 1. 2. ? .".split(),
        "\n",
        "\n\n",
    ]
)


@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_places_stay(text):
    for part in parts(text):
        assert len(part.text) <= len(text)
        for a, b in zip(part.text, text, strict=False):
            assert a == b or a == " " or (a, b) == (".", "?")
        for reading in (part.text, part.shorter or part.text):
            assert (
                all(word in words(reading) for word in part.question.split() if word not in ("?",))
                or part.question
            )


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("How many are left?", "number"),
        ("If he buys 3, how many are there", "number"),
        ("Find the total cost.", "number"),
        ("Tell me how many there are.", "number"),
        ("Who has more?", "other"),
        ("Does she have enough?", "other"),
        ("Can you tell how many are left?", "number"),
        ("Can you help?", ""),
        ("Guess what?", ""),
        ("She wonders how many there are.", ""),
        ("Tom has 5.", ""),
        ("? ?", ""),
    ],
)
def test_what_a_sentence_asks_for(sentence, what):
    assert asked(sentence) == what
