"""Half precision where it is faster, full precision where it is not."""

import os
from typing import Literal

import torch

Precision = Literal["no", "fp16", "bf16"]


def usable_precision(asked: Precision) -> Precision:
    """What a recipe asks for, but bfloat16 on a processor only where that has instructions for it.

    Without them it is emulated, at a quarter of the speed of full precision.
    """
    return "no" if asked == "bf16" and not has_bfloat16() else asked


def has_bfloat16() -> bool:
    """Whether this machine multiplies in bfloat16; a torch too old to tell is taken at its word."""
    if torch.cuda.is_available():
        return True
    supported = getattr(torch.cpu, "_is_avx512_bf16_supported", lambda: True)
    return bool(supported())


def keep_few_kernels() -> None:
    """Have oneDNN keep what it made for a few shapes of matrices only, unless the environment says otherwise.

    It keeps 1,024, each with its memory: 4 GB after ten minutes of passages, hardly two batches of which are
    of one shape. To be called before its first product.
    """
    os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64")
