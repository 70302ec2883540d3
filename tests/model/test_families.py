"""Encoders of families that nobody wrote a graph for: exported all the same, and back again."""

import numpy as np
import pytest
import torch

from cantor.evaluation.parity import in_memory, largest_difference
from cantor.model import new_model
from cantor.model.onnx.export import Exported
from cantor.model.onnx.load import load_onnx
from cantor.problem import Problem
from helpers.tiny import BASE, MORE_FAMILIES, PROBLEMS, by_torch, encoder_folder

NOTHING = Problem.from_text("Nothing here is a number at all.")
LONG = Problem.from_text("Tom had 12 apples. " + "He ate a lot. " * 9 + "He ate 5. How many are left?")


@pytest.mark.parametrize("family", MORE_FAMILIES)
@pytest.mark.parametrize("marks", [False, True])
def test_the_same_as_torch_and_back(family, marks, tmp_path):
    torch.manual_seed(7)
    more = dict.fromkeys(("number_mark", "answerability", "adapter"), marks)
    settings = {**BASE, "number_policy": "reader", **more}
    model, tokenizer = new_model(str(encoder_folder(family, tmp_path / "encoder")), **settings)
    with torch.no_grad():
        for weight in model.parameters():
            weight += 0.1 * torch.randn_like(weight)
    whole, small = (Exported.of(model, tokenizer, bits) for bits in ("none", "int8"))
    batches = [*PROBLEMS, LONG], PROBLEMS[:1], [NOTHING], [LONG, NOTHING]
    for problems in batches:
        expected = by_torch(model, tokenizer, problems)
        assert largest_difference(in_memory(whole, 1).scores(problems), expected) < 1e-5
        assert largest_difference(in_memory(small, 1).scores(problems), expected) < 0.1
    small.save(tmp_path / "exported")
    again, _ = load_onnx(tmp_path / "exported")
    found, weights = again.state_dict(), model.state_dict()
    assert found.keys() == weights.keys()
    for name, weight in weights.items():
        assert np.abs(found[name] - weight).max() <= 2**-6 * np.abs(weight).max(), name
