"""Everything about a model but its weights: config.json, and answering.json for what answers with it."""

import json
import re
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Literal, get_args

from cantor.equation import EquationError, operator
from cantor.equation.vocabulary import Vocabulary
from cantor.errors import ModelError

#: Raised whenever models could no longer be loaded as they were meant by a cantor of before. Format 1 had in
#: config.json what now lies in answering.json and verifier.json.
FORMAT_VERSION = 2
_READABLE = (1, FORMAT_VERSION)

#: Constants as they may be written: 1e999999999 would fill the memory.
_CONSTANT = re.compile(r"[-+]?\d{1,300}(?:/\d{1,300}|\.\d{1,300})?")

#: Systems that answer questions over passages.
READERS = ("tase-arith", "cantor-reading", "tase", "tase-cantor")

NumberInput = Literal["text", "placeholder"]
NumberPooling = Literal["mean", "first"]


@dataclass(frozen=True, slots=True)
class AnsweringConfig:
    """What a model answers with, as plain data; `cantor.thought.answering` makes something of it."""

    ranking: dict[str, Any] = field(default_factory=dict)  # the settings of `Ranking` it was measured with
    calibration: tuple[tuple[float, float], ...] = ()  # see `cantor.thought.calibration`
    verifier: dict[str, Any] = field(default_factory=dict)  # re-ranks the best; see `cantor.thought.verifier`
    refuse_above: float = 0.5  # how likely the text does not tell what is asked, to the answer being right

    def to_json(self) -> str:
        """Without the verifier, which has a file of its own."""
        own = {
            "ranking": self.ranking,
            "calibration": self.calibration,
            "refuse_above": self.refuse_above,
        }
        return json.dumps(own, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str, verifier: str = "{}") -> "AnsweringConfig":
        try:
            return cls.of(**json.loads(text), verifier=json.loads(verifier))
        except (ValueError, TypeError, AttributeError) as error:
            raise ModelError(
                f"answering.json or verifier.json is damaged ({error}); get the model again"
            ) from None

    @classmethod
    def of(
        cls, ranking: Any = (), calibration: Any = (), verifier: Any = (), refuse_above: Any = 0.5
    ) -> "AnsweringConfig":
        points = tuple((float(x), float(y)) for x, y in calibration)
        return cls(dict(ranking), points, dict(verifier), float(refuse_above))


def _is_plain(constant: str) -> bool:
    if not _CONSTANT.fullmatch(constant):
        raise ValueError(f"{constant[:40]!r} is no constant such as 100, 0.5 or 1/2")
    return True


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """The network's shape, its vocabulary, and how a problem enters it."""

    operators: tuple[str, ...]
    constants: tuple[str, ...]  # exact values, such as "1/2"
    system: str = "cantor"  # or one of its rivals
    graph_size: int = 60  # L: thoughts at a time
    max_arity: int = 2  # operands of the operator that takes most
    decoder_layers: int = 2
    decoder_heads: int = 8
    decoder_width: int = 4  # the feed-forward layer, in hidden sizes
    dropout: float = 0.1
    init_std: float = 1.0  # of the learned positions and constants before training
    max_tokens: int = 256
    number_policy: str = "annotated"
    number_input: NumberInput = "text"
    number_pooling: NumberPooling = "mean"
    adapter: bool = False  # whether one more layer stands between encoder and decoder
    number_mark: bool = False  # whether the tokens of numbers are marked for the encoder
    answerability: bool = False  # whether the root may be "cannot be answered"
    reading: dict[str, Any] = field(default_factory=dict)  # a reader's switches: `cantor.reading.ways.Gamma`
    encoder: dict[str, Any] = field(default_factory=dict)  # the encoder's own Hugging Face configuration
    trained: dict[str, Any] = field(default_factory=dict)  # recipe, data hashes, metric version
    quantisation: str = "none"
    format_version: int = FORMAT_VERSION
    answering: AnsweringConfig = field(default_factory=AnsweringConfig)  # in files of its own

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
        for name in ("graph_size", "max_arity", "decoder_layers", "decoder_heads", "decoder_width"):
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
            constants = [Fraction(value) for value in self.constants if _is_plain(value)]
        except (EquationError, ValueError, ZeroDivisionError) as error:
            raise ModelError(f"the model's vocabulary: {error}") from None
        if most > self.max_arity:
            raise ModelError(
                f"an operator takes {most} operands, but max_arity is {self.max_arity}; set it to {most}"
            )
        if len(set(self.operators)) < len(self.operators) or len(set(constants)) < len(constants):
            raise ModelError("the model's vocabulary names an operator or a constant twice")

    @property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.operators, tuple(map(Fraction, self.constants)))

    def to_json(self) -> str:
        shown = {name: value for name, value in asdict(self).items() if name != "answering"}
        return json.dumps(shown, ensure_ascii=False, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "ModelConfig":
        try:
            raw = json.loads(text)
            version = raw.get("format_version")
            if version not in _READABLE:
                raise ModelError(
                    f"the model has format {version}, this cantor reads format {FORMAT_VERSION}; "
                    "install the cantor that wrote it, or train it again"
                )
            if raw.pop("predicts_length", False):  # before it was a system of its own
                raw["system"] = "vanilla-cantor"
            for former, name in (("spread", "init_std"), ("places", "max_arity")):
                if former in raw:
                    raw[name] = raw.pop(former)
            raw["operators"], raw["constants"] = tuple(raw["operators"]), tuple(raw["constants"])
            raw["format_version"] = FORMAT_VERSION
            raw["answering"] = AnsweringConfig.of(
                *(raw.pop(name, ()) for name in ("choice", "calibration", "verifier"))  # of format 1
            )
            return cls(**raw)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise ModelError(f"config.json is damaged ({error}); get the model again") from None
