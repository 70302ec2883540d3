import pytest
import torch

from cantor.training.precision import usable_precision


@pytest.mark.parametrize("has", [True, False])
def test_half_precision_only_where_the_processor_has_it(monkeypatch: pytest.MonkeyPatch, has: bool) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: has)
    assert usable_precision("bf16") == ("bf16" if has else "no")
    assert usable_precision("fp16") == "fp16"
    assert usable_precision("no") == "no"
