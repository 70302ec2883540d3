"""What a comparison depends on: a recipe that all systems share, and what differs for some of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cantor.errors import RecipeError
from cantor.model.config import READERS
from cantor.model.system import SYSTEMS
from cantor.rivals.llm.cot import CotSettings
from cantor.training.recipe import Recipe, tables_of, typed

CANTOR, VANILLA_CANTOR, COT = "cantor", "vanilla-cantor", "cot"
#: Every system that can take part, CANTOR first.
KNOWN = (CANTOR, *(name for name in SYSTEMS if name != CANTOR), COT, *READERS)
#: Those that need no model of a kind of its own: any encoder will do.
USUAL = tuple(name for name in KNOWN if name not in ("causal-lm", COT, *READERS))

#: Tables of a recipe that may differ between systems. The data may not: it would be no comparison.
_OWN_TABLES = ("model", "objective", "training")


@dataclass(frozen=True, slots=True)
class ComparisonRecipe:
    """`shared` for all, with `changes` (system -> table -> key -> value) for some."""

    shared: Recipe
    changes: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    cot: CotSettings = field(default_factory=CotSettings)

    def of(self, system: str, seed: int = 0, hours: float | None = None) -> Recipe:
        """The recipe of one system's run; `hours` replaces the recipe's own limit of time."""
        raw = self.shared.to_dict()
        for table, values in self.changes.get(system, {}).items():
            raw[table] |= values
        raw["model"]["system"] = system
        raw["training"]["seed"] = seed
        if hours is not None:
            raw["training"]["max_hours"] = hours
        return Recipe.from_dict(raw, f"systems.{system}")

    def with_training(self, changes: Mapping[str, Mapping[str, Any]]) -> "ComparisonRecipe":
        """The same with more changes (system -> key -> value) of some systems' training."""
        merged = dict(self.changes)
        for system, values in changes.items():
            own = merged.get(system, {})
            merged[system] = {**own, "training": {**own.get("training", {}), **values}}
        return replace(self, changes=merged)

    @classmethod
    def from_file(cls, path: Path, settings: Sequence[str] = ()) -> "ComparisonRecipe":
        """A TOML file, with `settings` such as "training.epochs=3" in place of what it says."""
        return cls.from_dict(tables_of(path, settings), str(path))

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any], where: str = "recipe") -> "ComparisonRecipe":
        """Everything a recipe may have, and `systems`: each table checked as the recipe's own are."""
        raw = dict(raw)
        systems = raw.pop("systems", {})
        shared = Recipe.from_dict(raw, where)
        if not isinstance(systems, Mapping):
            raise RecipeError(f"{where}: systems: expected a table for each system")
        check_known(systems, f"{where}: systems")
        changes = {name: _tables(values, f"{where}: systems.{name}") for name, values in systems.items()}
        cot = typed(CotSettings, changes.pop(COT, {}), f"{where}: systems.{COT}")
        assert isinstance(cot, CotSettings)
        made = cls(shared, changes, cot)
        for name, tables in changes.items():
            for table in tables:
                if table not in _OWN_TABLES:
                    raise RecipeError(
                        f"{where}: systems.{name}: {table!r} is the same for all systems; only "
                        f"{', '.join(_OWN_TABLES)} may differ"
                    )
            made.of(name)  # a wrong key or value is named here, not after hours of training
        return made


def check_known(names: Sequence[str] | Mapping[str, Any], where: str) -> None:
    """Names no system twice, and none that there is not."""
    for name in names:
        if name not in KNOWN:
            raise RecipeError(f"{where}: there is no system {name!r}; known are {', '.join(KNOWN)}")


def _tables(values: object, where: str) -> Mapping[str, Any]:
    if not isinstance(values, Mapping):
        raise RecipeError(f"{where}: expected a table")
    return values
