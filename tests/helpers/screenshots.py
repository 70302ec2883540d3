"""The pages as pictures, for docs/images: real problems, a real solver, in light, in dark and on a phone.

PYTHONPATH=tests .venv/bin/python -m helpers.screenshots docs/images
PYTHONPATH=tests .venv/bin/python -m helpers.screenshots /tmp/pictures --model runs/NAME/exported
"""

import argparse
import time
from pathlib import Path
from urllib.parse import quote

from cantor.solver import Solver
from helpers import chromium
from helpers.running_server import BAKER, Running, serving

#: Page, name, colour scheme, width, height, whether it is a phone.
VIEWS = (
    ("page", "light", "light", 1280, 900, False),
    ("page", "dark", "dark", 1280, 900, False),
    ("page", "phone", "light", 360, 780, True),
    ("page", "phone-dark", "dark", 360, 780, True),
    ("worksheet", "light", "light", 1280, 900, False),
    ("worksheet", "phone-dark", "dark", 360, 780, True),
    ("practice", "light", "light", 1280, 900, False),
)


def take(folder: Path, solver: Solver, question: str) -> list[Path]:
    program = chromium.found()
    if program is None:
        raise SystemExit("no Chromium on this machine (apt-get install chromium)")
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with serving(solver) as server, chromium.browser(program) as browser:
        for kind, name, scheme, width, height, phone in VIEWS:
            page = browser.page()
            page.size(width, height, phone)
            page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            page.go(server.url)
            page.evaluate("localStorage.clear()")  # no earlier problems in a picture
            _open(page, server, kind, question)
            page.evaluate("document.activeElement.blur()")
            time.sleep(0.5)  # the numbers are read once more
            files.append(folder / f"{kind}-{name}.png")
            page.screenshot(files[-1])
            page.close()
    return files


def _open(page: chromium.Page, server: Running, kind: str, question: str) -> None:
    """A page with something on it."""
    if kind == "worksheet":
        page.go(f"{server.url}/worksheet")
        page.click("#example")
        page.until("document.getElementById('status').textContent.startsWith('All solved')")
        page.click(".row:nth-child(2) > button")
        page.until("document.querySelectorAll('.row .star').length > 0")
    elif kind == "practice":
        page.go(f"{server.url}/practice?q={quote(question)}")
        page.until("document.querySelectorAll('.row').length === 5")
        page.click("#show")
    else:
        page.go(f"{server.url}/?q={quote(question)}")
        page.until("!document.getElementById('result').hidden")
        page.evaluate("document.getElementById('history').hidden = true")


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of the pages.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", help="a model's name or folder (default: the embedded one)")
    parser.add_argument("--question", default=BAKER)
    arguments = parser.parse_args()
    solver = Solver() if arguments.model is None else Solver.from_pretrained(arguments.model)
    for file in take(arguments.folder, solver, arguments.question):
        print(file)


if __name__ == "__main__":
    main()
