"""What a model has seen in training, so that new problems can be told from old ones."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from cantor.data.example import masked_text
from cantor.data.named import examples, is_written

_FILTERED = ("mathqa-filtered", "mathqa-refiltered")


@dataclass(frozen=True, slots=True)
class Seen:
    """What a model has been trained on; empty where that is not known."""

    templates: Collection[str] = frozenset()  # of the training equations, as `Equation.template` writes them
    texts: Collection[str] = frozenset()  # of the training problems, as `masked_text` leaves them


NOTHING_SEEN = Seen()


def seen(names: Sequence[str], policy: str) -> Seen:
    """What a model trained on those examples has seen of equations and, but for the numbers, of texts.

    The texts of "mathqa-filtered" are all of MathQA's: the published filter kept what ours may not, and the
    same test problems must count as seen whichever edition a model was trained on.
    """
    published = ["mathqa:train" for name in names if name.startswith(_FILTERED)][:1]
    found = [_written(name) if is_written(name.partition(":")[0]) else _of(name, policy) for name in names]
    return Seen(
        templates=frozenset().union(*(one.templates for one in found)),
        texts=frozenset().union(*(one.texts for one in [*found, *(_of(name, policy) for name in published)])),
    )


@cache  # minutes for a model that ships, and the same for every test set; files may change, these not
def _written(name: str) -> Seen:
    return _of(name, "")


def _of(name: str, policy: str) -> Seen:
    found = examples([name], policy)
    return Seen(
        templates=frozenset(e.equation.template() for e in found if e.equation is not None),
        texts=frozenset(map(masked_text, found)),
    )
