"""Patterns of tokenizers: those that are in use are let in, those that may run for ever are not."""

import json
import shutil
from pathlib import Path

import pytest

from cantor.errors import ModelError
from cantor.model.patterns import check_patterns, is_quick
from cantor.solver import Solver


@pytest.mark.parametrize(
    "pattern",
    [
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        r"(?i:'s|'t|'re)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+",
        " {2,}",
        r"\s+",
        r"[()*+|]+",
        r"\(\+\)*",
        "(ab){2,3}",
    ],
)
def test_in_use(pattern: str) -> None:
    assert is_quick(pattern)


@pytest.mark.parametrize(
    "pattern",
    ["(a+)+$", "(a|a)*$", "(?:a*)*b", "((a+)b?)+", "(a{2,})*", "(.*)(.*)(.*)x", "(a+){3,}", "(x+x+)+y", "(",
     ")", "a" * 9_999, "(a+){999}", "(?>a+)*(b|c)+"],
)  # fmt: skip
def test_endless(pattern: str) -> None:
    assert not is_quick(pattern)


def test_a_model_with_one_is_refused_by_name(exported: Path, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(exported, folder)
    file = folder / "tokenizer.json"
    about = json.loads(file.read_bytes())
    about["pre_tokenizer"] = {
        "type": "Split",
        "pattern": {"Regex": "(a+)+$"},
        "behavior": "Isolated",
        "invert": False,
    }
    file.write_text(json.dumps(about))
    from cantor.model.folder import write_manifest

    write_manifest(folder)  # whoever spoils a model can do that too
    with pytest.raises(ModelError, match=r"has the pattern '\(a\+\)\+\$'"):
        Solver.from_pretrained(folder)


def test_what_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    file.write_text('{"Regex" ' + "[" * 100_000)
    with pytest.raises(ModelError, match="is damaged"):
        check_patterns(file)
