"""How many lines of Python the house has, apart from what later issues added: python benchmarks/lines.py

Counted as `wc -l` counts. What was there at commit 9a6fb86, or came of it by moving, belongs to the house,
with all that has been written into it since. Not so what `LATER` names, since it is there for a later issue's
sake alone: a whole module, or in a module of the house a definition, with the comment and the blank lines
before it; and what imports nothing but such. What serves both is the house's. The writer of problems
(`data/synthetic`) is counted apart.
"""

import argparse
import ast
import json
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "cantor"
#: `find src -name '*.py' -not -path '*data/synthetic*' | xargs cat | wc -l` at commit 9a6fb86.
BEFORE = 22_447
HOUSE, WRITER = "the house", "the writer"

#: Modules by the later issue that they are for; a pattern may name several. After a colon, definitions of a
#: module: functions, classes and assignments; after a dot what is in them, such as methods, fields, functions
#: within functions, keys of a dict, and calls by the text that they begin with, such as an option's name.
LATER: dict[str, tuple[str, ...]] = {
    "trust": (
        "cli/rerank",
        "data/augment",
        "data/awpc",
        "data/dolphin",
        "data/egsm",
        "data/extra",
        "data/gsm8k_aug",
        "data/hand_written",
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
        # within modules of the house
        "cli/__init__:COMMANDS.rerank",
        "cli/export:configure.--refuse-above",
        "cli/train:_say_what_trains",
        "data/asdiv:texts",
        "data/audit:_QUOTED _general",
        "data/catalogue:Dataset.may_ship",
        "data/example:Excluded Tag Example.answerable Example.tagged LeftOut",
        "data/load:_sides _agreed _SOURCES.mawps-apart _SOURCES.mathqa-refiltered _SOURCES.math23k-en",
        "data/load:_SOURCES.math23k-en-agreed _SOURCES.math23k-en-baidu _SOURCES.math23k-en-baidu-agreed",
        "data/load:_SOURCES.gsm8k-aug _SOURCES.problemathic _SOURCES.tinygsm _SOURCES.egsm-mathwell",
        "data/load:_SOURCES.awpc _SOURCES.dolphin18k-alg _SOURCES.paramawps _SOURCES.umwp Split.left_out",
        "data/named:Written WRITTEN.synthetic-broad WRITTEN.synthetic-twins WRITTEN.synthetic-school",
        "data/named:WRITTEN.synthetic-school-twins HAND_WRITTEN _hand_written",
        "data/own:_yes Columns.answerable Columns.kind",
        "data/stats:_constant_counts",
        "data/svamp:_variations _with_variation",
        "equation/equivalence:_ROUNDING _SMALL",
        "equation/graph:Equation.in_fixed_order Builder.step",
        "equation/operators:_rounded_quotient floor_divide ceil_divide FLOOR_DIVIDE CEIL_DIVIDE REMAINDER",
        "equation/operators:EVERYDAY _FORMER_NAMES",
        "equation/parse/notes:_NOT_MEANT _SIXTY Chain.hour Chain.hours_between",
        "model/config:AnsweringConfig.refuse_above ModelConfig.number_mark ModelConfig.answerability",
        "model/encoders:E5_PACKAGE E5_REQUIREMENT WEIGHTS_SHA256.e5-small _e5",
        "model/objectives:_refusal",
        "problem/lexicon:CLOCK_WORDS",
        "problem/problem:NumberKind.TIME Problem.times",
        "problem/reader:_Reader.clock _Reader.add_time",
        "thought/answering:Answering.refuse_above Answers.refused",
        "thought/decode:DecodedGraph.unanswerable DecodedGraph.without_seen",
        "thought/scores:Seen Scores.unanswerable Scores.seen",
        "thought/verifier:READ Reads Verifier.doubt Verifier.reads columns table doubt",
        "training/batches:constants with_sorted_operands retold",
        "training/checkpoints:AVERAGE",
        "training/optimizer:decaying set_dropout",
        "training/recipe:DataRecipe.columns DataRecipe.operators DataRecipe.constants DataRecipe.min_uses",
        "training/recipe:DataRecipe.operand_order DataRecipe.augment DataRecipe.augment_share",
        "training/recipe:ModelRecipe.start_encoder ModelRecipe.encoder_dropout ModelRecipe.number_mark",
        "training/recipe:ModelRecipe.answerability TrainingRecipe.steps TrainingRecipe.hours",
        "training/recipe:TrainingRecipe.batch_by TrainingRecipe.batch_tokens TrainingRecipe.decay_from",
        "training/recipe:TrainingRecipe.final_rate TrainingRecipe.average TrainingRecipe.dev_steps",
        "training/tasks:Equations.shown",
        "training/trainer:Trainer.part _check",
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
        "data/hand_written_passages",
        "data/passage_writer/*",
        "data/passages",
        "experiments/reading",
        "model/onnx/form",
        "reading/*",
        "serve/asking",
        "training/passages",
        # within modules of the house
        "cli/__init__:COMMANDS.ask",
        "cli/evaluate:configure.--elsewhere",
        "cli/serve:configure.--reader _reader",
        "cli/solve:configure.--reader _solve_file.load_both",
        "data/drop:is_official _date _simple_answer is_numeric asked_over _numbers",
        "data/load:_splits _SOURCES.genbert-textual _SOURCES.drop-num _SOURCES.drop-num-simple",
        "data/load:_SOURCES.drop-a _SOURCES.drop-num-a _SOURCES.drop-b _SOURCES.drop-num-b",
        "data/named:PASSAGES",
        "data/own:Columns.passage",
        "experiments/reproduce:_by_split",
        "experiments/runs:Evaluated Trained.evaluated",
        "experiments/tables:MEASURES_OF_READERS _reading TABLES.drop-num TABLES.drop Table.measures",
        "experiments/tables:Table.recipe Table.test",
        "model/card:_READS _TO_ASK",
        "model/config:READERS ModelConfig.reading",
        "model/onnx/network:_form",
        "model/system:_READER",
        "serve/app:_add_asking",
        "serve/pages:PASSAGE",
        "serve/schemas:Ask limited_ask PlaceShown PassageAlternative PassageAnswer",
        "solver/bulk:Answers",
        "training/recipe:ModelRecipe.reading",
        "training/tasks:Task task_of DevScore",
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
        "problem/sentences",
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
        # within modules of the house
        "cli/__init__:COMMANDS.practice _FIXES _with_fix",
        "cli/serve:configure.--workers configure.--allow-frame _shares",
        "cli/solve:configure.--columns _Page._question",
        "equation/operators:_installed_loaded",
        "experiments/reproduce:_by_groups",
        "experiments/tables:HOURS_A_ROW Row.groups Table.source Table.row_hours Table.hours Elsewhere",
        "experiments/tables:ELSEWHERE _grouped _STEPS _NOVELTY _VARIATIONS _branching _BRANCHES",
        "experiments/tables:TABLES.systems TABLES.novelty TABLES.variations _VANILLA_NAR _DEDUCTIVE",
        "experiments/tables:_CANTOR _system TABLES.steps",
        "model/folder:copy_model",
        "problem/tokens:_COMMA unread_commas",
        "serve/app:_add_solving.practise _add_pages.described",
        "serve/evaluating:_typed _formula",
        "serve/guard:_path",
        "serve/headers:_ORIGIN",
        "serve/metrics:_PUBLISH_S Metrics.share Metrics.changed Metrics._publish",
        "serve/schemas:Evaluate.equation Practise NumberRead.lower NumberRead.higher Alternative.unit",
        "serve/schemas:Answer.unit OneOfSeveral Solution.answers Key Variant PracticeSheet",
        "solver/bulk:own_names",
        "solver/solution:Alternative.unit Solution.unit Solution.answers Solution.question Solution.label",
        "solver/solver:Solver.__reduce__ Solver.save_pretrained Solver.asolve _folder _known_as",
        "solver/solver:_unpickled _as_counted _told_apart _readings _read",
        "thought/units:mixed in_fractions",
    ),
    "scale": (
        "cli/folders",
        "data/shards",
        "io/addresses",
        "model/onnx/inspect",
        "model/patterns",
        "model/writing",
        "solver/folder",
        "solver/on_ray",
        "solver/parts",
        # within modules of the house
        "cli/data/synth:configure.--shards configure.--workers _write_shards",
        "cli/train:_tell",
        "data/asdiv:_DECLARATIONS",
        "io/rows:_MOST_PACKED _BATCH_BYTES _batch_size _is_text_type _pieces",
        "model/config:_CONSTANT _is_plain",
        "problem/problem:checked MAX_CHARACTERS",
        "solver/solver:Solver.for_one_core",
        "training/checkpoints:Progress.judged_step",
        "training/recipe:DataRecipe.stream DataRecipe.buffer TrainingRecipe.accumulate",
        "training/source:Told _CHUNK Source source_of Streamed _files",
        "training/step:_PATIENCE Learner.agreed Learner.check_agreed",
    ),
    "claims": (
        "experiments/results",
        "model/refinement",
        # within modules of the house
        "cli/plain:add_results_option",
        "evaluation/seeds:paired_difference",
        "experiments/runs:Run.processor_hours Run.tokens",
        "model/config:ModelConfig.adapter",
        "model/vanilla:VanillaCantor.of_length _rows",
        "model/warm_start:_copy_positions",
        "training/checkpoints:Progress.processor_seconds Progress.tokens",
        "training/recipe:ModelRecipe.adapter TrainingRecipe.encoder_warmup_steps",
    ),
}


def issue_of(module: str) -> str:
    """Whose a module is, by its path without the ending, such as `data/augment`."""
    if module.startswith("data/synthetic/"):
        return WRITER
    for issue, patterns in LATER.items():
        if any(fnmatchcase(module, pattern) for pattern in patterns if ":" not in pattern):
            return issue
    return HOUSE


@cache
def named() -> dict[str, dict[str, str]]:
    """Module -> definition -> the issue that it is for."""
    found: dict[str, dict[str, str]] = {}
    for issue, patterns in LATER.items():
        for module, _, names in (pattern.partition(":") for pattern in patterns):
            if names:
                found.setdefault(module, {}).update(dict.fromkeys(names.split(), issue))
    return found


def within(node: ast.AST, name: str) -> list[ast.stmt]:
    """What is called so directly within a module, a class, a function or a dict; overloads too."""
    found: list[ast.stmt] = [each for each in getattr(node, "body", ()) if name in _called(each)]
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
        for key, value in zip(node.value.keys, node.value.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == name:
                found.append(ast.Expr(value, lineno=key.lineno, end_lineno=value.end_lineno))
    if not found:
        raise LookupError(name)
    return found


def _called(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=[ast.Tuple(elts=several)]):
            return [each.id for each in several if isinstance(each, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return [name]
        case ast.Expr(value=ast.Call(args=[ast.Constant(value=str(text)), *_])):
            return [text]
    return []


def places(text: Sequence[str], tree: ast.AST, name: str) -> set[int]:
    """The lines of a definition, from 0, with its decorators and the comment and blank lines before it."""
    first, *parts = name.split(".")
    nodes = within(tree, first)
    for part in parts:
        nodes = [each for node in nodes for each in within(node, part)]
    found: set[int] = set()
    for node in nodes:
        start = min(each.lineno for each in [node, *getattr(node, "decorator_list", ())]) - 1
        while start and text[start - 1].lstrip().startswith("#"):
            start -= 1
        while start and not text[start - 1].strip():
            start -= 1
        found |= {*range(start, node.end_lineno)}
    return found


def imported(tree: ast.Module) -> Iterator[tuple[set[int], str]]:
    """The lines that import what is a later issue's, and nothing else."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("cantor."):
            continue
        module = node.module.removeprefix("cantor.").replace(".", "/")
        issues = [_issue_of_import(module, alias.name) for alias in node.names]
        if HOUSE not in issues:
            yield {*range(node.lineno - 1, node.end_lineno)}, issues[0]
        elif node.end_lineno - node.lineno == len(issues) + 1:  # a line for each
            for alias, issue in zip(node.names, issues, strict=True):
                if issue != HOUSE:
                    yield {alias.lineno - 1}, issue


def _issue_of_import(module: str, name: str) -> str:
    """Whose a name is that a module offers, or a module that a package has."""
    of_name = named().get(module, {}).get(name)
    return next((x for x in (issue_of(module), of_name, issue_of(f"{module}/{name}")) if x in LATER), HOUSE)


def claims(module: str, text: str) -> list[tuple[set[int], str]]:
    """What later issues have in a module of the house: lines, and whose they are."""
    tree, split = ast.parse(text), text.split("\n")
    definitions = ((places(split, tree, name), issue) for name, issue in named().get(module, {}).items())
    return [*imported(tree), *definitions]


def owners(module: str, text: str) -> list[str]:
    """Whose each line of a module is."""
    found = [issue_of(module)] * text.count("\n")
    if issue_of(module) == HOUSE:
        for mine, issue in claims(module, text):
            for line in mine:
                found[line] = issue
    return found


def lines() -> dict[str, int]:
    """Lines by issue, the house first."""
    found = dict.fromkeys((HOUSE, *LATER, WRITER), 0)
    for file in SOURCE.rglob("*.py"):
        module = file.relative_to(SOURCE).with_suffix("").as_posix()
        for owner in owners(module, file.read_text(encoding="utf-8")):
            found[owner] += 1
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
