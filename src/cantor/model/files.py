"""The names of a model's files and of its graph's tensors, and where models lie."""

import json
from pathlib import Path

from cantor.errors import ModelError

CONFIG, TOKENIZER, CARD, MANIFEST = "config.json", "tokenizer.json", "README.md", "sha256.json"
#: What an exported model answers with, where something was fitted: ranking and calibration; the verifier.
ANSWERING, VERIFIER = "answering.json", "verifier.json"
#: A second graph, of models that read candidate equations as a whole before the verifier judges them.
RERANKER = "reranker.onnx"
#: The network itself: to be trained with torch, or to be run by onnxruntime.
WEIGHTS, GRAPH = "model.safetensors", "model.onnx"
#: The graph's tensors by name; TEXT [B, T, d] is the encoder's output, a further output of graphs that are
#: exported now, and a tensor within those of before.
INPUTS = ("tokens", "token_mask", "pooling", "number_mask")
TEXT = "text"
OUTPUTS = ("operator", "operand", "root")
#: Those of the graph that scores candidate equations; see `cantor.thought.candidates`.
CANDIDATE_INPUTS = ("text", "token_mask", "pooling", "operator", "leaf", "below", "facts")
CANDIDATE_SCORE = "score"
#: A further output of models that may say that a problem cannot be answered.
UNANSWERABLE = "unanswerable"

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


def is_cantors(path_or_name: str) -> bool:
    """Whether it is a model of cantor's, rather than an encoder alone."""
    folder = Path(path_or_name) if Path(path_or_name).exists() else MODELS / path_or_name
    try:
        return "graph_size" in json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
