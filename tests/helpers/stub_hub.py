"""A Hugging Face Hub of our own: one repository at one commit, on this machine."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

NAME, COMMIT = "school/counting", "0123456789abcdef0123456789abcdef01234567"


@contextmanager
def hub(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Serves a folder's files as NAME at COMMIT; its address, and the paths that were asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def _answer(self, body: bool) -> None:
            asked.append(self.path)
            start = f"/{NAME}/resolve/{COMMIT}/"
            file = folder / self.path.removeprefix(start)
            if not self.path.startswith(start) or not file.is_file():
                known = self.path.startswith(f"/{NAME}/resolve/{COMMIT}")
                self.send_response(404)
                self.send_header("X-Error-Code", "EntryNotFound" if known else "RepoNotFound")
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            content = file.read_bytes()
            self.send_response(200)
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
            self.send_header("X-Repo-Commit", COMMIT)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if body:
                self.wfile.write(content)

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
