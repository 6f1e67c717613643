"""How smoothly things move: `python3 run.py bench frames [CPU SLOWER BY]`.

A real browser drags and enlarges the map of TransAmerica with real mouse events, and lets a card of Trambahn
fly, while the page notes when each of its frames began. What the page's own thread works for a frame is CPU
time, so a busy machine hardly changes it; frames in a second it does. Needs the built client and Chromium.
"""

from __future__ import annotations

import sys
import tempfile
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING, Any, NamedTuple

from playwright.sync_api import sync_playwright

from tests.bench import asked
from tests.bench.measure import show
from tests.browser import chromium, positions
from tests.browser.people import Person
from tests.browser.server import Server
from tests.browser.table.test_transamerica import play, sit_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, CDPSession, Page

MOVES = 12
"""Actions before it is measured, so that there are rails on the map."""
STEPS = 180
FLIGHT = 500
"""Milliseconds in which a card has arrived."""
LATE = 20.0
"""Milliseconds: a frame that takes longer was missed at 60 Hz."""

NOTE_FRAMES = """() => {
  window.frames_ = []
  const note = (time) => { window.frames_.push(time); window.noting_ = requestAnimationFrame(note) }
  window.noting_ = requestAnimationFrame(note)
}"""
STOP = "() => { cancelAnimationFrame(window.noting_); return window.frames_ }"


def drag(page: Page) -> None:
    """In a figure of eight, enlarged."""
    page.mouse.down()
    for step in range(STEPS):
        x = 560 + 260 * (step % 90 / 45 - 1) * (1 if step % 180 < 90 else -1)
        page.mouse.move(x, 400 + 120 * (step % 60 / 30 - 1))
    page.mouse.up()


def zoom(page: Page) -> None:
    """In and out about one point."""
    for step in range(STEPS):
        page.mouse.wheel(0, -40 if step % 60 < 30 else 40)


def fly(page: Page) -> None:
    """A card goes from the hand to its terminal."""
    page.locator("[data-card]:not([aria-disabled=true])").first.click()  # nothing is picked up in advance
    page.locator("[data-action^='P ']").first.click()
    page.wait_for_timeout(FLIGHT)


class Smoothness(NamedTuple):
    """Of one movement."""

    rate: float
    """Frames in a second."""
    slow: float
    """The 95th percentile of their length in milliseconds."""
    late: float
    """The share of frames that a screen would have missed."""
    work: float
    """Milliseconds of CPU that the page's own thread needs for one frame."""


def measured(page: Page, movement: Callable[[Page], None]) -> Smoothness:
    """Do it, and look at the frames."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.mouse.move(560, 400)
    page.evaluate(NOTE_FRAMES)
    before = busy(session)
    movement(page)
    work = busy(session) - before
    times: list[float] = page.evaluate(STOP)
    lengths = [end - begin for begin, end in pairwise(times)]
    late = sum(length > LATE for length in lengths) / len(lengths)
    rate = 1000 * len(lengths) / (times[-1] - times[0])
    return Smoothness(rate, quantiles(lengths, n=20)[-1], late, 1000 * work / len(lengths))


def busy(session: CDPSession) -> float:
    """Seconds of CPU of the page's own thread so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def rows(browser: Browser, address: str, slower: float) -> list[tuple[Any, ...]]:
    """Every movement once."""
    person = Person(browser, address, "Ada")
    sit_down(person, seats=4)
    play(person, MOVES)
    person.wait_for_turn()
    person.page.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    person.page.mouse.move(560, 400)
    person.page.mouse.wheel(0, -600)
    person.page.wait_for_timeout(500)
    found = []
    for name, movement in (("drag", drag), ("zoom", zoom)):
        one = measured(person.page, movement)
        found.append(row(name, one))
    found.append(row("card flight", measured(trambahn(browser, address, slower), fly)))
    return found


def row(name: str, one: Smoothness) -> tuple[Any, ...]:
    """As it is shown."""
    return name, f"{one.rate:.1f}", f"{one.slow:.1f}", f"{one.late:.1%}", f"{one.work:.2f}"


def trambahn(browser: Browser, address: str, slower: float) -> Page:
    """A table of Trambahn at which things move."""
    person = Person(browser, address, "Bo", moves=True)
    positions.sit_down(person, positions.open_table(person, "trambahn"))
    person.wait_for_turn()
    person.page.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    person.page.wait_for_timeout(1500)
    return person.page


def run(arguments: list[str]) -> None:
    """Measure; the argument makes the browser's CPU that many times slower."""
    slower = asked.number("frames", arguments, 1, "how many times slower the CPU of the browser is")
    path = chromium.find()
    if path is None:
        print("Frames are measured in Chromium, Chrome or Edge: install one of them.", file=sys.stderr)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        columns = ("movement", "frames/s", "95 % within ms", f"later than {LATE:.0f} ms", "ms CPU per frame")
        show(
            f"Frames, CPU slower by {slower:g}",
            columns,
            rows(browser, server.address, slower),
        )
        browser.close()
