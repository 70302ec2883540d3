"""The page as pictures, for docs/images: a real problem, a real solver, in light, in dark and on a phone.

.venv/bin/python tests/serve/screenshots.py docs/images
.venv/bin/python tests/serve/screenshots.py /tmp/pictures --model runs/NAME/exported
"""

import argparse
import time
from pathlib import Path

import chromium
from running_server import BAKER, serving

from cantor.solver import Solver

#: Name, colour scheme, width, height, whether it is a phone.
VIEWS = (
    ("light", "light", 1280, 900, False),
    ("dark", "dark", 1280, 900, False),
    ("phone", "light", 360, 780, True),
)


def take(folder: Path, solver: Solver, question: str) -> list[Path]:
    program = chromium.found()
    if program is None:
        raise SystemExit("no Chromium on this machine (apt-get install chromium)")
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    with serving(solver) as server, chromium.browser(program) as browser:
        for name, scheme, width, height, phone in VIEWS:
            page = browser.page()
            page.size(width, height, phone)
            page.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            page.go(server.url)
            page.evaluate("document.getElementById('question').focus()")
            page.write(question)
            page.press("Enter")
            page.until("!document.getElementById('result').hidden")
            page.evaluate("document.activeElement.blur()")
            time.sleep(0.5)  # the numbers are read once more
            files.append(folder / f"page-{name}.png")
            page.screenshot(files[-1])
            page.close()
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of the page.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--model", help="a model's name or folder (default: the embedded one)")
    parser.add_argument("--question", default=BAKER)
    arguments = parser.parse_args()
    solver = Solver() if arguments.model is None else Solver.from_pretrained(arguments.model)
    for file in take(arguments.folder, solver, arguments.question):
        print(file)


if __name__ == "__main__":
    main()
