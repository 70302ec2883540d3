"""The language model that thinks aloud: what it is asked, and what is read from what it says."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.data.example import Example
from cantor.equation.parse import parse_infix
from cantor.errors import EndpointError
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.report import report_of
from cantor.evaluation.scoring import score
from cantor.problem import Problem
from cantor.rivals.llm.cot import (
    KEY_VARIABLE,
    OWN,
    CotSettings,
    Shot,
    ask,
    messages,
    read_answer,
    shown,
    worked,
)
from helpers.stub_endpoint import Asked, body, completion, endpoint


@pytest.mark.parametrize(
    ("completion", "answer"),
    [
        ("She has 3 + 4 = 7 left. The answer is 7.", "7"),
        ("The answer is -3.5", "-7/2"),
        ("the ANSWER  is\n**1,250** dollars.", "1250"),
        ("The answer is 5. Wait, that is wrong: the answer is 6.", "6"),
        ("The answer is 6. I used 2 numbers, 8 and 14.", "6"),  # what follows does no harm
        ("The answer is:\n\n6. I used 2 numbers.", "6"),  # no item of a list
        ("1. Add 2 and 3.\n2. The answer is\n5.", "5"),
        ("No answer is given. 4", "4"),
        ("The answer is seventeen.", "17"),
        ("The answer is $12.50 for 3 pens", "25/2"),
        ("The answer is 2/3 of it", "2/3"),
        (r"The answer is \boxed{42}.", "42"),
        (r"The answer is $\frac{3}{4}$.", "3/4"),
        (r"The answer is \dfrac{ -3 }{4}", "-3/4"),
        (r"The answer is 1{,}250.", "1250"),
        (r"The answer is 12\,000.", "12000"),
        ("The answer is 20%.", "20"),
        ("The answer is −8.", "-8"),
        ("The answer is x = 9", "9"),
        ("#### 31", "31"),  # no "answer is": the last number
        ("4 times 3 are 12", "12"),
        ("There are 12. The answer is unknown.", "12"),  # nothing after it: the last number of all
        ("The answer is clear, as 3 shows. The answer is", "3"),
        ("Answering 5 questions is 6", "6"),
        ("answer is 1e3", "1000"),
        ("The answer is twice 4", "2"),  # the rule is a rule
    ],
)
def test_the_answer_is_read_by_rule(completion: str, answer: str) -> None:
    assert read_answer(completion) == Fraction(answer)


@pytest.mark.parametrize(
    "completion", ["", "I do not know.", "The answer is unknown.", "The answer is", "NaN", "∞", "1.2.3"]
)
def test_no_number_is_no_answer(completion: str) -> None:
    assert read_answer(completion) is None


def test_long_and_huge() -> None:
    assert read_answer("blah 7 " * 50_000 + "The answer is 12.") == 12
    assert read_answer("answer is " * 20_000 + "5") == 5
    read_answer("The answer is 1e999999999")  # whatever it is read as, it is read at once
    read_answer("The answer is " + "9" * 100_000)


@settings(max_examples=50)
@given(st.text())
def test_any_text_is_read(text: str) -> None:
    found = read_answer(text)
    assert found is None or isinstance(found, Fraction)


@settings(max_examples=50)
@given(st.integers(-(10**9), 10**9), st.text(alphabet="abcxyz .,!?\n", max_size=30))
def test_a_plain_ending_is_read_whatever_comes_before(value: int, before: str) -> None:
    assert read_answer(f"{before} 99 The answer is {value}.") == value


# What is asked


@pytest.mark.parametrize("shot", OWN, ids=lambda shot: shot.problem[:20])
def test_examples_of_our_own_are_right(shot: Shot) -> None:
    """Every equation in them holds, and the last result is the answer."""
    results = []
    for part in shot.solution.replace("−", "-").replace("×", "*").replace("÷", "/").split("="):
        words = part.replace(",", " ").split()
        results.append(words)
    for left, right in pairwise(results):
        expression: list[str] = []
        for word in reversed(left):
            if not (word in "+-*/" or word.replace(".", "").isdigit()):
                break
            expression.insert(0, word)
        assert parse_infix(" ".join(expression)).execute(()) == Fraction(right[0].rstrip("."))
    assert read_answer(shot.solution) == Fraction(results[-1][0].rstrip("."))


def test_the_problem_comes_last_and_the_task_first() -> None:
    said = messages(OWN[:2], "How many?")
    assert [one["role"] for one in said] == ["user", "assistant", "user", "assistant", "user"]
    assert said[0]["content"].startswith("Solve the problem step by step.")
    assert said[0]["content"].endswith(OWN[0].problem)
    assert said[-1]["content"] == "Problem: How many?"
    (alone,) = messages([], "How many?")
    assert alone["content"].startswith("Solve")
    assert alone["content"].endswith("Problem: How many?")


def example(text: str, equation: str, name: str = "x") -> Example:
    problem, parsed = Problem.from_text(text), parse_infix(equation)
    value = parsed.try_execute(problem.values)
    return Example(name, problem, parsed, None if value is None else Fraction(value))


def test_examples_from_training_data() -> None:
    good = [example(f"Ben has {i} nuts and gets 4.", "n0 + n1", str(i)) for i in range(10, 20)]
    bad = [replace(good[0], equation=None), example("Ben has 7 nuts.", "n0 / 0")]
    drawn = CotSettings(examples="train", shots=3)
    found = shown(drawn, [*bad, *good], seed=1)
    assert len(found) == 3
    assert found == shown(drawn, [*bad, *good], seed=1)
    assert found != shown(drawn, [*bad, *good], seed=2)
    for shot in found:
        value = int(shot.problem.split()[2]) + 4
        assert read_answer(shot.solution) == value
        assert "1. " in shot.solution
    assert worked(bad[0]) is worked(bad[1]) is None
    assert shown(drawn, bad, seed=0) == []


# All of it


PROBLEMS = [
    example("Ada has 5 figs and buys 7. How many has she?", "n0 + n1", "a"),
    example("Of 30 cups 12 broke. How many are whole?", "n0 - n1", "b"),
    example("A van has 4 rows of 3 seats. How many seats?", "n0 * n1", "c"),
]
REPLIES = {"figs": "5 + 7 = 12. The answer is 12.", "cups": "I think the answer is 42.", "seats": "No idea."}


def knowing(asked: Asked) -> None:
    (text,) = (reply for word, reply in REPLIES.items() if word in asked.question)
    body(completion(text))(asked)


def test_from_examples_to_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, " sk-secret\n")
    told: list[int] = []
    with endpoint(then=knowing) as stub:
        monkeypatch.setenv("CANTOR_COT_URL", stub.url)
        monkeypatch.setenv("CANTOR_COT_MODEL", "sage")
        found = ask(CotSettings(shots=2), PROBLEMS, (), tmp_path / "c.jsonl", done=told.append)
        again = ask(CotSettings(shots=2), PROBLEMS, (), tmp_path / "c.jsonl")
        assert len(stub.asked) == 3
    assert stub.asked[0].headers["Authorization"] == "Bearer sk-secret"
    assert stub.asked[0].body["model"] == "sage"
    assert stub.asked[0].body["temperature"] == 0
    assert found.texts == again.texts
    assert told[-1] == 3
    assert found.values == [12, 42, None]
    assert found.costs() | {"seconds_per_completion": 0} == {
        "model": "sage",
        "prompt_tokens": 33,
        "completion_tokens": 21,
        "seconds_per_completion": 0,
        "refused": 0,
    }
    figures = report_of(score(list(map(Prediction.of_value, PROBLEMS, found.values))))
    assert figures["value_accuracy"] == pytest.approx(1 / 3)
    assert figures["equation_accuracy"] == 0


def test_a_refusal_is_wrong_and_counted(tmp_path: Path) -> None:
    def choosy(asked: Asked) -> None:
        (body(b"no", 400) if "cups" in asked.question else knowing)(asked)

    with endpoint(then=choosy) as stub:
        found = ask(CotSettings(stub.url, "m"), PROBLEMS, (), tmp_path / "c.jsonl")
    assert found.refused == 1
    assert found.values[1] is None


@pytest.mark.parametrize(
    ("given_settings", "fix"),
    [(CotSettings(), "CANTOR_COT_URL"), (CotSettings("http://x"), "CANTOR_COT_MODEL")],
)
def test_what_is_missing_is_named(
    given_settings: CotSettings, fix: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("URL", "MODEL", "KEY"):
        monkeypatch.delenv(f"CANTOR_COT_{name}", raising=False)
    with pytest.raises(EndpointError, match=fix):
        ask(given_settings, PROBLEMS, (), tmp_path / "c")
