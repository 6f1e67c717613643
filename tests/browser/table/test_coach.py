"""The coach of a guided game speaks at the place it speaks of, and never stands in the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE
from tests.browser.table.test_guide import Learner
from tests.browser.table.test_sizes import DESKTOPS, ON_ITS_SIDE, wait_until_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.people import Person

GAMES = ["trambahn", "interurban", "transamerica"]
STANDING = """(selector) => {
  const speaker = document.querySelector(selector).getBoundingClientRect()
  const all = [...document.querySelectorAll('main [data-spotlit]')]
  const window = (box) => [
    Math.max(0, box.left), Math.max(0, box.top),
    Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)
  ]
  const seen = ([left, top, right, bottom]) => right - left > 4 && bottom - top > 4
  const marked = all.map((one) => window(one.getBoundingClientRect())).filter(seen)
  const kept = [...document.querySelectorAll('main :is([data-keep], .button.primary)')]
  const meets = (a, b, c, d) => a < d - 1 && b > c + 1
  const overlaps = ([left, top, right, bottom]) =>
    meets(left, right, speaker.left, speaker.right) && meets(top, bottom, speaker.top, speaker.bottom)
  const gap = (a, b, c, d) => Math.max(0, c - b, a - d)
  const [left, top, right, bottom] = marked[0]
  return {
    far: Math.hypot(
      gap(speaker.left, speaker.right, left, right), gap(speaker.top, speaker.bottom, top, bottom)
    ),
    isWhole:
      speaker.left >= 0 && speaker.top >= 0 &&
      speaker.right <= innerWidth && speaker.bottom <= innerHeight,
    covers: [...marked, ...kept.map((one) => window(one.getBoundingClientRect()))].filter(overlaps).length,
  }
}"""
"""How far a speaker is from what is marked, whether all of it is in the window, and how much it covers."""
FLAG, CARD = "[data-flag]", ".coach"
NEAR = {FLAG: 80, CARD: 80}


def wait_until_it_stands(page: Page, step: int, speaker: str) -> None:
    expect(page.locator(f"main[data-step='{step}'] [data-spotlit]").first).to_be_attached()
    expect(page.locator(speaker)).to_have_css("opacity", "1")
    page.wait_for_function(
        f"""() => {{
          const {{ far, isWhole, covers }} = ({STANDING})('{speaker}')
          return far < {NEAR[speaker]} && isWhole && covers === 0
        }}"""
    )


@pytest.mark.parametrize("game", GAMES)
def test_on_a_desktop_all_that_is_said_stands_at_its_place(game: str, person: Callable[..., Person]) -> None:
    learner = Learner(person("Ada"), game)
    coach = learner.page.locator(".coach")
    spoken = set()
    for step in (0, 1, 2):  # one to be read, two to be done
        text = coach.locator(".texts p:not(.room)")
        for width, height in DESKTOPS:
            learner.page.set_viewport_size({"width": width, "height": height})
            wait_until_it_stands(learner.page, step, CARD)
            expect(text).to_be_in_viewport(ratio=1)
        spoken.add(text.inner_text())
        if step == 0:
            coach.get_by_role("button", name="Continue").click()
        else:
            while learner.step == step and learner.wanted:
                learner.do_wanted()
    assert len(spoken) == 3


def test_its_text_can_be_folded_away_and_comes_back_with_the_next_step(person: Callable[..., Person]) -> None:
    learner = Learner(person("Ada"), "trambahn")
    coach = learner.page.locator(".coach")
    text = coach.locator(".texts p:not(.room)")
    fold = coach.get_by_role("button", name="Explanation", expanded=True)
    fold.press("Enter")
    expect(text).to_be_hidden()
    learner.read()
    expect(text).to_be_visible()
    expect(fold).to_be_visible()


def test_while_somebody_plays_freely_it_covers_nothing_that_can_be_used(
    person: Callable[..., Person],
) -> None:
    learner = Learner(person("Ada", size=(1366, 768)), "transamerica")
    learner.learn(until=3)
    expect(learner.page.locator("main[data-turn=own][data-line=open]")).to_be_visible()
    learner.page.wait_for_function(
        """() => {
          const { left, top, right, bottom } = document.querySelector('.coach').getBoundingClientRect()
          const all = [...document.querySelectorAll('main [data-action]:not(:disabled)')]
          const isCovered = (one) =>
            one.left < right && one.right > left && one.top < bottom && one.bottom > top
          return all.length > 4 && !all.some((one) => isCovered(one.getBoundingClientRect()))
        }"""
    )


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_a_flag_stands_there(game: str, person: Callable[..., Person]) -> None:
    learner = Learner(person("Ada", size=PHONE), game)
    for step in (0, 1):
        wait_until_it_stands(learner.page, step, FLAG)
        expect(learner.page.locator(FLAG)).to_have_text(learner.page.locator(".coach h2").inner_text())
        if step == 0:
            learner.read()


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_on_its_side_shows_coach_and_table_without_scrolling(
    game: str, person: Callable[..., Person]
) -> None:
    learner = Learner(person("Ada", size=ON_ITS_SIDE[0]), game)
    coach = learner.page.locator(".coach")
    for step in (0, 1):
        expect(learner.page.locator(f"main[data-step='{step}']")).to_be_visible()
        for width, height in ON_ITS_SIDE:
            learner.page.set_viewport_size({"width": width, "height": height})
            wait_until_whole(learner.person)
            expect(coach.locator(".texts p:not(.room)")).to_be_in_viewport(ratio=1)
            board = learner.page.locator("main :is(.board, .frame)").first.bounding_box()
            assert board is not None
            assert board["width"] * board["height"] > 0.3 * width * height
            assert board["y"] + board["height"] <= height + 1
        if step == 0:
            coach.get_by_role("button", name="Continue").click()
