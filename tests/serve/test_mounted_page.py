"""The pages of a mounted application in a real Chromium: all stays under the prefix, nothing fails."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from fastapi import FastAPI

from cantor.serve import create_app
from helpers import chromium
from helpers.fake_solver import FakeSolver
from helpers.running_server import BAKER, Outer


@pytest.fixture(scope="module")
def math() -> Iterator[str]:
    """Where our application is mounted in another one."""
    app = FastAPI()
    app.mount("/math", create_app(FakeSolver()))
    running = Outer(app)
    running.thread.start()
    yield f"{running.url}/math"
    running.stop()


def all_went_well(page: chromium.Page, prefix: str) -> bool:
    """No request outside of the prefix, none refused, no error thrown or logged."""
    answers = [event["response"] for event in page.events("Network.responseReceived")]
    assert [(a["url"], a["status"]) for a in answers if a["status"] >= 400] == []
    assert [url for url in page.requests if not url.startswith((f"{prefix}/", "data:", "blob:"))] == []
    assert page.events("Network.loadingFailed") == []
    assert page.complaints == []
    return any(a["url"].endswith(".css") for a in answers)


def is_styled(page: chromium.Page) -> bool:
    """Whether rules of our own style sheets are in force, not only the browser's."""
    return bool(
        page.evaluate(
            "[...document.styleSheets].some(s => s.cssRules.length > 10)"
            " && getComputedStyle(document.body).margin === '0px'"
        )
    )


def test_the_page_solves_and_computes_again(page: chromium.Page, math: str) -> None:
    page.go(f"{math}/")
    assert is_styled(page)
    page.evaluate("document.getElementById('question').focus()")
    page.write(BAKER)
    page.click("#solve")
    page.until("document.getElementById('figure').textContent === '39 rolls'")
    page.until("document.querySelectorAll('.star').length > 1")
    page.click("#dials li:nth-child(1) button:last-of-type")
    page.until("document.getElementById('figure').textContent === '51 rolls'")
    assert {f"{math}/solve", f"{math}/evaluate"} <= set(page.requests)
    assert all_went_well(page, math)


def test_links_lead_from_page_to_page(page: chromium.Page, math: str) -> None:
    page.go(f"{math}/")
    links = page.evaluate("[...document.querySelectorAll('a[href]')].map(a => a.href.split('#')[0])")
    assert {f"{math}/worksheet", f"{math}/practice", f"{math}/docs"} <= set(links)
    for link in sorted({link for link in links if link.startswith(math)}):
        page.go(link)
        assert is_styled(page), link
    assert all_went_well(page, math)


def test_worksheet_and_practice(page: chromium.Page, math: str) -> None:
    page.go(f"{math}/worksheet")
    page.evaluate("document.getElementById('problems').focus()")
    page.write(f"{BAKER}\nHow many pens?")
    page.click("#solve")
    page.until("document.getElementById('status').textContent.startsWith('All solved')")
    assert page.text(".row:nth-child(1) .given") == "39 rolls"
    assert page.text(".row:nth-child(2) .given") == "No answer"
    page.go(f"{math}/practice?q={quote(BAKER)}")
    page.until("document.querySelectorAll('.row').length === 5")
    assert page.text(".row .key b").endswith("rolls")
    assert f"{math}/practice" in page.requests  # what was posted
    assert all_went_well(page, math)
