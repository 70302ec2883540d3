"""The count of the house's lines: every module is somebody's, and nobody's twice."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

import lines


def modules() -> Iterator[str]:
    for file in lines.SOURCE.rglob("*.py"):
        yield file.relative_to(lines.SOURCE).with_suffix("").as_posix()


def test_no_module_is_of_two_issues() -> None:
    named = [(issue, pattern) for issue, patterns in lines.LATER.items() for pattern in patterns]
    matches = {key: {m for m in modules() if fnmatchcase(m, key[1])} for key in named}
    every = [module for found in matches.values() for module in found]
    assert len(every) == len(set(every))
    assert all(lines.issue_of(module) == issue for (issue, _), found in matches.items() for module in found)


def test_every_line_is_counted_once() -> None:
    counted = lines.lines()
    whole = sum(file.read_text(encoding="utf-8").count("\n") for file in lines.SOURCE.rglob("*.py"))
    assert sum(counted.values()) == whole
    assert min(counted.values()) > 0
