"""Evaluation: predictions, metrics and reports. Needs the extra `train`."""
