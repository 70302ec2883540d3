"""How often each hard EM finds the likeliest placement: python benchmarks/placements.py

Heads are drawn at random for an equation of nine steps that branches. The paper's beam searches level by
level, exact hard EM in post-order, with one order of the blocks below a step or with both.
"""

import argparse

import torch

from cantor.equation.parse import parse_infix
from cantor.mapping import (
    Vocabulary,
    beam_placement,
    best_placement,
    collate,
    placement_score,
    potentials,
    program,
)

EQUATION = "((n0 + n1) * n2 - (n3 / n4)) * ((n5 - n6) + (n7 * n8) / n9)"
SYMBOLS = ("+", "-", "*", "/")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=200)
    parser.add_argument("--vertices", type=int, default=20)
    parser.add_argument("--beam", type=int, default=20)
    args = parser.parse_args()
    torch.manual_seed(0)
    equation = parse_infix(EQUATION)
    programs = collate([program(equation, Vocabulary(SYMBOLS, ()))] * args.draws)
    size = args.vertices
    operand = torch.randn(args.draws, 2, size, size + 10)
    operand[..., :size].masked_fill_(torch.ones(size, size).triu().bool(), -torch.inf)
    given = potentials(
        torch.randn(args.draws, size, len(SYMBOLS)).log_softmax(-1),
        operand.log_softmax(-1),
        torch.randn(args.draws, size).log_softmax(-1),
        programs,
    )
    found = torch.stack(  # [3, draws]
        [
            placement_score(given, programs, placement)
            for placement in (
                beam_placement(given, programs, args.beam),
                best_placement(given, programs),
                best_placement(given, programs, both_orders=True),
            )
        ]
    )
    one, both = ((found[0] > found[i]).double().mean() for i in (1, 2))
    print(f"{equation.branches} branches, L = {size}, B = {args.beam}, {args.draws} draws")
    print(f"the beam's placement is likelier than that of exact hard EM: {one:.1%}")
    print(f"likelier than that of exact hard EM with both orders: {both:.1%}")


if __name__ == "__main__":
    main()
