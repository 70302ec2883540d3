"""The web page's files, read once: no path of a request ever reaches the disk."""

import hashlib
from dataclasses import asdict, dataclass
from importlib.resources import files

from cantor.serve.limits import Limits

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Page:
    content: bytes
    media_type: str
    etag: str


def load_pages(limits: Limits | None = None, reads: bool = False) -> dict[str, Page]:
    """Name -> file, for everything in `static`; what pages must know of the limits is written into them.

    `reads`: whether passages can be asked about; if not, no page speaks of it.
    """
    known = {f"%{name}%".encode(): str(value).encode() for name, value in asdict(limits or Limits()).items()}
    known[b"%passage_link%"] = b' <a href="passage">Passage</a>' if reads else b""
    if reads:
        from cantor.reading.passage import MAX_CHARACTERS

        known[b"%max_passage%"] = str(MAX_CHARACTERS).encode()
    pages = {}
    for item in files("cantor.serve").joinpath("static").iterdir():
        media_type = _TYPES.get(item.name.rpartition(".")[2])
        if media_type is not None and (reads or item.name != "passage.html"):
            content = item.read_bytes()
            if item.name.endswith(".html"):
                for name, value in known.items():
                    content = content.replace(name, value)
            pages[item.name] = Page(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:16]}"')
    return pages
