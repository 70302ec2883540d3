"""Which vertex carries which step: exact algorithms over all placements, and the paper's approximations."""

from cantor.equation.vocabulary import Vocabulary
from cantor.mapping.beam import beam_placement
from cantor.mapping.exact import best_placement, count_placements, log_marginal, sample_placement
from cantor.mapping.fit import DoesNotFit
from cantor.mapping.independent import independent_log_marginal
from cantor.mapping.potentials import Potentials, placement_score, potentials
from cantor.mapping.program import NotInVocabulary, Program, Programs, collate, program
from cantor.mapping.simple import naive_placement, random_placement

__all__ = [
    "DoesNotFit",
    "NotInVocabulary",
    "Potentials",
    "Program",
    "Programs",
    "Vocabulary",
    "beam_placement",
    "best_placement",
    "collate",
    "count_placements",
    "independent_log_marginal",
    "log_marginal",
    "naive_placement",
    "placement_score",
    "potentials",
    "program",
    "random_placement",
    "sample_placement",
]
