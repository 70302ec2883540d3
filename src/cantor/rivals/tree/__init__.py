"""Rivals that grow an equation as a tree from its root."""
