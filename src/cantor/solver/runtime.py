"""An exported model in memory: problems in, what the network says about them out. onnxruntime, no torch."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from cantor.errors import ModelError
from cantor.io.threads import Background
from cantor.model.config import READERS, ModelConfig
from cantor.model.files import GRAPH, INPUTS, OUTPUTS, RERANKER, TEXT, UNANSWERABLE
from cantor.model.folder import check_hashes, opened
from cantor.model.onnx.inspect import inspect
from cantor.problem import Problem
from cantor.solver.session import start_session
from cantor.thought.scores import Scores, Seen

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
        reranker: "InferenceSession | None" = None,
    ):
        self.config, self.tokenizer, self.session = config, tokenizer, session
        self.reranker = reranker  # scores candidate equations as a whole
        self.seen = reranker is not None  # whether scores come with what the encoder made of the text
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
            second = folder / RERANKER
            reranker = start_session(second, threads) if second.exists() else None
        except ModelError:
            checking.result()  # a damaged file is the likelier reason, and says so
            raise
        except Exception as error:  # onnxruntime's own errors have no common base
            checking.result()
            raise ModelError(
                f"{folder / GRAPH}: onnxruntime cannot load it ({error}); update onnxruntime, or export again"
            ) from None
        runtime = cls(config, reading.result(), session, checking.result(), folder, threads, reranker)
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
        if self.reranker is not None:
            shapes = inspect(folder / RERANKER)
            fits.append(shapes.get("constants", ())[:1] == (len(config.constants),))
            fits.append(shapes.get("operators.weight", ())[:1] == (len(config.operators) + 1,))
        if not all(fits):
            raise ModelError(f"{folder / GRAPH}: does not fit config.json; export the model again")

    def scores(self, problems: Sequence[Problem]) -> Scores:
        """What the network says about the problems of one batch."""
        return self.said(self.feed(problems))

    def said(self, feed: dict[str, NDArray[Any]]) -> Scores:
        """The same of a batch that is encoded already; where a re-ranker will ask for it, with what the
        encoder made of the text."""
        refuses, seen = self.config.answerability, self.seen
        found = self.session.run([*OUTPUTS, *[UNANSWERABLE] * refuses, *[TEXT] * seen], feed)
        states = Seen(found.pop(), feed["token_mask"], feed["pooling"]) if seen else None
        said = Scores(self.config.vocabulary, *found)
        return said if states is None else replace(said, seen=states)

    def feed(self, problems: Sequence[Problem]) -> dict[str, NDArray[Any]]:
        """What the graph takes, by name."""
        from cantor.model.inputs import encode

        inputs = encode(problems, self.tokenizer, self.config)
        return {name: getattr(inputs, name) for name in INPUTS}


def _tokenizer(folder: Path) -> "Tokenizer":
    from cantor.model.inputs import load_tokenizer

    return load_tokenizer(folder)
