"""A writer of passages with questions: seasons of games, censuses, histories; to warm a reader up on."""

from cantor.data.passage_writer.writer import write_passages

__all__ = ["write_passages"]
