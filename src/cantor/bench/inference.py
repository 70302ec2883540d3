"""What answering costs, part by part: what is measured, whichever runtime computes it."""

from dataclasses import asdict, dataclass
from typing import Any

from cantor.bench.timing import allocator
from cantor.problem import Problem

#: Three numbers, as most problems have.
PROBLEM = Problem.from_text("A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many are left?")


@dataclass(frozen=True, slots=True)
class Settings:
    """What is measured; the defaults are those that the project's figures are for."""

    model: str = ""  # a model's folder; an untrained one on `encoder` where left out
    encoder: str = "minilm"
    batch: int = 32
    tokens: int = 48
    vertices: int = 60
    threads: int = 2
    rounds: int = 15
    best: int = 5


def summary(
    found: dict[str, float], settings: Settings, graph_size: int, versions: dict[str, str]
) -> dict[str, Any]:
    """Medians as the contract names them."""
    network = found["encoder_s"] + found["decoder_s"]
    return {
        **{name: seconds for name, seconds in found.items() if name != "single_s"},
        "single_ms": 1000 * found["single_s"],
        "graph_size": graph_size,
        "answers_to_network": found["answers_s"] / network,
        "settings": {**asdict(settings), "environment": allocator(), **versions},
    }
