"""The one base class of every error that cantor raises on purpose."""


class CantorError(Exception):
    """Something the caller can act on; the message names what is wrong and how to fix it."""


class ModelError(CantorError):
    """A model cannot be made or read; the message says what is wrong with it and what to do."""


class DataError(CantorError):
    """A data file is not what it should be; the message names file, line and fix."""
