"""A tiny model with random weights, exported as a real one is."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "model"))


def export_tiny(folder: Path) -> Path:
    """Write it; its answers are nonsense in the right form."""
    from tiny import BASE, encoder_folder

    from cantor.model.export import Exported
    from cantor.model.saving import new_model

    settings = BASE | {"graph_size": 12, "number_policy": "reader"}
    model, tokenizer = new_model(str(encoder_folder("bert", folder / "encoder", positions=512)), **settings)
    Exported.of(model, tokenizer).save(folder / "exported")
    return folder / "exported"
