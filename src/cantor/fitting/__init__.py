"""What is fitted after training, on development data: how to rank, the verifier, the calibration."""
