"""A game reviewed in the replay page, mistakes played again, and a hint at a practice table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.after.test_replay import open_record
from tests.browser.eyes import problems, too_wide
from tests.browser.people import DESKTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.browser.people import Person

PATIENCE = 300_000
"""Whoever thinks about a review lets everybody else go first: on a busy machine it takes minutes."""
SHORT = {"interurban": "interurban/simple_3_lookahead.json", "transamerica": "transamerica/two_players.json"}
"""Records of few turns: each of them is thought about."""


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
    open_record(ada, "interurban", SHORT["interurban"])
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


def test_the_panels_end_where_their_last_one_ends(person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    open_record(ada, "transamerica", SHORT["transamerica"])
    page = ada.page
    ada.button("Rückblick").click()
    page.keyboard.press("ArrowRight")  # from the deal to the first decision
    expect(page.locator("h2#reads")).to_be_visible(timeout=PATIENCE)  # before the review is complete
    empty = page.locator(".right").evaluate(
        """(right) => {
          const last = right.lastElementChild.getBoundingClientRect().bottom
          return right.scrollHeight - (last - right.getBoundingClientRect().top + right.scrollTop)
        }"""
    )
    assert empty < 20


def test_mistakes_are_played_again_and_the_link_can_be_shared(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    open_record(ada, "interurban", SHORT["interurban"])
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


PLAY_A_ROUND = """async () => {
  const seats = [{type: 'own'}, {type: 'bot', level: 'easy'}]
  const send = async (path, data) => (await fetch(path, {method: 'POST', body: JSON.stringify(data)})).json()
  const table = await send('/api/tables', {game: 'transamerica', seats, start: 0})
  for (let tries = 0; tries < 2000; tries++) {
    const now = await (await fetch(`/api/tables/${table.id}`)).json()
    if (now.view.rounds.length > 0 && now.legal.length > 0 && now.view.turns.length > 2) return table.code
    if (now.legal.length === 0) await new Promise((go) => setTimeout(go, 20))
    else await send(`/api/tables/${table.id}/commands`, {do: 'act', text: now.legal[0], expected: now.seq})
  }
}"""
"""A game of TransAmerica that goes on: its first round is over, the second has begun."""


def test_a_bot_says_why_once_the_round_is_over(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go(f"/r/{ada.page.evaluate(PLAY_A_ROUND)}/1")
    page = ada.page
    turns = page.locator("[aria-labelledby=turns] li button")
    bots = turns.filter(has_not_text="Ada:").filter(has=page.locator(".glyphs"))
    bots.nth(1).click()
    told = page.locator("[aria-labelledby=told]")
    ada.button("Why did they do that?").click()
    expect(told.locator(".why")).to_contain_text(".", timeout=PATIENCE)
    assert problems(page) == []
    bots.last.click()
    expect(told.locator(".why")).to_have_count(0)
    expect(ada.button("Why did they do that?")).to_have_count(0)  # not about the round that goes on
