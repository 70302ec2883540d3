"""Counts how many different sentences the writer has, whatever it fills into them."""

from collections import Counter

from cantor.data.synthetic.writer import write


def shape_counts(n: int = 10_000, seed: int = 0, profile: str = "full") -> Counter[str]:
    """How often each sentence shape stands in n problems; only tidy ones are looked at."""
    return Counter(s for p in write(n, seed, profile) if p.style == "plain" for s in p.shape)


def count_shapes(n: int = 10_000, seed: int = 0, profile: str = "full") -> int:
    """The number of distinct sentence shapes in n problems."""
    return len(shape_counts(n, seed, profile))
