"""The model card that is written beside every saved model."""

from cantor.model.config import ModelConfig

_TO_TRAIN = """from cantor.model import from_pretrained

model, tokenizer = from_pretrained("this-folder")"""
_TO_SOLVE = """from cantor.solver import Solver

solver = Solver.from_pretrained("this-folder")
print(solver.solve("Ida picks 3 bowls of 14 plums. How many plums has she?").display)"""


def model_card(config: ModelConfig, exported: bool = False) -> str:
    """What the model is, what it was trained on and how to use it, in Markdown."""
    facts = {
        "Encoder": config.encoder.get("_name_or_path") or config.encoder.get("model_type", "unknown"),
        "Graph size": config.graph_size,
        "Decoder": f"{config.decoder_layers} blocks, {config.decoder_heads} heads",
        "Operators": " ".join(f"`{symbol}`" for symbol in config.operators),
        "Constants": " ".join(config.constants) or "none",
        "Most tokens": config.max_tokens,
        "Numbers from": config.number_policy,
        "Numbers enter as": f"{config.number_input}, pooled by {config.number_pooling}",
        "System": config.system,
        **({"Weights": config.quantisation} if config.quantisation != "none" else {}),
        "Format": config.format_version,
        **{str(name).replace("_", " ").capitalize(): value for name, value in config.trained.items()},
    }
    rows = "\n".join(f"| {_cell(name)} | {_cell(value)} |" for name, value in facts.items())
    return f"""# A cantor model

It reads a problem in plain English and returns a graph of reasoning steps with exact values.

| | |
|---|---|
{rows}

```python
{_TO_SOLVE if exported else _TO_TRAIN}
```

It knows arithmetic over the numbers of the text and the constants above, and nothing of the world. Its
answers can be wrong: read the steps.
"""


def _cell(value: object) -> str:
    """A value that cannot end its row or cell of the table."""
    return " ".join(str(value).replace("|", "\\|").split())
