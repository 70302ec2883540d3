"""Encoders are written once per session, models made anew for each test that asks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cantor.model import new_model
from helpers.tiny import BASE, FAMILIES, encoder_folder


@pytest.fixture(scope="session")
def encoders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    root = tmp_path_factory.mktemp("encoders")
    return {family: encoder_folder(family, root / family) for family in FAMILIES}


@pytest.fixture
def make(encoders: dict[str, Path]) -> Callable[..., Any]:
    """make(family, **settings) -> (model, tokenizer)"""
    return lambda family="bert", **settings: new_model(str(encoders[family]), **{**BASE, **settings})
