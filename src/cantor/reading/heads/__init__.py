"""What a reader can answer with: each head knows the probability of an answer, and proposes answers."""
