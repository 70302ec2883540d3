"""The one base class of every error that cantor raises on purpose."""


class CantorError(Exception):
    """Something the caller can act on; the message names what is wrong and how to fix it."""
