"""What the tests of all rivals share: tiny encoders and toy problems of other tests."""

from collections.abc import Callable
from typing import Any

import pytest
import torch

from cantor.model import new_model
from helpers.tiny import BASE, encoder_folder
from helpers.written import causal_folder


@pytest.fixture(scope="session")
def make(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """make(system, **settings) -> (model, tokenizer), ready to answer

    In double precision: a twin that adds up in another order then differs by far less than any test allows,
    whatever the machine rounds and however wild the weights are.
    """
    root = tmp_path_factory.mktemp("encoders")
    encoder, causal = encoder_folder("bert", root / "bert"), causal_folder(root / "gpt2")

    def made(system: str, **settings: object) -> tuple:
        folder = causal if system == "causal-lm" else encoder
        torch.manual_seed(1)
        model, tokenizer = new_model(str(folder), system=system, **{**BASE, **settings})
        return model.double().eval(), tokenizer

    return made
