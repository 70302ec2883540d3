"""The other systems of the paper on the same encoder, data, training loop and metrics."""
