"""Answering with torch: the encoder, the decoder with its heads, and the answers."""

from typing import Any

import torch
from tokenizers import Tokenizer

from cantor.bench.inference import Settings, described, problems_of_length, summary
from cantor.bench.timing import interleaved
from cantor.equation import CORE
from cantor.model import Cantor, ModelError, ThoughtGraph, from_pretrained, new_model
from cantor.model.system import Batch
from cantor.model.threads import torch_threads
from cantor.problem import Problem
from cantor.thought.answering import Answering
from cantor.thought.verifier import READ


@torch.no_grad()
def measure(settings: Settings) -> dict[str, Any]:
    """Median seconds of each part of answering a batch, and milliseconds for one problem alone."""
    return times(*cantor_of(settings), settings)


@torch.no_grad()
def times(model: Cantor, tokenizer: Tokenizer, settings: Settings) -> dict[str, Any]:
    """The same for a model that is there already."""
    with torch_threads(settings.threads):
        problems = problems_of_length(settings.tokens, settings.batch, tokenizer)
        device = next(model.parameters()).device
        many, one = (Batch.of(some, tokenizer, model.config, device) for some in (problems, problems[:1]))
        text = model.encode(many)
        thoughts = model.score_text(text, many)

        own = model.config.answering
        alone = READ not in own.verifier.get("features", ())  # torch has no second network to ask
        answering = Answering.of(own.ranking, own.verifier if alone else {}, own.calibration)

        def answers(graph: ThoughtGraph) -> None:
            fresh = [Problem(p.text, p.numbers) for p in problems[: len(graph)]]  # nothing read before
            answering.answers(graph.scores(), fresh, settings.best)

        found = interleaved(
            {
                "encoder_s": lambda _: model.encode(many),
                "decoder_s": lambda _: model.score_text(text, many),
                "answers_s": lambda _: answers(thoughts),
                "total_s": lambda _: answers(model.score(many)),
                "single_s": lambda _: answers(model.score(one)),
            },
            settings.rounds,
        )
    return summary(
        found,
        settings,
        model.config.graph_size,
        {"torch": torch.__version__, "answers": described(answering)},
    )


def cantor_of(settings: Settings) -> tuple[Cantor, Tokenizer]:
    """The model that the settings name, or else an untrained one on their encoder."""
    if settings.model:
        model, tokenizer = from_pretrained(settings.model)
    else:
        torch.manual_seed(0)
        constants, size = ("1", "2", "100"), settings.vertices
        # Little init_std: vertices of random weights that differ much think wilder thoughts than any trained
        # model's, and comparing those takes most of the time.
        model, tokenizer = new_model(
            settings.encoder, operators=CORE, constants=constants, graph_size=size, init_std=0.02
        )
    if not isinstance(model, Cantor):
        raise ModelError(f"{settings.model} is no CANTOR model; `cantor compare` measures its rivals")
    return model.eval(), tokenizer
