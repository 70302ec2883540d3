"""An exported model in memory: problems in, decoded graphs of thoughts out. onnxruntime, no torch."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from cantor.model.config import ModelConfig, ModelError
from cantor.model.folder import GRAPH, check_hashes, opened
from cantor.problem import Problem
from cantor.solver.decoding import DecodedGraph, decode

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_T = TypeVar("_T")

#: The model that comes with the package.
DEFAULT = "default"
#: Where models live that are known by name.
MODELS = Path(__file__).parents[1] / "models"

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
    def load(cls, path: str | Path, threads: int | None = None, *, once: bool = False) -> "Runtime":
        """A folder that `cantor export` wrote, checked; as many threads as cores unless given.

        `once`: for a single batch, which is answered sooner by a graph that nobody spends time on improving.
        """
        folder, config = opened(path, GRAPH)
        # Three things that take a while and wait for each other in nothing: hashes, tokenizer, session.
        checking = Meanwhile(lambda: check_hashes(folder, GRAPH))
        reading = Meanwhile(lambda: _tokenizer(folder))
        try:
            session = start_session(folder / GRAPH, threads, once)
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
        from cantor.model.inputs import encode

        inputs = encode(problems, self.tokenizer, self.config)
        arrays = {name: getattr(inputs, name) for name in INPUTS}
        operator, operand, root = self.session.run(OUTPUTS, arrays)
        return operator, operand, root

    def think(self, problems: Sequence[Problem]) -> list[DecodedGraph]:
        """The decoded graph of each problem of one batch."""
        known = self.config.vocabulary
        return decode(known.operators, known.constants, *self.scores(problems))


def start_session(graph: Path | bytes, threads: int | None = None, once: bool = False) -> "InferenceSession":
    """onnxruntime on the CPU, quiet."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only; they come as exceptions too
    options.intra_op_num_threads = threads or (1 if once else 0)  # 0: as many as cores
    if once:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    source = graph if isinstance(graph, bytes) else str(graph)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])


def _tokenizer(folder: Path) -> "Tokenizer":
    from cantor.model.inputs import load_tokenizer

    return load_tokenizer(folder)


def model_folder(path_or_name: str | Path) -> Path:
    """Where a model lies that is known by name, or else the folder itself."""
    named = MODELS / path_or_name
    if named.parent == MODELS and not Path(path_or_name).exists():
        if named.is_dir():
            return named
        known = sorted(path.name for path in MODELS.glob("*") if path.is_dir())
        if path_or_name == DEFAULT:
            raise ModelError(
                "this copy of cantor comes without its embedded model; give the folder of another one, which "
                "`cantor export` writes (--model FOLDER, or Solver.from_pretrained(FOLDER))"
            )
        raise ModelError(
            f"there is no model {str(path_or_name)!r}; give the folder of one"
            + (f", or one of {', '.join(known)}" if known else "")
        )
    return Path(path_or_name)


def is_exported(path_or_name: str | Path) -> bool:
    """Whether it is a model that needs no torch, rather than one to be trained."""
    return (model_folder(path_or_name) / GRAPH).is_file()


class Meanwhile(Thread, Generic[_T]):
    """Something done meanwhile; its result, or what it raised, when asked for."""

    def __init__(self, do: Callable[[], _T]):
        super().__init__(daemon=True)
        self._do = do
        self._done: list[_T] = []
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._done.append(self._do())
        except BaseException as error:
            self._error = error

    def result(self) -> _T:
        self.join()
        if self._error is not None:
            raise self._error
        return self._done[0]
