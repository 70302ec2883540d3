"""Long stories put together from linked facts, as many as wanted, each with its step."""

from cantor.data.synthetic.chains.composing import chain_story

__all__ = ["chain_story"]
