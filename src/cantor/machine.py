"""What this machine has."""

import os


def cores() -> int:
    """How many cores this process may use."""
    able = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return able or 1
