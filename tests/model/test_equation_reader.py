"""The network that reads whole equations: what it may depend on, and that its graph computes the same."""

import numpy as np
import pytest
import torch

from cantor.model.equation_reader import EquationReader, ReaderSize
from cantor.model.files import CANDIDATE_INPUTS
from cantor.model.onnx.equation_reader import onnx_reader, reader_sample
from cantor.solver.session import start_session

SIZE = ReaderSize(operators=4, constants=3, hidden=12, width=16, heads=2)


@pytest.fixture(scope="module")
def network() -> EquationReader:
    torch.manual_seed(3)
    return EquationReader(SIZE).eval()


@torch.no_grad()
def test_padding_changes_nothing(network: EquationReader) -> None:
    """More tokens, numbers, answers and steps that are not there leave all scores as they are."""
    text, mask, pooling, operator, leaf, below, facts = reader_sample(network, 1, 6, 2, 3, 4)
    expected = network(text, mask, pooling, operator, leaf, below, facts)

    def more(x: torch.Tensor, *sizes: int) -> torch.Tensor:
        full = torch.zeros(sizes, dtype=x.dtype)
        full[tuple(slice(size) for size in x.shape)] = x
        return full

    padded = network(
        more(text, 1, 9, 12),
        more(mask, 1, 9),
        more(pooling, 1, 5, 9),
        more(operator, 1, 5, 6),
        more(leaf, 1, 5, 6, 2),
        more(below, 1, 5, 6, 2),
        more(facts, 1, 5, 6, facts.shape[-1]),
    )
    assert torch.allclose(padded[:, :3], expected, atol=1e-5)
    assert torch.isfinite(padded).all()


@torch.no_grad()
def test_answers_do_not_see_each_other_and_order_counts(network: EquationReader) -> None:
    inputs = reader_sample(network, 1, 6, 2, 3, 2)
    scores = network(*inputs)
    alone = network(*inputs[:3], *(x[:, 1:2] for x in inputs[3:]))
    assert torch.allclose(alone, scores[:, 1:2], atol=1e-5)
    turned = network(*inputs[:4], inputs[4].flip(-1), inputs[5].flip(-1), inputs[6])
    assert not torch.allclose(turned, scores, atol=1e-3)


@torch.no_grad()
@pytest.mark.parametrize("shape", [(1, 9, 3, 10, 6), (3, 4, 1, 2, 1), (1, 3, 0, 1, 1)])
def test_graph_and_torch_agree(network: EquationReader, shape: tuple[int, ...]) -> None:
    session = start_session(onnx_reader(network), 1)  # which `inspect` has let in
    inputs = reader_sample(network, *shape)
    feed = {name: x.numpy() for name, x in zip(CANDIDATE_INPUTS, inputs, strict=True)}
    assert np.allclose(session.run(None, feed)[0], network(*inputs).numpy(), atol=1e-4)
