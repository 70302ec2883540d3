"""Training: recipes, objectives, the loop and its checkpoints. Needs the extra `train`."""
