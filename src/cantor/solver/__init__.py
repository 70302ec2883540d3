"""From a thought graph to answers, whichever runtime made it."""
