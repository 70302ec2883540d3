"""`cantor data get` against a local server."""

import hashlib
import json
from pathlib import Path

import pytest

from cantor.cli import main
from cantor.data.catalogue import Dataset, SourceFile
from helpers import servers
from helpers.servers import Server

CONTENT = b"[]" * 50_000


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data root, whose long name must come out in one piece."""
    root = tmp_path / ("a-long-name-" * 8)
    monkeypatch.setenv("CANTOR_DATA", str(root))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    return root


def catalogue_of(server: Server, monkeypatch: pytest.MonkeyPatch, sha256: str | None = None) -> None:
    file = SourceFile(
        "made/[x].json", sha256 or hashlib.sha256(CONTENT).hexdigest(), len(CONTENT), server.url
    )
    made = Dataset("made", "1", "title", "https://example.org", "none", "note", {"all": 1}, (file,))
    monkeypatch.setattr("cantor.data.catalogue._load", lambda: {"made": made})


def test_get(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    target = root / "made/[x].json"
    with Server(CONTENT, servers.cut(1000), servers.well).running() as server:
        catalogue_of(server, monkeypatch)
        assert main(["data", "get", "made"]) == 0
        assert capsys.readouterr().out == f"{target}\n"
        assert target.read_bytes() == CONTENT
        assert main(["data", "get", "made", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"root": str(root), "files": [str(target)]}
        assert server.offsets == [None, 1000], "what is here is not fetched again"
        assert main(["data", "get", "made", "--force"]) == 0
        assert len(server.offsets) == 3
        assert main(["data", "list"]) == 0
        assert "made  yes" in capsys.readouterr().out


def test_a_wrong_hash(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(CONTENT, servers.well).running() as server:
        catalogue_of(server, monkeypatch, sha256="0" * 64)
        assert main(["data", "get", "made"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "expected sha256 000" in captured.err
    assert not (root / "made/[x].json").exists()


def test_an_unknown_name_stops_before_the_first_download(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(CONTENT, servers.well).running() as server:
        catalogue_of(server, monkeypatch)
        assert main(["data", "get", "made", "mode"]) == 2
        assert server.offsets == []
    assert "Did you mean 'made'?" in capsys.readouterr().err
