"""A server for all tests of a module, and a Chromium for all tests of a session."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cantor.serve import Limits
from helpers import chromium
from helpers.fake_solver import FakeSolver
from helpers.running_server import Running, serving
from helpers.tiny_export import tiny_export


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with serving(FakeSolver(), Limits(keep_alive_s=0.5, receive_s=2)) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[chromium.Browser]:
    program = chromium.found()
    if program is None:
        pytest.skip("no Chromium on this machine: the page's tests need one (apt-get install chromium)")
    with chromium.browser(program) as running:
        yield running


@pytest.fixture(scope="session")
def tab(browser: chromium.Browser) -> chromium.Page:
    return browser.page()


@pytest.fixture
def page(tab: chromium.Page) -> chromium.Page:
    """The one tab, as if it were new."""
    tab.reset()
    return tab


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_export(tmp_path_factory.mktemp("tiny"), positions=512, graph_size=12)
