"""cantor: a problem in plain English in, its answer and the steps that lead to it out."""

__version__ = "0.1.0"
