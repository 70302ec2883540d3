"""Recipes: everything a training run depends on, in one TOML file that is a typed dataclass here."""

import logging
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cantor.data.own import Columns
from cantor.errors import RecipeError

log = logging.getLogger("cantor.training")

Placement = Literal["naive", "random", "hard-em", "exact-hard-em", "exact-hard-em-both"]
Marginal = Literal["mml", "exact-mml", "exact-mml-both"]


@dataclass(frozen=True, slots=True)
class DataRecipe:
    """`train` and `dev` name splits, such as "svamp:train", "synthetic:20000" or "mine.jsonl"."""

    train: tuple[str, ...]
    dev: tuple[str, ...] = ()
    policy: Literal["annotated", "reader"] = "annotated"  # where a dataset marks its numbers; else the reader
    columns: Columns = field(default_factory=Columns)  # of files of your own, where they have other names
    limit: int | None = None  # the first so many training problems
    stream: bool = False  # read `train`, which must be files, shard after shard: see `cantor.training.source`
    buffer: int = 10_000  # with `stream`: the problems in memory at a time, among which order is by chance
    # "mixed": each problem by its equation where it has one, else by its answer
    supervision: Literal["equations", "answers", "mixed"] = "equations"
    operators: tuple[str, ...] = ()  # those of the training equations unless given; + - * / for answers alone
    constants: tuple[str, ...] = ()  # beside those of the training equations; exact, such as "1/2"
    min_uses: int = 1  # a constant that fewer training equations use is left out, and they with it
    operand_order: Literal["written", "sorted"] = "written"  # of commutative operators
    augment: tuple[str, ...] = ()  # "numbers", "names", "things": see `cantor.data.augment`
    augment_share: float = 0.7  # of the problems of a batch
    mastered_share: float = 1.0  # of the problems that `model.start` already solves, seen in each epoch
    mastered_above: float = 0.9  # how likely what is taught must be to that model for a problem to be solved
    search_steps: int = 1  # with answers only: the longest equation to look for
    search_cap: int = 200  # ... and the most equations to keep for a problem


@dataclass(frozen=True, slots=True)
class ModelRecipe:
    system: str = "cantor"  # or another of `cantor.model.system`: SYSTEMS, or READERS for passages
    encoder: str = "minilm"
    encoder_layers: int | None = None  # the lowest so many; all unless given
    start: str | None = None  # go on from the weights of a model, such as runs/NAME/best or default
    start_encoder: bool = True  # whether its encoder's, too; false where `encoder` is another of its width
    graph_size: int = 60
    decoder_layers: int = 2
    decoder_heads: int = 8
    decoder_width: int = 4  # of the feed-forward layer, in hidden sizes
    dropout: float = 0.1
    encoder_dropout: float | None = None  # the encoder's own unless given
    max_tokens: int = 256
    adapter: bool = False  # whether one more layer, at the decoder's rate, stands on the encoder
    number_mark: bool = False  # whether the encoder is told which tokens are numbers
    answerability: bool = False  # whether the root may be "cannot be answered"
    init_std: float = 1.0  # of the learned positions and constants before training
    number_input: Literal["text", "placeholder"] = "text"
    number_pooling: Literal["mean", "first"] = "mean"
    reading: tuple[str, ...] = ()  # a reader's further ways: "three", "percentages", "dates"


@dataclass(frozen=True, slots=True)
class ObjectiveRecipe:
    """`warmup_objective` until `anneal_step`, then `objective`; one alone where the other is "none"."""

    warmup_objective: Marginal | Literal["none"] | None = "exact-mml"
    objective: Placement | Marginal | Literal["none"] | None = "exact-hard-em"
    anneal_step: int = 2_000  # τ
    beam: int = 20  # B, of "hard-em"
    sum_equal_numbers: bool = False  # of a value that the text tells twice, either place is right

    def at(self, step: int) -> str:
        """The objective in force at a training step."""
        first, last = (None if name == "none" else name for name in (self.warmup_objective, self.objective))
        if first is not None and (last is None or step < self.anneal_step):
            return first
        if last is None:
            raise RecipeError("objective: give `warmup_objective`, `objective`, or both")
        return last


@dataclass(frozen=True, slots=True)
class TrainingRecipe:
    """How long, how fast, how careful.

    A run ends after `epochs`, `steps` or `hours`, whichever comes first; by then the rate has come down.
    """

    epochs: int = 10
    steps: int | None = None
    hours: float | None = None  # of processor time
    batch_size: int = 32
    batch_by: Literal["characters", "tokens"] = "characters"  # what texts of like length means
    batch_tokens: int | None = None  # of a batch with its padding, at most; long texts then come in fewer
    accumulate: int = 1  # a batch is computed in so many parts, one by one: less memory, the same step
    encoder_rate: float = 5e-5
    decoder_rate: float = 3e-4
    warmup_steps: int = 100
    encoder_warmup_steps: int | None = None  # the encoder's own, where the decoder is to learn first
    decay_from: float = 0.0  # the part of the run at full rate, before the rate falls in a line
    final_rate: float = 0.05  # of the peak
    average: float = 0.0  # a moving average of the weights is what is judged and kept, such as 0.999; 0: none
    weight_decay: float = 0.01
    clip: float = 1.0
    freeze_embeddings: bool = True
    freeze_layers: int = 0  # the encoder's lowest so many layers stay as they were pretrained
    precision: Literal["no", "fp16", "bf16"] = "no"  # bf16 is "no" where a processor has no such instructions
    seed: int = 0
    save_minutes: float = 5.0
    # the best on dev problems, or the last where these are not like what is taught
    keep: Literal["best", "last"] = "best"
    dev_steps: int | None = None  # dev problems are looked at every so many steps, not only after an epoch
    max_hours: float | None = None  # pause there; running again goes on


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
        recipe = typed(cls, _with_todays_names(raw, name), name)
        assert isinstance(recipe, cls)
        recipe.objective.at(0)
        return recipe

    @classmethod
    def from_file(cls, path: Path, settings: Sequence[str] = ()) -> "Recipe":
        """A TOML file, with `settings` such as "training.seed=3" in place of what it says."""
        return cls.from_dict(tables_of(path, settings), str(path))


def tables_of(path: Path, settings: Sequence[str] = ()) -> dict[str, Any]:
    """What a TOML file says, with settings in place of that."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RecipeError(f"{path}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{path}: not TOML: {error}") from None
    for setting in settings:
        _set(raw, setting)
    return raw


#: Keys by the names that recipes had before.
_FORMER = {
    "model": {"spread": "init_std"},
    "objective": {"warm": "warmup_objective", "then": "objective", "switch": "anneal_step"},
}


def _with_todays_names(raw: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """The same recipe; a former name is understood, and said."""
    found = dict(raw)
    for table, names in _FORMER.items():
        values = found.get(table)
        if not isinstance(values, Mapping) or not any(former in values for former in names):
            continue
        for former in names.keys() & values.keys():
            log.warning("%s: %s.%s is called %s now", where, table, former, names[former])
        found[table] = {names.get(key, key): value for key, value in values.items()}
    return found


def _set(raw: dict[str, Any], setting: str) -> None:
    """Put the value of "table.key=value" into its table; a bare word is text."""
    name, equals, text = setting.partition("=")
    table, dot, key = name.strip().partition(".")
    if not (equals and dot and key):
        raise RecipeError(f"--set {setting!r}: write TABLE.KEY=VALUE, such as training.seed=3")
    try:
        value = tomllib.loads(f"value = {text.strip()}")["value"]
    except tomllib.TOMLDecodeError:
        value = text.strip()
    raw.setdefault(table, {})[key] = value


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
