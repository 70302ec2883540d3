"""Any text at all: no crash, honest spans, and a reading that its neighbours do not change."""

import re
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from cantor.problem import quantities, read_numbers
from cantor.problem.lexicon import PARTS, VULGAR_FRACTIONS, WORDS

#: Everything that any rule looks at, and what it could trip over.
PIECES = [
    *sorted(WORDS),
    *VULGAR_FRACTIONS,
    *"0 1 2 3 7 12 000 1,000 1,00,000 2.5 .5 1e3 1960s 3rd 7:30 1/2 5k $2m 25¢ 3x4 B12 F-16".split(),
    *"12-inch -3 −3".split(),
    *"a an and one the of half past point minus negative is few per ratio o'clock percent dollars".split(),
    *"-dollar bills|and a half|by one|another|One day|pm".split("|"),
    *", . / : ; - – — ' ’ % $ € ( ) = + * ^ _ # ! ? ⁄ \\ \" |".split(),
    *["İ", "ß", "ﬁ", "٣", "१", "²", "Ⅻ", "①", "😀", "5️⃣", "\ud800", "\udfff", "\u200f", "\u202e", "e\u0301"],
    *["\t", "\n", "\r\n", "\x00", "\x1b", "\x85", "\u00a0", "\u2009", "\u2028", "\ufeff", "  "],
]
mixtures = st.lists(st.sampled_from(PIECES) | st.sampled_from([" ", " ", "-", ""]), max_size=24).map("".join)
sentences = st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join)
anything = st.text(st.characters(), max_size=80)
texts = mixtures | sentences | anything


@given(texts)
@settings(max_examples=1500)
def test_numbers_are_where_they_say(text):
    end = 0
    for number in read_numbers(text):
        start, after = number.span
        assert end <= start < after <= len(text)
        assert number.text == text[start:after]
        assert type(number.value) is Fraction
        end = after
    assert set(quantities(text)) <= set(read_numbers(text))


@given(texts)
@settings(max_examples=500)
def test_a_neutral_neighbour_changes_nothing(text):
    assume(not re.match(r"\s*\(?\d{1,3}[.)]\s", text))  # the number of an exercise stands at the very start
    last = re.search(r"[a-z]*\W*\Z", text.lower())  # "a thirteenth" is a part where no noun follows
    assume(not last or re.sub(r"\W", "", last[0]) not in PARTS)
    before = "So: "
    shifted = [(n.text, n.value, n.kind, tuple(x + len(before) for x in n.span)) for n in read_numbers(text)]
    assert [(n.text, n.value, n.kind, n.span) for n in read_numbers(f"{before}{text} word")] == shifted


@given(sentences, sentences)
@settings(max_examples=300)
def test_far_apart_texts_are_read_on_their_own(left, right):
    between = " and so they went on to the others: "
    assume(not re.match(r"\s*\(?\d{1,3}[.)]\s", right))
    values = [n.value for n in (*read_numbers(left + between), *read_numbers(between + right))]
    assert [n.value for n in read_numbers(left + between + right)] == values
