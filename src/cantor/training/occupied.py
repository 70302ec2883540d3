"""One process to a run folder: a second one is refused, and a dead one's hold ends with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cantor.errors import ModelError
from cantor.io.locks import lock


@contextmanager
def occupied(folder: Path) -> Iterator[None]:
    """Hold a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("ab") as file:
        if not lock(file):
            raise ModelError(
                f"{folder}: another process trains here; wait for it, stop it, or choose another folder"
            )
        yield
