"""A match from its first game to its end, its table beside the game, in the history, and as a file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.eyes import problems
from tests.browser.people import DESKTOP, PHONE
from tests.browser.stages import MORE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.people import Person


def resign(person: Person) -> None:
    person.open_menu()
    person.button("Resign").first.click()
    dialog = person.page.get_by_role("dialog", name="Resign this game?")
    expect(dialog).to_contain_text("part of a match: you get no points")
    dialog.get_by_role("button", name="Resign").click()


def test_a_match_from_start_to_end(person: Callable[..., Person], tmp_path: Path) -> None:
    """Ada gives up both games against a bot, which wins the match."""
    ada = person("Ada")
    positions.sit_down(ada, positions.open_table(ada, "transamerica", games=2))
    resign(ada)
    dialog = ada.page.locator("dialog[open]")
    table = dialog.locator("[data-match]")
    expect(table.locator("h3")).to_have_text("Match after 1 of 2 games")
    expect(table.locator("tbody tr").last).to_have_text(re.compile(r"2\s*Ada\s*gave up\s*0\s*–\s*0"))
    expect(table.locator("tbody tr").first).to_have_text(re.compile(r"1\s*\w+\s*13\s*–\s*13"))
    expect(dialog).to_contain_text("Gave up: no points")
    dialog.get_by_role("button", name="Next game").click()
    ada.open_menu()
    expect(ada.page.locator("aside [data-match] h3")).to_have_text("Match after 1 of 2 games")
    resign(ada)
    expect(dialog.get_by_role("heading", name=re.compile("wins the match"))).to_be_visible()
    expect(dialog).to_contain_text("Last game:")
    expect(table.locator("tbody tr").first).to_contain_text("26")
    with ada.page.expect_download() as download:
        dialog.get_by_role("link", name="Download match").click()
    file = tmp_path / "match.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["result"]["winners"] == [1]
    ada.go("/me")
    expect(ada.page.locator("section", has=ada.page.locator("#history"))).to_contain_text("wins the match")
    ada.page.get_by_role("link", name=re.compile("^Replay: ")).first.click()
    look_through(ada)
    expect(ada.page).to_have_url(re.compile(r"/r/\w+/1"))
    ada.go("/replay")
    ada.page.locator("input[type=file]").set_input_files(file)
    look_through(ada)


def test_both_are_ready_for_the_next_game(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person("Bo", size=PHONE)
    ada.go("/")
    seats = [{"type": "own"}, {"type": "open"}]
    table = positions.post(ada, "/api/tables", {"game": "transamerica", "seats": seats, "games": 2})
    bo.go(f"/t/{table['code']}")
    bo.button("Sit here").first.click()
    ada.go(f"/t/{table['code']}")
    resign(ada)
    for one in (ada, bo):
        expect(one.page.locator("[data-ready] li")).to_have_text([re.compile("not ready yet")] * 2)
    ada.button("Ready for the next game").click()
    expect(bo.page.locator("[data-ready] li").first).to_have_text(re.compile("Ada.*is ready"))
    expect(bo.page.locator("[data-ready]")).to_contain_text("when everyone is ready, or in")
    assert problems(bo.page) == []
    bo.button("Ready for the next game").click()
    for one in (ada, bo):
        expect(one.page.locator("dialog[open]")).to_have_count(0)


def look_through(person: Person) -> None:
    """From a replay of one game of the match to another."""
    match = person.page.locator("main [data-match]")
    expect(match).to_contain_text("wins the match")
    shown = match.locator("th[aria-current]")
    other = match.locator("th button")
    number = other.inner_text()
    other.click()
    expect(shown).to_contain_text(f"Game {number}")
    if number == "2":
        match.locator("th button").click()
        expect(shown).to_contain_text("Game 1")


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_end_of_a_match_fits_and_can_be_read_by_all(
    size: tuple[int, int], person: Callable[..., Person]
) -> None:
    ada = person("Ada", size=size, language="de")
    MORE["match-between"](ada)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert problems(ada.page) == []
