"""`Vocabulary`: what a model can write equations with."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Which operators and constants a model knows, in the order of its outputs."""

    operators: tuple[str, ...]
    constants: tuple[Fraction, ...]

    def operator_index(self) -> dict[str, int]:
        return {symbol: i for i, symbol in enumerate(self.operators)}

    def constant_index(self) -> dict[Fraction, int]:
        return {value: i for i, value in enumerate(self.constants)}
