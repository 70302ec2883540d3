"""How long something takes, whatever else the machine does."""

import gc
import time
from collections.abc import Callable


def processor_seconds(call: Callable[[], object]) -> float:
    """Of this process alone, and without clearing away the garbage of other tests."""
    gc.disable()
    try:
        start = time.process_time()
        call()
        return time.process_time() - start
    finally:
        gc.enable()
