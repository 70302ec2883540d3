"""Files, folders and the network, by the standard library alone: whole or not at all, row by row, checked."""
