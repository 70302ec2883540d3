"""Everything about a model but its weights: written to config.json beside them."""

import json
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

from cantor.equation import EquationError, operator
from cantor.equation.vocabulary import Vocabulary
from cantor.errors import ModelError

#: Raised whenever saved models of before could no longer be loaded as they were meant.
FORMAT_VERSION = 1

NumberInput = Literal["text", "placeholder"]
NumberPooling = Literal["mean", "first"]


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The network's shape, its vocabulary, and how a problem enters it."""

    operators: tuple[str, ...]
    constants: tuple[str, ...]  # exact values, such as "1/2"
    system: str = "cantor"  # or one of its rivals
    graph_size: int = 60  # L: thoughts at a time
    places: int = 2  # operands of the operator that takes most
    decoder_layers: int = 2
    decoder_heads: int = 8
    decoder_width: int = 4  # the feed-forward layer, in hidden sizes
    dropout: float = 0.1
    spread: float = 1.0  # of the learned positions and constants before training
    max_tokens: int = 256
    number_policy: str = "annotated"
    number_input: NumberInput = "text"
    number_pooling: NumberPooling = "mean"
    predicts_length: bool = False  # vanilla: L is predicted, the last vertex is the root
    encoder: dict[str, Any] = field(default_factory=dict)  # the encoder's own Hugging Face configuration
    trained: dict[str, Any] = field(default_factory=dict)  # recipe, data hashes, metric version
    # what an exported model answers with
    quantisation: str = "none"
    choice: dict[str, Any] = field(default_factory=dict)  # the settings of `Choice` that it was measured with
    verifier: dict[str, Any] = field(default_factory=dict)  # re-ranks the best; see `cantor.solver.verifier`
    calibration: tuple[tuple[float, float], ...] = ()  # see `cantor.solver.calibration`
    format_version: int = FORMAT_VERSION

    @property
    def trained_on(self) -> tuple[str, ...]:
        """The names of its training data, also of the model that it went on from."""
        names: list[str] = []
        about: Any = self.trained
        while about:
            names += about.get("recipe", {}).get("data", {}).get("train", ())
            about = about.get("before")
        return tuple(dict.fromkeys(names))

    def __post_init__(self) -> None:
        for name in ("graph_size", "places", "decoder_layers", "decoder_heads", "decoder_width"):
            if getattr(self, name) < 1:
                raise ModelError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if self.max_tokens < 3:
            raise ModelError(f"max_tokens is {self.max_tokens}; two are special, so it must be at least 3")
        if not 0 <= self.dropout < 1:
            raise ModelError(f"dropout is {self.dropout}; it must be at least 0 and less than 1")
        for name, kinds in (("number_input", NumberInput), ("number_pooling", NumberPooling)):
            if getattr(self, name) not in get_args(kinds):
                known = ", ".join(get_args(kinds))
                raise ModelError(f"{name} is {getattr(self, name)!r}; it must be one of {known}")
        self._check_vocabulary()

    def _check_vocabulary(self) -> None:
        if not self.operators:
            raise ModelError("a model needs at least one operator")
        try:
            most = max(operator(symbol).arity for symbol in self.operators)
            constants = [Fraction(value) for value in self.constants]
        except (EquationError, ValueError, ZeroDivisionError) as error:
            raise ModelError(f"the model's vocabulary: {error}") from None
        if most > self.places:
            raise ModelError(
                f"an operator takes {most} operands, but places is {self.places}; set it to {most}"
            )
        if len(set(self.operators)) < len(self.operators) or len(set(constants)) < len(constants):
            raise ModelError("the model's vocabulary names an operator or a constant twice")

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.operators, tuple(map(Fraction, self.constants)))

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "ModelConfig":
        try:
            raw = json.loads(text)
            version = raw.get("format_version")
            if version != FORMAT_VERSION:
                raise ModelError(
                    f"the model has format {version}, this cantor reads format {FORMAT_VERSION}; "
                    "install the cantor that wrote it, or train it again"
                )
            raw["operators"], raw["constants"] = tuple(raw["operators"]), tuple(raw["constants"])
            raw["calibration"] = tuple((float(x), float(y)) for x, y in raw.get("calibration", ()))
            return cls(**raw)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ModelError(f"config.json is damaged ({error}); get the model again") from None
