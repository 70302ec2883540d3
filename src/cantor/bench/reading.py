"""What a reader's exact sums cost, beside one training step of the encoder that they serve.

The questions are made up, but as DROP's are at their worst: as many tokens as the encoder reads, forty
numbers, every answer both a set of three texts that stand in four places each and a difference of two of
them. In one question of six the places overlap.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import torch
from torch import Tensor

from cantor.bench.mapping import encoder_step
from cantor.bench.timing import allocator, interleaved, machine
from cantor.equation.vocabulary import Vocabulary
from cantor.model.config import ModelConfig
from cantor.model.thoughts import ThoughtGraph
from cantor.model.threads import torch_threads
from cantor.reading.heads.arithmetic import Arithmetic
from cantor.reading.heads.graph import OPERATORS, Graph
from cantor.reading.heads.multi_span import MultiSpan
from cantor.reading.heads.signs import Signs
from cantor.reading.inputs import Tokens
from cantor.reading.passage import Asked
from cantor.reading.questions import Question
from cantor.reading.targets import Targets
from cantor.reading.ways import Gamma, Quantities, ways_to

#: How many texts an answer has, and in how many places each of them stands.
TEXTS, PLACES = 3, 4
_SIZE = 8  # of heads whose networks are not asked


@dataclass(frozen=True, slots=True)
class Settings:
    """What is measured; the defaults are those that the project's figures are for."""

    batch: int = 12
    tokens: int = 512
    mentions: int = 40
    vertices: int = 10
    threads: int = 2
    rounds: int = 5
    encoder: str = "minilm"
    seed: int = 0


def measure(settings: Settings) -> dict[str, Any]:
    """Median seconds of each sum with its gradient and of the encoder, and their share of it together."""
    with torch_threads(settings.threads):
        gamma = Gamma()
        random = Random(settings.seed)
        rounds = [
            [_question(random, gamma, settings, n) for n in range(settings.batch)]
            for _ in range(settings.rounds)
        ]
        tags, signs, graph = _scores(settings, gamma)
        tagging = MultiSpan(_SIZE, 0.0)
        by_signs, by_graph = _heads(gamma, settings)

        def learn(log_prob: Callable[[Any, list[Question]], Tensor], scores: Any, turn: int) -> None:
            torch.autograd.backward(-log_prob(scores, rounds[turn]).mean())

        tasks: dict[str, Callable[[int], object]] = {
            "taggings_s": partial(learn, tagging.log_prob, tags),
            "signs_s": partial(learn, by_signs.log_prob, signs),
            "graph_s": partial(learn, by_graph.log_prob, graph),
        }
        encode = encoder_step(settings.encoder, settings.batch, settings.tokens)
        found = interleaved({"encoder_step_s": encode, **tasks}, settings.rounds)
    ways = [len(q.targets.arithmetic) for questions in rounds for q in questions if q.targets is not None]
    return {
        **found,
        "exact_sums_to_encoder_step": sum(found[name] for name in tasks) / found["encoder_step_s"],
        "ways_per_question": sum(ways) / len(ways),
        "processor_s": found.processor,
        "machine": machine(),
        "settings": {**asdict(settings), "environment": allocator(), "torch": torch.__version__},
    }


def _heads(gamma: Gamma, settings: Settings) -> tuple[Arithmetic, Arithmetic]:
    constants = tuple(map(str, gamma.constants))
    config = ModelConfig(OPERATORS, constants, graph_size=settings.vertices, decoder_heads=1)
    return Signs(_SIZE, gamma, 1.0, 0.0), Graph(_SIZE, gamma, config)


def _question(random: Random, gamma: Gamma, settings: Settings, n: int) -> Question:
    values = [Fraction(random.randint(1, 60)) for _ in range(settings.mentions)]
    found = Quantities((*gamma.constants, *values), tuple((0, 1) for _ in values))
    starts = random.sample(range(1, settings.tokens - 4, 4), TEXTS * PLACES)
    places = [[(start, start + 1) for start in starts[t::TEXTS]] for t in range(TEXTS)]
    if n % 6 == 0:  # the second text stands within the first
        places[1] = [(last, last) for _, last in places[0]]
    answer = abs(values[0] - values[1])
    targets = Targets((), tuple(tuple(sorted(p)) for p in places), None, ways_to(answer, found, gamma))
    nothing = Tokens([], torch.zeros(0, dtype=torch.long).numpy(), [], {}, {})
    return Question(Asked("", "", (), ()), nothing, found, targets)


def _scores(settings: Settings, gamma: Gamma) -> tuple[Tensor, Tensor, ThoughtGraph]:
    """Log-probabilities as the heads' networks would give them."""
    noise = torch.Generator().manual_seed(settings.seed)
    batch, size, count = settings.batch, settings.vertices, len(gamma.constants) + settings.mentions

    def normal(*shape: int) -> Tensor:
        return torch.randn(shape, generator=noise)

    operand = normal(batch, 2, size, size + count)
    operand[..., :size].masked_fill_(torch.ones(size, size, dtype=torch.bool).triu(), -torch.inf)
    shapes = ((batch, settings.tokens, 3), (batch, count, 3), (batch, size, 2), (batch, size))
    raw = (*(normal(*shape) for shape in shapes), operand)
    tags, signs, operator, root, operand = (x.log_softmax(-1).requires_grad_() for x in raw)
    graph = ThoughtGraph(operator, operand, root, vocabulary=Vocabulary(OPERATORS, gamma.constants))
    return tags, signs, graph
