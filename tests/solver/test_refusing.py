"""What cannot be known is not answered, and the reason is in plain words; what can be, is not refused."""

import pytest

from cantor import Problem
from cantor.data.synthetic import write
from cantor.problem.language import is_english
from cantor.problem.missing import missing
from cantor.solver.refusing import refusal, unanswerable


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("", "no_text", "no text"),
        (
            "Ella has some apples and gives away 4. How many are left?",
            "missing_information",
            "how many apples",
        ),
        (
            "There are several birds. 3 fly away. How many birds remain?",
            "missing_information",
            "several birds",
        ),
        (
            "A bag of oranges costs $6. How much does one orange cost?",
            "missing_information",
            "how many oranges",
        ),
        (
            "A box of pencils costs $4. What is the price of one pencil?",
            "missing_information",
            "how many pencils",
        ),
        ("Tom hat 5 Äpfel und isst 2. Wie viele sind noch übrig?", "not_english", "English"),
        (
            "Marie a 5 pommes et elle achète 3 pommes. Combien de pommes sont dans le panier?",
            "not_english",
            "English",
        ),
        ("Ana tiene 5 manzanas y compra 3. ¿Cuántas manzanas tiene?", "not_english", "English"),
        ("Combien de pommes a Paul s'il en a 4 et en achète 7 ?", "not_english", "English"),
        ("Quanto fa 5 più 3?", "not_english", "English"),
        ("asdf 3 qwer 5 zxcv", "not_a_problem", "asks for nothing"),
        ("Which is more, 3/4 or 2/3?", "not_a_number", "a number"),
        ("У Маши 5 яблок. Сколько осталось?", "not_english", "English"),
        ("小明有5个苹果，吃了2个，还剩几个？", "not_english", "English"),
        ("Tom has 5 apples. He eats 2 of them.", "not_a_question", "ask"),
        ("The sky is blue and the grass is green.", "not_a_problem", "no problem"),
        ("How many apples are there?", "no_numbers", "no number"),
        ("Tom has 5 pens and Ann has 8. Who has more?", "not_a_number", "a number"),
    ],
)
def test_refused(text, code, reason):
    issue = unanswerable(Problem.from_text(text))
    assert issue is not None
    assert issue.code == code
    assert reason in issue.message


@pytest.mark.parametrize(
    "text",
    [
        "Ella had some apples. She gave away 4 and has 5 left. How many did she have?",
        "Ella has some apples, a dozen in all, and gives away 4. How many are left?",
        "2 toucans sit on a limb. 1 more joins them. How many toucans are there in all?",
        "Sam, Dan and Tom each have 14 cards. How many cards do they have in all?",
        "Some of the 12 eggs broke. Half are left. How many eggs are left?",
        "A bag of 12 oranges costs $6. How much does one orange cost?",
        "A dozen eggs cost $6. How much does one egg cost?",
        "One pen costs $2. How much does one dozen cost?",
        "5 pens, 3 dollars each, total cost",
        "5 pens at 3 dollars each.  Total?",
        "Hassan has 13,500 milliliters of broth. Convert this to liters.",
        "Los Angeles is 40 miles from De la Cruz. How far is it there and back?",
        "José tiene, he says, 5 cats and 3 dogs. How many pets does he have?",
        "Pour 3 liters in 5 cups. How much is in each?",
        "Quanto Diaz has 5 pens and 3 cups. How many things does he have?",
        "Which is more, 3 dozen or 40, and by how much?",
        "5 pens @ $2 each = ?",
    ],
)
def test_not_refused(text):
    assert unanswerable(Problem.from_text(text)) is None


def test_written_problems_are_not_refused():
    written = [p for p in write(300, 950, profile="broad") if p.answerable]
    refused = [(p.question, issue) for p in written if (issue := unanswerable(Problem.from_text(p.question)))]
    assert len(refused) * 200 < len(written), refused


def test_what_the_network_refuses_is_told_why():
    said = refusal(True, Problem.from_text("Tom has 5 apples and 3 pears. How many bananas does he have?"))
    assert said is not None
    assert "how many bananas" in said.message
    said = refusal(True, Problem.from_text("Tom has 5 apples and buys more. How many apples does he have?"))
    assert said is not None
    assert "bananas" not in said.message
    assert refusal(False, Problem.from_text("Tom has 5.")) is None


@pytest.mark.parametrize(
    "text", ["", "12 + 5", "5 pens 3 dollars total", "die hat war was", "in 5 min a la carte", "Chez Paul: 5"]
)
def test_terse_english(text):
    assert is_english(text)


def test_nothing_is_missing_where_nothing_is_asked():
    assert missing(Problem.from_text("Ella has some apples and gives away 4.")) is None
