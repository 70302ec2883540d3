"""Data in shards: each problem once in an epoch, the order the same for everyone, memory bounded."""

import json
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.data.named import examples
from cantor.data.shards import files_of
from cantor.data.synthetic.shards import Order, write_shards
from cantor.errors import DataError, RecipeError
from cantor.training.batches import epoch_batches
from cantor.training.recipe import Recipe
from cantor.training.source import Source, Streamed, Whole
from cantor.training.tasks import Equations


def recipe_of(*train: str, training: dict[str, Any] | None = None, **data: Any) -> Recipe:
    raw = {"train": list(train), "policy": "reader", "stream": True, **data}
    return Recipe.from_dict({"data": raw, "model": {"graph_size": 8}, "training": training or {}})


def opened(recipe: Recipe, begun: dict[str, Any] | None = None, told: list[int] | None = None) -> Source:
    """A source with what it needs of a model."""
    task = Equations(recipe)
    tell = lambda done, total: told is None or told.append(done)  # noqa: E731
    source = Streamed(recipe, task, begun, tell) if recipe.data.stream else Whole(recipe, task)
    config = SimpleNamespace(vocabulary=source.vocabulary(), max_arity=2)
    source.prepare(SimpleNamespace(config=config), None)
    return source


def texts(source: Source, epoch: int, done: int = 0) -> list[list[str]]:
    return [[item.problem.text for item in batch] for batch in source.epoch(epoch, done)]


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    write_shards(Order(100, 1, "toy", shards=4), folder, 1)
    return folder


def test_one_shard_that_fits_is_as_in_memory(shards: Path) -> None:
    (name, *_) = files_of(f"{shards}/*.jsonl")
    streamed, whole = opened(recipe_of(name)), opened(recipe_of(name, stream=False))
    assert streamed.vocabulary() == whole.vocabulary()
    assert (streamed.count, streamed.batches) == (whole.count, whole.batches) == (25, 1)
    for epoch in (0, 1):
        assert texts(streamed, epoch) == texts(whole, epoch)


def test_an_epoch_has_each_problem_once_and_the_next_has_another_order(shards: Path) -> None:
    recipe = recipe_of(f"{shards}/", buffer=30, training={"batch_size": 8})
    source = opened(recipe)
    first, second = texts(source, 0), texts(source, 1)
    every = [example.problem.text for example in examples([f"{shards}/"], "reader")]
    assert len(every) == source.count == 100
    for epoch in (first, second):
        assert Counter(text for batch in epoch for text in batch) == Counter(every)
        assert len(epoch) == source.batches == 3 * 4 + 2  # of 30, 30, 30 and 10
    assert first != second
    # a run that goes on looks at no shard to know all this
    told: list[int] = []
    again = opened(recipe, json.loads(json.dumps({"left_out": {}, **source.about})), told)
    assert (told, again.count, again.batches) == ([], 100, 14)
    assert again.vocabulary() == source.vocabulary()
    assert texts(again, 1, 5) == second[5:]


def test_a_given_vocabulary_is_not_looked_for(shards: Path) -> None:
    told: list[int] = []
    opened(recipe_of(f"{shards}/"), told=told)
    assert told == [1, 2, 3, 4, 1, 2, 3, 4]
    told.clear()
    source = opened(recipe_of(f"{shards}/", operators=["+"], constants=["2"]), told=told)
    assert told == [1, 2, 3, 4]
    assert source.vocabulary().constants == (2,)
    assert source.count < 100
    assert sum(source.left_out.values()) == 100 - source.count


class Numbers(Streamed):
    """Shards of numbers, for which the tasks below stand in."""

    def __init__(self, recipe: Recipe, sizes: list[int]):
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        self.of = {str(i): range(a, a + n) for i, (a, n) in enumerate(zip(starts, sizes, strict=True))}
        self.recipe, self.task, self.known = recipe, self, None
        self.told = lambda done, total: None
        self.shards, self.left_out = list(self.of), Counter()
        self.prepare(None, None)

    def _items(self, shard: str, left_out: Counter[str]) -> Iterator[int]:
        return iter(self.of[shard])

    def lengths(self, items: list[int], tokenizer: None) -> list[int]:
        return [1 + item % 7 for item in items]


@settings(max_examples=60)
@given(st.data())
def test_from_any_batch_on_it_is_the_same(data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(0, 12), min_size=1, max_size=6))
    size = data.draw(st.integers(1, 5))
    buffer, room = data.draw(st.integers(size, 15)), data.draw(st.none() | st.integers(7, 20))
    training = {"batch_size": size, "batch_by": "tokens", "batch_tokens": room}
    source = Numbers(recipe_of("x", buffer=buffer, training=training), sizes)
    for epoch in (0, 3):
        expected = written_out(source, sizes, size, buffer, room, epoch)
        assert list(source.epoch(epoch)) == expected
        assert sorted(i for batch in expected for i in batch) == list(range(sum(sizes)))
        for done in range(len(expected) + 1):
            assert list(source.epoch(epoch, done)) == expected[done:]
    assert source.batches == len(list(source.epoch(0)))


def written_out(
    source: Numbers, sizes: list[int], size: int, buffer: int, room: int | None, epoch: int
) -> list[list[int]]:
    """An epoch with all of it in memory."""
    order = list(range(len(sizes)))
    Random(f"0/{epoch}/shards").shuffle(order)
    items = [item for i in order for item in source.of[str(i)]]
    found = []
    for window, start in enumerate(range(0, len(items), buffer)):
        held = items[start : start + buffer]
        key = f"{epoch}/{window}" if window else epoch
        for batch in epoch_batches(source.lengths(held, None), size, 0, key, 0.05, room):
            found.append([held[i] for i in batch])
    return found


def test_memory_does_not_grow_with_the_number_of_shards(shards: Path, tmp_path: Path) -> None:
    rows = (shards / "00000-of-00004.jsonl").read_bytes()

    def peak(count: int) -> int:
        folder = tmp_path / str(count)
        folder.mkdir(exist_ok=True)
        for i in range(count):
            (folder / f"{i}.jsonl").write_bytes(rows)
        source = opened(recipe_of(f"{folder}/", buffer=50))
        tracemalloc.start()
        try:
            assert sum(map(len, source.epoch(0))) == 25 * count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(4)  # what is made once and kept
    few, many = peak(4), peak(32)
    assert many < 1.5 * few


def test_kinds_of_files_may_be_mixed(tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [{"question": f"Ida has {n} pens and buys 5. How many?", "equation": f"{n} + 5"} for n in range(9)]
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows[:3]))
    lines = [f'"{row["question"]}",{row["equation"]}\n' for row in rows[3:6]]
    (tmp_path / "b.csv").write_text("".join(["question,equation\n", *lines]))
    parquet.write_table(arrow.Table.from_pylist(rows[6:]), tmp_path / "c.parquet")
    (tmp_path / "_job.json").write_text("{}")  # of no concern
    source = opened(recipe_of(f"{tmp_path}/"))
    assert sorted(text for batch in texts(source, 0) for text in batch) == [row["question"] for row in rows]


def test_mistakes_are_named(shards: Path, tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match=r"'synthetic:9' is none; name a pattern"):
        opened(recipe_of("synthetic:9"))
    with pytest.raises(RecipeError, match=r"data.limit does not go with data.stream"):
        opened(recipe_of(f"{shards}/", limit=5))
    with pytest.raises(RecipeError, match="less than a batch"):
        opened(recipe_of(f"{shards}/", buffer=5))
    for name in ("*.csv", "gone/", "gone.csv"):
        with pytest.raises(DataError, match="no such files"):
            opened(recipe_of(f"{tmp_path}/{name}"))
    with pytest.raises(RecipeError, match="the shards are others than when this run began"):
        opened(recipe_of(f"{shards}/"), {"stream": {"shards": "0"}})
