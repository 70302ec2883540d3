"""Rivals that write an equation token by token, or all tokens at a time."""
