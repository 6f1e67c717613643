"""Playing in a real browser, by clicking only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import stellwerk
from stellwerk.core.record import decode
from tests.browser import positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person


def take_turn(person: Person) -> None:
    """A passenger, a stop, a tram, then the end: a whole turn of Trambahn."""
    for kind in ("P ", "S ", "T ", "E"):
        if person.legal(kind):
            person.do_first(kind)


def test_the_end_of_a_game_against_a_bot(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.open_table(ada, "trambahn")
    table = positions.play_on(ada, table, 900, until=lambda view: len(view["runs"]) >= 8)
    positions.sit_down(ada, table)
    clicks = 0
    while ada.wait_for_turn():
        ada.do_anything(clicks * 7)
        clicks += 1
        assert clicks < 900
    expect(ada.result).to_contain_text(re.compile("win|draw"))
    rows = ada.page.get_by_role("dialog").get_by_role("table", name="Score sheet").locator("tbody tr")
    assert rows.filter(has_text="Run").count() >= 10
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download record").click()
    record = decode(download.value.path().read_bytes())
    assert record.game == "trambahn"
    assert "Ada" in record.players
    stellwerk.verify(record)
    ada.button("View the table").click()
    expect(ada.result).to_have_count(0)
    ada.button("Result").click()
    expect(ada.result).to_be_visible()


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_game_can_be_played(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    info = stellwerk.load(key).info
    ada.play_bot(info.title, stellwerk.load_texts(key, "en").section("bots")[info.levels[0]]["name"])
    for _ in range(6):
        assert ada.wait_for_turn()
        ada.do_anything()
    expect(ada.log.filter(has_text="Ada").first).to_be_visible()


def test_the_result_of_giving_up(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.begin(ada)
    ada.open_menu()
    ada.button("Resign").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(ada.result).to_have_text("Lotte wins")
    ada.button("Play again").click()
    expect(ada.result).to_have_count(0)
    assert ada.wait_for_turn()


def test_undo_until_something_hidden_is_shown(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.begin(ada)
    before = ada.legal()
    ada.do_first("P ")
    assert ada.legal() != before
    ada.page.keyboard.press("Backspace")
    expect(ada.said).to_contain_text("undoes an action")
    assert ada.legal() == before


def test_the_end_of_a_turn_is_asked_for_twice_if_wanted(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.locator("button.me").click()
    ada.page.get_by_role("dialog").locator("label", has_text="Always").click()
    ada.page.keyboard.press("Escape")
    positions.begin(ada)
    ada.do_first("P ")
    ada.type_action("E")
    dialog = ada.page.get_by_role("dialog", name="End the turn?")
    dialog.get_by_role("button", name="Keep playing").click()
    assert ada.legal("E") == ["E"]
    ada.type_action("E")
    dialog.get_by_role("button", name="End the turn").click()
    expect(ada.log.filter(has_text=re.compile("Ada plays .* draws"))).to_have_count(1)


NOTIFICATIONS = """
window.told = []
window.Notification = class {
  static permission = 'granted'
  static requestPermission = async () => 'granted'
  constructor(title, options) { window.told.push(`${title}: ${options.body}`) }
}
Object.defineProperty(document, 'hidden', { get: () => true })
"""


def test_who_asks_is_notified_of_the_own_turn(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.own.add_init_script(NOTIFICATIONS)
    positions.begin(ada)
    take_turn(ada)
    assert ada.wait_for_turn()
    assert ada.page.evaluate("window.told") == []  # nobody asked
    ada.open_menu()
    button = ada.page.get_by_role("button", name="Tell me when it’s my turn")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    take_turn(ada)
    assert ada.wait_for_turn()
    ada.page.wait_for_function("window.told.length > 0")
    assert ada.page.evaluate("window.told") == ["Your turn: Trambahn"]
