"""A network as an ONNX graph that onnxruntime runs without torch, and back again."""
