"""Firefox, driven by WebDriver BiDi, which it speaks without a driver of its own."""

from __future__ import annotations

import json
import re
import subprocess
from contextlib import ExitStack
from itertools import count
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

from tests.engines.window import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

SIZE = (1440, 900)
QUIET = (
    ("browser.shell.checkDefaultBrowser", False),
    ("datareporting.policy.dataSubmissionEnabled", False),
    ("toolkit.telemetry.enabled", False),
    ("app.update.enabled", False),
    ("network.captive-portal-service.enabled", False),
    ("network.connectivity-service.enabled", False),
    ("intl.accept_languages", "en"),
)
"""Nothing is asked of other sites."""


class Firefox:
    """A window of 1440×900 without anything to see."""

    def __init__(self, program: str, folder: Path) -> None:
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET]
        (folder / "user.js").write_text("\n".join(lines))
        command = [program, "--headless", "--no-remote", "--profile", str(folder), "about:blank"]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        self._numbers = count(1)
        with ExitStack() as stack:
            stack.callback(self._end)
            self._socket = stack.enter_context(connect(f"{self._address()}/session", max_size=None))
            self._ask("session.new", {"capabilities": {}})
            self._context = self._ask("browsingContext.getTree", {})["contexts"][0]["context"]
            self.resize(*SIZE)
            self.close = stack.pop_all().close

    def _end(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)

    def _address(self) -> str:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                return found[1]
        raise AssertionError("Firefox did not start")

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", {"context": self._context, "viewport": viewport})

    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self._ask("browsingContext.navigate", {"context": self._context, "url": address, "wait": "complete"})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page; it travels as JSON, BiDi's own form has types."""
        script = f"Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))"
        target = {"context": self._context}
        answer = self._ask("script.evaluate", {"expression": script, "target": target, "awaitPromise": True})
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def click_at(self, x: float, y: float) -> None:
        """A real click."""
        actions = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": actions}
        self._ask("input.performActions", {"context": self._context, "actions": [mouse]})
