"""Decoding that is made to take given steps, so that its time does not depend on what the weights say.

An untrained system that decodes step by step stops at random, and one that was trained on short equations
stops early. Here all arithmetic is done as always, but what a system would choose next is replaced by what
was given: it takes as many steps as the given equations have. Where all is decoded at once nothing is forced.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

import torch
from torch import Tensor

from cantor.equation import Equation, Num
from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.system import Batch, System
from cantor.rivals.base import Rival
from cantor.rivals.deductive.reasoner import Deductive
from cantor.rivals.prefix import NONE, Grammar, Rules
from cantor.rivals.sequence.sequential import Sequential
from cantor.rivals.sequence.vanilla_nar import VanillaNar
from cantor.rivals.tree.gts import Gts
from cantor.thought.decode import DecodedGraph

#: From the encoder's output [B, T, d] to what is answered.
Decode = Callable[[Tensor], list[DecodedGraph]]

#: Above the logarithm of any probability, so that it is chosen.
_CERTAIN = 1.0

_T = TypeVar("_T")


def forced(system: System, batch: Batch, equations: Sequence[Equation]) -> Decode:
    """`system.decode_text`, greedy, with one equation for each problem of the batch forced on it."""
    if not isinstance(system, Rival):
        return lambda text: system.decode_text(text, batch)
    replacements = _replacements(system, batch, equations)

    def decode(text: Tensor) -> list[DecodedGraph]:
        with _replaced(system, {name: make() for name, make in replacements.items()}):
            return system.decode_text(text, batch)

    return decode


def is_forced(system: System) -> bool:
    """Whether there is anything to force."""
    return isinstance(system, Sequential | Gts | VanillaNar | Deductive)


def _replacements(
    system: Rival, batch: Batch, equations: Sequence[Equation]
) -> Mapping[str, Callable[[], object]]:
    """What stands in for parts of a system while it answers: attribute -> how to make it for one call."""
    present = batch.number_mask.tolist()
    equations = [_in_sight(e, mask) for e, mask in zip(equations, present, strict=True)]
    if isinstance(system, Sequential | Gts | VanillaNar):
        grammar = system.grammar
        written = [grammar.write(e, mask) for e, mask in zip(equations, present, strict=True)]
        tokens = _padded(_all_written(written), batch.tokens.device)  # [B, S]
        if isinstance(system, VanillaNar):
            return _of_all_places(system, tokens)
        masks = _one_hot(tokens, grammar.words + batch.number_mask.shape[1])
        return {"grammar": lambda: _ForcedGrammar(system.config, masks)}
    if isinstance(system, Deductive):
        count = len(system.constants) + batch.number_mask.shape[1]
        moves = _all_written(
            [system.moves.write(e, mask, count) for e, mask in zip(equations, present, strict=True)]
        )
        return {"log_probs": lambda: _ForcedMoves(system.log_probs, moves)}
    return {}


def _in_sight(equation: Equation, present: Sequence[bool]) -> Equation:
    """The same steps, on numbers that the encoder was shown: it may be shown a part of a text only."""
    seen = [i for i, there in enumerate(present) if there]
    if not seen or equation.numbers <= set(seen):
        return equation
    return equation.renumbered({i: Num(i if i in seen else seen[0]) for i in equation.numbers})


def _all_written(written: Sequence[_T | None]) -> list[_T]:
    found = [one for one in written if one is not None]
    if len(found) < len(written):
        raise ModelError("an equation to be forced cannot be written by the system; choose another workload")
    return found


@contextmanager
def _replaced(system: System, values: Mapping[str, object]) -> Iterator[None]:
    """Attributes of one system replaced for a while, its methods among them."""
    before = {name: vars(system)[name] for name in values if name in vars(system)}
    try:
        for name, value in values.items():
            setattr(system, name, value)
        yield
    finally:
        for name in values:
            if name in before:
                setattr(system, name, before[name])
            else:
                delattr(system, name)


# Token by token


@dataclass(frozen=True, slots=True)
class _ForcedRules(Rules):
    """Allows the next given token and no other, whatever came before."""

    masks: Iterator[Tensor]  # [B, 1, V] for each token in turn

    def allowed(self, open: Tensor, steps: Tensor) -> Tensor:
        return next(self.masks)


class _ForcedGrammar(Grammar):
    def __init__(self, config: ModelConfig, masks: Sequence[Tensor]):
        super().__init__(config)
        self.masks = masks

    def rules(self, number_mask: Tensor) -> Rules:
        usual = super().rules(number_mask)
        return _ForcedRules(usual.arity, usual.present, usual.most_steps, iter(self.masks))


def _padded(written: Sequence[Sequence[int]], device: torch.device) -> Tensor:
    """-> [B, S], NONE after the end"""
    longest = max(map(len, written))
    rows = [[*tokens, *[NONE] * (longest - len(tokens))] for tokens in written]
    return torch.tensor(rows, device=device)


def _one_hot(tokens: Tensor, words: int) -> list[Tensor]:
    """One mask [B, 1, V] for each token; nothing is allowed after the end. tokens [B, S]"""
    there = (tokens != NONE)[..., None]
    masks = torch.nn.functional.one_hot(tokens.clamp(min=0), words).bool() & there  # [B, S, V]
    return list(masks[:, None].unbind(2))


# All places at once, the length first


def _of_all_places(system: VanillaNar, tokens: Tensor) -> Mapping[str, Callable[[], object]]:
    lengths, choose = system.lengths, system.tokens
    length = (tokens != NONE).sum(1, keepdim=True)  # [B, 1]

    def forced_lengths(text: Tensor) -> Tensor:
        return lengths(text).scatter(1, length - 1, _CERTAIN)

    def forced_tokens(text: Tensor, batch: Batch, length: Tensor) -> Tensor:
        found = choose(text, batch, length)  # [B, 1, S, V]
        return found.scatter(3, tokens.clamp(min=0)[:, None, :, None], _CERTAIN)

    return {"lengths": lambda: forced_lengths, "tokens": lambda: forced_tokens}


# Move by move


class _ForcedMoves:
    """Log-probabilities in which each row's next given move is certain.

    Greedy search drops the rows that have ended and keeps the others in their order.
    """

    def __init__(self, log_probs: Callable[[Tensor, Tensor, bool], Tensor], moves: Sequence[Sequence[int]]):
        self.log_probs, self.moves, self.done = log_probs, moves, 0

    def __call__(self, quantities: Tensor, present: Tensor, last: bool) -> Tensor:
        found = self.log_probs(quantities, present, last)
        next_moves = [moves[self.done] for moves in self.moves if len(moves) > self.done]
        self.done += 1
        column = torch.tensor(next_moves, device=found.device)[:, None]
        return found.scatter(1, column, _CERTAIN)
