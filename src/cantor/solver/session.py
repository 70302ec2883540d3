"""onnxruntime sessions, and what is done while they start.

Nothing of ours that takes time to import is needed here, so that a model can load while the rest is imported.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from cantor.io.threads import cores
from cantor.model.onnx.inspect import inspect

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def start_session(graph: Path | bytes, threads: int | None = None, once: bool = False) -> "InferenceSession":
    """onnxruntime on the CPU, quiet.

    `once`: for a single batch, which is answered sooner by a graph that nobody spends time on improving.
    """
    import onnxruntime

    inspect(graph)  # before it can do anything

    onnxruntime.disable_telemetry_events()  # where it was imported before us
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3  # errors only; they come as exceptions too
    options.intra_op_num_threads = threads or (1 if once else cores())
    # Threads that wait by spinning take from all others, and on few cores from each other.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    if once:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    source = graph if isinstance(graph, bytes) else str(graph)
    return onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
