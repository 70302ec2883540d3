"""The model card that is written beside every saved model."""

from cantor.model.config import READERS, ModelConfig

_TO_TRAIN = """from cantor.model import from_pretrained

model, tokenizer = from_pretrained("this-folder")"""
_TO_SOLVE = """from cantor.solver import Solver

solver = Solver.from_pretrained("this-folder")
print(solver.solve("Ida picks 3 bowls of 14 plums. How many plums has she?").display)"""
_TO_ASK = """from cantor.reading.reader import Reader

reader = Reader("this-folder")
print(reader.ask("Ida picked 14 plums on Monday and 9 on Friday.", "How many more on Monday?"))"""
_SOLVES = """It reads a problem in plain English and returns a graph of reasoning steps with exact values."""
_READS = """It reads a passage and a question and answers with a number, a date or spans of the text."""


def model_card(config: ModelConfig, exported: bool = False) -> str:
    """What the model is, what it was trained on and how to use it, in Markdown."""
    reads = config.system in READERS
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

{_READS if reads else _SOLVES}

| | |
|---|---|
{rows}

```python
{(_TO_ASK if reads else _TO_SOLVE) if exported else _TO_TRAIN}
```

It knows arithmetic over the numbers of the text and the constants above, and nothing of the world. Its
answers can be wrong: {"look at the places" if reads else "read the steps"}.
"""


def _cell(value: object) -> str:
    """A value that cannot end its row or cell of the table."""
    return " ".join(str(value).replace("|", "\\|").split())
