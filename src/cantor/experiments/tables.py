"""The paper's tables as lists of runs: what to change in a recipe for each row, and what the paper reports.

Figures are in percent, from the tables of Shao, Huang and Huang (2022), by the numbers of these tables.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: Changes to a recipe: table -> key -> value.
Changes = Mapping[str, Mapping[str, Any]]
#: The paper's figures by data set and measure: value accuracy of "svamp", Val@5 of "svamp@5",
#: equation accuracy of "svamp equation".
Figures = Mapping[str, float]
#: Two figures: value accuracy and Val@5, or equation and value accuracy, as their table has them.
Pair = tuple[float, float]

#: One row by recipes/folds-minilm.toml on two cores: 20 runs took 1.24 hours in all (docs/results.md).
HOURS_A_ROW = 0.06


@dataclass(frozen=True, slots=True)
class Row:
    """One run of a table, and the paper's figures for it; `groups` has those of each group of a breakdown."""

    name: str
    changes: Changes
    paper: Figures
    groups: Mapping[str, Figures] = field(default_factory=dict)

    @property
    def slug(self) -> str:
        """The name as a folder or an option may have it."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")


#: A figure's key, and the head of its column.
Measures = tuple[tuple[str, str], ...]
MEASURES: Measures = (
    ("value_accuracy", "value"),
    ("value_at_5", "value@5"),
    ("equation_accuracy", "equation"),
)
MEASURES_OF_READERS: Measures = (("f1", "F1"), ("exact_match", "exact match"))


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    rows: tuple[Row, ...]
    breakdown: str | None = None  # figures of these groups are shown, too
    source: str = "ours"  # where the paper has it
    measures: Measures = MEASURES
    recipe: str = "folds-minilm"  # unless another is named
    test: tuple[str, ...] = ()  # where that recipe is evaluated; its dev splits unless given
    row_hours: float = HOURS_A_ROW
    first: str = ""  # the row that all others are compared with, problem by problem

    @property
    def hours(self) -> float:
        """About how long it takes with one seed, by the recipe that is used unless another is named."""
        return self.row_hours * len(self.rows)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A table or figure of the paper that another command makes."""

    title: str
    source: str
    command: str
    hours: float


def _objective(warmup: str | None, then: str | None, anneal_step: int = 2_000, beam: int = 20) -> Changes:
    keys = {"warmup_objective": warmup, "objective": then, "anneal_step": anneal_step, "beam": beam}
    return {"objective": keys}


def _at_5(dev: Pair | None, test: Pair | None, svamp: Pair | None) -> Figures:
    """From pairs of value accuracy and Val@5."""
    found: dict[str, float] = {}
    for name, pair in (("mathqa dev", dev), ("mathqa", test), ("svamp", svamp)):
        if pair is not None:
            found |= {name: pair[0], f"{name}@5": pair[1]}
    return found


def _equation(dev: Pair | None, test: Pair | None, svamp: Pair | None = None) -> Figures:
    """From pairs of equation and value accuracy."""
    found: dict[str, float] = {}
    for name, pair in (("mathqa dev", dev), ("mathqa", test), ("svamp", svamp)):
        if pair is not None:
            found |= {name: pair[1], f"{name} equation": pair[0]}
    return found


def _annealed(anneal_step: int, dev: Pair, test: Pair, svamp: Pair) -> Row:
    name = f"MML, then hard EM, τ = {anneal_step:,}"
    return Row(name, _objective("mml", "hard-em", anneal_step), _at_5(dev, test, svamp))


#: Table 8.
_ANNEALED = (
    _annealed(500, (81.46, 83.66), (82.93, 84.86), (47.84, 67.52)),
    _annealed(1_000, (81.54, 83.20), (82.55, 83.99), (48.06, 66.46)),
    _annealed(1_500, (81.50, 83.37), (82.68, 84.24), (48.82, 67.12)),
    _annealed(2_000, (81.54, 83.45), (82.80, 84.30), (48.14, 65.58)),
)
_NAIVE = Row(
    "naive mapping",
    _objective(None, "naive"),
    _at_5((80.51, 81.63), (81.00, 81.87), (48.22, 55.98)),
)
_HARD_EM = Row(
    "hard EM (beam + Murty)",
    _objective(None, "hard-em"),
    _at_5((81.29, 82.46), (82.06, 83.68), (47.08, 66.56)),
)
_MML = Row(
    "MML (independent)",
    _objective("mml", None),
    _at_5((68.39, 71.09), (69.91, 72.65), (49.58, 63.44)),
)
#: Table 13.
_RANDOM = Row("random mapping", _objective(None, "random"), _equation((18.08, 19.20), (17.76, 18.44)))
#: Table 7.
_VANILLA = Row(
    "vanilla CANTOR",
    {"model": {"system": "vanilla-cantor"}},
    _equation((77.4, 80.4), (78.3, 81.4), (46.8, 47.3)),
)
_VANILLA_NAR = Row(
    "vanilla NAR",
    {"model": {"system": "vanilla-nar"}},
    _equation((76.9, 79.1), (77.4, 79.6), (36.4, 37.0)),
)
_DEDUCTIVE = Row(
    "deductive reasoner",
    {"model": {"system": "deductive"}},
    _equation((74.0, 77.5), (74.7, 78.6), (44.6, 45.1)),
)
#: As the recipe has it: hard EM with annealing on MathQA and MML on SVAMP in the paper (Tables 2 to 5).
_CANTOR = Row("CANTOR", {}, {"mathqa dev": 81.7, **_equation(None, (79.2, 82.9), (49.2, 49.6))})
#: Ours, beside the paper's: no approximation.
_EXACT = (
    Row("exact hard EM", _objective(None, "exact-hard-em"), {}),
    Row("exact MML", _objective("exact-mml", None), {}),
    Row("exact MML, both sibling orders", _objective("exact-mml-both", None), {}),
    Row("exact MML, then exact hard EM", _objective("exact-mml", "exact-hard-em"), {}),
)
_MML_EXACT = _EXACT[1].name


def _grouped(row: Row, groups: Mapping[str, Figures]) -> Row:
    return Row(row.name, row.changes, row.paper, groups)


#: Table 4, of the baseline and of CANTOR: pairs of equation and value accuracy on MathQA and SVAMP.
_STEPS = (
    _grouped(
        _DEDUCTIVE,
        {
            "1": _equation(None, (76.4, 79.1), (48.8, 49.1)),
            "2": _equation(None, (81.0, 83.5), (31.2, 32.1)),
            "3": _equation(None, (80.8, 83.6)),
            "4": _equation(None, (78.5, 82.0)),
            "5+": _equation(None, (65.7, 71.3)),
        },
    ),
    _grouped(
        _CANTOR,
        {
            "1": _equation(None, (78.2, 80.0), (54.9, 55.2)),
            "2": _equation(None, (83.1, 84.8), (30.7, 31.6)),
            "3": _equation(None, (82.6, 86.7)),
            "4": _equation(None, (81.3, 84.4)),
            "5+": _equation(None, (74.4, 79.4)),
        },
    ),
)
_NOVELTY = (
    _grouped(
        _DEDUCTIVE,
        {
            "seen": _equation(None, (90.5, 91.4), (48.8, 49.2)),
            "unseen": _equation(None, (34.5, 45.8), (12.2, 13.9)),
        },
    ),
    _grouped(
        _CANTOR,
        {
            "seen": _equation(None, (95.2, 96.1), (53.5, 53.8)),
            "unseen": _equation(None, (38.3, 49.3), (15.8, 16.9)),
        },
    ),
)
#: Table 5.
_VARIATIONS = (
    _grouped(
        _DEDUCTIVE,
        {
            "question sensitivity": _equation(None, None, (21.6, 22.3)),
            "reasoning ability": _equation(None, None, (49.5, 49.8)),
            "structural invariance": _equation(None, None, (37.3, 38.1)),
        },
    ),
    _grouped(
        _CANTOR,
        {
            "question sensitivity": _equation(None, None, (29.6, 30.3)),
            "reasoning ability": _equation(None, None, (53.2, 53.4)),
            "structural invariance": _equation(None, None, (42.4, 43.2)),
        },
    ),
)


def _branching(row: Row, whole: tuple[float, ...], parts: tuple[float, ...]) -> tuple[Row, Row]:
    """A row of Table 12 by branches, and by branches and steps: value accuracy on MathQA's test set."""
    by_branches = dict(zip(("0", "1", "2+"), whole, strict=True))
    names = ("0, <= 3 steps", "0, >= 4 steps", "1, <= 3 steps", "1, >= 4 steps", "2+, >= 4 steps")
    by_both = dict(zip(names, parts, strict=True))
    first, second = (
        {name: {"mathqa": figure} for name, figure in of.items()} for of in (by_branches, by_both)
    )
    return _grouped(row, first), _grouped(row, second)


_BRANCHES = (
    _branching(_MML, whole=(83.8, 69.2, 35.0), parts=(84.7, 79.5, 82.3, 65.6, 35.0)),
    _branching(_NAIVE, whole=(82.5, 83.0, 73.1), parts=(83.4, 78.0, 82.3, 83.2, 73.1)),
    _branching(_HARD_EM, whole=(82.9, 85.2, 73.5), parts=(83.4, 80.3, 87.1, 84.7, 73.5)),
)


def _graph_size(size: int, dev: Pair, test: Pair, svamp: Pair) -> Row:
    return Row(f"L = {size}", {"model": {"graph_size": size}}, _at_5(dev, test, svamp))


def _beam(size: int, dev: Pair, test: Pair) -> Row:
    return Row(f"B = {size}", _objective(None, "hard-em", beam=size), _equation(dev, test))


def _side_by_side(name: str, warmup: str | None, then: str | None) -> Row:
    """A row that leaves the recipe's own step of annealing and beam as they are, for budgets of any size."""
    return Row(name, {"objective": {"warmup_objective": warmup, "objective": then}}, {})


def _system(name: str, system: str, paper: Figures) -> Row:
    return Row(name, {"model": {"system": system}}, paper)


def _reading(title: str, data: str, *rows: Row, breakdown: str | None = None) -> Table:
    """A table of the paper's discrete reasoning, in setting B: the official rows, then all, roughly."""
    return Table(
        f"F1 on {title}",
        rows,
        breakdown,
        "Table 6",
        MEASURES_OF_READERS,
        data,
        (f"{data}:test", f"{data}:test-simple"),
        row_hours=0.3,
    )


def _parts(title: str, *rows: Row) -> Table:
    """What parts of the embedded model are worth: each taken out, or replaced, at equal processor hours."""
    return Table(
        title,
        (Row("e5-small, with all", {}, {}), *rows),
        recipe="ablation",
        test=_UNSEEN,
        row_hours=0.35,
    )


#: Development data of every kind; of the last two, no story is in the recipe.
_UNSEEN = (
    "mawps-fold0:dev",
    "gsm8k-held-out:dev",
    "math23k-en-agreed:dev",
    "hand-written:dev-6",
    "hand-written:dev-7",
)
_REAL = (
    "gsm8k-held-out:train",
    "gsm8k-held-out:train",
    "gsm8k-aug:train",
    "math23k-en-baidu-agreed:train",
    "mawps-apart:train",
    "mawps-apart:train",
    "mawps-apart:train",
    "umwp:train",
)
_STORIES = tuple(f"hand-written:train{later}" for later in ("-3", "-5", "", "-4"))

TABLES: dict[str, Table] = {
    "systems": Table(
        "Value accuracy beside other systems",
        (
            _system("mBERT2Seq", "seq-lstm", {"mathqa": 77.1}),
            _system("RoBERTaGen", "seq-transformer", {"svamp": 30.3}),
            _system("Graph2Tree", "graph2tree", {"mathqa": 69.5, "svamp": 43.8}),
            _system("BERT2Tree", "gts", {"mathqa": 73.8, "svamp": 32.4}),
            _DEDUCTIVE,
            _CANTOR,
        ),
        source="Tables 2 and 3",
        first=_CANTOR.name,
    ),
    "mappings": Table(
        "Every mapping side by side",
        (
            _side_by_side("naive mapping", None, "naive"),
            _side_by_side("random mapping", None, "random"),
            Row("vanilla CANTOR", {"model": {"system": "vanilla-cantor"}}, {}),
            _side_by_side("hard EM (beam + Murty)", None, "hard-em"),
            _side_by_side("exact hard EM", None, "exact-hard-em"),
            _side_by_side("MML (independent)", "mml", None),
            _side_by_side("exact MML", "exact-mml", None),
            _side_by_side("exact MML, both sibling orders", "exact-mml-both", None),
            _side_by_side("MML (independent), then hard EM (beam)", "mml", "hard-em"),
            _side_by_side("exact MML, then exact hard EM", "exact-mml", "exact-hard-em"),
        ),
        first=_MML_EXACT,
    ),
    "training-methods": Table(
        "Training methods",
        (_NAIVE, _RANDOM, _HARD_EM, _MML, _ANNEALED[0], _ANNEALED[3], *_EXACT),
        source="Table 8",
        first=_MML_EXACT,
    ),
    "warm-up": Table("Warm-up steps τ", _ANNEALED, source="Table 8"),
    "graph-size": Table(
        "Graph size L",
        (
            _graph_size(20, (81.00, 82.66), (82.74, 83.86), (48.56, 59.00)),
            _graph_size(40, (81.21, 82.70), (82.74, 83.86), (48.96, 62.94)),
            _graph_size(60, (81.54, 83.45), (82.80, 84.30), (49.58, 63.44)),
            _graph_size(80, (81.67, 83.16), (82.93, 84.42), (48.58, 62.32)),
            _graph_size(100, (81.58, 83.20), (82.87, 84.42), (48.60, 63.24)),
        ),
        source="Table 9",
        first="L = 20",
    ),
    "beam": Table(
        "Beam size B of hard EM",
        (
            _RANDOM,
            _beam(1, (77.93, 81.13), (78.75, 82.24)),
            _beam(10, (77.64, 81.17), (78.38, 81.99)),
            _beam(20, (78.43, 81.29), (78.63, 82.06)),
            _EXACT[0],
        ),
        source="Table 13",
        first=_EXACT[0].name,
    ),
    "steps": Table("By number of steps", _STEPS, "steps", "Table 4", first=_CANTOR.name),
    "novelty": Table("By novelty of the equation", _NOVELTY, "template", "Table 4", first=_CANTOR.name),
    "variations": Table("By what SVAMP varied", _VARIATIONS, "variation", "Table 5", first=_CANTOR.name),
    "branches": Table(
        "By number of branches",
        (*(row for row, _ in _BRANCHES), *_EXACT[:2]),
        "branches",
        "Table 12",
        first=_MML_EXACT,
    ),
    "branches-and-steps": Table(
        "By number of branches and steps",
        (*(row for _, row in _BRANCHES), *_EXACT[:2]),
        "branches and steps",
        "Table 12",
        first=_MML_EXACT,
    ),
    "objectives": Table(
        "Every objective from scratch, by branches",
        (
            _side_by_side("naive mapping", None, "naive"),
            _side_by_side("random mapping", None, "random"),
            _side_by_side("hard EM (beam + Murty)", None, "hard-em"),
            _side_by_side("exact hard EM", None, "exact-hard-em"),
            _side_by_side("exact hard EM, both sibling orders", None, "exact-hard-em-both"),
            _side_by_side("MML (independent)", "mml", None),
            _side_by_side("exact MML", "exact-mml", None),
            _side_by_side("exact MML, both sibling orders", "exact-mml-both", None),
            _side_by_side("MML (independent), then hard EM (beam)", "mml", "hard-em"),
            _side_by_side("exact MML, then exact hard EM", "exact-mml", "exact-hard-em"),
            _side_by_side(
                "exact MML, then exact hard EM, both orders", "exact-mml-both", "exact-hard-em-both"
            ),
        ),
        "branches",
        recipe="objectives-mathqa",
        row_hours=0.7,
        first=_MML_EXACT,
    ),
    "exactness": Table(
        "What exactness is worth where equations branch",
        (
            _side_by_side("MML (independent)", "mml", None),
            _side_by_side("exact MML", "exact-mml", None),
            _side_by_side("exact hard EM", None, "exact-hard-em"),
        ),
        "branches",
        first=_MML_EXACT,
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
    "order": Table(
        "Order and structure",
        (_DEDUCTIVE, _VANILLA_NAR, _VANILLA, _NAIVE, _EXACT[3]),
        source="Table 7",
        first=_EXACT[3].name,
    ),
    "drop-num": _reading(
        "DROP_num",
        "drop-num-b",
        _system("TASE_arith", "tase-arith", {"F1": 76.4}),
        _system("CANTOR", "cantor-reading", {"F1": 78.1}),
    ),
    "drop": _reading(
        "DROP",
        "drop-b",
        _grouped(_system("TASE", "tase", {"F1": 83.58, "test": 83.62}), {"number": {"F1": 81.38}}),
        _grouped(
            _system("TASE with CANTOR", "tase-cantor", {"F1": 83.93, "test": 84.25}),
            {"number": {"F1": 81.95}},
        ),
        breakdown="type",
    ),
    "ablation": _parts(
        "What each part of the embedded model is worth",
        Row("without stories of our own", {"data": {"train": _REAL}}, {}),
        Row("without real problems", {"data": {"train": _STORIES}}, {}),
        Row("without augmentation", {"data": {"augment": ()}}, {}),
        Row("with other things, too", {"data": {"augment": ("numbers", "names", "things")}}, {}),
        Row("without answerability", {"model": {"answerability": False}}, {}),
        Row("without the mark on numbers", {"model": {"number_mark": False}}, {}),
        Row("one place for each number", {"objective": {"sum_equal_numbers": False}}, {}),
    ),
    "encoders": _parts(
        "Encoders at equal processor hours",
        Row("MiniLM", {"model": {"encoder": "minilm"}}, {}),
        Row("MPNet", {"model": {"encoder": "mpnet"}}, {}),
        Row("MPNet, lowest six layers", {"model": {"encoder": "mpnet", "encoder_layers": 6}}, {}),
    ),
}


def paper_of(system: str) -> Figures:
    """What the paper reports of a system, wherever it does; nothing of a system that it has not."""
    rows = (row for table in TABLES.values() for row in table.rows if row.paper)
    return next((r.paper for r in rows if r.changes.get("model", {}).get("system", "cantor") == system), {})


#: What the paper has beside them.
ELSEWHERE: dict[str, Elsewhere] = {
    "data": Elsewhere("Data statistics", "Table 1", "cantor data stats svamp", 0.0),
    "large-encoder": Elsewhere(
        "A large encoder beside language models",
        "Table 10",
        "cantor train paper-gsm8k && cantor evaluate --model runs/paper-gsm8k/best --data gsm8k:test",
        20.0,
    ),
    "language-model": Elsewhere(
        "A language model with chain of thought",
        "Table 10",
        "cantor compare --recipe compare-folds-minilm --systems cantor,cot --data svamp",
        2.0,
    ),
    "hyperparameters": Elsewhere("Hyperparameters", "Table 11", "cantor train paper-svamp", 20.0),
    "idea": Elsewhere(
        "One problem's graph of thoughts, drawn",
        "Figures 1 and 2",
        'cantor solve "Ada has 5 bags with 3 figs each and eats 2. How many figs are left?" --svg idea.svg',
        0.01,
    ),
    "cases": Elsewhere(
        "The five best roots of a problem, drawn",
        "Figures 3 and 4",
        "cantor evaluate --model default --data svamp:test --html cases.html",
        0.02,
    ),
    "speed": Elsewhere("Inference efficiency", "appendix", "cantor bench rivals", 0.1),
}
