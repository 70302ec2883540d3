"""HTTP API and web page over a solver (extra `serve`)."""

from cantor.serve.app import create_app
from cantor.serve.limits import Limits
from cantor.serve.running import bind, run
from cantor.serve.workers import run_workers

__all__ = ["Limits", "bind", "create_app", "run", "run_workers"]
