"""What changes the game for everybody has its moment on the board, in golden games step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import stellwerk
from stellwerk.core.record import replay
from tests.browser.after.test_replay import open_record, slider
from tests.browser.stages import RECORDS
from tests.golden import archive

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk import LogLine
    from tests.browser.people import Person

MOMENTS = [
    ("trambahn", "run"),
    ("trambahn", "shuffle"),
    ("interurban", "finished_closed_in"),
    ("transamerica", "barrier_moved"),
]


def points_of(line: LogLine) -> list[int]:
    """What everybody gets by it."""
    told = line.params.get("points", ())
    return [one.params["points"] for one in told] if isinstance(told, tuple) else []


def first(key: str, code: str) -> tuple[int, LogLine]:
    """The number of the first action that is told with this line, and the line."""
    game = stellwerk.load(key)
    for moment in replay(archive.read(archive.records()[RECORDS[key]])):
        for line in game.log(moment.before, moment.action, moment.after, None):
            if line.code == code and any(points_of(line) or [1]):  # a run may give nobody anything
                return moment.number, line
    raise AssertionError(f"no {code} in {RECORDS[key]}")


@pytest.mark.parametrize(("key", "code"), MOMENTS)
def test_it_has_its_moment(key: str, code: str, person: Callable[..., Person]) -> None:
    number, line = first(key, code)
    ada = person("Ada", moves=True)
    main = open_record(ada, key)
    slider(ada.page).fill(str(number - 2))
    expect(main).to_have_attribute("data-step", str(number - 1))
    shown = ada.page.locator(f"[data-moment={code}]")
    expect(shown).to_have_count(0)
    ada.button("Step forward").click()
    expect(shown).to_be_visible()
    if code == "run":  # the points are counted on the rows
        counts = ada.page.locator("[data-count]").evaluate_all("all => all.map((one) => +one.dataset.count)")
        assert sum(counts) == sum(points_of(line)) > 0
    if code == "finished_closed_in":  # what it pays to whom
        paid = [f"+{points}" for points in points_of(line)]
        expect(shown.locator("div").first.locator("[data-paid] b")).to_have_text(paid)
