"""Language models behind an endpoint, asked to reason in words: no torch, no training."""
