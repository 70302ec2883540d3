"""Many completions at a time: kept on disk one by one, none asked for twice, none lost."""

import json
import threading
import time
from pathlib import Path

import pytest

from cantor.errors import EndpointError
from cantor.rivals.llm.completions import Kept, completions, key_of
from cantor.rivals.llm.endpoint import Endpoint
from helpers.stub_endpoint import Asked, Behaviour, body, completion, endpoint, says


def bodies(count: int) -> list[dict[str, object]]:
    return [{"model": "m", "messages": [{"role": "user", "content": f"question {i}"}]} for i in range(count)]


def echo(asked: Asked) -> None:
    body(completion(asked.question.upper()))(asked)


def failing_on(*numbers: int, status: int = 500) -> Behaviour:
    def behave(asked: Asked) -> None:
        bad = int(asked.question.split()[-1]) in numbers
        (body(b"", status) if bad else echo)(asked)

    return behave


def quick(url: str, retries: int = 0) -> Endpoint:
    return Endpoint(url, timeout=5, retries=retries)


def test_each_gets_its_own_in_order(tmp_path: Path) -> None:
    told: list[int] = []
    with endpoint(then=echo) as stub:
        kept = Kept(tmp_path / "deep" / "c.jsonl")
        found = completions(quick(stub.url), bodies(9), kept, concurrency=3, done=told.append)
    assert [one and one.text for one in found] == [f"QUESTION {i}" for i in range(9)]
    assert told == list(range(10))


def test_no_more_than_asked_for_at_a_time(tmp_path: Path) -> None:
    waiting, counts, lock = 0, [], threading.Lock()

    def slow(asked: Asked) -> None:
        nonlocal waiting
        with lock:
            waiting += 1
            counts.append(waiting)
        time.sleep(0.03)
        with lock:  # before the answer, after which the next question may come at once
            waiting -= 1
        echo(asked)

    with endpoint(then=slow) as stub:
        completions(quick(stub.url), bodies(8), Kept(tmp_path / "c"), concurrency=2)
    assert max(counts) == 2


def test_what_is_kept_is_not_asked_for_again(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with endpoint(then=echo) as stub:
        completions(quick(stub.url), bodies(3), Kept(path))
        found = completions(quick(stub.url), bodies(5), Kept(path))
        assert len(stub.asked) == 5
        completions(Endpoint(stub.url + "/other"), bodies(1), Kept(path))
        assert len(stub.asked) == 6  # another address may have another model
    assert [one and one.text for one in found] == [f"QUESTION {i}" for i in range(5)]


def test_equal_requests_are_one(tmp_path: Path) -> None:
    with endpoint(then=echo) as stub:
        found = completions(quick(stub.url), bodies(1) * 4, Kept(tmp_path / "c"))
    assert len(stub.asked) == 1
    assert len({one and one.text for one in found}) == 1


def test_half_a_line_is_no_loss_but_its_own(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with endpoint(then=echo) as stub:
        completions(quick(stub.url), bodies(3), Kept(path), concurrency=1)
        text = path.read_text()
        path.write_text(text[: len(text) - 20] + "")  # killed in the middle of the last line
        found = completions(quick(stub.url), bodies(3), Kept(path))
        assert len(stub.asked) == 4
    assert all(found)
    assert len(Kept(path).found) == 3


@pytest.mark.parametrize(
    "line", ["", "{", "null", "[]", '{"key": 3}', '{"key": "k", "text": 1}', "\x00", "[" * 9000]
)
def test_lines_that_are_none(tmp_path: Path, line: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(line + "\n")
    kept = Kept(path)
    assert not kept.found
    with endpoint(says("fine \ud800 ✓ \u2028 <")) as stub:
        completions(quick(stub.url), bodies(1), kept)
    again = Kept(path).found
    assert [one.text for one in again.values()] == ["fine \ud800 ✓ \u2028 <"]


def test_one_refusal_is_one_without_a_completion(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with endpoint(then=failing_on(1, status=400)) as stub:
        found = completions(quick(stub.url), bodies(3), Kept(path))
    assert [one is None for one in found] == [False, True, False]
    assert len(Kept(path).found) == 2


def test_only_refusals_are_a_wrong_setting(tmp_path: Path) -> None:
    with (
        endpoint(then=body(b"no such model", 400)) as stub,
        pytest.raises(EndpointError, match="refuses every"),
    ):
        completions(quick(stub.url), bodies(3), Kept(tmp_path / "c"))


def test_what_did_not_come_is_said_and_the_rest_kept(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with endpoint(then=failing_on(2)) as stub, pytest.raises(EndpointError, match="1 of 6 requests; 5 compl"):
        completions(quick(stub.url), bodies(6), Kept(path), concurrency=2)
    with endpoint(then=echo) as stub:
        stub_url = stub.url
        kept = Kept(path)
        # as if the same address were up again
        kept.found = {
            key_of(quick(stub_url), b): kept.found[k] for b, k in zip(bodies(6), kept.found, strict=False)
        }
        assert all(completions(quick(stub_url), bodies(6), kept))


def test_an_endpoint_that_is_down_is_not_asked_for_ever(tmp_path: Path) -> None:
    with endpoint(then=body(b"", 500)) as stub, pytest.raises(EndpointError, match="HTTP 500"):
        completions(quick(stub.url), bodies(200), Kept(tmp_path / "c"), concurrency=2)
    assert len(stub.asked) < 20


def test_a_wrong_key_ends_it_at_once(tmp_path: Path) -> None:
    with endpoint(then=body(b"", 401)) as stub, pytest.raises(EndpointError, match="key"):
        completions(quick(stub.url), bodies(100), Kept(tmp_path / "c"), concurrency=2)
    assert len(stub.asked) < 10


def test_stopped_in_between_keeps_what_came(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"

    def stop(count: int) -> None:
        if count == 3:
            raise KeyboardInterrupt

    before = threading.active_count()
    with endpoint(then=echo) as stub:
        with pytest.raises(KeyboardInterrupt):
            completions(quick(stub.url), bodies(50), Kept(path), concurrency=2, done=stop)
        assert len(Kept(path).found) >= 3
        assert all(completions(quick(stub.url), bodies(50), Kept(path), concurrency=2))
        assert len(stub.asked) <= 50 + 2  # no more than those under way were asked for twice
    deadline = time.monotonic() + 5
    while threading.active_count() > before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() <= before


def test_no_key_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with endpoint(then=echo) as stub:
        completions(Endpoint(stub.url, "sk-very-secret"), bodies(1), Kept(path))
    assert "secret" not in path.read_text()
    assert set(json.loads(path.read_text())) == {
        "key",
        "text",
        "finish",
        "prompt_tokens",
        "completion_tokens",
        "seconds",
    }
