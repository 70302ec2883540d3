"""Datasets: where they are, how to get them, how to read them."""
