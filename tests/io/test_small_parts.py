"""Threads, openers."""

import urllib.error
import urllib.request
from email.message import Message

import pytest

from cantor.io.http import PassingFault, network, opener
from cantor.io.threads import Background, cores


def test_background() -> None:
    assert Background(lambda: 6 * 7).result() == 42
    failing = Background(lambda: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            failing.result()
    assert cores() >= 1


def test_only_faults_of_the_network_pass() -> None:
    with pytest.raises(PassingFault, match="TimeoutError: slow"), network():
        raise TimeoutError("slow")
    with pytest.raises(urllib.error.HTTPError), network():
        raise urllib.error.HTTPError("http://a", 404, "gone", Message(), None)
    with pytest.raises(ValueError, match="ours"), network():
        raise ValueError("ours")


def test_redirects_are_followed_only_where_asked() -> None:
    for redirects in (True, False):
        kinds = {type(handler) for handler in vars(opener(redirects=redirects))["handlers"]}
        assert (urllib.request.HTTPRedirectHandler in kinds) == redirects
        assert not kinds & {urllib.request.FTPHandler, urllib.request.FileHandler}
