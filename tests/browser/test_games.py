"""Playing in a real browser, by clicking only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import stellwerk
from stellwerk.core.record import decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person


def take_turn(person: Person) -> None:
    """Two passengers at most, a stop, a tram, then the end: a whole turn."""
    for kind in ("Passengers", "Passengers", "Stops", "Trams"):
        choices = person.kind(kind)
        if choices.count():
            person.click(choices.first)
        if person.result.count():
            return
    if person.end_turn.count():
        person.click(person.end_turn)


def test_a_whole_game_against_a_bot(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_bot()
    turns = 0
    while ada.wait_for_turn():
        take_turn(ada)
        turns += 1
        assert turns < 80
    expect(ada.result).to_contain_text(re.compile("win|draw"))
    rows = ada.page.get_by_role("table", name="Score sheet").locator("tbody tr")
    assert rows.filter(has_text="Run").count() >= 10
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download the record").click()
    record = decode(download.value.path().read_bytes())
    assert record.game == "trambahn"
    assert "Ada" in record.players
    stellwerk.verify(record)


@pytest.mark.parametrize("key", stellwerk.games())
def test_every_game_can_be_played(key: str, person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_bot(stellwerk.load(key).info.title)
    for _ in range(6):
        assert ada.wait_for_turn()
        ada.do_anything()
    expect(ada.log.filter(has_text="Ada").first).to_be_visible()


def test_the_result_of_giving_up(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_bot()
    ada.wait_for_turn()
    ada.button("Resign").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(ada.result).to_have_text("Mira wins")
    ada.button("Play again").click()
    expect(ada.result).to_have_count(0)
    assert ada.wait_for_turn()


def test_undo_until_something_hidden_is_shown(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_bot()
    ada.wait_for_turn()
    hand = ada.kind("Passengers").all_inner_texts()
    ada.click(ada.kind("Passengers").first)
    ada.page.keyboard.press("Backspace")
    expect(ada.log.first).to_contain_text("takes an action back")
    assert ada.kind("Passengers").all_inner_texts() == hand
    ada.button("Undo").click(force=True)  # it tells why not
    expect(ada.page.get_by_role("status").filter(has_text="Nothing can be taken back")).to_be_visible()


def test_a_game_with_the_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.get_by_role("button", name="Play bots: Trambahn").focus()
    ada.page.keyboard.press("Enter")
    ada.button("Simple", exact=False).focus()
    ada.page.keyboard.press("Enter")
    ada.wait_for_turn()
    choices = ada.kind("Passengers")
    choices.first.focus()
    ada.page.keyboard.press("ArrowRight")
    expect(choices.nth(1)).to_be_focused()
    ada.page.keyboard.press("Enter")
    expect(ada.log.first).to_contain_text("Ada plays")
    expect(ada.actions.first).to_be_focused()
    ada.type_action("E")
    expect(ada.log.filter(has_text="Ada ends the turn")).to_have_count(1)
    ada.wait_for_turn()


def click_ring(person: Person) -> None:
    """A click into the picture, where it shows that something can be done."""
    ring = person.page.locator(".targets circle").first.bounding_box()
    assert ring is not None
    person.page.mouse.click(ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)


def test_the_map_can_be_clicked(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_bot("TransAmerica")
    ada.wait_for_turn()
    expect(ada.page.locator(".targets circle").first).to_be_attached()
    click_ring(ada)
    expect(ada.log.filter(has_text="Ada starts at")).to_have_count(1)


def test_a_card_can_be_clicked(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_bot()
    ada.wait_for_turn()
    ada.click(ada.kind("Passengers").first)
    expect(ada.page.locator(".targets circle").first).to_be_attached()
    click_ring(ada)
    dialog = ada.page.get_by_role("dialog", name="What shall happen here?")
    dialog.get_by_role("button").last.click()
    expect(dialog).to_have_count(0)
    expect(ada.log.first).to_contain_text("Ada takes as income")


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
    ada.page.add_init_script(NOTIFICATIONS)
    ada.page.reload()
    ada.play_bot()
    assert ada.wait_for_turn()
    take_turn(ada)
    assert ada.wait_for_turn()
    assert ada.page.evaluate("window.told") == []  # nobody asked
    button = ada.page.get_by_role("button", name="Tell me when it is my turn")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    take_turn(ada)
    assert ada.wait_for_turn()
    assert ada.page.evaluate("window.told") == ["Your turn: Trambahn"]
