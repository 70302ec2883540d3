"""The solver on a tiny model that answers at random: kinds, batches, what it cannot know, what it is told."""

import json
import pickle
import threading
from dataclasses import replace
from typing import Any

import pytest

from cantor import Solution, Solver
from cantor.errors import CantorError
from cantor.model import ModelError
from cantor.model import files as files_module
from cantor.model.config import ModelConfig
from cantor.solver import Ranking
from cantor.solver.runtime import Runtime
from cantor.thought.features import feature_names

TEXT = "A tray holds 12 rolls. 4 trays were baked and 9 rolls sold. How many rolls are left?"
TEXTS = [
    TEXT,
    "Tom had 12 apples and ate 5. How many apples are left?",
    "What is 3 + 4?",
    "A box costs $3.50. What do 24 boxes cost, and 7 more?",
]


@pytest.fixture(scope="module")
def solver(exported) -> Solver:
    return Solver.from_pretrained(exported, threads=1)


def answered(config: ModelConfig, **settings: Any) -> ModelConfig:
    """The same network, answering in another way."""
    return replace(config, answering=replace(config.answering, **settings))


def same(a: Solution, b: Solution) -> bool:
    first, second = a.to_dict(), b.to_dict()
    for found in (first, second):  # rounding may differ where a problem is padded
        for vertex in found["graph"]["vertices"]:
            vertex["root_p"] = round(vertex["root_p"], 3)
            vertex["p"] = round(vertex["p"], 3)
            for operand in vertex["operands"]:
                operand["p"] = round(operand["p"], 3)
        found["confidence"] = round(found["confidence"], 3)
        for alternative in found["alternatives"]:
            alternative["confidence"] = round(alternative["confidence"], 3)
    return first == second


def test_answers_in_kind(solver):
    one, many = solver.solve(TEXT), solver.solve(TEXTS)
    assert isinstance(one, Solution)
    assert isinstance(many, list)
    assert same(one, many[0])
    assert [solution.text for solution in many] == TEXTS
    assert solver.solve([]) == []
    assert [s.text for s in solver.solve(tuple(TEXTS))] == TEXTS


def test_all_of_it(solver):
    solution = solver.solve(TEXT)
    assert solution.answer is not None
    assert solution.equation.execute(solution.values) == solution.answer
    assert solution.steps[-1].value == solution.answer
    assert solution.display
    assert 0 < solution.confidence <= 1
    assert len(solution.alternatives) <= 4
    assert solution.model == solver.name == "exported"
    json.dumps(solution.to_dict())
    roots = [solution.root, *(a.root for a in solution.alternatives)]
    assert len(set(roots)) == len(roots)


def test_k(solver):
    assert solver.solve(TEXT, k=1).alternatives == ()
    assert len(solver.solve(TEXT, k=3).alternatives) == 2
    assert solver.solve(TEXT, k=1).answer == solver.solve(TEXT, k=5).answer
    with pytest.raises(CantorError, match="k is 0"):
        solver.solve(TEXT, k=0)


def test_what_is_no_text(solver):
    with pytest.raises(CantorError, match="a text or a list of texts"):
        solver.solve([TEXT, None])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_text"),
        (" \n\t ", "no_text"),
        ("How many rolls are left?", "no_numbers"),
        ("Who came first, and who second?", "no_numbers"),
        ("5 " * 500 + "How many?", "too_long"),
    ],
)
def test_what_it_cannot_know(solver, text, code):
    solution = solver.solve(text)
    assert solution.error.code == code
    assert solution.abstained
    assert solution.answer is None
    assert solution.to_dict()["error"]["message"]
    json.dumps(solution.to_dict())
    solution.svg()
    solution._repr_html_()


def test_a_megabyte_of_numbers_is_not_even_read(solver, monkeypatch):
    monkeypatch.setattr("cantor.problem.reader.tokens", None)
    solution, other = solver.solve(["7 " * 500_000, "9" * 100_001])
    assert solution.error.code == other.error.code == "too_long"
    assert "1,000,000 characters; the solver reads at most 100,000" in solution.error.message
    assert solution.numbers == ()
    json.dumps(solution.to_dict())


def test_too_long_says_how_many_numbers_are_lost(solver):
    solution = solver.solve("5 " * 500 + "How many?")
    seen = len(solution.numbers)
    assert 0 < seen < 64
    assert f"{500 - seen} of its numbers" in solution.error.message
    assert solution.alternatives  # what it would have said
    assert solution.root == solution.alternatives[0].root
    one = solver.solve(
        "12 apples. " + "Ann is ill. " * 60 + "There are 3. " + "Ann is ill. " * 60 + "Ate 5. How many?"
    )
    assert "one of its numbers" in one.error.message


def test_a_long_text_without_numbers_in_its_middle(solver):
    solution = solver.solve("Tom had 12 apples. " + "He likes them. " * 60 + "He ate 5. How many are left?")
    assert solution.error is None
    assert [warning.code for warning in solution.warnings] == ["shortened"]
    assert [number.text for number in solution.numbers] == ["12", "5"]


def test_no_question(solver):
    told = solver.solve("Tom has 3 apples and 4 pears.")
    assert told.error is not None
    assert told.error.code == "not_a_question"
    terse = solver.solve("3 apples and 4 pears")
    assert [warning.code for warning in terse.warnings] == ["no_question"]
    assert solver.solve("Find the sum of 3 and 4.").warnings == ()


def test_min_confidence(solver):
    plain = solver.solve(TEXT)
    shy = solver.solve(TEXT, min_confidence=1.0)
    assert shy.error.code == "low_confidence"
    assert shy.answer is None
    assert shy.confidence == plain.confidence
    assert [a.answer for a in shy.alternatives] == [plain.answer, *(a.answer for a in plain.alternatives)]
    assert same(solver.solve(TEXT, min_confidence=0.0), plain)


def test_calibrated(exported):
    runtime = Runtime.load(exported, threads=1)
    plain = Solver(runtime).solve(TEXT)
    runtime.config = answered(runtime.config, calibration=((0.0, 0.25), (1.0, 0.75)))
    found = Solver(runtime).solve(TEXT)
    assert found.confidence == pytest.approx(0.25 + plain.confidence / 2, abs=1e-5)
    assert found.answer == plain.answer
    assert Solver(runtime).solve(TEXT, min_confidence=0.24).answer == plain.answer


def test_the_choice_that_it_was_measured_with(exported):
    runtime = Runtime.load(exported, threads=1)
    assert Solver(runtime).answering.ranking == Ranking()
    runtime.config = answered(runtime.config, ranking={"rank": "vote", "repair": True, "plausible": False})
    assert Solver(runtime).answering.ranking == Ranking("vote", prefer_plausible=False)
    assert Solver(runtime, ranking=Ranking("joint")).answering.ranking == Ranking("joint")
    votes = Solver(runtime).solve(TEXT, k=9)
    values = [votes.answer, *(a.answer for a in votes.alternatives)]
    assert len(set(values)) == len(values)
    assert (
        Solver(runtime).solve(TEXT, ranking=Ranking("joint")).answer
        == Solver(runtime, ranking=Ranking("joint")).solve(TEXT).answer
    )
    runtime.config = answered(runtime.config, ranking={"rank": "luck"})
    with pytest.raises(ModelError, match="ranking is damaged"):
        Solver(runtime)


def test_a_reranker_has_the_last_word(exported):
    seen = []

    def contrary(graph, problem, answers):
        seen.append((len(graph.steps), problem.text, len(answers)))
        return [(answer, 0.1 - i / 1000) for i, answer in enumerate(reversed(answers))]

    plain = Solver.from_pretrained(exported).solve(TEXT, k=10)
    found = Solver.from_pretrained(exported, reranker=contrary).solve(TEXT, k=2)
    assert seen == [(7, TEXT, 1 + len(plain.alternatives))]  # all candidates, though only two are asked for
    assert found.answer == plain.alternatives[-1].answer
    assert found.confidence == 0.1
    assert [a.confidence for a in found.alternatives] == [0.099]


def test_the_models_own_verifier(exported):
    names = feature_names()
    # the lower its rank, the better: the order turns round, and with "none" far away, half of all is left
    weights = {name: [0.0] for name in names} | {"rank": [100.0]}
    empty = {"bias": [], "out": []}
    runtime = Runtime.load(exported, threads=1)
    plain = Solver(runtime).solve(TEXT, k=10)
    runtime.config = answered(runtime.config, verifier={"features": weights, "none": -1000.0, **empty})
    found = Solver(runtime).solve(TEXT)
    assert found.answer == plain.alternatives[-1].answer
    assert found.confidence == pytest.approx(1.0)
    runtime.config = answered(runtime.config, verifier={"features": {}, "none": 0.0, **empty})
    with pytest.raises(ModelError, match="verifier is damaged"):
        Solver(runtime)


@pytest.mark.parametrize("k", [1, 2, 5, 7])
def test_the_best_does_not_depend_on_how_many_are_asked_for(exported, k):
    runtime = Runtime.load(exported, threads=1)
    weights = {name: [0.1] for name in feature_names()}
    verifier = {"features": weights, "bias": [], "out": [], "none": 0.0}
    runtime.config = answered(runtime.config, verifier=verifier)
    solver = Solver(runtime)
    found, few = solver.solve(TEXT, k=k), solver.solve(TEXT, k=5)
    assert (found.answer, found.confidence) == (few.answer, few.confidence)
    shares = [a.confidence for a in found.alternatives]
    assert shares == sorted(shares, reverse=True)
    assert len(shares) <= k - 1


def test_batches_by_length(exported, monkeypatch):
    solver = Solver.from_pretrained(exported, threads=1)
    texts = [f"{'Tom had ' * (i * 7 % 40)}12 apples and ate {i}. How many are left?" for i in range(70)]
    batches = []
    scores = solver.runtime.scores

    def counted(problems):
        batches.append([len(problem.text) for problem in problems])
        return scores(problems)

    monkeypatch.setattr(solver.runtime, "scores", counted)
    found = solver.solve([*texts, "", "no numbers"], k=1)
    assert [len(batch) for batch in batches] == [8] * 8 + [6]
    lengths = [length for batch in batches for length in batch]
    assert lengths == sorted(lengths)
    assert [solution.text for solution in found] == [*texts, "", "no numbers"]
    assert [solution.answer for solution in found[:70:9]] == [solver.solve(t, k=1).answer for t in texts[::9]]


def test_several_threads(solver):
    expected = [s.answer for s in solver.solve(TEXTS)]
    found = []

    def work():
        found.append([s.answer for s in solver.solve(TEXTS)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_models_by_name(exported, monkeypatch, tmp_path):
    monkeypatch.setattr(files_module, "MODELS", tmp_path)
    with pytest.raises(ModelError, match=r"without its embedded model; give the folder .*cantor export"):
        Solver()
    (tmp_path / "default").symlink_to(exported)
    assert Solver().name == "default"
    assert Solver.from_pretrained().name == "default"
    assert Solver.from_pretrained("default").solve(TEXT).model == "default"
    with pytest.raises(ModelError, match="no model 'grand'; give the folder of one, or one of default"):
        Solver.from_pretrained("grand")
    with pytest.raises(ModelError, match="missing"):
        Solver.from_pretrained("no/such/folder")


def test_the_same_model_wherever_it_lies(exported, tmp_path):
    (tmp_path / "copy").symlink_to(exported)
    a, b = Solver.from_pretrained(exported), Solver.from_pretrained(tmp_path / "copy")
    assert a.identity == b.identity != ""


def test_the_guide_names_every_key_and_code(solver):
    import re
    from pathlib import Path

    root = Path(__file__).parents[2]
    guide = (root / "docs" / "solving.md").read_text(encoding="utf-8")
    keys, codes = (
        re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
        for section in re.split(r"^## ", guide, flags=re.MULTILINE)
        if section.startswith(("JSON", "What it says"))
    )
    assert keys == list(solver.solve(TEXT).to_dict())
    source = "".join(
        path.read_text() for path in (root / "src/cantor/solver").glob("*.py") if path.name != "practice.py"
    )
    said = set(re.findall(r'Issue\(\s*"(\w+)"', source))
    warnings = set(re.findall(r"`(\w+)` \(the", guide))
    assert said == set(codes) | warnings


def test_solutions_can_be_sent_to_other_processes(solver):
    found = solver.solve(TEXT)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == found.to_dict()
    assert again.svg() == found.svg()


@pytest.mark.parametrize("given", [None, 7, b"What is 3 + 4?", {"text": TEXT}, [TEXT, 3]])
def test_what_it_does_not_take(solver, given):
    with pytest.raises(CantorError, match="a text or a list of texts, not"):
        solver.solve(given)


@pytest.mark.parametrize("least", [80, -0.1, 1.01, float("nan")])
def test_a_least_confidence_is_a_probability(solver, least):
    with pytest.raises(CantorError, match="between 0 and 1"):
        solver.solve(TEXT, min_confidence=least)


def test_solutions_can_be_compared_and_printed(solver):
    one, again, other = (solver.solve(text) for text in (TEXT, TEXT, TEXTS[1]))
    assert one == again
    assert one != other
    assert str(one) == one.display
    assert len(repr(one)) < 250
    assert one.display in repr(one)
    nothing = solver.solve("")
    assert str(nothing) == "No answer. There is no text to solve."
    assert "no_text" in repr(nothing)
