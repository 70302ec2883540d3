"""Where programs keep what they can get again."""

import os
import sys
from pathlib import Path


def user_cache() -> Path:
    """The user's cache folder; need not exist yet."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    xdg = os.environ.get("XDG_CACHE_HOME", "")
    # The XDG specification says that a relative path there is to be ignored.
    return Path(xdg) if os.path.isabs(xdg) else Path.home() / ".cache"
