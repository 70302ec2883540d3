"""How a system is evaluated: greedy for the best answer, a beam of five for the five best."""

from fractions import Fraction
from math import log
from pathlib import Path

import pytest
import torch
from torch import Tensor

from cantor.data.example import Example
from cantor.equation import Equation, Num, Ref, Step
from cantor.equation.parse import parse_infix
from cantor.evaluation.predict import predict
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.scoring import score
from cantor.evaluation.seen import NOTHING_SEEN
from cantor.experiments.report.answer_view import answer_view
from cantor.experiments.runs import evaluated, our_inference
from cantor.experiments.test_set import SAMPLE, TestSet
from cantor.model import new_model
from cantor.model.system import Batch
from cantor.problem import Problem
from cantor.rivals.base import Rival
from cantor.thought.answering import Answering
from cantor.thought.hypothesis import Hypothesis, side_by_side
from cantor.thought.ranking import PAPER, Ranking, rank

TEXT = "Lea has 6 cards and buys 4 packs of 3 each."


class Scripted(Rival):
    """Gives the first so many of some equations as the beam is wide."""

    equations: tuple[str, ...] = ()

    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        found = [Hypothesis(parse_infix(e), -float(i)) for i, e in enumerate(self.equations)]
        return [found[:beam] for _ in batch.problems]


def judged(encoder: Path, *equations: str, gold: str = "n0 + n1 * n2") -> dict[str, float]:
    cantor, tokenizer = new_model(str(encoder), operators=("+", "-", "*"), constants=(), graph_size=5)
    torch.manual_seed(0)
    model = Scripted(cantor.config, cantor.encoder)
    model.equations = equations
    problem, equation = Problem.from_text(TEXT), parse_infix(gold)
    example = Example("x", problem, equation, Fraction(equation.execute(problem.values)))
    test = TestSet(("own",), (example, example), ("own", "own"), NOTHING_SEEN)
    run = evaluated("scripted", 0, model, tokenizer, test)
    assert len(run.shown) == 2
    assert run.right == [run.figures["value_accuracy"] == 1.0] * 2
    assert run.right_ours == [run.figures["ours"]["value_accuracy"] == 1.0] * 2
    return {key: run.figures[key] for key in ("value_accuracy", "equation_accuracy", "value_at_5")}


def test_the_fifth_is_among_five_and_the_sixth_is_not(encoder: Path) -> None:
    wrong = ["n0 + n1", "n0 - n1", "n0 * n1", "n1 + n2", "n1 - n2"]
    right = "n1 * n2 + n0"
    assert judged(encoder, right) == {"value_accuracy": 1, "equation_accuracy": 1, "value_at_5": 1}
    assert judged(encoder, *wrong[:4], right) == {
        "value_accuracy": 0,
        "equation_accuracy": 0,
        "value_at_5": 1,
    }
    assert judged(encoder, *wrong, right)["value_at_5"] == 0


def test_a_step_on_the_way_is_no_answer(encoder: Path) -> None:
    """With fewer than five derivations, their inner steps do not fill up the five best."""
    assert judged(encoder, "n1 * n2 + n0", gold="n1 * n2")["value_at_5"] == 0


def test_no_answer_is_wrong(encoder: Path) -> None:
    assert judged(encoder) == {"value_accuracy": 0, "equation_accuracy": 0, "value_at_5": 0}


def test_our_inference_of_a_beam_is_a_vote() -> None:
    """Two equations of one value are likelier together than another; the likeliest has no value."""
    problem = Problem.from_text(TEXT)
    beam = {"n0 / (n2 - 3)": 0.4, "n0 + n1": 0.25, "n1 * n2 + n0": 0.2, "n0 + n2 * 4": 0.1}
    graph = side_by_side([Hypothesis(parse_infix(e), log(p)) for e, p in beam.items()])
    by_paper = Prediction(Example("x", problem), rank(graph, problem, 5, PAPER), graph)
    assert [answer.value for answer in by_paper.answers] == [None, 10, 18, 18]
    ours = our_inference(by_paper)
    assert [answer.value for answer in ours.answers] == [18, 10]
    assert ours.answers[0].probability == pytest.approx(0.3, abs=1e-6)


def test_our_inference_of_many_thoughts_is_marginal(encoder: Path) -> None:
    torch.manual_seed(0)
    model, tokenizer = new_model(str(encoder), operators=("+", "-", "*"), constants=(), graph_size=5)
    example = Example("x", Problem.from_text(TEXT), None, Fraction(18))
    (five,) = predict(model.eval(), tokenizer, [example], k=5)
    (alone,) = predict(model, tokenizer, [example], k=5, answering=Answering(Ranking("marginal")))
    assert our_inference(five).answers == alone.answers


def test_the_sample_is_the_same_each_time() -> None:
    example = Example("x", Problem.from_text(TEXT))
    many = TestSet((), (example,) * 1000, (), NOTHING_SEEN)
    assert many.sample == many.sample
    assert len(set(many.sample)) == SAMPLE
    assert many.sample == sorted(many.sample)
    few = TestSet((), (example,) * 7, (), NOTHING_SEEN)
    assert few.sample == list(range(7))


def test_steps_are_shown_in_decoding_order() -> None:
    problem = Problem.from_text(TEXT)
    # taken in this order: one that is not needed, then the product, then the sum
    steps = [
        Step("-", (Num(0), Num(1))),
        Step("*", (Num(1), Num(2))),
        Step("+", (Ref(1), Num(0))),
    ]
    graph = side_by_side([Hypothesis(Equation(steps), -0.5)])
    prediction = Prediction(Example("x", problem, None, Fraction(18)), rank(graph, problem, 1, PAPER), graph)
    (one,) = score([prediction])
    made = answer_view(one, derived=True, drawn=False)
    assert made.answer == "18"
    assert made.right
    assert made.idle == [0]
    assert [step.split(":")[0] for step in made.steps] == [
        "1. Subtract 4 from 6",
        "2. Multiply 4 by 3",
        "3. Add the result of step 2 and 6",
    ]
    assert made.picture == ""
