"""Losses: what of a thought graph is made likelier, given the programs that solve each problem."""

import torch
from torch import Tensor

from cantor.mapping import (
    Programs,
    beam_placement,
    best_placement,
    independent_log_marginal,
    log_marginal,
    naive_placement,
    placement_score,
    potentials,
    random_placement,
)
from cantor.mapping.potentials import Potentials
from cantor.mapping.semiring import LOG
from cantor.model.thoughts import ThoughtGraph


def loss(
    objective: str,
    graph: ThoughtGraph,
    programs: Programs,
    owner: Tensor,
    *,
    beam: int = 20,
    generator: torch.Generator | None = None,
) -> Tensor:
    """-log P of what the objective asks for, per problem. -> [B]

    `owner` [K] says which of the B problems each of the K programs solves: one each with full supervision,
    several where only the answer is known. Marginal objectives sum over them, the others take the best.
    """
    rows = graph.rows(owner)
    if objective == "vanilla":
        return -_reduced(_vanilla_score(rows, programs), owner, len(graph), best=False)
    given = potentials(rows.operator, rows.operand, rows.root, programs)
    if objective in ("mml", "exact-mml", "exact-mml-both"):
        scores = _marginal(objective, given, programs)
        return -_reduced(scores, owner, len(graph), best=False)
    with torch.no_grad():
        placement = _placement(objective, given, programs, beam, generator)
    return -_reduced(placement_score(given, programs, placement), owner, len(graph), best=True)


def _marginal(objective: str, given: Potentials, programs: Programs) -> Tensor:
    if objective == "mml":
        return independent_log_marginal(given, programs)
    return log_marginal(given, programs, both_orders=objective == "exact-mml-both")


def _placement(
    objective: str, given: Potentials, programs: Programs, beam: int, generator: torch.Generator | None
) -> Tensor:
    if objective == "exact-hard-em":
        return best_placement(given, programs)
    if objective == "hard-em":
        return beam_placement(given, programs, beam)
    if objective == "naive":
        return naive_placement(programs)
    if objective == "random":
        return random_placement(programs, given.size, generator)
    raise ValueError(f"unknown objective {objective!r}")


def _vanilla_score(graph: ThoughtGraph, programs: Programs) -> Tensor:
    """The first n vertices carry the n steps, the last is the root, and n itself is predicted. -> [K]"""
    assert graph.length is not None, "the vanilla objective needs a model that predicts the length"
    given = potentials(graph.operator, graph.operand, torch.zeros_like(graph.root), programs)
    length = graph.length.gather(1, programs.length[:, None] - 1)[:, 0]
    return placement_score(given, programs, naive_placement(programs)) + length


def _reduced(scores: Tensor, owner: Tensor, count: int, *, best: bool) -> Tensor:
    """Scores [K] of programs to scores [B] of problems: the sum of probabilities, or the best."""
    if len(scores) == count:
        return scores
    # each program's turn among those of its problem, so that they fill a padded table [B, most]
    same = owner[:, None] == owner[None, :]
    turn = same.tril(-1).sum(1)
    table = scores.new_full((count, int(turn.max()) + 1), -torch.inf)
    table = table.index_put((owner, turn), scores)
    return table.amax(1) if best else LOG.sum(table, 1)
