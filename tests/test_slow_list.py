"""The list of slow tests names what there is: a test that moves must not drop out of it unseen."""

from pathlib import Path

from conftest import SLOW

TESTS = Path(__file__).parent


def test_every_slow_test_is_there() -> None:
    gone = [name for name in SLOW if not (TESTS / name.partition("::")[0]).exists()]
    assert not gone
