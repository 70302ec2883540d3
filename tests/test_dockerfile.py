"""The Dockerfile says what it must; `make test-container` takes its steps."""

import re
from pathlib import Path

from cantor.cli import whole_parser
from helpers.container import Dockerfile

ROOT = Path(__file__).parents[1]


def test_what_the_image_runs() -> None:
    file = Dockerfile(ROOT / "Dockerfile")
    assert file.user > 0
    assert file.group > 0
    program, *options = file.command
    args = whole_parser().parse_args(options)
    assert (program, args.host, args.port) == ("cantor", "0.0.0.0", 8000)
    assert file.health == ["python", "-m", "cantor.client", "http://127.0.0.1:8000"]
    assert "--constraint" in file.run
    assert "[serve]" in file.run


def test_only_wheel_and_constraints_go_in() -> None:
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines == ["*", "!constraints.txt", "!build/wheel"]
    copied = re.search(r"^COPY (.*) \S+$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert copied
    assert copied[1].split() == ["constraints.txt", "build/wheel/"]
