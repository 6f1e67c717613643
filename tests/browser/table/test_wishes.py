"""What readers wish for is done and remembered; what happened while they were away is shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.company.test_people import meet
from tests.browser.eyes import too_wide
from tests.browser.people import DESKTOP, PHONE
from tests.browser.stages import MORE, STAGES

if TYPE_CHECKING:
    from collections.abc import Callable

from tests.browser.people import Person


def test_settings_are_remembered(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.locator("button.me").click()
    dialog = ada.page.get_by_role("dialog", name="Settings")
    for choice in ("120 %", "2×", "Dark", "Always"):
        dialog.locator("label", has_text=choice).click()
    dialog.get_by_label("Sound").fill("80")
    dialog.get_by_role("textbox").fill("Adele")
    dialog.locator("button[type=submit]").click()
    expect(dialog).to_have_count(0)
    ada.page.reload()
    ada.page.locator("button.me").click()
    assert ada.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "19.2px"
    expect(ada.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(ada.page.locator("html")).to_have_attribute("data-speed", "double")
    expect(dialog.get_by_label("Sound")).to_have_value("80")
    expect(dialog.get_by_label("Always")).to_be_checked()
    expect(dialog.get_by_role("textbox")).to_have_value("Adele")


def with_large_text(person: Person) -> Person:
    person.context.add_cookies([{"name": "text", "value": "130", "url": person.address}])
    return person


@pytest.mark.parametrize("sizes", [[PHONE], [(820, 1180), DESKTOP]], ids=["phone", "others"])
def test_large_text_fits_every_page(sizes: list[tuple[int, int]], person: Callable[..., Person]) -> None:
    ada = with_large_text(person("Ada", size=sizes[0], language="de"))
    for stage in ("lobby", "settings", "account", "waiting", "menu", "replay-transamerica"):
        {**STAGES, **MORE}[stage](ada)
        assert ada.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
        assert too_wide(ada.page, *sizes) == [], stage


def test_large_text_leaves_boards_their_room_on_a_tablet_on_its_side(person: Callable[..., Person]) -> None:
    ada = with_large_text(person("Ada", size=(1024, 768), language="de"))
    board = ada.page.locator("main .board")
    STAGES["trambahn"](ada)
    expect(board.locator("svg").first).to_be_visible()
    expect(board).not_to_have_class(re.compile("scrolls"))  # every row is in sight
    STAGES["interurban"](ada)
    box = board.bounding_box()
    assert box is not None
    assert box["height"] > 768 / 2
    STAGES["transamerica"](ada)
    names = ada.page.locator("main .hand li b")
    expect(names).to_have_count(5)
    assert names.evaluate_all("all => all.every((name) => name.scrollWidth <= name.clientWidth)")


def test_what_happened_meanwhile_is_told_and_shown(person: Callable[..., Person]) -> None:
    first, second, path = meet(person)
    second.go("/")
    first.do_first("P ")
    first.do_first("M ")
    first.do("E")
    second.go(path)
    toast = second.page.locator(".toast", has_text="Since your last visit")
    expect(toast).to_have_text(re.compile("3 actions"))
    assert second.wait_for_turn()
    second.page.reload()
    assert second.wait_for_turn()
    expect(toast).to_have_count(0)


WATCH = """
window.shown = []
new MutationObserver(() => {
  const main = document.querySelector('main[data-line]')
  if (main) window.shown.push([main.dataset.line, main.dataset.turn, main.innerText])
}).observe(document, { subtree: true, childList: true, attributeFilter: ['data-line', 'data-seq'] })
"""
"""Note down whatever the table says, however briefly."""


def test_what_happened_meanwhile_is_played_again(person: Callable[..., Person]) -> None:
    first, second, path = meet(person, moves=True)
    second.go("/")
    first.do_first("P ")
    first.do_first("M ")
    first.do("E")
    seen = len(second.request.get(f"/api/codes/{path[3:]}").json()["legal"])
    second.own.add_init_script(WATCH)
    second.page.goto(f"{second.address}{path}")
    assert second.wait_for_turn()
    shown: list[list[str]] = second.page.evaluate("window.shown")
    past = [text for line, turn, text in shown if line == "past" and turn == "other"]
    assert any("draws" not in text for text in past)
    expect(second.log.first).to_contain_text("draws")
    assert len(second.legal()) == seen
