"""Finding the same problem in two editions of a dataset, one raw and one masked."""

import re
from collections.abc import Sequence

from cantor.equation.render import display
from cantor.problem import Problem

_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
#: Share of words that two texts must have in common to be the same problem with slips.
MIN_SIMILARITY = 0.75


def aligned(raw: Sequence[Problem], masked: Sequence[Problem]) -> list[tuple[int, int]]:
    """Pairs (index in raw, index in masked) of the same problem, each index used once.

    First those whose plain text is the same, then the most similar of what is left, spelling slips
    and all. Numbers count as words, so that siblings which differ in their numbers only stay apart.
    """
    by_text: dict[str, list[int]] = {}
    for j, problem in enumerate(masked):
        by_text.setdefault("".join(_words(problem)), []).append(j)
    pairs: list[tuple[int, int]] = []
    raw_left: list[int] = []
    for i, problem in enumerate(raw):
        places = by_text.get("".join(_words(problem)))
        if places:
            pairs.append((i, places.pop(0)))
        else:
            raw_left.append(i)
    masked_left = [j for places in by_text.values() for j in places]
    return sorted(pairs + _most_similar(raw, raw_left, masked, masked_left))


def _words(problem: Problem) -> list[str]:
    """Words in lower case, each number as its plain value."""
    pieces, end = [], 0
    for number in sorted(problem.numbers, key=lambda number: number.span):
        if number.text:
            pieces += [problem.text[end : number.span[0]], f" {display(number.value)} "]
            end = number.span[1]
    return _NOT_PLAIN.sub(" ", "".join([*pieces, problem.text[end:]]).lower()).split()


def _most_similar(
    raw: Sequence[Problem], raw_left: list[int], masked: Sequence[Problem], masked_left: list[int]
) -> list[tuple[int, int]]:
    raw_words = {i: frozenset(_words(raw[i])) for i in raw_left}
    masked_words = {j: frozenset(_words(masked[j])) for j in masked_left}
    scored = []
    for i, left in raw_words.items():
        for j, right in masked_words.items():
            common = len(left & right)
            similarity = common / (len(left) + len(right) - common) if left or right else 0.0
            if similarity >= MIN_SIMILARITY:
                scored.append((-similarity, i, j))
    pairs: list[tuple[int, int]] = []
    used_raw: set[int] = set()
    used_masked: set[int] = set()
    for _, i, j in sorted(scored):
        if i not in used_raw and j not in used_masked:
            pairs.append((i, j))
            used_raw.add(i)
            used_masked.add(j)
    return pairs
