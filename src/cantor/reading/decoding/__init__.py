"""From a network's scores to answers, in numpy: one decoding, whoever computed the scores."""

from cantor.reading.decoding.answers import decode

__all__ = ["decode"]
