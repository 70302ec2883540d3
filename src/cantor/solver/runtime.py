"""An exported model in memory: problems in, decoded graphs of thoughts out. onnxruntime, no torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.files import GRAPH
from cantor.model.folder import check_hashes, opened
from cantor.problem import Problem
from cantor.solver.decoding import DecodedGraph, decode
from cantor.solver.session import Meanwhile, start_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

#: The graph's tensors by name; TEXT is the encoder's output, which only measurements ask for.
INPUTS = ("tokens", "token_mask", "pooling", "number_mask")
TEXT = "text"
OUTPUTS = ("operator", "operand", "root")


class Runtime:
    """A session, its tokenizer and its configuration. Several threads may use one."""

    def __init__(
        self, config: ModelConfig, tokenizer: "Tokenizer", session: "InferenceSession", identity: str = ""
    ):
        self.config, self.tokenizer, self.session = config, tokenizer, session
        self.identity = identity  # what its files' hashes come to

    @classmethod
    def load(
        cls,
        path: str | Path,
        threads: int | None = None,
        *,
        starting: "Meanwhile[InferenceSession] | None" = None,
    ) -> "Runtime":
        """A folder that `cantor export` wrote, checked; as many threads as cores unless given.

        `starting`: its session, where that has been begun already.
        """
        folder, config = opened(path, GRAPH)
        # Three things that take a while and wait for each other in nothing: hashes, tokenizer, session.
        checking = Meanwhile(lambda: check_hashes(folder, GRAPH))
        reading = Meanwhile(lambda: _tokenizer(folder))
        try:
            session = starting.result() if starting else start_session(folder / GRAPH, threads)
        except Exception as error:  # onnxruntime's own errors have no common base
            checking.result()  # a damaged file is the likelier reason, and says so
            raise ModelError(
                f"{folder / GRAPH}: onnxruntime cannot load it ({error}); update onnxruntime, or export again"
            ) from None
        runtime = cls(config, reading.result(), session, checking.result())
        runtime._check(folder)
        return runtime

    def _check(self, folder: Path) -> None:
        """Whether graph and configuration are of one model."""
        config = self.config
        expected = {
            "operator": [config.graph_size, len(config.operators)],
            "operand": [config.places, config.graph_size],
            "root": [config.graph_size],
        }
        found = {output.name: output.shape[1:] for output in self.session.get_outputs()}
        for name, shape in expected.items():
            if found.get(name, [])[: len(shape)] != shape:
                raise ModelError(f"{folder / GRAPH}: does not fit config.json; export the model again")

    def scores(self, problems: Sequence[Problem]) -> tuple[NDArray[np.float32], ...]:
        """Log-probabilities: operator [B, L, F], operand [B, P, L, Q], root [B, L]."""
        operator, operand, root = self.session.run(OUTPUTS, self.feed(problems))
        return operator, operand, root

    def feed(self, problems: Sequence[Problem]) -> dict[str, NDArray[Any]]:
        """What the graph takes, by name."""
        from cantor.model.inputs import encode

        inputs = encode(problems, self.tokenizer, self.config)
        return {name: getattr(inputs, name) for name in INPUTS}

    def think(self, problems: Sequence[Problem]) -> list[DecodedGraph]:
        """The decoded graph of each problem of one batch."""
        known = self.config.vocabulary
        return decode(known.operators, known.constants, *self.scores(problems))


def _tokenizer(folder: Path) -> "Tokenizer":
    from cantor.model.inputs import load_tokenizer

    return load_tokenizer(folder)
