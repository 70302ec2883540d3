"""`WholeEquations`: a model's second network, which scores candidate equations as a whole. No torch."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cantor.errors import ModelError
from cantor.model.config import ModelConfig
from cantor.model.files import CANDIDATE_INPUTS, CANDIDATE_SCORE
from cantor.problem import Problem
from cantor.thought.candidates import laid_out
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import Answer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


class WholeEquations:
    """All answers to a problem in one run, beside what the encoder saw of the text."""

    def __init__(self, session: "InferenceSession", config: ModelConfig):
        self.session, self.config = session, config

    def __call__(
        self, graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
    ) -> NDArray[np.float64]:
        """-> [answers]"""
        seen = None if graph.scores is None else graph.scores.seen
        if seen is None:
            raise ModelError("this graph comes without what the encoder saw; ask Runtime.scores for it")
        if not answers:
            return np.zeros(0)
        config, mask = self.config, seen.token_mask
        found = laid_out(graph, problem, answers, config.vocabulary, config.max_arity)
        arrays: list[NDArray[Any]] = [seen.text[mask], mask[mask], seen.pooling[:, mask], *found.arrays]
        feed = {name: array[None] for name, array in zip(CANDIDATE_INPUTS, arrays, strict=True)}
        (scores,) = self.session.run([CANDIDATE_SCORE], feed)
        each: NDArray[np.float64] = np.asarray(scores, np.float64)[0]
        return each
