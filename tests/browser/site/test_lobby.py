"""From the lobby to the first move in three clicks; whoever sits down is asked for a name first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE
from tests.browser.shots import open_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

COUNT_CLICKS = """
window.clicks = 0
addEventListener('click', (event) => event.isTrusted && window.clicks++, true)
"""


def first_move(person: Person, game: str) -> tuple[Locator, Locator]:
    """What to click first at a table, and what then."""
    main = person.page.locator("main")
    if game == "Trambahn":
        cards = main.locator(".hand .card:not([aria-disabled=true])")
        return cards.first, main.get_by_role("button", name="Board the passenger")
    if game == "InterUrban":
        ways = main.get_by_role("list", name="What you can lay").get_by_role("button")
        return ways.first, ways.first
    return main.locator("[data-action='M 65'], [data-action='M 99']").first, main.locator("[data-confirm]")


@pytest.mark.parametrize("game", ["Trambahn", "InterUrban", "TransAmerica"])
def test_the_first_move_takes_three_clicks(game: str, person: Callable[..., Person]) -> None:
    guest = person()
    guest.own.add_init_script(COUNT_CLICKS)
    guest.page.reload()
    guest.page.get_by_role("button", name=re.compile(rf"^{game}: play now")).click()
    guest.wait_for_table()
    assert guest.wait_for_turn()
    first, then = first_move(guest, game)
    before = guest.table.get_attribute("data-seq") or ""
    first.click()
    then.click()
    guest.wait_for_news(before)
    expect(guest.log.filter(has_text=re.compile("^Guest (plays|lays|starts)")).first).to_be_visible()
    assert guest.page.evaluate("window.clicks") == 3


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_who_plays_at_once_takes_the_name_from_the_lobby_along(
    size: tuple[int, int], person: Callable[..., Person]
) -> None:
    guest = person(size=size)
    guest.own.add_init_script(COUNT_CLICKS)
    guest.page.reload()
    field = guest.page.get_by_label("Your name")
    field.click()
    guest.page.keyboard.type("Gerda")
    guest.page.get_by_role("button", name=re.compile("^TransAmerica: play now")).click()
    guest.wait_for_table()
    assert guest.page.evaluate("window.clicks") == 2
    assert guest.page.evaluate("fetch('/api/me').then((me) => me.json())")["name"] == "Gerda"
    guest.go("/")
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Gerda")
    expect(field).to_have_count(0)  # nobody asks twice


def test_a_name_can_be_said_by_itself(person: Callable[..., Person]) -> None:
    guest = person()
    guest.page.get_by_label("Your name").fill("Gerda")
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Gerda")


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_who_joins_from_departures_is_asked_for_a_name_once(
    size: tuple[int, int], person: Callable[..., Person]
) -> None:
    for number in range(2):
        open_table(person(f"Host {number}"), "Bea")
    guest = person(size=size)
    joins = guest.page.get_by_role("button", name=re.compile("^Join: TransAmerica"))
    joins.first.click()
    dialog = guest.page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Gerda")
    dialog.get_by_role("button", name="Join", exact=True).click()
    expect(guest.said).to_contain_text("Gerda takes a seat")
    guest.go("/")
    joins.first.click()
    expect(guest.said).to_contain_text("Gerda takes a seat")  # nobody asks twice


def test_who_sets_a_table_up_is_asked_for_a_name(person: Callable[..., Person]) -> None:
    guest = person()
    dialog = guest.set_up("InterUrban")
    dialog.get_by_label("Your name").fill("Gerda")
    dialog.get_by_role("button", name="Open the table").click()
    expect(guest.page.locator("main ol")).to_contain_text("Gerda")
    guest.go("/")
    expect(guest.set_up("InterUrban").get_by_label("Your name")).to_have_count(0)
