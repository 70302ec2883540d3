"""Measurements of speed, as `cantor bench` prints them."""
