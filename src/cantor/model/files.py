"""The names of a model's files."""

CONFIG, TOKENIZER, CARD, MANIFEST = "config.json", "tokenizer.json", "README.md", "sha256.json"
#: The network itself: to be trained with torch, or to be run by onnxruntime.
WEIGHTS, GRAPH = "model.safetensors", "model.onnx"
