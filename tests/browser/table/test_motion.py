"""Pieces travel: what the page sets in motion when something happens, and that calm people see none of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import positions
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

LISTEN = """() => {
  window.started = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, times) {
    const piece = this.dataset?.piece ?? null
    const isGhost = this.getAttribute('aria-hidden') === 'true' && this.style.position === 'fixed'
    const kind = piece?.replace(/-?\\d.*$/, '') ?? (isGhost ? 'ghost' : this.tagName)
    window.started.push({ kind, steps: Array.isArray(frames) ? frames.length : Object.keys(frames).join() })
    return animate.call(this, frames, times)
  }
}"""
"""Note down every flight that begins."""
IN_OTHER_COLOURS = """() => {
  const { dataset } = document.documentElement
  const before = dataset.theme
  dataset.theme = before === 'dark' ? 'light' : 'dark'
  const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
  dataset.theme = before
  return changing.map((one) => one.transitionProperty)
}"""
"""What changes only step by step when the whole page has other colours."""


def until(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda sight: any(text.startswith(kind) for text in sight["legal"])


def at_a_table(person: Person, kind: str) -> str:
    """At a table of Trambahn where an action of this kind can be done; that action."""
    sight = positions.open_table(person, "trambahn")
    for seed in range(40):
        if until(kind)(sight):
            break
        sight = positions.play_on(person, sight, 1, seed=seed)
    positions.sit_down(person, sight)
    person.page.evaluate(LISTEN)
    return next(str(text) for text in sight["legal"] if text.startswith(kind))


def started(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.page.evaluate("window.started")
    return found


def wait_for(person: Person, kind: str, count: int = 1, steps: int | str | None = None) -> None:
    """Wait until a number of flights of a kind have begun."""
    person.page.wait_for_function(
        """({ kind, steps, count }) => window.started.filter(
          (one) => (kind === '' || one.kind === kind) && (steps === null || one.steps === steps)
        ).length >= count""",
        arg={"kind": kind, "steps": steps, "count": count},
    )


def do(person: Person, action: str) -> None:
    before = person.table.get_attribute("data-seq") or ""
    person.do(action)
    person.wait_for_news(before)


def test_a_passenger_travels_to_its_terminal(person: Callable[..., Person]) -> None:
    ada = person("Ada", moves=True)
    do(ada, at_a_table(ada, "P "))
    wait_for(ada, "card", steps=2)


def test_income_turns_over_on_its_way(person: Callable[..., Person]) -> None:
    ada = person("Ada", moves=True)
    do(ada, at_a_table(ada, "M "))
    wait_for(ada, "ghost")
    wait_for(ada, "", 2, steps="transform")  # edge-on, and flat again
    assert len([one for one in started(ada) if one["steps"] == "transform"]) == 2


def test_a_tram_rolls_the_last_bit_and_its_price_leaves_card_by_card(person: Callable[..., Person]) -> None:
    ada = person("Ada", moves=True)
    action = at_a_table(ada, "T ")
    do(ada, action)
    wait_for(ada, "tram", steps=3)
    wait_for(ada, "ghost", {"2": 5, "3": 10, "4": 15}[action[3]])
    wait_for(ada, "offered")  # the others move up, or a new one arrives


def test_nothing_flies_for_who_wants_it_calm(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    do(ada, at_a_table(ada, "M "))
    ada.page.wait_for_timeout(400)
    assert {one["steps"] for one in started(ada)} <= {"opacity"}
    assert ada.page.evaluate(IN_OTHER_COLOURS) == []


@pytest.mark.parametrize("game", ["transamerica", "interurban"])
def test_two_fingers_enlarge_and_one_moves(game: str, person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    positions.sit_down(ada, positions.open_table(ada, game))
    ada.wait_for_turn()
    ada.page.wait_for_timeout(400)  # the board comes to rest
    session = ada.own.context.new_cdp_session(ada.page)
    board = ada.page.locator(".board").first
    frame = board.bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": at[0], "y": at[1], "id": number} for number, at in enumerate(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def sight() -> tuple[float, float, float]:
        """How large a thing of the board is drawn, and where."""
        box = board.locator("svg :is([data-action], [data-cell])").first.bounding_box()
        assert box is not None
        return box["width"], box["x"], box["y"]

    before = sight()
    touch("touchStart", (x - 30, y), (x + 30, y))
    for far in (40, 60, 80, 100):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    ada.page.wait_for_timeout(500)
    larger = sight()
    assert larger[0] > before[0] * 1.3, "pinching apart enlarges"
    touch("touchStart", (x, y))
    for far in (10, 30, 60):
        touch("touchMove", (x - far, y - far))
    touch("touchEnd")
    ada.page.wait_for_timeout(500)
    assert sight()[0] == pytest.approx(larger[0], rel=0.01)
    assert sight()[1] < larger[1] - 20
    assert ada.legal(), "and nothing was played"
