"""The verifier's features and probabilities on hand-made graphs, some of them hostile."""

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from cantor.equation import Const, Num, Ref, Step
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph
from cantor.thought.features import feature_names, features
from cantor.thought.ranking import PAPER, Answer, rank
from cantor.thought.verifier import Verifier, VerifierError

TEXT = "Ines had 12 stamps and lost 5 of them. How many stamps are left?"
PROBLEM = Problem.from_text(TEXT)
N0, N1 = Num(0), Num(1)
STEPS = (
    Step("-", (N1, N0)),  # -7
    Step("-", (N0, N1)),  # 7
    Step("/", (N0, Const(Fraction(0)))),  # none
    Step("*", (Ref(1), Const(Fraction(1)))),  # 7 again
)
GRAPH = DecodedGraph(STEPS, np.log([0.9, 0.8, 0.7, 0.6]), np.log([0.5, 0.2, 0.2, 0.1]))
ANSWERS = rank(GRAPH, PROBLEM, 5, PAPER)


def column(name: str) -> list[float]:
    found = features(GRAPH, PROBLEM, ANSWERS)[:, feature_names().index(name)]
    return [float(x) for x in found]


def verifier(**weights: float) -> Verifier:
    named = dict.fromkeys(feature_names(), 0.0) | {k.replace("_", " "): v for k, v in weights.items()}
    return replace(Verifier.zero(), plain=np.array(list(named.values())))


def test_features_say_what_their_names_say() -> None:
    assert [answer.value for answer in ANSWERS] == [-7, 7, None]
    assert features(GRAPH, PROBLEM, ANSWERS).shape == (3, len(feature_names()))
    assert column("log P_r") == pytest.approx(np.log([0.5, 0.2, 0.2]))
    assert column("log of its value's share") == pytest.approx(np.log([0.5, 0.3, 0.2]))
    assert column("log P(Y | X)") == pytest.approx(np.log([0.5 * 0.9, 0.2 * 0.8, 0.2 * 0.7]))
    assert column("negative") == [1, 0, 0]
    assert column("no value") == [0, 0, 1]
    assert column("fits the question") == [0, 1, 0]
    assert column("share of the numbers used") == [1, 1, 0.5]
    assert column("constants") == [0, 0, 1]
    assert column("constants without a cue") == [0, 0, 1]
    assert column("used numbers of what is asked for") == [1, 1, 1]  # 12 stamps, but 5 "of them"
    assert column("steps -") == [1, 1, 0]
    assert column("backward -") == [1, 0, 0]
    assert column("like with unlike -") == [1, 1, 0]
    assert column("left in question, last step -") == [1, 1, 0]
    assert column("left in question, last step /") == [0, 0, 1]
    assert column("left in story, last step -") == [0, 0, 0]


def test_re_ranks_and_leaves_room_for_none() -> None:
    ranked = verifier(negative=-3.0)(GRAPH, PROBLEM, ANSWERS)
    assert [answer.value for answer, _ in ranked] == [7, None, -7]
    shares = [share for _, share in ranked]
    total = 3 + np.exp(-3)  # two answers and "none" score 0, the negative one -3
    assert shares == pytest.approx([1 / total, 1 / total, np.exp(-3) / total])


def test_no_answers() -> None:
    assert verifier()(GRAPH, PROBLEM, []) == []
    assert features(GRAPH, PROBLEM, []).shape == (0, len(feature_names()))


@pytest.mark.parametrize("text", ["", "7", "?", "\x00" * 50, "5 and 0 " * 300, "a. b. c? " * 99])
def test_odd_texts(text: str) -> None:
    problem = Problem.from_text(text)
    answers = rank(GRAPH, problem, 5, PAPER)
    assert np.isfinite(features(GRAPH, problem, answers)).all()


def test_values_beyond_all_floats() -> None:
    problem = Problem.from_text(f"There are {10**290} grains and {10**290} more. How many?")
    steps = (Step("*", (N0, N1)), Step("*", (Ref(0), N0)), Step("**", (N0, Const(Fraction(1, 2)))))
    graph = DecodedGraph(steps, np.zeros(3), np.log([0.4, 0.3, 0.3]))
    answers = rank(graph, problem, 5, PAPER)
    assert len(answers) == 3
    assert np.isfinite(features(graph, problem, answers)).all()


def test_saved_and_loaded(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    size = len(feature_names())
    arrays = (random.normal(size=shape) for shape in (size, (4, size), 4, 4))
    made = Verifier(*arrays, none=0.5)
    made.save(tmp_path / "v.json")
    again = Verifier.load(tmp_path / "v.json")
    assert again.to_dict() == made.to_dict()
    table = np.random.default_rng(0).normal(size=(7, len(feature_names())))
    assert again.scores(table) == pytest.approx(made.scores(table), rel=1e-4)


@pytest.mark.parametrize("damage", ["", "[]", "{", '{"features": {}, "none": 1}', "\x00"])
def test_damaged_files_are_refused(tmp_path: Path, damage: str) -> None:
    (tmp_path / "v.json").write_text(damage)
    with pytest.raises(VerifierError, match="cantor choose --save"):
        Verifier.load(tmp_path / "v.json")


def test_a_new_feature_refuses_old_files(tmp_path: Path) -> None:
    raw = verifier().to_dict()
    del raw["features"]["negative"]
    (tmp_path / "v.json").write_text(json.dumps(raw))
    with pytest.raises(VerifierError):
        Verifier.load(tmp_path / "v.json")


def test_one_more_feature_reads_whole_equations() -> None:
    def reads(graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]) -> np.ndarray:
        return np.array([float(answer.value == 7) for answer in answers])

    plain = np.append(np.zeros(len(feature_names())), 2.0)
    empty = np.zeros((0, len(plain)))
    fitted = replace(Verifier.zero(), plain=plain, hidden=empty, reads=reads)
    assert [answer.value for answer, _ in fitted(GRAPH, PROBLEM, ANSWERS)] == [7, -7, None]
    raw = json.loads(json.dumps(fitted.to_dict()))
    again = Verifier.from_dict(raw, reads)
    assert again(GRAPH, PROBLEM, ANSWERS) == fitted(GRAPH, PROBLEM, ANSWERS)
    with pytest.raises(VerifierError, match="do not go together"):
        Verifier.from_dict(raw)
    with pytest.raises(VerifierError, match="do not go together"):
        Verifier.from_dict(Verifier.zero().to_dict(), reads)
