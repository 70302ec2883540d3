"""Where models lie, and onnxruntime sessions of them.

Nothing of ours that takes time to import is needed here, so that a model can load while the rest is imported.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Generic, TypeVar

from cantor.errors import ModelError
from cantor.machine import cores
from cantor.model.files import GRAPH

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_T = TypeVar("_T")

#: The model that comes with the package.
DEFAULT = "default"
#: Where models live that are known by name.
MODELS = Path(__file__).parents[1] / "models"


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


def start_session(graph: Path | bytes, threads: int | None = None, once: bool = False) -> "InferenceSession":
    """onnxruntime on the CPU, quiet.

    `once`: for a single batch, which is answered sooner by a graph that nobody spends time on improving.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only; they come as exceptions too
    options.intra_op_num_threads = threads or (1 if once else cores())
    # Threads that wait by spinning take from all others, and on few cores from each other.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if once:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    source = graph if isinstance(graph, bytes) else str(graph)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
