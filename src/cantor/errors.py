"""What cantor raises on purpose: one base and, under it, a family for each thing that can be amiss."""


class CantorError(Exception):
    """Something the caller can act on; the message names what is wrong and how to fix it."""


class EquationError(CantorError):
    """Any trouble with an equation: how it is written, how it is built, how it runs."""


class DataError(CantorError):
    """A data file is not what it should be, or not there; the message names file, line and fix."""


class ModelError(CantorError):
    """A model cannot be made or read; the message says what is wrong with it and what to do."""


class RecipeError(CantorError):
    """A recipe has a wrong key or value; the message names it and what is allowed."""


class EndpointError(CantorError):
    """A server elsewhere cannot be used; the message says what to change."""
