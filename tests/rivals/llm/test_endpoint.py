"""One completion from an endpoint that does everything wrong that an endpoint can."""

import json
import time

import pytest

from cantor.errors import EndpointError
from cantor.rivals.llm.endpoint import Endpoint, Refused, Unreachable
from helpers.stub_endpoint import (
    Behaviour,
    body,
    completion,
    cut_off,
    endpoint,
    flood,
    says,
    silent,
    streamed_rubbish,
    trickle,
)

KEY = "sk-not-a-key-but-secret"
BODY = {"model": "m", "messages": [{"role": "user", "content": "What is 1 + 1?"}]}
GOOD = says("The answer is 2.")


class Pauses(list[float]):
    """Instead of sleeping."""

    def __call__(self, seconds: float) -> None:
        self.append(seconds)


def test_a_completion_and_what_was_sent() -> None:
    with endpoint(GOOD) as stub:
        found = Endpoint(stub.url + "/", KEY).ask(BODY)
    assert (found.text, found.finish, found.prompt_tokens, found.completion_tokens) == (
        "The answer is 2.",
        "stop",
        11,
        7,
    )
    assert found.seconds > 0
    (asked,) = stub.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body == BODY
    assert asked.headers["Authorization"] == f"Bearer {KEY}"


def test_without_a_key_there_is_no_header() -> None:
    with endpoint(GOOD) as stub:
        Endpoint(stub.url).ask(BODY)
    assert "Authorization" not in stub.asked[0].headers


@pytest.mark.parametrize(
    "bad",
    [
        cut_off,
        silent,
        trickle,
        flood,
        streamed_rubbish,
        body(b""),
        body(b"<html>it works</html>"),
        body(b"[" * 100_000),
        body(b"\xff\xfe"),
        body(b"null"),
        body(b'{"choices": []}'),
        body(b'{"choices": [{"message": {"content": ["a", "list"]}}]}'),
        body(b'{"choices": [{"text": "of another kind"}]}'),
        body(b'{"choices": [' + b"9" * 5_000 + b"]}"),
        body(b"slow down", 429),
        body(b"oops", 500),
        body(b"away", 503),
    ],
    ids=lambda x: getattr(x, "__name__", None),
)
def test_a_passing_fault_is_tried_again(bad: Behaviour) -> None:
    pauses = Pauses()
    with endpoint(bad, then=GOOD) as stub:
        found = Endpoint(stub.url, KEY, timeout=2).ask(BODY, pauses)
    assert found.text == "The answer is 2."
    assert len(stub.asked) == 2
    assert pauses == [0.5]


def test_a_trickle_ends_in_time() -> None:
    started = time.monotonic()
    with endpoint(trickle) as stub, pytest.raises(Unreachable, match=r"not done after 0\.3 s"):
        Endpoint(stub.url, timeout=0.3, retries=0).ask(BODY)
    assert time.monotonic() - started < 5


def test_a_flood_is_not_kept() -> None:
    with endpoint(flood) as stub, pytest.raises(Unreachable, match="more than 1,048,576 bytes"):
        Endpoint(stub.url, retries=0).ask(BODY)


def test_pauses_grow_and_have_an_end() -> None:
    pauses = Pauses()
    with endpoint(then=body(b"", 500)) as stub, pytest.raises(Unreachable, match="after 9 tries") as caught:
        Endpoint(stub.url, KEY, retries=8).ask(BODY, pauses)
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert "HTTP 500" in str(caught.value)


@pytest.mark.parametrize(
    ("wanted", "pause"), [("7", 7), ("9999", 30), ("soon", 0.5), ("-3", 0.5), ("1e9", 0.5), ("0", 0.5)]
)
def test_the_endpoint_may_ask_for_a_pause(wanted: str, pause: float) -> None:
    pauses = Pauses()
    with endpoint(body(b"", 429, Retry_After=wanted), then=GOOD) as stub:
        Endpoint(stub.url).ask(BODY, pauses)
    assert pauses == [pause]


@pytest.mark.parametrize("status", [400, 413, 422])
def test_one_request_may_be_refused(status: int) -> None:
    with endpoint(body(b'{"error": "too long"}', status)) as stub, pytest.raises(Refused, match="too long"):
        Endpoint(stub.url).ask(BODY, Pauses())
    assert len(stub.asked) == 1


@pytest.mark.parametrize(
    ("status", "fix"),
    [(401, "key"), (403, "key"), (404, "model's name"), (405, "address"), (302, "elsewhere")],
)
def test_what_waiting_does_not_mend(status: int, fix: str) -> None:
    moved = {"Location": "http://127.0.0.1:9/else"} if status == 302 else {}
    with endpoint(body(b"no", status, **moved)) as stub, pytest.raises(EndpointError, match=fix):
        Endpoint(stub.url, KEY).ask(BODY, Pauses())
    assert len(stub.asked) == 1


def test_a_redirect_does_not_get_the_key() -> None:
    with endpoint(then=GOOD) as other:
        to = body(b"", 307, Location=other.url + "/chat/completions")
        with endpoint(to) as stub, pytest.raises(EndpointError):
            Endpoint(stub.url, KEY).ask(BODY, Pauses())
        assert not other.asked


@pytest.mark.parametrize("status", [400, 401, 404, 500])
def test_the_key_is_in_no_message(status: int) -> None:
    echo = body(json.dumps({"error": f"wrong key {KEY} for {KEY}\n\x07"}).encode(), status)
    with endpoint(then=echo) as stub:
        asked = Endpoint(stub.url, KEY, retries=1)
        with pytest.raises(Exception, match="HTTP") as caught:
            asked.ask(BODY, Pauses())
    assert KEY not in str(caught.value)
    assert KEY not in repr(asked)
    assert "***" in str(caught.value)
    assert str(caught.value).isprintable()


def test_nobody_there() -> None:
    with endpoint(GOOD) as stub:
        pass
    with pytest.raises(Unreachable, match="gave up after 2 tries"):
        Endpoint(stub.url, retries=1, timeout=1).ask(BODY, Pauses())


@pytest.mark.parametrize(
    ("url", "key", "fix"),
    [
        ("localhost:8080", "", "http://localhost"),
        ("ftp://localhost/v1", "", "no address"),
        ("file:///etc/passwd", "", "no address"),
        ("http://", "", "no address"),
        ("https://me:secret@example.org/v1", "", "environment"),
        ("http://example.org/v1", KEY, "https"),
        ("https://example.org/v1", "two words", "set it again"),
        ("https://example.org/v1", "line\nfeed", "set it again"),
        ("https://example.org/v1", "schlüssel", "set it again"),
    ],
)
def test_addresses_and_keys_that_cannot_be(url: str, key: str, fix: str) -> None:
    with pytest.raises(EndpointError, match=fix) as caught:
        Endpoint(url, key)
    assert not key or key not in str(caught.value)
    assert "secret@" not in str(caught.value)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (None, (None, None)),
        ("many", (None, None)),
        ({"prompt_tokens": 3}, (3, None)),
        ({"prompt_tokens": -1, "completion_tokens": True}, (None, None)),
        ({"prompt_tokens": 2.5, "completion_tokens": 4}, (None, 4)),
    ],
)
def test_counts_of_tokens(usage: object, expected: tuple[int | None, int | None]) -> None:
    with endpoint(says("2", usage=usage)) as stub:
        found = Endpoint(stub.url).ask(BODY)
    assert (found.prompt_tokens, found.completion_tokens) == expected


def test_a_model_may_say_nothing() -> None:
    with endpoint(says(None)) as stub:
        assert Endpoint(stub.url).ask(BODY).text == ""


def test_completion_helper_is_what_endpoints_send() -> None:
    assert json.loads(completion("x"))["choices"][0]["message"]["content"] == "x"
