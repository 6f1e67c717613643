"""Firefox and WebKit: the lobby as it should look, and one turn of each game by real clicks."""

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
CARDS = """[...document.querySelectorAll('svg g[data-piece^="card"]')].map((card) =>
  card.getBoundingClientRect().width / card.querySelector('rect').getBoundingClientRect().width)"""
"""How wide each card on the board is measured, beside its own face."""


@pytest.mark.parametrize(("width", "share"), [(1440, 0.95), (700, 0.4), (440, 0.95)])
def test_pictures_in_the_lobby(window: Window, server: Server, width: int, share: float) -> None:
    """As wide as their card, or its left part; never a sliver."""
    window.resize(width, 900)
    window.go(f"{server.address}/")
    pictures: list[list[float]] = wait_for(
        window, f"document.querySelectorAll('article').length > 2 && {PICTURES}"
    )
    window.resize(1440, 900)
    for wide, high, card in pictures:
        assert 0.9 < wide / high < 2.5
        assert wide > share * card


@pytest.mark.parametrize("game", GAMES)
def test_one_turn(window: Window, server: Server, game: str) -> None:
    """By clicks alone, until a bot has answered."""
    open_table(window, server, game)
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
    assert window.evaluate("document.querySelectorAll('.toast.error').length") == 0


def test_cards_are_measured_as_they_are_drawn(window: Window, server: Server) -> None:
    """Flights begin and end where the browser says that a card is."""
    open_table(window, server, "Trambahn")
    click(window, "main [data-card]")
    click(window, "main [data-action]")
    shares: list[float] = wait_for(window, CARDS)
    assert all(0.9 < share < 1.2 for share in shares), shares


def open_table(window: Window, server: Server, game: str) -> None:
    """Two clicks from the lobby."""
    window.go(f"{server.address}/")
    click(window, f'article button.primary[aria-label$="{game}"]')
    click(window, "dialog button.level")
    wait_for(window, f"document.querySelector('{OWN_TURN}') !== null")


def begin(window: Window) -> None:
    """Pick something up where nothing can be done with one click."""
    click(window, "main [data-card], main .slot button, main [data-cell]")
