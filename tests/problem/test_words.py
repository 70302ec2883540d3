"""A twin of the reader: numbers written out in words by other rules must be read back whole."""

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cantor.problem import read_numbers

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def below_hundred(n, hyphen):
    if n < 20:
        return SMALL[n]
    return TENS[n // 10] + (hyphen + SMALL[n % 10] if n % 10 else "")


def below_thousand(n, hyphen, and_):
    if n < 100:
        return below_hundred(n, hyphen)
    rest = f" {and_}{below_hundred(n % 100, hyphen)}" if n % 100 else ""
    return f"{SMALL[n // 100]} hundred{rest}"


def in_words(n, hyphen="-", and_="and ", comma=""):
    """n < 10 ** 12, largest group first; `comma` only before a group of hundreds, as people write."""
    if n == 0:
        return "zero"
    groups = []
    for name in ("", " thousand", " million", " billion"):
        n, group = divmod(n, 1000)
        if group:
            groups.append((group, below_thousand(group, hyphen, and_) + name))
    groups.reverse()
    text = groups[0][1]
    for size, words in groups[1:]:
        is_last_small = size < 100 and words[-1] not in "dn"
        text += (comma if size >= 100 else "") + " " + (and_ if is_last_small else "") + words
    return text


styles = st.fixed_dictionaries(
    {
        "hyphen": st.sampled_from(["-", " ", "‐", "‑", " - "]),
        "and_": st.sampled_from(["and ", ""]),
        "comma": st.sampled_from(["", ","]),
    }
)


@given(st.integers(0, 10**9) | st.integers(0, 3000), styles)
@example(10**9, {})
@example(1_000_001, {})
@example(999_999_999, {"comma": ","})
@settings(max_examples=600)
def test_words_are_read_back_whole(n, style):
    words = in_words(n, **style)
    assert [(x.value, x.text) for x in read_numbers(f"They made {words} of them.")] == [(n, words)]


@pytest.mark.parametrize("n", range(1100, 10_000, 100))
def test_hundreds_above_ten(n):
    if n % 1000:
        words = f"{below_hundred(n // 100, '-')} hundred"
        assert [x.value for x in read_numbers(words)] == [n]
        assert [x.value for x in read_numbers(words + " and seven")] == [n + 7]


@given(st.integers(0, 10**12), st.sampled_from(["{:,}", "{}"]), st.integers(0, 10**6))
def test_numerals_are_read_back_whole(whole, form, decimals):
    text = f"{form.format(whole)}.{decimals}"
    assert [(x.value, x.text) for x in read_numbers(f"at {text}.")] == [
        (Fraction(text.replace(",", "")), text)
    ]


@given(st.integers(2, 99), st.integers(1, 19), st.integers(3, 20))
def test_mixed_numbers_in_digits_and_words(whole, above, below):
    below = max(below, above + 1)
    expected = whole + Fraction(above, below)
    for text in (f"{whole} {above}/{below}", f"{whole}-{above}/{below}", f"{whole} and {above}/{below}"):
        assert [(x.value, x.text) for x in read_numbers(f"use {text} cups")] == [(expected, text)]
