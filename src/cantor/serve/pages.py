"""The web page's files, read once: no path of a request ever reaches the disk."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

from cantor.serve.limits import Limits

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


#: Pages by their paths, as each of them links to the others.
PAGES = {"/": "index.html", "/worksheet": "worksheet.html", "/practice": "practice.html", "/docs": "api.html"}
#: One more, where there is a reader of passages.
PASSAGE = {"/passage": "passage.html"}


@dataclass(frozen=True, slots=True)
class Page:
    content: bytes
    media_type: str
    etag: str


def load_pages(limits: Limits | None = None, reads: bool = False) -> dict[str, Page]:
    """Name -> file, for everything in `static`; what pages must know of the limits is written into them.

    `reads`: whether passages can be asked about; if not, no page speaks of it.
    """
    known = {"%passage_link%": ' <a href="passage">Passage</a>' if reads else ""}
    known |= {f"%{name}%": str(value) for name, value in asdict(limits or Limits()).items()}
    if reads:
        from cantor.reading.passage import MAX_CHARACTERS

        known["%max_passage%"] = str(MAX_CHARACTERS)
    static, pages = files("cantor.serve").joinpath("static"), {}
    for item in static.iterdir():
        media_type = _TYPES.get(item.name.rpartition(".")[2])
        if media_type is not None and (reads or item.name != "passage.html"):
            content = item.read_bytes()
            if item.name.endswith(".html"):
                content = _filled(item.name, item.read_text(encoding="utf-8"), _shared(static) | known)
            pages[item.name] = Page(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:16]}"')
    return pages


def _shared(static: Traversable) -> dict[str, str]:
    """What all pages have: their head's first lines, and the way to the others."""
    parts = {f"%{name}%\n": static.joinpath("parts", f"{name}.html") for name in ("head", "top")}
    return {name: part.read_text(encoding="utf-8") for name, part in parts.items()}


def _filled(name: str, text: str, values: Mapping[str, str]) -> bytes:
    for key, value in values.items():
        text = text.replace(key, value)
    here = next(path for path, page in (PAGES | PASSAGE).items() if page == name).removeprefix("/") or "./"
    return text.replace(f'<a href="{here}">', f'<a href="{here}" aria-current="page">', 1).encode()
