"""A rival that was saved comes back as it was."""

import pytest
import torch

from cantor.model import from_pretrained, save_pretrained
from cantor.model.system import SYSTEMS
from helpers.tiny import PROBLEMS
from helpers.written import batch_of

RIVALS = sorted(name for name, place in SYSTEMS.items() if place.startswith("cantor.rivals."))


@pytest.mark.parametrize("system", RIVALS)
def test_round_trip(make, tmp_path, system):
    model, tokenizer = make(system)
    save_pretrained(model.float(), tokenizer, tmp_path / "model")
    again, its_tokenizer = from_pretrained(tmp_path / "model")
    assert again.config == model.config
    weights, its_weights = model.state_dict(), again.state_dict()
    assert weights.keys() == its_weights.keys()
    assert all(torch.equal(weight, its_weights[name]) for name, weight in weights.items())
    ours, theirs = (
        [d for found in m.beam_search(m.encode(batch), batch, 1) for d in found]
        for m, batch in (
            (model.double(), batch_of(model, tokenizer, PROBLEMS)),
            (again.double(), batch_of(again, its_tokenizer, PROBLEMS)),
        )
    )
    assert [d.equation for d in ours] == [d.equation for d in theirs]
    assert [d.score for d in ours] == pytest.approx([d.score for d in theirs], abs=1e-6)
