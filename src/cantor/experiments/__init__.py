"""Many runs, one way: what to train and evaluate for a table of the paper or for a comparison of systems."""
