"""Losses: what of a thought graph is made likelier, given the programs that solve each problem."""

from collections.abc import Sequence

import torch
from torch import Tensor

from cantor.mapping import (
    Programs,
    beam_placement,
    best_placement,
    collate,
    independent_log_marginal,
    log_marginal,
    naive_placement,
    placement_score,
    potentials,
    random_placement,
)
from cantor.mapping.potentials import Potentials
from cantor.mapping.semiring import LOG
from cantor.model.system import Item, Objective
from cantor.model.thoughts import ThoughtGraph


def loss(graph: ThoughtGraph, items: Sequence[Item], objective: Objective) -> Tensor:
    """-log P of what the objective asks for, per problem. -> [B]

    A problem may have several programs, where only its answer is known: marginal objectives sum over them,
    the others take the best. One that has none cannot be answered, which the model must be able to say.
    """
    programs, owner = programs_of(items, graph.operand.shape[1])
    if not len(owner):
        return _refusal(graph, torch.ones(len(graph), dtype=torch.bool), graph.root.new_zeros(len(graph)))
    rows = graph.rows(owner)
    given = potentials(rows.operator, rows.operand, rows.root, programs)
    if objective.name in ("mml", "exact-mml", "exact-mml-both"):
        losses = -by_problem(_marginal(objective.name, given, programs), owner, len(graph), best=False)
    else:
        with torch.no_grad():
            placement = _placement(objective, given, programs)
        losses = -by_problem(placement_score(given, programs, placement), owner, len(graph), best=True)
    without = torch.ones(len(graph), dtype=torch.bool)
    without[owner] = False
    return losses if not without.any() else _refusal(graph, without, losses)


def programs_of(items: Sequence[Item], places: int) -> tuple[Programs, Tensor]:
    """All programs of a batch, and which item each belongs to, [K]."""
    flat = [p for item in items for p in item.programs]
    owner = torch.tensor([i for i, item in enumerate(items) for _ in item.programs], dtype=torch.long)
    return collate(flat, places), owner


def _refusal(graph: ThoughtGraph, without: Tensor, losses: Tensor) -> Tensor:
    """The losses, and -log P(cannot be answered) of the problems `without` any program. -> [B]"""
    assert graph.unanswerable is not None, "a problem without an equation needs a model that can refuse"
    return torch.where(without, -graph.unanswerable, losses)


def _marginal(objective: str, given: Potentials, programs: Programs) -> Tensor:
    if objective == "mml":
        return independent_log_marginal(given, programs)
    return log_marginal(given, programs, both_orders=objective == "exact-mml-both")


def _placement(objective: Objective, given: Potentials, programs: Programs) -> Tensor:
    if objective.name in ("exact-hard-em", "exact-hard-em-both"):
        return best_placement(given, programs, both_orders=objective.name == "exact-hard-em-both")
    if objective.name == "hard-em":
        return beam_placement(given, programs, objective.beam)
    if objective.name == "naive":
        return naive_placement(programs)
    if objective.name == "random":
        return random_placement(programs, given.size, objective.generator)
    raise ValueError(f"unknown objective {objective.name!r}")


def by_problem(scores: Tensor, owner: Tensor, count: int, *, best: bool) -> Tensor:
    """Scores [K] of programs to scores [B] of problems: the sum of probabilities, or the best."""
    if len(scores) == count and torch.equal(owner, torch.arange(count)):
        return scores
    # each program's turn among those of its problem, so that they fill a padded table [B, most]
    same = owner[:, None] == owner[None, :]
    turn = same.tril(-1).sum(1)
    table = scores.new_full((count, int(turn.max()) + 1), -torch.inf)
    table = table.index_put((owner, turn), scores)
    return table.amax(1) if best else LOG.sum(table, 1)
