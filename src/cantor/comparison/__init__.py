"""Systems side by side: same data, same metric, same machine. Needs the extra `train`."""
