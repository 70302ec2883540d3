"""What several tests share: tiny models, slow twins, servers and a browser."""
