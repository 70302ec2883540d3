"""An exported model in memory: problems in, what the network says about them out. onnxruntime, no torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from cantor.errors import ModelError
from cantor.io.threads import Background
from cantor.model.config import READERS, ModelConfig
from cantor.model.files import GRAPH, INPUTS, OUTPUTS, UNANSWERABLE
from cantor.model.folder import check_hashes, opened
from cantor.model.onnx.inspect import inspect
from cantor.problem import Problem
from cantor.solver.session import start_session
from cantor.thought.scores import Scores

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer


class Runtime:
    """A session, its tokenizer and its configuration. Several threads may use one."""

    def __init__(
        self,
        config: ModelConfig,
        tokenizer: "Tokenizer",
        session: "InferenceSession",
        identity: str = "",
        folder: Path | None = None,
        threads: int | None = None,
    ):
        self.config, self.tokenizer, self.session = config, tokenizer, session
        self.identity = identity  # what its files' hashes come to
        self.folder, self.threads = folder, threads  # where it came from, and as it was asked for

    @classmethod
    def load(
        cls,
        path: str | Path,
        threads: int | None = None,
        *,
        starting: "Background[InferenceSession] | None" = None,
    ) -> "Runtime":
        """A folder that `cantor export` wrote, checked; as many threads as cores unless given.

        `starting`: its session, where that has been begun already.
        """
        folder, config = opened(path, GRAPH)
        if config.system in READERS:
            raise ModelError(f"{folder} reads passages; ask it with: cantor ask --model {folder}")
        # Three things that take a while and wait for each other in nothing: hashes, tokenizer, session.
        checking = Background(lambda: check_hashes(folder, GRAPH))
        reading = Background(lambda: _tokenizer(folder))
        try:
            session = starting.result() if starting else start_session(folder / GRAPH, threads)
        except ModelError:
            checking.result()  # a damaged file is the likelier reason, and says so
            raise
        except Exception as error:  # onnxruntime's own errors have no common base
            checking.result()
            raise ModelError(
                f"{folder / GRAPH}: onnxruntime cannot load it ({error}); update onnxruntime, or export again"
            ) from None
        runtime = cls(config, reading.result(), session, checking.result(), folder, threads)
        runtime._check(folder)
        return runtime

    def _check(self, folder: Path) -> None:
        """Whether graph and configuration are of one model."""
        config = self.config
        expected = {
            "operator": [config.graph_size, len(config.operators)],
            "operand": [config.max_arity, config.graph_size],
            "root": [config.graph_size],
        }
        if config.answerability:
            expected[UNANSWERABLE] = []
        found = {output.name: output.shape[1:] for output in self.session.get_outputs()}
        fits = [name in found and found[name][: len(shape)] == shape for name, shape in expected.items()]
        for name, shape in inspect(folder / GRAPH).items():
            if name in ("constants", "constants.once"):  # the latter in files of before
                fits.append(shape[-2:-1] == (len(config.constants),))
            elif name.endswith(".position_embeddings.weight") or name == "embeddings.places":
                fits.append(shape[:1] >= (config.max_tokens,))
        if not all(fits):
            raise ModelError(f"{folder / GRAPH}: does not fit config.json; export the model again")

    def scores(self, problems: Sequence[Problem]) -> Scores:
        """What the network says about the problems of one batch."""
        outputs = (*OUTPUTS, UNANSWERABLE) if self.config.answerability else OUTPUTS
        return Scores(self.config.vocabulary, *self.session.run(outputs, self.feed(problems)))

    def feed(self, problems: Sequence[Problem]) -> dict[str, NDArray[Any]]:
        """What the graph takes, by name."""
        from cantor.model.inputs import encode

        inputs = encode(problems, self.tokenizer, self.config)
        return {name: getattr(inputs, name) for name in INPUTS}


def _tokenizer(folder: Path) -> "Tokenizer":
    from cantor.model.inputs import load_tokenizer

    return load_tokenizer(folder)
