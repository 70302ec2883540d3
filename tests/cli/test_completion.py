"""Completion: every command and option is offered, and asking for it costs no other command anything."""

import shutil
import subprocess
import sys

import pytest

from cantor.cli import COMMANDS, main


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_every_command_is_offered(shell, capsys):
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for word in (*COMMANDS, "--min-confidence", "--max-batch", "--recipe"):
        assert word in script, word


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_completes(tmp_path, capsys):
    assert main(["completion", "bash"]) == 0
    (tmp_path / "script").write_text(capsys.readouterr().out)
    code = f"""source {tmp_path}/script
COMP_WORDS=(cantor serve --max); COMP_CWORD=2; COMP_LINE="cantor serve --max"
_shtab_cantor cantor --max serve; echo "${{COMPREPLY[@]}}" """
    found = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["--max-batch"]


def test_without_shtab(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "shtab", None)
    assert main(["completion", "bash"]) == 2
    assert "pip install 'cantor-reasoner[completion]'" in capsys.readouterr().err
