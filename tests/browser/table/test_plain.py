"""The plain table, on which every game can be played that brings no table of its own: here `tiny`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import stellwerk
from stellwerk.core.record import decode
from tests.browser.people import DESKTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

GAME = stellwerk.load("tiny")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game_against_bots(person: Callable[..., Person], size: tuple[int, int]) -> None:
    ada = person("Ada", size=size)
    bots = stellwerk.load_texts("tiny", "en").section("bots")
    ada.play_bot(GAME.info.title, bots[GAME.info.usual_level]["name"])
    clicks = 0
    while ada.wait_for_turn():
        expect(ada.page.locator("dt", has_text="Turn").locator("+ dd")).to_have_text("Ada")
        ada.do_anything(clicks)
        clicks += 1
        assert clicks <= GAME.info.max_actions
    assert clicks >= 6, "three wagons in each of two shifts"
    expect(ada.result).to_be_visible()
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download record").click()
    record = decode(download.value.path().read_bytes())
    assert (record.game, record.seats) == ("tiny", GAME.info.seats.min)
    assert stellwerk.verify(record) == 2
    assert not ada.page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_replay_shows_the_state(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    bots = stellwerk.load_texts("tiny", "en").section("bots")
    ada.play_bot(GAME.info.title, bots[GAME.info.usual_level]["name"])
    clicks = 0
    while ada.wait_for_turn():
        ada.do_anything(clicks)
        clicks += 1
    ada.go(f"/r/{ada.page.url.rsplit('/', 1)[1]}/1#1")
    shift = ada.page.get_by_role("region", name="Board").locator("dt", has_text="Shift").locator("+ dd")
    expect(shift).to_have_text("1")
    ada.page.keyboard.press("End")
    expect(shift).to_have_text("2")
    expect(ada.button("Save as SVG")).to_have_count(0)
