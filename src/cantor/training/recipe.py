"""Recipes: everything a training run depends on, in one TOML file that is a typed dataclass here."""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cantor.errors import CantorError

Placement = Literal["naive", "random", "hard-em", "exact-hard-em"]
Marginal = Literal["mml", "exact-mml", "exact-mml-both"]


class RecipeError(CantorError):
    """A recipe has a wrong key or value; the message names it and what is allowed."""


@dataclass(frozen=True, slots=True)
class DataRecipe:
    """`train` and `dev` name splits, such as "svamp:train", "synthetic:20000" or "mine.jsonl"."""

    train: tuple[str, ...]
    dev: tuple[str, ...] = ()
    policy: Literal["annotated", "reader"] = "annotated"  # where a dataset marks its numbers; else the reader
    limit: int | None = None  # the first so many training problems
    supervision: Literal["equations", "answers"] = "equations"
    search_steps: int = 1  # with answers only: the longest equation to look for
    search_cap: int = 200  # ... and the most equations to keep for a problem


@dataclass(frozen=True, slots=True)
class ModelRecipe:
    system: str = "cantor"  # or one of `cantor.model.systems.SYSTEMS`
    encoder: str = "minilm"
    start: str | None = None  # go on from the weights of a model, such as runs/NAME/best or default
    graph_size: int = 60
    decoder_layers: int = 2
    decoder_heads: int = 8
    dropout: float = 0.1
    spread: float = 1.0  # of the learned positions and constants before training
    number_input: Literal["text", "placeholder"] = "text"
    number_pooling: Literal["mean", "first"] = "mean"


@dataclass(frozen=True, slots=True)
class ObjectiveRecipe:
    """`warm` until step `switch`, then `then`; one of them alone where the other is left out."""

    warm: Marginal | None = "exact-mml"
    then: Placement | Marginal | Literal["vanilla"] | None = "exact-hard-em"
    switch: int = 2_000  # τ
    beam: int = 20  # B, of "hard-em"

    def at(self, step: int) -> str:
        """The objective in force at a training step."""
        if self.warm is not None and (self.then is None or step < self.switch):
            return self.warm
        if self.then is None:
            raise RecipeError("objective: give `warm`, `then`, or both")
        return self.then


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    epochs: int = 10
    batch_size: int = 32
    encoder_rate: float = 5e-5
    decoder_rate: float = 3e-4
    warmup_steps: int = 100
    weight_decay: float = 0.01
    clip: float = 1.0
    freeze_embeddings: bool = True
    freeze_layers: int = 0  # the encoder's lowest so many layers stay as they were pretrained
    precision: Literal["no", "fp16", "bf16"] = "no"
    seed: int = 0
    save_minutes: float = 5.0
    max_hours: float | None = None  # stop there; running again goes on


@dataclass(frozen=True, slots=True)
class Recipe:
    data: DataRecipe
    model: ModelRecipe = field(default_factory=ModelRecipe)
    objective: ObjectiveRecipe = field(default_factory=ObjectiveRecipe)
    training: TrainingRecipe = field(default_factory=TrainingRecipe)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], name: str = "recipe") -> "Recipe":
        recipe = typed(cls, raw, name)
        assert isinstance(recipe, cls)
        recipe.objective.at(0)
        return recipe

    @classmethod
    def from_file(cls, path: Path) -> "Recipe":
        try:
            return cls.from_dict(tomllib.loads(path.read_text(encoding="utf-8")), str(path))
        except OSError as error:
            raise RecipeError(f"{path}: {error.strerror}") from None
        except tomllib.TOMLDecodeError as error:
            raise RecipeError(f"{path}: not TOML: {error}") from None


def typed(kind: Any, raw: object, where: str) -> Any:
    """A dataclass from a mapping, each key checked against its type."""
    if not isinstance(raw, Mapping):
        raise RecipeError(f"{where}: expected a table")
    hints = get_type_hints(kind)
    names = [f.name for f in fields(kind)]
    wrong = [key for key in raw if key not in names]
    if wrong:
        raise RecipeError(f"{where}: unknown key {wrong[0]!r}; known are {', '.join(names)}")
    values = {key: _value(hints[key], value, f"{where}: {key}") for key, value in raw.items()}
    try:
        return kind(**values)
    except TypeError as error:
        raise RecipeError(f"{where}: {error}") from None


def _value(kind: Any, value: object, where: str) -> object:
    if is_dataclass(kind):
        return typed(kind, value, where)
    if get_origin(kind) is tuple:
        if isinstance(value, list | tuple) and all(isinstance(x, str) for x in value):
            return tuple(value)
        raise RecipeError(f"{where}: expected a list of texts")
    allowed = _alternatives(kind)
    for option in allowed:
        if isinstance(option, type):
            if isinstance(value, option) and not (isinstance(value, bool) and option is not bool):
                return value
            if option is float and isinstance(value, int) and not isinstance(value, bool):
                return float(value)
        elif value == option:
            return value
    shown = ", ".join(o.__name__ if isinstance(o, type) else repr(o) for o in allowed)
    raise RecipeError(f"{where}: {value!r} is not allowed; give one of {shown}")


def _alternatives(kind: Any) -> list[Any]:
    """Types and literal values that a hint allows."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if isinstance(kind, UnionType) or get_args(kind):
        return [option for part in get_args(kind) for option in _alternatives(part)]
    return [kind]
