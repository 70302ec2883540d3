"""Where a run's batches come from: all of the data in memory, or shard after shard of it.

Both give the same batches for a seed and an epoch, in every process, and from any batch of the epoch on.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, Protocol

from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.data.named import examples
from cantor.data.own import is_own
from cantor.data.shards import digest, files_of, is_many, read_shard
from cantor.equation.vocabulary import Vocabulary
from cantor.errors import RecipeError
from cantor.model.system import System
from cantor.training.batches import epoch_batches
from cantor.training.recipe import Recipe
from cantor.training.tasks import Task

#: How many shards of how many are read, while they are counted.
Told = Callable[[int, int], object]
#: Problems that are made ready together.
_CHUNK = 256


class Source(Protocol):
    """Data of a run: first its vocabulary, from which a model is made, then what that model is taught."""

    count: int  # problems
    batches: int  # of the first epoch
    left_out: Counter[str]

    @property
    def to_judge(self) -> Sequence[Any]:
        """Items of which the source asks, before the first epoch, how likely they are to the model."""

    def judged(self, likelihoods: Sequence[float]) -> None:
        """What `to_judge` asked for, in its order."""

    @property
    def about(self) -> dict[str, Any]:
        """What else a run's description has."""

    def vocabulary(self) -> Vocabulary: ...

    def prepare(self, model: System, tokenizer: Tokenizer) -> None: ...

    def epoch(self, number: int, done: int = 0) -> Iterator[list[Any]]:
        """The batches of an epoch, without its first `done`."""


def source_of(recipe: Recipe, task: Task, begun: Mapping[str, Any] | None, told: Told) -> Source:
    """`begun` is the description of a run that goes on."""
    return Streamed(recipe, task, begun, told) if recipe.data.stream else Whole(recipe, task, begun)


class Whole:
    """All of it in memory.

    Where the recipe asks for it, each epoch has but a share of what the first model has mastered: a long
    training is otherwise mostly spent on what teaches nothing any more. The run's description keeps which.
    """

    def __init__(self, recipe: Recipe, task: Task, begun: Mapping[str, Any] | None = None):
        self.recipe, self.task, data = recipe, task, recipe.data
        self.found = task.meant(examples(data.train, data.policy, data.columns))
        self.mastered = _bits((begun or {}).get("mastered", ""))
        if not self.focused:
            return
        if recipe.model.start is None:
            raise RecipeError(
                "data.mastered_share asks what model.start has mastered; give one, or leave it out"
            )
        if not 0 <= data.mastered_share <= 1:
            raise RecipeError(f"data.mastered_share is {data.mastered_share}; give a part, from 0 to 1")

    def vocabulary(self) -> Vocabulary:
        return self.task.vocabulary(self.found)

    def prepare(self, model: System, tokenizer: Tokenizer) -> None:
        prepared = self.task.prepare(self.found, model, tokenizer)
        self.items, self.left_out, self._about = prepared.items, prepared.left_out, prepared.about
        self.lengths = self.task.lengths(self.items, tokenizer)
        self.count, self.batches = len(self.items), len(self._order(0))

    @property
    def focused(self) -> bool:
        return self.recipe.data.mastered_share < 1

    @property
    def to_judge(self) -> Sequence[Any]:
        """Each once, however often `data.train` names it."""
        return list(dict.fromkeys(self.items)) if self.focused and not self.mastered else ()

    def judged(self, likelihoods: Sequence[float]) -> None:
        found = dict(zip(self.to_judge, likelihoods, strict=True))
        self.mastered = [found[item] >= self.recipe.data.mastered_above for item in self.items]
        self.batches = len(self._order(0))

    @property
    def about(self) -> dict[str, Any]:
        if not self.mastered:
            return self._about
        digits = "".join("01"[each] for each in self.mastered)
        return {**self._about, "mastered_problems": sum(self.mastered), "mastered": digits}

    def _order(self, number: int) -> list[list[int]]:
        if not self.mastered:
            return _batches(self.recipe, self.lengths, number)
        draw = Random(f"{self.recipe.training.seed}/{number}/mastered")
        share = self.recipe.data.mastered_share
        kept = [i for i, known in enumerate(self.mastered) if not known or draw.random() < share]
        return [
            [kept[i] for i in batch]
            for batch in _batches(self.recipe, [self.lengths[i] for i in kept], number)
        ]

    def epoch(self, number: int, done: int = 0) -> Iterator[list[Any]]:
        for batch in self._order(number)[done:]:
            yield [self.items[i] for i in batch]


class Streamed:
    """Shards in an order that the epoch decides, of which `data.buffer` problems are in memory at a time.

    A first look goes through all shards to count, and once more before it where the vocabulary is not given.
    The run's description keeps what was found, so that a run that goes on need not look again.
    """

    def __init__(self, recipe: Recipe, task: Task, begun: Mapping[str, Any] | None, told: Told):
        self.recipe, self.task, self.told = recipe, task, told
        data = recipe.data
        if data.limit is not None:
            raise RecipeError("data.limit does not go with data.stream; name fewer shards")
        if data.mastered_share < 1:
            raise RecipeError(
                "data.mastered_share does not go with data.stream, which holds few problems at a time"
            )
        if data.buffer < recipe.training.batch_size:
            raise RecipeError(f"data.buffer is {data.buffer}, less than a batch; give some thousands")
        self.shards = [file for name in data.train for file in _files(name)]
        self.digest = digest(self.shards)
        self.begun = begun or {}
        self.known: Mapping[str, Any] | None = self.begun.get("stream")
        if self.known is not None and self.known["shards"] != self.digest:
            raise RecipeError(
                "data.train: the shards are others than when this run began (by names and sizes); "
                "put them back, or choose another folder"
            )
        self.count = self.batches = 0
        self.left_out: Counter[str] = Counter()
        self.sizes: list[int] = []  # problems of each shard that can be trained on

    @property
    def to_judge(self) -> Sequence[Any]:
        return ()

    def judged(self, likelihoods: Sequence[float]) -> None:
        pass

    @property
    def about(self) -> dict[str, Any]:
        return {
            "stream": {
                "shards": self.digest,
                "sizes": self.sizes,
                "batches": self.batches,
                "operators": list(self.words.operators),
                "constants": list(map(str, self.words.constants)),
            }
        }

    def vocabulary(self) -> Vocabulary:
        """That of the recipe where it has both operators and constants, else that of all shards."""
        data, known = self.recipe.data, self.known
        if known is not None:
            self.words = Vocabulary(tuple(known["operators"]), tuple(map(Fraction, known["constants"])))
        elif data.operators and data.constants:
            self.words = self.task.vocabulary(())
        else:
            self.words = self.task.vocabulary(self._told_examples())
        return self.words

    def _told_examples(self) -> Iterator[Example]:
        for done, shard in enumerate(self.shards, start=1):
            yield from self._examples(shard)
            self.told(done, len(self.shards))

    def prepare(self, model: System, tokenizer: Tokenizer) -> None:
        self.model, self.tokenizer = model, tokenizer
        if self.known is not None:
            self.left_out = Counter(self.begun["left_out"])
            self.batches, self.sizes = self.known["batches"], list(self.known["sizes"])
        else:
            sizes = dict.fromkeys(self._order(0), 0)
            counted = self._counted(sizes)
            self.batches = sum(1 for _ in self._batched(0, counted))
            self.sizes = [sizes[i] for i in range(len(self.shards))]
        self.count = sum(self.sizes)

    def _counted(self, sizes: dict[int, int]) -> Iterator[Any]:
        """The items of the first epoch; sizes, and what is left out, are counted on the way."""
        for done, i in enumerate(self._order(0), start=1):
            for item in self._items(self.shards[i], self.left_out):
                sizes[i] += 1
                yield item
            self.told(done, len(self.shards))

    def epoch(self, number: int, done: int = 0) -> Iterator[list[Any]]:
        settings, buffer = self.recipe.training, self.recipe.data.buffer
        window = 0
        if settings.batch_tokens is None:  # then all windows but the last have as many batches
            each = -(-buffer // settings.batch_size)
            window, done = divmod(done, each)
        items = self._from(number, window * buffer)
        return islice(self._batched(number, items, window), done, None)

    def _from(self, number: int, skip: int) -> Iterator[Any]:
        """The items of an epoch without its first ones; shards that have none of the others stay closed."""
        for i in self._order(number):
            if skip >= self.sizes[i]:
                skip -= self.sizes[i]
                continue
            yield from islice(self._items(self.shards[i], Counter()), skip, None)
            skip = 0

    def _batched(self, number: int, items: Iterator[Any], window: int = 0) -> Iterator[list[Any]]:
        while held := list(islice(items, self.recipe.data.buffer)):
            lengths = self.task.lengths(held, self.tokenizer)
            for batch in _batches(self.recipe, lengths, number, window):
                yield [held[i] for i in batch]
            held.clear()  # before the next ones are read
            window += 1

    def _order(self, number: int) -> list[int]:
        order = list(range(len(self.shards)))
        Random(f"{self.recipe.training.seed}/{number}/shards").shuffle(order)
        return order

    def _examples(self, shard: str) -> Iterator[Example]:
        return read_shard(shard, self.recipe.data.columns)

    def _items(self, shard: str, left_out: Counter[str]) -> Iterator[Any]:
        found = self._examples(shard)
        while some := list(islice(found, _CHUNK)):
            prepared = self.task.prepare(self.task.meant(some), self.model, self.tokenizer)
            left_out.update(prepared.left_out)
            yield from prepared.items


def _bits(digits: str) -> list[bool]:
    return [digit == "1" for digit in digits]


def _files(name: str) -> list[str]:
    if is_many(name) or is_own(name):
        return files_of(name)
    raise RecipeError(
        f"data.stream reads files, and {name!r} is none; name a pattern, such as made/*.jsonl "
        "(cantor data synth --shards writes synthetic problems so)"
    )


def _batches(recipe: Recipe, lengths: Sequence[int], epoch: int, window: int = 0) -> list[list[int]]:
    settings = recipe.training
    noise = 0.2 if settings.batch_by == "characters" else 0.05
    key = f"{epoch}/{window}" if window else epoch
    return epoch_batches(lengths, settings.batch_size, settings.seed, key, noise, settings.batch_tokens)
