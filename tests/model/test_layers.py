"""The lowest layers of an encoder by themselves."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from cantor.errors import ModelError
from cantor.evaluation.parity import in_memory, largest_difference
from cantor.model import from_pretrained, save_pretrained
from cantor.model.onnx.export import Exported
from helpers.tiny import FAMILIES, PROBLEMS, by_torch


@pytest.mark.parametrize("family", FAMILIES)
def test_the_lowest_layers_give_what_they_gave(family: str, make: Callable[..., Any], tmp_path: Path) -> None:
    (whole, _), (low, tokenizer) = make(family), make(family, encoder_layers=1)
    tokens = torch.tensor([[5, 6, 7, 8]])
    with torch.no_grad():
        within = whole.encoder.eval()(input_ids=tokens, output_hidden_states=True).hidden_states[1]
        assert torch.equal(low.encoder.eval()(input_ids=tokens).last_hidden_state, within)
    save_pretrained(low, tokenizer, tmp_path / "low")
    again, _ = from_pretrained(tmp_path / "low")
    assert again.state_dict().keys() == low.state_dict().keys()
    expected = by_torch(again, tokenizer, PROBLEMS)
    assert largest_difference(in_memory(Exported.of(again, tokenizer), 1).scores(PROBLEMS), expected) < 1e-5


@pytest.mark.parametrize("count", [0, 3])
def test_no_more_layers_than_there_are(count: int, make: Callable[..., Any]) -> None:
    with pytest.raises(ModelError, match=f"encoder_layers is {count}, but the encoder has 2 layers"):
        make(encoder_layers=count)
