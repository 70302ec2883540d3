"""From what a network says about a problem to ranked answers. Numpy only: whoever computed the scores."""
