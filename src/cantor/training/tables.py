"""The paper's tables as lists of runs: what to change in a recipe for each row, and what the paper reports.

Figures are value accuracies in percent, from the tables of Shao, Huang and Huang (2022).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Changes to a recipe: table -> key -> value.
Changes = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Row:
    """One run of a table, and the paper's figures for it by data set and measure."""

    name: str
    changes: Changes
    paper: Mapping[str, float]

    @property
    def slug(self) -> str:
        """The name as a folder or an option may have it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    rows: tuple[Row, ...]
    breakdown: str | None = None  # value accuracy by these groups is shown, too


def _objective(warm: str | None, then: str | None, switch: int = 2_000, beam: int = 20) -> Changes:
    return {"objective": {"warm": warm, "then": then, "switch": switch, "beam": beam}}


def _annealed(switch: int, svamp: float, svamp_at_5: float, mathqa: float, mathqa_at_5: float) -> Row:
    paper = {"svamp": svamp, "svamp@5": svamp_at_5, "mathqa": mathqa, "mathqa@5": mathqa_at_5}
    return Row(f"MML, then hard EM, τ = {switch:,}", _objective("mml", "hard-em", switch), paper)


_NAIVE = Row(
    "naive mapping",
    _objective(None, "naive"),
    {"svamp": 48.22, "svamp@5": 55.98, "mathqa": 81.00, "mathqa@5": 81.87},
)
_HARD_EM = Row(
    "hard EM (beam + Murty)",
    _objective(None, "hard-em"),
    {"svamp": 47.08, "svamp@5": 66.56, "mathqa": 82.06, "mathqa@5": 83.68},
)
_MML = Row(
    "MML (independent)",
    _objective("mml", None),
    {"svamp": 49.58, "svamp@5": 63.44, "mathqa": 69.91, "mathqa@5": 72.65},
)
_RANDOM = Row("random mapping", _objective(None, "random"), {"mathqa": 18.44})
_VANILLA = Row("vanilla CANTOR", _objective(None, "vanilla"), {"svamp": 47.3, "mathqa": 81.4})
#: Ours, beside the paper's: no approximation.
_EXACT = (
    Row("exact hard EM", _objective(None, "exact-hard-em"), {}),
    Row("exact MML", _objective("exact-mml", None), {}),
    Row("exact MML, both sibling orders", _objective("exact-mml-both", None), {}),
    Row("exact MML, then exact hard EM", _objective("exact-mml", "exact-hard-em"), {}),
)


def _side_by_side(name: str, warm: str | None, then: str | None) -> Row:
    """A row that leaves the recipe's own switch and beam as they are, for budgets of any size."""
    return Row(name, {"objective": {"warm": warm, "then": then}}, {})


TABLES: dict[str, Table] = {
    "mappings": Table(
        "Every mapping side by side",
        (
            _side_by_side("naive mapping", None, "naive"),
            _side_by_side("random mapping", None, "random"),
            _side_by_side("vanilla CANTOR", None, "vanilla"),
            _side_by_side("hard EM (beam + Murty)", None, "hard-em"),
            _side_by_side("exact hard EM", None, "exact-hard-em"),
            _side_by_side("MML (independent)", "mml", None),
            _side_by_side("exact MML", "exact-mml", None),
            _side_by_side("exact MML, both sibling orders", "exact-mml-both", None),
            _side_by_side("MML (independent), then hard EM (beam)", "mml", "hard-em"),
            _side_by_side("exact MML, then exact hard EM", "exact-mml", "exact-hard-em"),
        ),
    ),
    "training-methods": Table(
        "Training methods",
        (
            _NAIVE,
            _RANDOM,
            _HARD_EM,
            _MML,
            _annealed(500, 47.84, 67.52, 82.93, 84.86),
            _annealed(2_000, 48.14, 65.58, 82.80, 84.30),
            *_EXACT,
        ),
    ),
    "warm-up": Table(
        "Warm-up steps τ",
        (
            _annealed(500, 47.84, 67.52, 82.93, 84.86),
            _annealed(1_000, 48.06, 66.46, 82.55, 83.99),
            _annealed(1_500, 48.82, 67.12, 82.68, 84.24),
            _annealed(2_000, 48.14, 65.58, 82.80, 84.30),
        ),
    ),
    "graph-size": Table(
        "Graph size L",
        tuple(
            Row(f"L = {size}", {"model": {"graph_size": size}}, {"svamp": svamp, "mathqa": mathqa})
            for size, svamp, mathqa in (
                (20, 48.56, 82.74),
                (40, 48.96, 82.74),
                (60, 49.58, 82.80),
                (80, 48.58, 82.93),
                (100, 48.60, 82.87),
            )
        ),
    ),
    "beam": Table(
        "Beam size B of hard EM",
        (
            _RANDOM,
            *(
                Row(f"B = {beam}", _objective(None, "hard-em", beam=beam), {"mathqa": mathqa})
                for beam, mathqa in ((1, 82.24), (10, 81.99), (20, 82.06))
            ),
            _EXACT[0],
        ),
    ),
    "branches": Table("Branches", (_MML, _NAIVE, _HARD_EM, *_EXACT[:2]), "branches"),
    "steps": Table("Steps", (_MML, _NAIVE, _HARD_EM, *_EXACT[:2]), "branches and steps"),
    "exactness": Table(
        "What exactness is worth where equations branch",
        (
            _side_by_side("MML (independent)", "mml", None),
            _side_by_side("exact MML", "exact-mml", None),
            _side_by_side("exact hard EM", None, "exact-hard-em"),
        ),
        "branches",
    ),
    "supervision": Table(
        "Equations, or only answers",
        (
            Row("equations", {"data": {"supervision": "equations"}}, {}),
            *(
                Row(
                    f"answers, at most {steps} step{'s' * (steps > 1)}",
                    {"data": {"supervision": "answers", "search_steps": steps}},
                    {},
                )
                for steps in (1, 2)
            ),
        ),
        "steps",
    ),
    "order": Table("No pre-defined order", (_VANILLA, _NAIVE, _EXACT[3])),
}
