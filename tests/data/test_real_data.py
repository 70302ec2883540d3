"""What is known of the public datasets, found again by our readers."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cantor.data import audit, load, mathqa, reading, stats, svamp
from cantor.data.catalogue import catalogue, dataset, dataset_sha256
from cantor.data.example import Example, Policy
from cantor.data.load import Split
from cantor.equation import Equation

pytestmark = pytest.mark.real_data

loaded = cache(load.load)


def first(name: str, split: str, policy: Policy | None = None, columns: None = None) -> Split:
    """A split under its dataset's own policy where none is given."""
    return loaded(name, split, policy or load.policies(name)[0])


def published(path: Path, policy: Policy) -> list[Example]:
    return loaded("mathqa", path.name.split(".")[0], policy).examples


@pytest.fixture(autouse=True, scope="module")
def _each_split_is_loaded_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (mathqa, audit):
            patch.setattr(module, "read_published", published)
        for module in (stats, audit, reading):
            patch.setattr(module, "load", first)
        yield
    loaded.cache_clear()


def equations(split: Split) -> list[Equation]:
    return [example.equation for example in split.examples if example.equation is not None]


@pytest.mark.parametrize("name", catalogue())
def test_splits_have_the_catalogues_counts(name: str) -> None:
    splits = {split: first(name, split) for split in load.split_names(name)}
    assert {split: len(found.examples) for split, found in splits.items()} == dict(dataset(name).splits)
    assert not any(found.unreadable for found in splits.values())


def test_svamp_is_as_in_the_paper() -> None:
    found = stats.statistics("svamp")
    assert found["splits"] == {"train": 3138, "test": 1000}
    assert len(found["constants"]) == 17
    assert found["operators"] == ["+", "-", "*", "/"]
    assert found["max_steps"] == 7
    assert found["sha256"] == dataset_sha256(dataset("svamp"))
    in_train = frozenset().union(*(e.constants for e in equations(first("svamp", "train"))))
    assert in_train == svamp.CONSTANTS


def test_filtered_mathqa_is_as_in_the_paper() -> None:
    found = stats.statistics("mathqa-filtered")
    assert found["splits"]["test"] == 1605
    assert found["max_steps"] == 15
    programs = equations(first("mathqa-filtered", "test"))
    assert sum(program.branches > 0 for program in programs) == 864
    assert sum(bool(program.reused) for program in programs) == 266


def test_filtered_mathqa_overlaps_with_its_training_texts() -> None:
    overlap = audit.audit("mathqa-filtered")["overlap"]["test in train"]
    assert (overlap["of"], overlap["same_masked_text"]) == (1605, 1199)


def test_gsm8k_equations_are_exact() -> None:
    found = [e for e in first("gsm8k", "train").examples if e.equation is not None]
    assert len(found) >= 6_700
    constants = set()
    for example in found:
        assert example.equation
        assert example.equation.execute(example.problem.values) == example.answer
        constants |= example.equation.constants
    assert len(constants) <= 30


def test_gsm8k_held_out_is_a_part_of_train() -> None:
    texts = [e.problem.text for split in ("train", "dev") for e in first("gsm8k-held-out", split).examples]
    assert sorted(texts) == sorted(e.problem.text for e in first("gsm8k", "train").examples)


def test_raw_svamp_knows_what_was_varied() -> None:
    for policy in Policy:
        examples = first("svamp", "test", policy).examples
        kinds = Counter(kind for example in examples for kind in example.tagged("variation"))
        assert kinds == {
            "question sensitivity": 462,
            "reasoning ability": 650,
            "structural invariance": 467,
        }
        assert all(example.tagged("variation") for example in examples)  # other words or not
        assert sum(len(example.tagged("variation")) > 1 for example in examples) == 510


@pytest.mark.parametrize(("name", "seen"), [("svamp", 894), ("mathqa-filtered", 1_249)])
def test_templates_of_the_test_set_that_training_has(name: str, seen: int) -> None:
    known = {e.equation.template() for e in first(name, "train").examples if e.equation}
    assert sum(e.equation.template() in known for e in first(name, "test").examples if e.equation) == seen


def test_the_reader_serves_raw_svamp() -> None:
    figures = reading.reading_figures("svamp")
    assert figures
    assert (figures["problems"], figures["annotated"]) == (1000, 1000)
    assert figures["finds_operands"] >= 0.995
    assert figures["reads_exactly"] >= 0.95


@pytest.mark.parametrize(
    ("name", "finds", "exactly"), [("mawps", 0.99, 0.94), ("asdiv", 0.97, 0.97), ("mathqa", 0.99, 0.75)]
)
def test_the_reader_serves_other_raw_text(name: str, finds: float, exactly: float) -> None:
    """What was measured, so that it does not get worse; MathQA's own list has numerals of every kind."""
    figures = reading.reading_figures(name)
    assert figures
    assert figures["finds_operands"] >= finds
    assert figures["reads_exactly"] >= exactly
