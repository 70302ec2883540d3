"""What README.md shows is what happens."""

import doctest
import os
import re
import shlex
from pathlib import Path

import pytest

from cantor.cli import COMMANDS, main
from cantor.data.catalogue import catalogue

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


COMMAND_LINES = [
    line.split("  #")[0].strip()
    for block in blocks("sh")
    for line in block.replace("\\\n", " ").splitlines()
    if line.startswith("cantor ")
]
#: Commands that take seconds; of any other it is only checked that it is there.
QUICK = {"read", "equation", "data"}  # solve: its own tests


@pytest.mark.parametrize("block", blocks("python"))
def test_python(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert ">>>" in block, "show what it prints, so that it can be checked"
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_there_is_something_to_run():
    assert blocks("python")
    assert COMMAND_LINES


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_command(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line)[1:]
    assert words[0] in COMMANDS
    if words[0] not in QUICK or words[:2] == ["data", "get"]:
        with pytest.raises(SystemExit) as left:
            main([words[0], "--help"])
        assert left.value.code == 0
        return
    if set(words) & set(catalogue()) and not os.environ.get("CANTOR_DATA"):
        pytest.skip("CANTOR_DATA is not set")
    words = [re.sub(r"^\d{4,}$", "20", word) for word in words]  # 20 problems show as much as 100,000
    assert main(words) == 0, capsys.readouterr().err
    assert capsys.readouterr().out.strip()
    for option in ("--svg", "--output"):
        if option in words:
            assert Path(words[words.index(option) + 1]).stat().st_size > 0


def test_what_make_solve_prints(capsys):
    makefile = (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")
    (problem,) = re.findall(r"^PROBLEM \?= (.*)$", makefile, re.MULTILINE)
    recipe = re.search(r"^solve:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert recipe
    last = recipe[1].strip().splitlines()[-1].strip()
    assert main(shlex.split(last.replace("$(PROBLEM)", problem))[1:]) == 0
    (shown,) = blocks("text")[:1]
    assert capsys.readouterr().out.strip() == shown.strip()


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_links_lead_somewhere(target):
    assert (Path(__file__).parents[1] / target).exists()
