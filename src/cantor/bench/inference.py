"""What answering costs, part by part: what is measured, whichever runtime computes it."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cantor.bench.timing import Medians, allocator, machine
from cantor.data.synthetic import write
from cantor.problem import Problem
from cantor.thought.answering import Answering

if TYPE_CHECKING:
    from tokenizers import Tokenizer

#: As many problems are written for each that is taken, to find those of the right length.
_CHOICE = 8


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


def problems_of_length(tokens: int, count: int, tokenizer: "Tokenizer") -> list[Problem]:
    """Written problems of about so many tokens. Random tokens would do for an untrained model, but what a
    trained one thinks of them is like nothing that it is for.
    """
    written = [Problem.from_text(problem.question) for problem in write(_CHOICE * count, 0)]
    written.sort(key=lambda problem: abs(len(tokenizer.encode(problem.text).ids) - tokens))
    return written[:count]


def described(answering: Answering) -> str:
    """The way from scores to answers that is timed, such as "marginal, verified, calibrated"."""
    parts = {"verified": answering.verifier is not None, "calibrated": bool(answering.calibration)}
    return ", ".join([answering.ranking.rank, *(name for name, used in parts.items() if used)])


def summary(found: Medians, settings: Settings, graph_size: int, versions: dict[str, str]) -> dict[str, Any]:
    """Medians as the contract names them."""
    # by processor time: the network may have several threads, and the machine other work
    running = found.processor
    network = running["encoder_s"] + running["decoder_s"]
    return {
        **{name: seconds for name, seconds in found.items() if name != "single_s"},
        "single_ms": 1000 * found["single_s"],
        "graph_size": graph_size,
        "answers_to_network": running["answers_s"] / network,
        "processor_s": found.processor,
        "machine": machine(),
        "settings": {**asdict(settings), "environment": allocator(), **versions},
    }
