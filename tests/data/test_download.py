"""Downloads against a real local server that misbehaves in every way we could think of."""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import cantor
from cantor.data.catalogue import Dataset, SourceFile
from cantor.data.download import DownloadFailed, HashMismatch, NotDownloadable, get
from helpers import servers
from helpers.servers import Behaviour, Server

CONTENT = random.Random(0).randbytes(300_000)
NAME = "folder/file.bin"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")


def source(url: str | None, path: str = NAME, content: bytes = CONTENT, **more: Any) -> SourceFile:
    return SourceFile(path, hashlib.sha256(content).hexdigest(), len(content), url, **more)


def made_of(*files: SourceFile) -> Dataset:
    return Dataset("made", "1", "title", "https://example.org", "none", "note", {"all": 1}, files)


def download(server: Server, root: Path, **options: Any) -> list[Path]:
    options = {"timeout": 0.3, "sleep": lambda seconds: None, **options}
    return get(made_of(source(server.url)), root, **options)


def names(root: Path) -> set[str]:
    """Every file under the root but the lock."""
    return {p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()} - {".lock"}


def leave_part(root: Path, data: bytes) -> None:
    (root / "folder").mkdir(parents=True)
    (root / f"{NAME}.part").write_bytes(data)


def test_serves_well(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    with Server(CONTENT, servers.well).running() as server:
        paths = download(server, tmp_path, progress=lambda *told: seen.append(told))
    assert paths == [tmp_path / NAME]
    assert paths[0].read_bytes() == CONTENT
    assert names(tmp_path) == {NAME}
    assert server.offsets == [None]
    assert seen[0] == (NAME, 0, len(CONTENT))
    assert seen[-1] == (NAME, len(CONTENT), len(CONTENT))
    assert [done for _, done, _ in seen] == sorted(done for _, done, _ in seen)


def test_what_is_there_is_kept_and_what_is_wrong_is_replaced(tmp_path: Path) -> None:
    with Server(CONTENT, servers.well).running() as server:
        download(server, tmp_path)
        download(server, tmp_path)
        assert len(server.offsets) == 1
        download(server, tmp_path, force=True)
        assert len(server.offsets) == 2
        (tmp_path / NAME).write_bytes(CONTENT[:-1] + b"?")
        download(server, tmp_path)
        assert len(server.offsets) == 3
    assert (tmp_path / NAME).read_bytes() == CONTENT


# Each: what the server does in turn, then the Range start that each request should carry.
RECOVERIES: dict[str, tuple[list[Behaviour], list[int | None]]] = {
    "cut twice": ([servers.cut(100_000), servers.cut(50_000), servers.well], [None, 100_000, 150_000]),
    "cut, then Range ignored": ([servers.cut(100_000), servers.ignore_range], [None, 100_000]),
    "cut, then wrong Content-Range": (
        [servers.cut(1000), servers.wrong_content_range, servers.well],
        [None, 1000, None],
    ),
    "cut, then 416": ([servers.cut(1000), servers.status(416), servers.well], [None, 1000, None]),
    "500 and 503": ([servers.status(500), servers.status(503), servers.well], [None, None, None]),
    "429": ([servers.status(429), servers.well], [None, None]),
    "500 in the middle": (
        [servers.cut(9), servers.status(500), servers.well],
        [None, 9, 9],
    ),
    "stall": ([servers.stall(70_000), servers.well], [None, 70_000]),
    "stall before a byte": ([servers.stall(0), servers.well], [None, None]),
    "half called whole": ([servers.half, servers.well], [None, 150_000]),
    "no Content-Length": ([servers.no_length], [None]),
    "redirect": ([servers.redirect("/elsewhere"), servers.well], [None, None]),
    "redirect of a resumed one": (
        [servers.cut(5000), servers.redirect("/elsewhere"), servers.well],
        [None, 5000, 5000],
    ),
}


@pytest.mark.parametrize("case", RECOVERIES)
def test_recovers_from(case: str, tmp_path: Path) -> None:
    script, offsets = RECOVERIES[case]
    with Server(CONTENT, *script).running() as server:
        assert download(server, tmp_path)[0].read_bytes() == CONTENT
    assert server.offsets == offsets
    assert names(tmp_path) == {NAME}


def test_backoff_doubles_and_ends(tmp_path: Path) -> None:
    pauses: list[float] = []
    with Server(CONTENT, servers.status(502)).running() as server:
        with pytest.raises(DownloadFailed, match=r"folder/file.bin: gave up on http://.* after 5 tries.*502"):
            download(server, tmp_path, sleep=pauses.append)
        assert pauses == [0.5, 1, 2, 4]
        assert len(server.offsets) == 5
    assert names(tmp_path) == set()


def test_a_cut_on_every_try_keeps_what_came(tmp_path: Path) -> None:
    with Server(CONTENT, servers.cut(10_000)).running() as server:
        with pytest.raises(DownloadFailed, match=r"30,000 of 300,000 bytes.*run the same command again"):
            download(server, tmp_path, retries=2)
        assert server.offsets == [None, 10_000, 20_000]
        assert names(tmp_path) == {f"{NAME}.part"}
        assert (tmp_path / f"{NAME}.part").read_bytes() == CONTENT[:30_000]
        server.script = [servers.well]
        assert download(server, tmp_path)[0].read_bytes() == CONTENT
        assert server.offsets[-1] == 30_000


def test_half_called_whole_for_ever_is_no_file(tmp_path: Path) -> None:
    with Server(CONTENT, servers.half).running() as server:
        with pytest.raises(DownloadFailed, match="150,000 of 300,000"):
            download(server, tmp_path, retries=1)
        assert server.offsets == [None, 150_000]
    assert names(tmp_path) == {f"{NAME}.part"}


def test_wrong_content_raises_and_is_deleted(tmp_path: Path) -> None:
    with Server(CONTENT, servers.lie).running() as server:
        with pytest.raises(HashMismatch) as raised:
            download(server, tmp_path)
        assert len(server.offsets) == 1, "a wrong hash is no passing fault"
    message = str(raised.value)
    lied = hashlib.sha256(bytes(byte ^ 1 for byte in CONTENT)).hexdigest()
    assert lied in message
    assert hashlib.sha256(CONTENT).hexdigest() in message
    assert server.url in message
    assert "by hand" in message
    assert names(tmp_path) == set()


def test_wrong_content_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / NAME).write_bytes(b"old")
    with Server(CONTENT, servers.lie).running() as server, pytest.raises(HashMismatch):
        download(server, tmp_path)
    assert (tmp_path / NAME).read_bytes() == b"old"


def test_404_is_not_retried(tmp_path: Path) -> None:
    with Server(CONTENT, servers.status(404)).running() as server:
        with pytest.raises(DownloadFailed, match=r"HTTP 404.*by hand"):
            download(server, tmp_path)
        assert len(server.offsets) == 1
    assert names(tmp_path) == set()


@pytest.mark.parametrize("behaviour", [servers.too_many, servers.too_many_unannounced])
def test_more_bytes_than_expected_are_refused(behaviour: Behaviour, tmp_path: Path) -> None:
    seen: list[int] = []
    with Server(CONTENT, behaviour).running() as server:
        with pytest.raises(DownloadFailed, match="more than the 300,000 bytes"):
            download(server, tmp_path, progress=lambda path, done, total: seen.append(done))
        assert len(server.offsets) == 1
    assert names(tmp_path) == set()
    if behaviour is servers.too_many:
        assert not seen, "what is announced as too much is not even begun"


def test_an_endless_redirect_ends(tmp_path: Path) -> None:
    failing = pytest.raises(DownloadFailed, match="HTTP 302")
    with Server(CONTENT, servers.redirect("/file")).running() as server, failing:
        download(server, tmp_path)
    assert names(tmp_path) == set()


def test_only_http(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(CONTENT)
    with pytest.raises(DownloadFailed, match="only http and https"):
        get(made_of(source(secret.as_uri())), tmp_path / "root")
    for place in (secret.as_uri(), "ftp://127.0.0.1/x"):
        with Server(CONTENT, servers.redirect(place)).running() as server, pytest.raises(DownloadFailed):
            download(server, tmp_path / "root", retries=0)
    assert names(tmp_path / "root") == set()


def test_no_server_at_all(tmp_path: Path) -> None:
    with Server(CONTENT, servers.well).running() as server:
        pass
    with pytest.raises(DownloadFailed, match=r"after 2 tries.*refused"):
        download(server, tmp_path, retries=1)


@pytest.mark.parametrize(
    ("part", "offsets"),
    [
        pytest.param(CONTENT[:1234], [1234], id="good"),
        pytest.param(b"", [None], id="empty"),
        pytest.param(CONTENT, [], id="whole"),
        pytest.param(CONTENT + b"more", [None], id="too long"),
        pytest.param(b"rubbish", [7, None], id="rubbish"),
        pytest.param(CONTENT[:-1] + b"?", [None], id="whole but wrong"),
    ],
)
def test_a_part_from_an_earlier_run(part: bytes, offsets: list[int | None], tmp_path: Path) -> None:
    leave_part(tmp_path, part)
    with Server(CONTENT, servers.well).running() as server:
        assert download(server, tmp_path)[0].read_bytes() == CONTENT
    assert server.offsets == offsets
    assert names(tmp_path) == {NAME}


def test_ctrl_c_leaves_the_part_and_the_next_call_goes_on(tmp_path: Path) -> None:
    def interrupt(path: str, done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with Server(CONTENT, servers.well).running() as server:
        with pytest.raises(KeyboardInterrupt):
            download(server, tmp_path, progress=interrupt)
        assert names(tmp_path) == {f"{NAME}.part"}
        came = (tmp_path / f"{NAME}.part").stat().st_size
        assert 0 < came < len(CONTENT)
        assert download(server, tmp_path)[0].read_bytes() == CONTENT
    assert server.offsets == [None, came]


def test_the_old_file_stands_until_the_new_one_is_whole_and_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    target = tmp_path / NAME
    target.write_bytes(b"old")
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def noted_replace(a: Path, b: Path) -> None:
        assert a.read_bytes() == CONTENT
        assert target.read_bytes() == b"old"
        steps.append("replace")
        replace(a, b)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(os, "replace", noted_replace)
    with Server(CONTENT, servers.well).running() as server:
        download(server, tmp_path, progress=lambda *told: steps.append(target.read_bytes().decode()))
    assert target.read_bytes() == CONTENT
    assert set(steps[: steps.index("fsync")]) == {"old"}
    assert steps[steps.index("fsync") :][:2] == ["fsync", "replace"]


def test_a_full_disk_is_no_network_fault(tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.part").mkdir(parents=True)  # cannot be written, whoever runs the test
    with Server(CONTENT, servers.well).running() as server:
        with pytest.raises(OSError, match="directory"):
            download(server, tmp_path)
        assert len(server.offsets) <= 1


def test_by_hand_files_are_told_after_the_others_came(tmp_path: Path) -> None:
    hand, hand2 = b"hand", b"hand2"
    told = "Ask the author."
    with Server(CONTENT, servers.well).running() as server:
        files = made_of(
            source(None, "a.gz", hand, by_hand=told),
            source(server.url),
            source(None, "b.gz", hand2, by_hand="Make it."),
        )
        (tmp_path / "b.gz").write_bytes(b"other")
        with pytest.raises(NotDownloadable) as raised:
            get(files, tmp_path)
        assert [f.path for f in raised.value.files] == ["a.gz", "b.gz"]
        message = str(raised.value)
        for words in (told, "Make it.", "a.gz (missing", "b.gz (there, but", "CANTOR_DATA", "2 of the 3"):
            assert words in message
        assert (tmp_path / NAME).read_bytes() == CONTENT
        (tmp_path / "a.gz").write_bytes(hand)
        (tmp_path / "b.gz").write_bytes(hand2)
        assert get(files, tmp_path, force=True) == [tmp_path / f.path for f in files.files]


CHILD = """
import sys
from pathlib import Path
from cantor.data.catalogue import Dataset, SourceFile
from cantor.data.download import get
url, path, sha, size, root = sys.argv[1:]
file = SourceFile(path, sha, int(size), url)
get(Dataset("n", "1", "t", "h", "l", "n", {}, (file,)), Path(root), timeout=20)
"""


def child(server: Server, root: Path) -> subprocess.Popen[bytes]:
    file = source(server.url)
    environment = {**os.environ, "PYTHONPATH": str(Path(cantor.__file__).parents[1])}
    arguments = [server.url, file.path, file.sha256, str(file.size), str(root)]
    return subprocess.Popen([sys.executable, "-c", CHILD, *arguments], env=environment)


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_killed_in_the_middle_then_resumed(tmp_path: Path) -> None:
    part = tmp_path / f"{NAME}.part"
    with Server(CONTENT, servers.stall(123_456), servers.well).running() as server:
        process = child(server, tmp_path)
        deadline = time.monotonic() + 60
        while not (part.exists() and part.stat().st_size == 123_456):
            assert time.monotonic() < deadline, "the child did not get its bytes"
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        assert names(tmp_path) == {f"{NAME}.part"}
        # The dead process holds no lock: this would hang otherwise.
        assert download(server, tmp_path)[0].read_bytes() == CONTENT
    assert server.offsets == [None, 123_456]
    assert names(tmp_path) == {NAME}


def test_two_processes_at_once_make_one_download(tmp_path: Path) -> None:
    with Server(CONTENT, servers.slowly(10, 0.08)).running() as server:
        both = [child(server, tmp_path), child(server, tmp_path)]
        assert [process.wait(timeout=60) for process in both] == [0, 0]
        assert server.offsets == [None]
    assert (tmp_path / NAME).read_bytes() == CONTENT
    assert names(tmp_path) == {NAME}
