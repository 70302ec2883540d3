"""Places of characters and tokens, to and fro; windows over passages that are too long."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from cantor.data.answer import DateAnswer, SpansAnswer
from cantor.errors import CantorError
from cantor.reading.candidate import typed
from cantor.reading.inputs import NONE, PASSAGE, QUESTION, encode, tokens_of
from cantor.reading.passage import Asked
from helpers.passages import ASKED, CHOIR, FERRY, batch_of, number, reader
from helpers.tiny import FAMILIES

LONG = " ".join(f"In month {n} they sold {n * 7} boxes." for n in range(1, 13))


@pytest.fixture(scope="module", params=FAMILIES)
def tokenizer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    return reader(tmp_path_factory.mktemp("encoder"), "tase", request.param)[1]


#: Each once and in one order, so that several processes agree on what there is to run.
PAIRS = [*dict.fromkeys((p, q) for p, q, _ in ASKED), ("Zoë’s ½ – 3 €.", "Où?")]


@pytest.mark.parametrize(("passage", "question"), PAIRS)
def test_every_run_of_tokens_comes_back(passage: str, question: str, tokenizer: Tokenizer) -> None:
    asked = Asked.over(passage, question)
    tokens = tokens_of(asked, tokenizer)
    whole = [t for t, (start, end) in enumerate(tokens.offsets) if start < end]
    for first in whole:
        for last in (t for t in whole if t >= first and tokens.side[t] == tokens.side[first]):
            span = tokens.characters(first, last)
            assert asked.text[slice(*span)] == asked.text[slice(*span)].strip()
            back = tokens.between(span)
            assert back is not None
            assert tokens.characters(*back) == span
    assert [tokens.side[t] for t in (0, -1)] == [NONE, NONE]
    for side, text in ((QUESTION, asked.question), (PASSAGE, asked.passage)):
        (inside,) = np.nonzero(tokens.side == side)
        assert asked.text[slice(*tokens.characters(inside[0], inside[-1]))] == text


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_words_are_runs_of_tokens(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A span of whole words is found, and its text is what it was."""
    asked = Asked.over(FERRY, "When did the ferry come back?")
    tokens = tokens_of(asked, _bert(tmp_path_factory))
    words = FERRY.split()
    i = data.draw(st.integers(0, len(words) - 1))
    j = data.draw(st.integers(i, len(words) - 1))
    start = len(" ".join(words[:i])) + (i > 0)
    span = (start, start + len(" ".join(words[i : j + 1])))
    place = tokens.between(span)
    assert place is not None
    assert tokens.characters(*place) == span


_BERT: list[Tokenizer] = []


def _bert(folders: pytest.TempPathFactory) -> Tokenizer:
    if not _BERT:
        _BERT.append(reader(folders.mktemp("bert"), "tase")[1])
    return _BERT[0]


def test_a_span_that_cuts_a_token_is_none(tmp_path: Path) -> None:
    _, tokenizer = reader(tmp_path, "tase")
    tokens = tokens_of(Asked.over("12 apples", "How many?"), tokenizer)
    whole = tokens.between((0, 2))
    assert whole is not None
    cut = [span for span in ((0, 1), (1, 2)) if tokens.between(span) is None]
    assert cut or tokens.characters(*tokens.between((0, 1))) == (0, 1)
    assert tokens.between((2, 2)) is None


def test_a_span_is_a_date_or_a_number_where_it_is_just_that() -> None:
    asked = Asked.over(FERRY, "How many sheep, of twelve?")
    place = FERRY.index("9 June")
    assert typed(asked, (place, place + 11)) == DateAnswer(9, 6, 1922)
    assert typed(asked, (place, place + 6)) == SpansAnswer(("9 June",))
    sheep = FERRY.index("31")
    assert typed(asked, (sheep, sheep + 2)) == number(31)
    twelve = asked.text.index("twelve")  # to the metric, a word is no number
    assert typed(asked, (twelve, twelve + 6)) == SpansAnswer(("twelve",))


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_windows_read_each_token_once_and_where_it_is_central(family: str, tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase", family, positions=70)
    asked = Asked.over(LONG, "How many boxes?")
    tokens = tokens_of(asked, tokenizer)
    spans = [n.span for n in asked.numbers]
    found = encode([tokens], [spans], tokenizer, model.config)
    limit = model.config.max_tokens
    assert found.tokens.shape[1] == limit < len(tokens.ids)
    assert found.tokens.flatten()[found.place[0]].tolist() == tokens.ids
    window, place = np.divmod(found.place[0], limit)
    in_passage = tokens.side == PASSAGE
    assert set(window[in_passage]) == set(range(len(found.tokens)))
    for w in range(1, len(found.tokens)):  # nobody is read at the very edge where another window has it, too
        first = np.nonzero(in_passage)[0][window[in_passage] == w][0]
        assert place[first] > np.nonzero(in_passage)[0][0]
    for n, span in enumerate(spans):
        inside = tokens.overlapping(span)
        assert len({window[t] for t in inside}) == 1
        assert found.pooling[0, n].sum() == pytest.approx(1)
    assert found.number_mask.all()


def test_what_fits_is_one_window(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase")
    batch = batch_of(ASKED[:3], model, tokenizer)
    assert len(batch.tokens) == 3
    assert batch.place[1].tolist()[:5] == [batch.tokens.shape[1] + t for t in range(5)]


def test_a_question_that_leaves_no_room(tmp_path: Path) -> None:
    model, tokenizer = reader(tmp_path, "tase", positions=70)
    with pytest.raises(CantorError, match="ask it shorter"):
        batch_of([(CHOIR * 3, "How many songs " * 30 + "?", number(3))], model, tokenizer)
