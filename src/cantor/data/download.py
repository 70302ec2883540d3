"""Getting a dataset's files: resumed, retried, checked by sha256, and put in place in one step."""

from __future__ import annotations

import http.client
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from cantor.data.catalogue import Dataset, SourceFile
from cantor.errors import DataError
from cantor.io.atomic import put_in_place
from cantor.io.hashing import sha256_of
from cantor.io.http import PassingFault, network, opener
from cantor.io.locks import lock

_CHUNK = 1 << 16
_RETRY_STATUS = {408, 416, 425, 429}  # besides every 5xx
_LONGEST_PAUSE = 8.0


class DownloadFailed(DataError):
    """A file could not be had; what came so far stays beside the target as NAME.part."""


class HashMismatch(DownloadFailed):
    """The bytes that came are not the bytes of the catalogue."""


class NotDownloadable(DataError):
    """Files that must be got by hand; everything else of the dataset is in place when this is raised."""

    def __init__(self, dataset: Dataset, root: Path, files: list[SourceFile]) -> None:
        self.files = tuple(files)
        lines = [
            f"{len(files)} of the {len(dataset.files)} files of {dataset.name!r} cannot be downloaded "
            f"and are to be put under {root} by hand (or set CANTOR_DATA to a folder that has them):"
        ]
        for file in files:
            state = "there, but with another sha256" if (root / file.path).is_file() else "missing"
            lines.append(f"- {file.path} ({state}; sha256 {file.sha256}): {file.by_hand}")
        super().__init__("\n".join(lines))


class Progress(Protocol):
    """Told how far a file is; `done` falls back to 0 when a download starts again."""

    def __call__(self, path: str, done: int, total: int) -> None: ...


@dataclass(frozen=True, slots=True)
class _Job:
    file: SourceFile
    url: str
    part: Path
    progress: Progress
    retries: int
    timeout: float
    sleep: Callable[[float], None]

    def tell(self, done: int) -> None:
        self.progress(self.file.path, done, self.file.size)


def _silent(path: str, done: int, total: int) -> None:
    pass


def get(
    dataset: Dataset,
    root: Path,
    *,
    progress: Progress = _silent,
    force: bool = False,
    retries: int = 4,
    timeout: float = 30.0,
    sleep: Callable[[float], None] = time.sleep,
) -> list[Path]:
    """Put every file of `dataset` under `root` and return their paths.

    Files that are there with the right hash are kept; `force` downloads them again. Interrupted at any
    moment (Ctrl-C, a kill), it leaves only NAME.part files, from which the next call goes on.
    """
    by_hand = []
    for file in dataset.files:
        target = root / file.path
        if _intact(target, file) and not (force and file.url):
            progress(file.path, file.size, file.size)
        elif file.url is None:
            by_hand.append(file)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(target.name + ".part")
            with _locked(root / ".lock"):
                # Another process may have finished it while this one waited for the lock.
                if force or not _intact(target, file):
                    _fetch(_Job(file, file.url, part, progress, retries, timeout, sleep))
                    put_in_place(part, target)
                else:
                    progress(file.path, file.size, file.size)
    if by_hand:
        raise NotDownloadable(dataset, root, by_hand)
    return [root / file.path for file in dataset.files]


def _intact(path: Path, file: SourceFile) -> bool:
    return path.is_file() and path.stat().st_size == file.size and sha256_of(path) == file.sha256


def _fetch(job: _Job) -> None:
    """Make `part` the whole, right file."""
    file, part = job.file, job.part
    if urlsplit(job.url).scheme not in ("http", "https"):
        raise DownloadFailed(f"{file.path}: only http and https addresses are downloaded, not {job.url}")
    # Bytes of an earlier run may be of an older catalogue or damaged: if they spoil the hash, drop them
    # and try once from nothing before calling the source wrong.
    inherited = part.exists()
    while True:
        _fill(job)
        got = sha256_of(part)
        if got == file.sha256:
            return
        part.unlink()
        if not inherited:
            raise HashMismatch(
                f"{file.path}: expected sha256 {file.sha256}, got {got} from {job.url}. "
                "What came was deleted. The source has changed or something in between alters it: try "
                "again later or over another network, or put the right file in place by hand."
            )
        inherited = False


def _fill(job: _Job) -> None:
    """Call the server until `part` has all its bytes or the tries are used up."""
    part, size = job.part, job.file.size
    for attempt in range(job.retries + 1):
        have = part.stat().st_size if part.exists() else 0
        if have > size:
            part.unlink()
            have = 0
        if have == size:
            return
        try:
            _attempt(job, have)
            return
        except PassingFault as fault:
            if attempt == job.retries:
                raise DownloadFailed(
                    f"{job.file.path}: gave up on {job.url} after {attempt + 1} tries; the last one: "
                    f"{fault}. What came so far is kept: run the same command again to go on from there."
                ) from fault
        job.sleep(min(_LONGEST_PAUSE, 0.5 * 2**attempt))


def _attempt(job: _Job, have: int) -> None:
    size = job.file.size
    with _opened(job, have) as response:
        done = _first_byte(response, have, job.part)
        length = response.headers.get("Content-Length", "")
        end = done + int(length) if length.isdecimal() else None
        if end is not None and end > size:
            raise _too_many(job)
        # Unbuffered, so that a killed process leaves all it had received.
        with job.part.open("ab" if done else "wb", buffering=0) as stream:
            job.tell(done)
            while end is None or done < end:
                # read1, since read() would drop what it holds when the connection times out midway.
                with network():
                    chunk = response.read1(_CHUNK)
                if not chunk:
                    break
                if done + len(chunk) > size:
                    raise _too_many(job)
                stream.write(chunk)
                done += len(chunk)
                job.tell(done)
    if done < size:
        raise PassingFault(f"the connection ended after {done:,} of {size:,} bytes")


def _too_many(job: _Job) -> DownloadFailed:
    job.part.unlink(missing_ok=True)
    return DownloadFailed(
        f"{job.file.path}: {job.url} sends more than the {job.file.size:,} bytes of the catalogue, so it is "
        "another file. What came was deleted; put the right file in place by hand."
    )


@contextmanager
def _opened(job: _Job, have: int) -> Iterator[http.client.HTTPResponse]:
    request = urllib.request.Request(job.url, headers={"User-Agent": "cantor"})
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        with network():
            response: http.client.HTTPResponse = opener(redirects=True).open(request, timeout=job.timeout)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:
            job.part.unlink(missing_ok=True)  # what we have is beyond the server's file: start again
        if error.code in _RETRY_STATUS or error.code >= 500:
            raise PassingFault(f"HTTP {error.code} {error.reason}") from error
        raise DownloadFailed(
            f"{job.file.path}: {job.url} answers HTTP {error.code} {error.reason}. "
            "The file may have moved: put it in place by hand, or set CANTOR_DATA to a folder that has it."
        ) from error
    with response:
        yield response


def _first_byte(response: http.client.HTTPResponse, have: int, part: Path) -> int:
    """Where in the file the body begins: 0 where the server ignored the Range."""
    if response.status != 206:
        return 0
    claimed = response.headers.get("Content-Range", "")
    match = re.fullmatch(r"bytes (\d+)-\d+/(?:\d+|\*)", claimed.strip())
    if match is None or int(match[1]) != have:
        part.unlink(missing_ok=True)  # so that the next request asks for the whole file
        raise PassingFault(f"asked for bytes from {have}, was offered {claimed!r}")
    return have


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold `path`, which stays: removing it could take it from under a process that waits on it."""
    with path.open("ab") as stream:
        lock(stream, wait=True)
        yield
