"""The mean of several models' weights: python benchmarks/soup.py runs/a/best runs/b/best --output runs/ab

For stages of one training that came to differ in what they know: the second began where the first ended, so
that what lies between them is a model, too.
"""

import argparse
from pathlib import Path

import torch

from cantor.model import from_pretrained, save_pretrained
from cantor.model.warm_start import warm_start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="+", type=Path, help="the first one's vocabulary is kept")
    parser.add_argument("--output", type=Path, required=True)
    args = parser.parse_args()
    model, tokenizer = from_pretrained(args.models[0])
    states = []
    for folder in args.models:
        other, _ = from_pretrained(args.models[0])
        warm_start(other, folder)  # an operator's or a constant's weights go to the same one here
        states.append(other.state_dict())
    with torch.no_grad():
        for name, weights in model.state_dict().items():
            weights.copy_(torch.stack([state[name].float() for state in states]).mean(0))
    save_pretrained(model, tokenizer, args.output)


if __name__ == "__main__":
    main()
