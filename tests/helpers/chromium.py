"""A real Chromium, driven over its debugging pipe: no driver, no package, one process.

Messages are JSON with a zero byte after each. What a test does goes in as real keys and clicks, and names of
controls come out as Chromium's own accessibility tree has them.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60.0

_KEYS = {
    "Enter": ("Enter", 13, "\r"),
    "Tab": ("Tab", 9, ""),
    "Space": (" ", 32, " "),
    "Backspace": ("Backspace", 8, ""),
    "End": ("End", 35, ""),
    "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowLeft": ("ArrowLeft", 37, ""),
    "ArrowRight": ("ArrowRight", 39, ""),
}


def found() -> str | None:
    """Chromium's path, or None where this machine has none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One Chromium without a window."""

    def __init__(self, program: str, profile: str):
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def place() -> None:  # Chromium reads from 3 and writes to 4
            high = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(high[0], 3, inheritable=True)
            os.dup2(high[1], 4, inheritable=True)

        command = [
            program,
            "--headless=new",
            "--remote-debugging-pipe",
            f"--user-data-dir={profile}",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            "about:blank",
        ]
        self.process = subprocess.Popen(
            command,
            preexec_fn=place,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out = ours_in, ours_out
        self._buffer = b""
        self._last = 0
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, session: str | None = None, **parameters: Any) -> Any:
        """Call a method of the DevTools protocol and wait for its result."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self._receive(deadline)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(self._in, 1 << 20) if ready else b""
            if not piece:
                raise TimeoutError("Chromium does not answer")
            self._buffer += piece
        message, _, self._buffer = self._buffer.partition(b"\0")
        return dict(json.loads(message))

    def page(self) -> "Page":
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Page(self, target, session)

    def close(self) -> None:
        with suppress(OSError, TimeoutError):
            self.send("Browser.close")
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._in)
        os.close(self._out)


class Page:
    """One tab, with its own record of requests and complaints."""

    def __init__(self, browser: Browser, target: str, session: str):
        self.browser, self.target, self.session = browser, target, session
        for domain in ("Page", "Runtime", "Network", "Log", "DOM", "Accessibility"):
            self.send(f"{domain}.enable")
        self.size(1280, 900)

    def send(self, method: str, **parameters: Any) -> Any:
        return self.browser.send(method, self.session, **parameters)

    def events(self, method: str) -> list[dict[str, Any]]:
        self.evaluate("0")  # whatever came before is in now
        return [
            event["params"]
            for event in self.browser.events
            if event.get("sessionId") == self.session and event["method"] == method
        ]

    @property
    def requests(self) -> list[str]:
        return [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]

    @property
    def complaints(self) -> list[str]:
        """Errors that the page threw or that the browser logged, such as breaches of the policy."""
        thrown = [
            event["exceptionDetails"].get("exception", {}).get("description", "an error")
            for event in self.events("Runtime.exceptionThrown")
        ]
        logged = [event["entry"] for event in self.events("Log.entryAdded")]
        return thrown + [f"{one['text']} {one.get('url', '')}" for one in logged if one["level"] == "error"]

    def reset(self) -> None:
        """An empty page of the usual size, online, with nothing on record."""
        self.offline(False)
        self.prefer()
        self.size(1280, 900)
        self.go("about:blank")
        self.browser.events.clear()

    # Looking

    def go(self, url: str) -> None:
        self.send("Page.navigate", url=url)
        self.until("document.readyState === 'complete'")

    def evaluate(self, expression: str) -> Any:
        """A JavaScript expression's value; promises are awaited."""
        result = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def until(self, expression: str, patience: float = 30.0) -> Any:
        """Wait for an expression to become true, and return it."""
        deadline = time.monotonic() + patience
        while True:
            try:
                if value := self.evaluate(expression):
                    return value
            except RuntimeError:  # the page is being exchanged
                if time.monotonic() > deadline:
                    raise
            if time.monotonic() > deadline:
                raise TimeoutError(f"never true: {expression}")
            time.sleep(0.03)

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent"))

    def visible(self, selector: str) -> bool:
        return bool(
            self.evaluate(
                f"(e => Boolean(e && e.offsetParent))(document.querySelector({json.dumps(selector)}))"
            )
        )

    def controls(self) -> list[tuple[str, str]]:
        """Role and name of everything a person can act on, from the accessibility tree."""
        roles = {"button", "link", "textbox", "radio", "checkbox", "combobox", "slider", "spinbutton"}
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node.get("ignored") and node.get("role", {}).get("value") in roles
        ]

    # Doing

    def size(self, width: int, height: int, phone: bool = False) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    def prefer(self, **features: str) -> None:
        """Such as prefer(prefers_color_scheme="dark")."""
        chosen = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.send("Emulation.setEmulatedMedia", features=chosen)

    def offline(self, on: bool) -> None:
        self.send(
            "Network.emulateNetworkConditions",
            offline=on,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def write(self, text: str) -> None:
        """Type into whatever has the focus."""
        self.send("Input.insertText", text=text)

    def press(self, name: str, times: int = 1, shift: bool = False) -> None:
        key, code, text = _KEYS[name]
        for _ in range(times):
            common = {"key": key, "code": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
            self.send("Input.dispatchKeyEvent", type="keyDown", text="" if shift else text, **common)
            self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    def click(self, selector: str) -> None:
        """A real click in the middle of an element that rests there, which must be what lies on top.

        One that the page moved away from under the click is clicked again.
        """
        for _ in range(5):
            x, y, on_top = self.evaluate(
                f"""(async () => {{
                  const e = document.querySelector({json.dumps(selector)});
                  e.scrollIntoView({{block: "center"}});
                  const middle = () => {{
                    const {{left, top, width, height}} = e.getBoundingClientRect();
                    return [left + width / 2, top + height / 2];
                  }};
                  let [x, y] = middle();
                  for (let tries = 0; tries < 100; tries++) {{
                    await new Promise(requestAnimationFrame);
                    const before = [x, y];
                    [x, y] = middle();
                    if (x === before[0] && y === before[1]) break;
                  }}
                  const hit = document.elementFromPoint(x, y);
                  window.missed = true;
                  e.addEventListener("click", () => (window.missed = false), {{capture: true, once: true}});
                  return [x, y, Boolean(hit) && (e.contains(hit) || hit.contains(e))];
                }})()"""
            )
            assert on_top, f"{selector} is covered by something else"
            for kind in ("mousePressed", "mouseReleased"):
                self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
            if not self.evaluate("Boolean(window.missed)"):  # another page knows of no click
                return

    def hover(self, selector: str) -> None:
        x, y = self.evaluate(
            f"(r => [r.left + r.width / 2, r.top + r.height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def screenshot(self, file: Path, whole: bool = True) -> None:
        picture = self.send(
            "Page.captureScreenshot",
            format="png",
            captureBeyondViewport=whole,
            **({"clip": self._everything()} if whole else {}),
        )
        file.write_bytes(base64.b64decode(picture["data"]))

    def _everything(self) -> dict[str, float]:
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        return {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}

    def close(self) -> None:
        self.browser.send("Target.closeTarget", targetId=self.target)


@contextmanager
def browser(program: str) -> Iterator[Browser]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        running = Browser(program, profile)
        try:
            yield running
        finally:
            running.close()
