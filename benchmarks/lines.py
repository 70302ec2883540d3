"""How many lines of Python the house has, apart from what later issues added: python benchmarks/lines.py

Counted as `wc -l` counts. A module belongs to a later issue only where all of it is there for that one's
sake; what was there at commit 9a6fb86, or came of it by moving, belongs to the house with all that has been
written into it since. The writer of problems (`data/synthetic`) is counted apart.
"""

import argparse
import json
from fnmatch import fnmatchcase
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "cantor"
#: `find src -name '*.py' -not -path '*data/synthetic*' | xargs cat | wc -l` at commit 9a6fb86.
BEFORE = 22_447
HOUSE, WRITER = "the house", "the writer"

#: Modules by the later issue that they are for; a pattern may name several.
LATER: dict[str, tuple[str, ...]] = {
    "trust": (
        "cli/rerank",
        "data/augment",
        "data/awpc",
        "data/dolphin",
        "data/egsm",
        "data/extra",
        "data/gsm8k_aug",
        "data/hygiene",
        "data/math23k",
        "data/mathqa_refiltered",
        "data/paramawps",
        "data/problemathic",
        "data/tinygsm",
        "data/umwp",
        "equation/parse/python",
        "equation/rounding",
        "fitting/candidates",
        "fitting/reranker",
        "io/locks",
        "model/e5",
        "model/equation_reader",
        "model/onnx/equation_reader",
        "problem/clock",
        "problem/writing",
        "solver/whole_equations",
        "thought/candidates",
        "thought/times",
        "training/average",
        "training/occupied",
    ),
    "reading": (
        "bench/reading",
        "cli/ask",
        "cli/bench/reading",
        "cli/compare_reading",
        "cli/evaluate_reading",
        "cli/export_reading",
        "data/answer",
        "data/drop_settings",
        "data/genbert",
        "data/passage_writer/*",
        "data/passages",
        "experiments/reading",
        "model/onnx/form",
        "reading/*",
        "serve/asking",
        "training/passages",
    ),
    "users": (
        "cli/practice",
        "client",
        "data/practice",
        "equation/plugins",
        "io/live",
        "model/hub",
        "problem/language",
        "problem/missing",
        "problem/parts",
        "problem/phrases",
        "serve/board",
        "serve/examples",
        "serve/practising",
        "serve/workers",
        "solver/answered",
        "solver/arithmetic",
        "solver/computing",
        "solver/formats",
        "solver/parquet",
        "solver/practice",
        "solver/refusing",
        "solver/several",
        "solver/typed",
        "thought/answer_unit",
        "thought/dimensions",
        "thought/formula",
        "thought/percentages",
        "thought/teaching",
    ),
    "scale": (
        "cli/folders",
        "data/shards",
        "io/addresses",
        "model/onnx/inspect",
        "model/patterns",
        "solver/folder",
        "solver/on_ray",
        "solver/parts",
    ),
    "claims": ("experiments/results", "model/refinement"),
}


def issue_of(module: str) -> str:
    """Whose a module is, by its path without the ending, such as `data/augment`."""
    if module.startswith("data/synthetic/"):
        return WRITER
    for issue, patterns in LATER.items():
        if any(fnmatchcase(module, pattern) for pattern in patterns):
            return issue
    return HOUSE


def lines() -> dict[str, int]:
    """Lines by issue, the house first."""
    found = dict.fromkeys((HOUSE, *LATER, WRITER), 0)
    for file in SOURCE.rglob("*.py"):
        module = file.relative_to(SOURCE).with_suffix("").as_posix()
        found[issue_of(module)] += file.read_bytes().count(b"\n")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    found = lines()
    if parser.parse_args().json:
        print(json.dumps({**found, "house_before": BEFORE}))
        return
    for issue, count in found.items():
        print(f"{count:7,}  {issue}")
    print(f"{BEFORE:7,}  the house at 9a6fb86")


if __name__ == "__main__":
    main()
