"""What tells one file from another."""

from pathlib import Path

#: How much of a large file's two ends tells it from others.
_ENDS = 1 << 20


def sha256_of(path: Path) -> str:
    """The hex sha256 of a file, read in pieces."""
    import hashlib

    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sha256_of_ends(path: Path) -> str:
    """The hex sha256 of a file's first and last MiB: with its size, enough to know it again."""
    import hashlib

    with path.open("rb") as file:
        digest = hashlib.sha256(file.read(_ENDS))
        file.seek(max(0, path.stat().st_size - _ENDS))
        digest.update(file.read(_ENDS))
    return digest.hexdigest()
