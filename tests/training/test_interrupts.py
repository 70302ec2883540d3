"""Ctrl-C in the middle of training: nothing is lost, and the end is the same as without it."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from cantor.training.interrupts import deferred_interrupt
from cantor.training.recipe import Recipe
from cantor.training.trainer import StepReport, train
from helpers.toy_runs import recipe_text, tiny_encoder


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_it_waits_until_the_block_asks(capsys: pytest.CaptureFixture[str]) -> None:
    done = []

    def block() -> None:
        with deferred_interrupt() as interrupted:
            done.append(interrupted())
            press()
            done.append(interrupted())

    usual = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        block()
    assert done == [False, True]
    assert signal.getsignal(signal.SIGINT) is usual
    assert "Ctrl-C again" in capsys.readouterr().err


def test_a_second_time_is_at_once() -> None:
    reached = []

    def block() -> None:
        with deferred_interrupt():
            press()
            reached.append(1)
            press()
            reached.append(2)

    with pytest.raises(KeyboardInterrupt):
        block()
    assert reached == [1]


def test_an_error_is_not_hidden() -> None:
    def block() -> None:
        with deferred_interrupt():
            press()
            raise ValueError("own")

    with pytest.raises(ValueError, match="own"):
        block()


def test_a_patient_block_is_not_hurried() -> None:
    """A launcher passes on to its processes what they were sent already."""
    reached = []

    def block() -> None:
        with deferred_interrupt(patient=True) as interrupted:
            press()
            press()
            reached.append(interrupted())

    with pytest.raises(KeyboardInterrupt):
        block()
    assert reached == [True]


def test_where_it_is_ignored_it_stays_so() -> None:
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with deferred_interrupt() as interrupted:
            press()
            assert not interrupted()
    finally:
        signal.signal(signal.SIGINT, usual)


def at_step(number: int, do: Callable[[], None]) -> Callable[[StepReport], None]:
    return lambda report: do() if report.step == number else None


def test_training_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    torch.manual_seed(0)
    encoder = tiny_encoder(tmp_path / "encoder")
    file = tmp_path / "r.toml"
    file.write_text(recipe_text(encoder, training={"epochs": 2, "save_minutes": 60.0}))
    recipe = Recipe.from_file(file)
    train(recipe, tmp_path / "whole")
    for step in (3, 8):  # in the middle of an epoch, and of the next
        with pytest.raises(KeyboardInterrupt):
            train(recipe, tmp_path / "stopped", at_step(step, press))
        assert (tmp_path / "stopped" / "checkpoint" / "last").read_text() == f"step-{step}"
    train(recipe, tmp_path / "stopped")
    expected, found = (
        load_file(tmp_path / run / "checkpoint" / "step-12" / "weights.safetensors")
        for run in ("whole", "stopped")
    )
    for name, value in expected.items():
        assert torch.equal(value, found[name]), name


def test_the_polite_end_is_deferred_too() -> None:
    done = []

    def block() -> None:
        with deferred_interrupt() as interrupted:
            os.kill(os.getpid(), signal.SIGTERM)
            done.append(interrupted())

    usual = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended:
        block()
    assert ended.value.code == 143
    assert done == [True]
    assert signal.getsignal(signal.SIGTERM) is usual
