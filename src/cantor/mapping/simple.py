"""Placements that look at no probability: the paper's naive mapping and its random one."""

import torch
from torch import Tensor

from cantor.mapping.fit import check_fit
from cantor.mapping.program import Programs


def naive_placement(programs: Programs) -> Tensor:
    """Step i on vertex i. -> [B, S]"""
    batch, steps = programs.operator.shape
    return torch.arange(steps, device=programs.length.device).expand(batch, steps)


def random_placement(programs: Programs, size: int, generator: torch.Generator | None = None) -> Tensor:
    """One of the increasing placements, each as likely as any other. -> [B, S]"""
    check_fit(programs, size)
    batch, steps = programs.operator.shape
    length = programs.length[:, None]
    order = torch.rand(batch, size, generator=generator).argsort(1).to(length.device)
    # the first n of a random order of the vertices are a uniform n-subset; what comes after goes to the end
    place = torch.arange(size, device=length.device)
    chosen = torch.where(place < length, order, size).sort(1).values[:, :steps]
    return chosen.clamp(max=size - 1)
