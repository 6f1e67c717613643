"""InterUrban's own table in a real browser: mouse, keyboard, phone, both languages, both themes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import positions, stages
from tests.browser.eyes import problems
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

GHOST = "svg [data-cell][data-action]"
TARGETS = "svg [data-cell]:not([data-action])"


def sit_down(person: Person) -> None:
    """A game against bots of the simplest kind, at one's own first turn."""
    positions.begin(person, "interurban", 2)


def tile(person: Person, piece: str) -> Locator:
    """An open tile in its tray."""
    return person.page.locator(f'[data-tile="{piece}"]').first


def take(person: Person, piece: str) -> None:
    """Have a tile in hand; one that still fits after the last move is there already."""
    if tile(person, piece).get_attribute("aria-pressed") == "false":
        tile(person, piece).click()
    expect(tile(person, piece)).to_have_attribute("aria-pressed", "true")


def lay_first(person: Person, kind: str = "") -> str:
    """The first legal placement of a kind: tile, cell, and the cell again. The text that was laid."""
    piece, place = person.legal(kind)[0].split("@")
    take(person, piece)
    person.page.locator(f'svg [data-cell="{place.split(":")[0]}"]').click()
    ghost = person.page.locator(GHOST)
    text = ghost.get_attribute("data-action")
    assert text is not None
    person.click(ghost)
    return text


def test_the_end_of_a_game_by_clicking(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    stages.later("interurban", 10, 2)(ada)
    clicks = 0
    while ada.wait_for_turn():
        ada.do_anything(clicks * 5)
        clicks += 1
        assert clicks < 120
    assert clicks > 1
    expect(ada.result).to_contain_text(re.compile("win|Draw"))
    assert problems(ada.page) == []


def test_tile_then_cell_then_again_lays_it(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    cells = {text.split("@")[1].split(":")[0] for text in ada.legal("s") or ada.legal("c")}
    piece = (ada.legal("s") or ada.legal("c"))[0].split("@")[0]
    take(ada, piece)
    expect(ada.page.locator(TARGETS)).to_have_count(len(cells))
    text = lay_first(ada, "c") if ada.legal("c") else lay_first(ada)
    expect(ada.log.first).to_contain_text("Ada lays")
    expect(ada.page.locator(f'svg [data-piece="cell{text.split("@")[1].split(":")[0]}"]')).to_be_visible()


def test_only_legal_turns_are_cycled_and_both_ways(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    while not ada.legal("c"):
        ada.do_anything()
        ada.wait_for_turn()
    piece, place = ada.legal("c")[0].split("@")
    cell = place.split(":")[0]
    turns = ada.legal(f"{piece}@{cell}:")
    take(ada, piece)
    ada.page.locator(f'svg [data-cell="{cell}"]').click()
    seen = []
    for _ in turns:
        seen.append(ada.page.locator(GHOST).get_attribute("data-action") or "")
        ada.page.keyboard.press("r")
    assert sorted(seen) == sorted(turns)
    expect(ada.page.locator(GHOST)).to_have_attribute("data-action", seen[0])
    ada.page.keyboard.press("Shift+R")
    expect(ada.page.locator(GHOST)).to_have_attribute("data-action", seen[-1])


def test_before_and_after(person: Callable[..., Person]) -> None:
    """What the tip says of the ghost is what the score sheet says when it is laid."""
    ada = person("Ada")
    sit_down(ada)
    wanted = ada.legal("s1") or ada.legal("c1") or ada.legal("s") or ada.legal("c")
    piece, place = wanted[0].split("@")
    take(ada, piece)
    ada.page.locator(f'svg [data-cell="{place.split(":")[0]}"]').click()
    tip = ada.page.locator(".tip span").first
    told = re.search(r"Line (.+?): .*?(\d+)$", tip.inner_text())
    assert told is not None
    ada.click(ada.page.locator(GHOST))
    line = ada.page.get_by_role("rowheader", name=f"Line {told[1]}", exact=True)
    expect(ada.page.get_by_role("row").filter(has=line).locator(".value")).to_have_text(told[2])


def test_the_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    for _ in range(2):
        piece = ada.legal()[0].split("@")[0]
        before = ada.table.get_attribute("data-seq") or ""
        tile(ada, piece).focus()
        if tile(ada, piece).get_attribute("aria-pressed") == "false":  # one that still fits stays in hand
            ada.page.keyboard.press("Enter")
        expect(tile(ada, piece)).to_have_attribute("aria-pressed", "true")
        targets = ada.page.locator(TARGETS)
        targets.first.focus()
        ada.page.keyboard.press("End")
        expect(targets.last).to_be_focused()
        ada.page.keyboard.press("Enter")
        expect(ada.page.locator(GHOST)).to_be_focused()
        ada.page.keyboard.press("Enter")
        ada.wait_for_news(before)
        assert ada.wait_for_turn()
    assert ada.page.evaluate("document.activeElement !== document.body")
    ada.page.locator("[data-tile]").first.focus()
    ada.page.keyboard.press("?")
    expect(ada.page.get_by_role("dialog")).to_contain_text("IU-3.2")


def test_backspace_takes_back_and_end_turn_says_why_not(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    ada.button("End turn").click(force=True)
    toast = ada.page.locator(".toast", has=ada.page.locator(".tag"))
    expect(toast).to_contain_text("at least one tile")
    toast.locator(".tag").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("IU-3.4")
    ada.page.keyboard.press("Escape")
    before = ada.legal()
    lay_first(ada)
    if ada.legal() == before:  # a tile that ended the turn cannot be taken back
        return
    seq = ada.table.get_attribute("data-seq") or ""
    ada.page.keyboard.press("Backspace")
    ada.wait_for_news(seq)
    assert ada.legal() == before


def test_a_tile_that_fits_nowhere_says_why(person: Callable[..., Person]) -> None:
    """After a station no other one is laid in the same turn (IU-3.3)."""
    ada = person("Ada", language="de")
    sit_down(ada)
    stations = [text for text in ada.legal() if text[0] not in "scE"]
    if stations:
        ada.do(stations[0])
    ada.wait_for_turn()
    idle = ada.page.locator("button[data-tile].isIdle")
    expect(idle.first).to_have_attribute("aria-label", re.compile("Bahnhof|Kreuzung"))
    idle.first.click()
    expect(ada.page.locator(".toast .tag")).to_have_text(re.compile(r"IU-\d"))


def test_a_cell_where_it_does_not_fit_says_why(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    tile(ada, ada.legal()[0].split("@")[0]).click()
    start = ada.page.locator('svg [data-piece="cell0,0"]').bounding_box()
    assert start is not None
    ada.page.mouse.click(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    expect(ada.page.locator(".toast .tag")).to_have_text("IU-3.1")


def test_the_board_moves_and_grows(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    start = ada.page.locator('svg [data-piece="cell0,0"]')
    first = start.bounding_box()
    assert first is not None
    ada.page.mouse.move(first["x"] + 200, first["y"] + 250)
    ada.page.mouse.down()
    ada.page.mouse.move(first["x"] + 260, first["y"] + 210, steps=4)
    ada.page.mouse.up()
    moved = start.bounding_box()
    assert moved is not None
    assert abs(moved["x"] - first["x"] - 60) < 2
    assert abs(moved["y"] - first["y"] + 40) < 2
    ada.page.mouse.wheel(0, -300)
    larger = start.bounding_box()
    assert larger is not None
    assert larger["width"] > moved["width"] * 1.2
    ada.button("Show everything").click()
    again = start.bounding_box()
    assert again is not None
    assert abs(again["width"] - first["width"]) < 2


def test_a_phone_proposes_a_place_for_the_chosen_tile(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE, language="de")
    sit_down(ada)
    lay = ada.button("Legen")
    for number in range(4):
        if not ada.wait_for_turn():  # the bots may be quick, but not as quick as that
            assert number > 1
            return
        expect(ada.page.locator(GHOST)).to_have_count(0)  # nothing is chosen for anybody
        take(ada, ada.legal()[0].split("@")[0])
        expect(ada.page.locator(GHOST)).to_be_visible()
        box = ada.page.locator(GHOST).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        ada.click(lay)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_axe_finds_nothing_serious_in_the_middle(
    size: tuple[int, int], person: Callable[..., Person]
) -> None:
    ada = person("Ada", size=size)
    stages.later("interurban", 4, 2)(ada)
    ada.do_anything()
    ada.wait_for_turn()
    assert problems(ada.page) == []
