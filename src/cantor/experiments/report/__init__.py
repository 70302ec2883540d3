"""What came of experiments, to read: pages, tables, charts."""
