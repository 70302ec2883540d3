"""A reader as `cantor export` wrote it: onnxruntime and numpy, no torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cantor.errors import ModelError
from cantor.model.config import READERS, ModelConfig
from cantor.model.files import GRAPH
from cantor.model.folder import check_hashes, opened
from cantor.model.inputs import load_tokenizer
from cantor.model.onnx.inspect import inspect
from cantor.reading.candidate import Candidate
from cantor.reading.decoding import decode
from cantor.reading.questions import Question, gamma_of, inputs_of
from cantor.reading.scores import ReadingScores, outputs_of
from cantor.solver.session import start_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    from cantor.model.onnx.export import Exported


class OnnxEngine:
    """A session, its tokenizer and its configuration. Several threads may use one."""

    def __init__(self, config: ModelConfig, tokenizer: "Tokenizer", session: "InferenceSession"):
        self.config, self.tokenizer, self.session = config, tokenizer, session
        self.gamma, self.outputs = gamma_of(config), outputs_of(config.system)
        self._takes = [each.name for each in session.get_inputs()]

    @classmethod
    def load(cls, path: Path, threads: int | None = None) -> "OnnxEngine":
        """Checked file by file; as many threads as cores unless given."""
        folder, config = opened(path, GRAPH)
        if config.system not in READERS:
            raise ModelError(
                f"{folder} solves word problems; give a reader of passages: {', '.join(READERS)}"
            )
        check_hashes(folder, GRAPH)
        try:
            session = start_session(folder / GRAPH, threads)
        except ModelError:
            raise
        except Exception as error:  # onnxruntime's own errors have no common base
            raise ModelError(
                f"{folder / GRAPH}: onnxruntime cannot load it ({error}); update onnxruntime, or export again"
            ) from None
        _check(folder, config, session)
        return cls(config, load_tokenizer(folder), session)

    @classmethod
    def in_memory(cls, exported: "Exported") -> "OnnxEngine":
        """A model that need not be on the disk."""
        return cls(exported.config, exported.tokenizer, start_session(exported.content))

    def decode(self, questions: Sequence[Question], k: int) -> list[list[Candidate]]:
        return decode(self.scores(questions), questions, self.gamma, k)

    def scores(self, questions: Sequence[Question]) -> ReadingScores:
        """What the network says about questions of one batch."""
        inputs = inputs_of(questions, self.tokenizer, self.config)
        feed = {name: getattr(inputs, name) for name in self._takes}
        found = self.session.run(self.outputs, feed)
        return ReadingScores.of(dict(zip(self.outputs, found, strict=True)))


def _check(folder: Path, config: ModelConfig, session: "InferenceSession") -> None:
    """Whether graph and configuration are of one model."""
    found = {output.name: output.shape[1:] for output in session.get_outputs()}
    fits = [set(found) == set(outputs_of(config.system))]
    if "root" in found:
        fits.append(found["root"] == [config.graph_size])
    for name, shape in inspect(folder / GRAPH).items():
        if name in ("heads.0.constants", "heads.0.thoughts.constants"):
            fits.append(shape[:1] == (len(config.constants),))
        elif name.endswith(".position_embeddings.weight"):
            fits.append(shape[:1] >= (config.max_tokens,))
    if not all(fits):
        raise ModelError(f"{folder / GRAPH}: does not fit config.json; export the model again")
