"""A game reviewed in the replay page, mistakes played again, and a hint at a practice table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.eyes import problems, too_wide
from tests.browser.people import DESKTOP, PHONE
from tests.browser.test_replay import open_record

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.people import Person

PATIENCE = 120_000


def review(person: Person, word: str = "Review") -> Page:
    """Ask for the review of the game that is shown, and wait until it is complete."""
    page = person.page
    person.button(word).click()
    expect(page.locator("h2#curve")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("progress")).to_have_count(0, timeout=PATIENCE)
    return page


@pytest.mark.parametrize(("size", "language"), [(DESKTOP, "en"), (PHONE, "de")])
def test_a_game_is_reviewed(size: tuple[int, int], language: str, person: Callable[..., Person]) -> None:
    ada = person("Ada", size=size, language=language)
    open_record(ada, "interurban")
    page = review(ada, "Review" if language == "en" else "Rückblick")
    curve = page.get_by_role("slider", name="Chance of winning" if language == "en" else "Gewinnchance")
    curve.focus()
    page.keyboard.press("Home")
    expect(curve).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("ArrowUp")  # the next mistake: random play is full of them
    marked = page.locator("[aria-labelledby=decision] .mark")
    expect(marked).to_be_visible()
    ways = page.locator("[aria-labelledby=decision] button.way")
    expect(ways).to_have_count(2)
    expect(page.locator(".board [data-ghost]").first).to_be_attached()
    ways.nth(1).click()
    expect(page.locator(".board [data-ghost]")).to_have_count(0)  # it lies there now
    expect(ways.nth(1)).to_have_attribute("aria-pressed", "true")
    page.locator("details", has=page.locator("table")).locator("summary").click()
    rows = page.locator("details table tbody tr")
    expect(rows).to_have_count(int(curve.get_attribute("aria-valuemax") or 0))
    assert problems(page) == []
    assert too_wide(page) == []


def test_mistakes_are_played_again_and_the_link_can_be_shared(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    open_record(ada, "interurban")
    page = review(ada)
    page.get_by_role("button", name="mistakes as exercises", exact=False).first.click()
    coach = page.locator("section.coach")
    expect(coach).to_contain_text("What would you play?")
    main = page.locator("main[data-turn=own]")
    expect(main).to_be_visible()
    ada.button("Hint").click()
    expect(coach).to_contain_text("Begin like this")
    ada.button("Show").click()
    expect(coach).to_contain_text("Best was")
    ada.button("Back to the review").click()
    expect(page.locator("h2#curve")).to_be_visible()


def test_a_hint_at_a_practice_table(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    code = ada.page.evaluate(
        """async () => {
          const seats = [{type: 'own'}, {type: 'bot', level: 'simple'}]
          const body = JSON.stringify({game: 'trambahn', seats, start: 0})
          const answer = await fetch('/api/tables', {method: 'POST', body})
          return (await answer.json()).code
        }"""
    )
    ada.go(f"/t/{code}")
    page = ada.page
    ada.button("Hint").click()
    told = page.get_by_role("region", name="Hint")
    expect(told).to_contain_text("Begin with", timeout=PATIENCE)
    ada.button("Show the turn").click()
    expect(page.locator("[data-ghost]")).to_be_attached()
    ada.button("Why?").click()
    expect(told.locator("p").first).to_be_visible()
