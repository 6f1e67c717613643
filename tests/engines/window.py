"""A window of some browser: the few things that the tests ask of it, whatever the browser speaks."""

from __future__ import annotations

import json
import time
from typing import Any, Protocol

PATIENCE = 180.0
"""Seconds until a window or its driver has done what is waited for: on a very busy machine WebKit needed
more than 60."""
AIM = """(() => {
  const one = [...document.querySelectorAll(SELECTOR)].find((one) => one.getClientRects().length > 0)
  if (!one) return null
  one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const box = one.getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
})()"""


class Window(Protocol):
    """Open at once; closed by the fixture."""

    def resize(self, width: int, height: int) -> None:
        """Give the window another size."""

    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, as JSON has it."""

    def click_at(self, x: float, y: float) -> None:
        """A real click."""

    def close(self) -> None:
        """End the browser and all that it needed."""


def wait_for(window: Window, expression: str) -> Any:
    """The value of an expression as soon as it is true."""
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        if value := window.evaluate(expression):
            return value
        time.sleep(0.1)
    said = window.evaluate("document.body.innerText.slice(0, 600)")
    raise AssertionError(f"{expression} did not come true in {PATIENCE:g} s; the page says: {said}")


def click(window: Window, selector: str) -> None:
    """Click the first element that is drawn."""
    x, y = wait_for(window, AIM.replace("SELECTOR", json.dumps(selector)))
    window.click_at(x, y)
