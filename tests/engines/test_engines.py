"""Firefox and WebKit: the lobby as it should look, one turn of each game by real clicks, and pieces that fly straight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.engines.window import click, wait_for

if TYPE_CHECKING:
    from tests.browser.server import Server
    from tests.engines.window import Window

GAMES = ("Trambahn", "InterUrban", "TransAmerica")
PICTURES = """[...document.querySelectorAll('article .vignette')].map((one) =>
  [one.getBoundingClientRect().width, one.getBoundingClientRect().height, one.parentElement.clientWidth])"""
MOST_CLICKS = 40
OWN_TURN = "main[data-turn=own][data-line=open]"
ACTIONS = "main [data-action]:not(:disabled):not([aria-disabled=true])"
CAN_CLICK = f"""(() => {{
  const reach = (one) => {{
    const box = one.getBoundingClientRect()
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return hit !== null && one.contains(hit)
  }}
  const all = [...document.querySelectorAll('{ACTIONS}')].filter(reach)
  const pressed = all.find((one) => one.getAttribute('aria-pressed') === 'true')
  const one = pressed ?? all[0]
  if (!one) return null
  const box = one.getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
}})()"""
OTHERS_HAVE_MOVED = """fetch('/api/codes/' + location.pathname.split('/').pop())
  .then((answer) => answer.json())
  .then((sight) => fetch(`/api/tables/${sight.id}/games/1/replay`))
  .then((answer) => answer.json())
  .then((replay) => replay.steps.some((step) => step.actor > 0))"""
FLIGHTS = """(() => {
  window.flights = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    if (this instanceof SVGElement && Array.isArray(frames) && frames[0]?.scale) window.flights.push(Number(frames[0].scale))
    return animate.call(this, frames, options)
  }
  return true
})()"""
"""Notes the scale at which each drawn piece begins to fly."""


@pytest.mark.parametrize(("width", "share"), [(1440, 0.95), (700, 0.4), (440, 0.95)])
def test_pictures_in_the_lobby(window: Window, server: Server, width: int, share: float) -> None:
    """As wide as their card, or its left part; never a sliver."""
    window.resize(width, 900)
    window.go(f"{server.address}/")
    pictures: list[list[float]] = wait_for(window, f"document.querySelectorAll('article').length > 2 && {PICTURES}")
    window.resize(1440, 900)
    for wide, high, card in pictures:
        assert 0.9 < wide / high < 2.5
        assert wide > share * card


@pytest.mark.parametrize("game", GAMES)
def test_one_turn(window: Window, server: Server, game: str) -> None:
    """By clicks alone, until a bot has answered."""
    open_table(window, server, game)
    window.evaluate(FLIGHTS)
    for _ in range(MOST_CLICKS):
        if window.evaluate(OTHERS_HAVE_MOVED):
            break
        if window.evaluate("document.querySelector('[data-confirm]') !== null"):
            click(window, "[data-confirm]")
        elif window.evaluate(f"document.querySelector('{OWN_TURN}') !== null"):
            aim: Any = window.evaluate(CAN_CLICK)
            if aim is None:
                begin(window)
            else:
                window.click_at(*aim)
    wait_for(window, OTHERS_HAVE_MOVED)
    scales: list[float] = window.evaluate("window.flights")
    assert scales or game != "Trambahn"
    assert all(0.3 < scale < 3 for scale in scales), scales
    assert window.evaluate("document.querySelectorAll('.toast.error').length") == 0


def open_table(window: Window, server: Server, game: str) -> None:
    """Two clicks from the lobby."""
    window.go(f"{server.address}/")
    click(window, f'article button.primary[aria-label$="{game}"]')
    click(window, "dialog button.level")
    wait_for(window, f"document.querySelector('{OWN_TURN}') !== null")


def begin(window: Window) -> None:
    """Pick something up where nothing can be done with one click."""
    click(window, "main [data-card], main .slot button, main [data-cell]")
