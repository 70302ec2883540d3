"""What tells one file from another."""

from pathlib import Path


def sha256_of(path: Path) -> str:
    """The hex sha256 of a file, read in pieces."""
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
