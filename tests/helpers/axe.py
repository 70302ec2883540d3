"""axe-core in a page: what it finds wrong for people who see, hear or move otherwise."""

import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from helpers.chromium import Page

_RUN = """axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.flatMap(
  (one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 160)}`)))"""


@cache
def _program() -> str:
    package = find_spec("axe_playwright_python")  # only its axe.min.js is used, nothing of it is imported
    if package is None or package.origin is None:
        if os.environ.get("CI"):
            raise FileNotFoundError(
                "axe-core is missing; run: pip install --no-deps axe-playwright-python==0.1.8"
            )
        pytest.skip("no axe-core here (pip install --no-deps axe-playwright-python==0.1.8)")
    return Path(package.origin).with_name("axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[str]:
    page.evaluate(f"{_program()};0")
    return list(page.evaluate(_RUN))
