"""What of a text the encoder gets to see: its beginning and its end, and the numbers there."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cantor.model import ModelConfig, encode
from cantor.model.inputs import _CHARACTERS, Reach, load_tokenizer, reach
from cantor.problem import Problem
from helpers.tiny import BASE, FAMILIES, encoder_folder

CONFIG = ModelConfig(**{**BASE, "max_tokens": 20})


@pytest.fixture(scope="module")
def tokenizers(tmp_path_factory):
    root = tmp_path_factory.mktemp("tokenizers")
    return {family: load_tokenizer(encoder_folder(family, root / family)) for family in FAMILIES}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("limit", [3, 4, 5, 20, 21])
def test_the_middle_goes(tokenizers, family, limit):
    tokenizer = tokenizers[family]
    problem = Problem.from_text(
        "Tom had 12 apples. " + "Ann had 7 boxes. " * 10 + "How many apples are left?"
    )
    whole = tokenizer.encode(problem.text).ids
    tokens = encode([problem], tokenizer, replace(CONFIG, max_tokens=limit)).tokens[0].tolist()
    assert len(tokens) == limit
    first, last = (limit - 2) // 2, limit - 2 - (limit - 2) // 2
    assert tokens == [*whole[: 1 + first], *whole[-1 - last :]]  # special tokens stay at both ends
    assert first <= last  # the question is the last to go


def test_a_text_that_just_fits_stays_whole(tokenizers):
    tokenizer = tokenizers["bert"]
    problem = Problem.from_text("Tom had 12 apples and ate 5. How many apples are left?")
    count = len(tokenizer.encode(problem.text).ids)
    for limit, whole in ((count, True), (count - 1, False)):
        config = replace(CONFIG, max_tokens=limit)
        assert encode([problem], tokenizer, config).tokens.shape[1] == limit
        assert reach(problem, tokenizer, config).whole is whole


def test_which_numbers_are_seen(tokenizers):
    text = "Tom had 12 apples. " + "Ann had 7 boxes. " * 30 + "He ate 5. How many are left?"
    problem = Problem.from_text(text)
    found = reach(problem, tokenizers["bert"], CONFIG)
    assert not found.whole
    assert {0, len(problem.numbers) - 1} <= set(found.numbers)
    assert len(found.numbers) < 10
    mask = encode([problem], tokenizers["bert"], CONFIG).number_mask[0]
    assert found.numbers == tuple(np.flatnonzero(mask))


def test_no_more_is_tokenised_than_can_matter(tokenizers):
    class Counting:
        longest = 0

        def __getattr__(self, name):
            return getattr(tokenizers["bert"], name)

        def encode_batch(self, texts):
            self.longest = max(map(len, texts))
            return tokenizers["bert"].encode_batch(texts)

    tokenizer = Counting()
    text = "Tom had 12 apples. " + "Ann had 7 boxes. " * 5_800 + "He ate 5. How many are left?"
    problem = Problem.from_text(text)
    kept = Problem(text, (problem.numbers[0], problem.numbers[3_000], problem.numbers[-1]))
    inputs = encode([kept], tokenizer, CONFIG)
    assert tokenizer.longest <= _CHARACTERS * 20 + 1
    assert inputs.number_mask.tolist() == [[True, False, True]]
    assert len(reach(problem, tokenizers["bert"], CONFIG).numbers) < 10


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("text", ["\ud800 and 3", "3\udfff4", "🙂" * 500 + "7", "é" * 30, "\x00\x01 5", ""])
def test_texts_that_are_hardly_texts(tokenizers, family, text):
    problem = Problem.from_text(text)
    inputs = encode([problem], tokenizers[family], CONFIG)
    assert inputs.tokens.shape[1] <= 20
    seen = reach(problem, tokenizers[family], CONFIG).numbers
    assert set(np.flatnonzero(inputs.number_mask[0])) <= set(seen)


_WORDS = st.sampled_from(["12", "apples", "7", "é", "🙂", "ate", "3.50", "x" * 120, "   ", "\n", "İ", "½"])


@pytest.mark.parametrize("family", ["bert", "roberta"])
@settings(max_examples=60)
@given(words=st.lists(_WORDS, max_size=400), limit=st.integers(3, 40))
def test_what_is_said_to_be_seen_is_seen(tokenizers, family, words, limit):
    config = replace(CONFIG, max_tokens=limit)
    problem = Problem.from_text(" ".join(words))
    found = reach(problem, tokenizers[family], config)
    inputs = encode([problem], tokenizers[family], config)
    assert inputs.tokens.shape[1] <= limit
    assert set(np.flatnonzero(inputs.number_mask[0])) <= set(found.numbers)
    if found.whole:
        assert found == Reach(tuple(range(len(problem.numbers))), True)
