"""WebKitGTK's small browser, driven by WebDriver, on a screen that nobody sees."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import httpx

from tests.engines.window import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

SIZE = (1440, 900)


class WebKit:
    """A window of 1440×900 on a screen of its own."""

    def __init__(self, driver: str, browser: str, screen: str, folder: Path) -> None:
        with ExitStack() as stack:
            display = _screen(screen, stack)
            home = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "XDG_CACHE_HOME": str(folder)}
            environment = {**os.environ, **home, "DISPLAY": display, "LANG": "C.UTF-8", "GDK_BACKEND": "x11"}
            port = _free_port()
            self._address = f"http://127.0.0.1:{port}"
            command = [driver, f"--port={port}"]
            quiet = subprocess.DEVNULL
            started = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet)
            stack.callback(_end, started)
            options = {"binary": browser, "args": ["--automation"]}
            wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
            self._session = self._begin({"capabilities": {"alwaysMatch": wanted}})
            stack.callback(_request, "DELETE", self._session)
            self.resize(*SIZE)
            self.close = stack.pop_all().close

    def _begin(self, capabilities: dict[str, Any]) -> str:
        """Open the window as soon as the driver listens."""
        latest = time.monotonic() + PATIENCE
        while True:
            try:
                answer = _request("POST", f"{self._address}/session", capabilities)
                return f"{self._address}/session/{answer['sessionId']}"
            except httpx.ConnectError:
                if time.monotonic() > latest:
                    raise
                time.sleep(0.1)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return _request(method, f"{self._session}/{path}", body)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, its frame included."""
        self._ask("POST", "window/rect", {"width": width, "height": height, "x": 0, "y": 0})

    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self._ask("POST", "url", {"url": address})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, as JSON has it."""
        script = "const done = arguments[0]; Promise.resolve(EXPRESSION).then((value) => done(value ?? null))"
        body = {"script": script.replace("EXPRESSION", expression), "args": []}
        return self._ask("POST", "execute/async", body)

    def click_at(self, x: float, y: float) -> None:
        """A real click."""
        actions = [
            {"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}
        self._ask("POST", "actions", {"actions": [mouse]})


def _screen(program: str, stack: ExitStack) -> str:
    """The name of a new screen, which its server chooses itself."""
    command = [program, "-displayfd", "1", "-screen", "0", "1600x1100x24", "-nolisten", "tcp"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    stack.callback(_end, process)
    assert process.stdout is not None
    return f":{process.stdout.readline().strip()}"


def _end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    process.communicate(timeout=PATIENCE)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _request(method: str, address: str, body: dict[str, Any] | None = None) -> Any:
    answer = httpx.request(method, address, json=body, timeout=PATIENCE)
    assert answer.is_success, answer.text
    return answer.json()["value"]
