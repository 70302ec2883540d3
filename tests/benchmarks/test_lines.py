"""The count of the house's lines: every line is somebody's, and nobody's twice."""

import ast
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase

import pytest

import lines

TEXT = """from cantor.data.augment import retell
from cantor.data.synthetic import write
from cantor.training.tasks import (
    Equations,
    Task,
)

A = 1
# why
B = {
    "one": 1,
    "two": (
        2,
    ),
}


# what
@cache
def f():
    call("--option", x)
    call(
        "--other"
    )

    def g():
        pass


class C:
    x: int = 0

    @property
    def y(self): ...
"""


def modules() -> Iterator[str]:
    for file in lines.SOURCE.rglob("*.py"):
        yield file.relative_to(lines.SOURCE).with_suffix("").as_posix()


def whole_modules() -> dict[tuple[str, str], set[str]]:
    named = [(issue, name) for issue, names in lines.LATER.items() for name in names if ":" not in name]
    return {key: {m for m in modules() if fnmatchcase(m, key[1])} for key in named}


def test_every_module_that_is_named_is_there_and_of_one_issue() -> None:
    matches = whole_modules()
    assert not [key for key, found in matches.items() if not found]
    every = [module for found in matches.values() for module in found]
    assert len(every) == len(set(every))
    assert all(lines.issue_of(module) == issue for (issue, _), found in matches.items() for module in found)


def test_every_definition_that_is_named_is_there_and_of_one_issue() -> None:
    entries = [entry.partition(":") for names in lines.LATER.values() for entry in names]
    every = Counter((module, name) for module, _, names in entries for name in names.split())
    assert max(every.values()) == 1
    assert sum(map(len, lines.named().values())) == len(every)
    for module in {module for module, _ in every}:
        assert lines.issue_of(module) == lines.HOUSE
        text = (lines.SOURCE / f"{module}.py").read_text(encoding="utf-8")
        split, tree = text.splitlines(), ast.parse(text)
        found = [lines.places(split, tree, name) for name in lines.named()[module]]
        assert sum(map(len, found)) == len(set().union(*found)), f"{module}: one is within another"


def test_every_line_is_counted_once() -> None:
    counted = lines.lines()
    whole = sum(file.read_text(encoding="utf-8").count("\n") for file in lines.SOURCE.rglob("*.py"))
    assert sum(counted.values()) == whole
    assert min(counted.values()) > 0
    writer = (lines.SOURCE / "data" / "synthetic").rglob("*.py")
    assert counted[lines.WRITER] == sum(file.read_text(encoding="utf-8").count("\n") for file in writer)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A", "\nA = 1"),
        ("B.one", '    "one": 1,'),
        ("B.two", '    "two": (\n        2,\n    ),'),
        ("f", TEXT[TEXT.index("\n\n# what") : TEXT.index("\n\n\nclass")]),
        ("f.--option", '    call("--option", x)'),
        ("f.--other", '    call(\n        "--other"\n    )'),
        ("f.g", "\n    def g():\n        pass"),
        ("C.x", "    x: int = 0"),
        ("C.y", "\n    @property\n    def y(self): ..."),
    ],
)
def test_what_belongs_to_a_definition(name: str, expected: str) -> None:
    split = TEXT.splitlines()
    found = sorted(lines.places(split, ast.parse(TEXT), name))
    assert "\n".join(split[line] for line in found) == expected


@pytest.mark.parametrize("name", ["D", "f.h", "B.three", "A.one"])
def test_what_is_not_there_is_an_error(name: str) -> None:
    with pytest.raises(LookupError):
        lines.places(TEXT.splitlines(), ast.parse(TEXT), name)


def test_imports_of_what_is_a_later_issues() -> None:
    assert list(lines.imported(ast.parse(TEXT))) == [({0}, "trust"), ({4}, "reading")]
