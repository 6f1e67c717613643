"""A game that brings nothing but its law and its texts, played and looked back at in the browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE
from tests.browser.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person

GAMES = Path(__file__).parents[1] / "bench" / "floor"


@pytest.fixture(scope="module")
def more(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the game `race`, in which the players add 1, 2 or 3 up to 100."""
    with Server(tmp_path_factory.mktemp("more"), games=GAMES) as started:
        yield started


def total(person: Person) -> int:
    return int(person.page.locator("dt", has_text="Total").locator("+ dd").inner_text())


@pytest.mark.parametrize("size", [(1440, 900), PHONE], ids=["desktop", "phone"])
def test_a_game_without_pictures_shows_its_state(
    size: tuple[int, int], person: Callable[..., Person], more: Server
) -> None:
    ada = person("Ada", address=more.address, size=size)
    ada.play_bot("Race", "random")
    seen = [0]
    while ada.wait_for_turn():
        expect(ada.page.locator("dt", has_text="Turn").locator("+ dd")).to_have_text("Ada")
        assert total(ada) >= seen[-1]
        seen.append(total(ada))
        ada.do_anything(2)
    assert len(seen) > 10
    expect(ada.result).to_contain_text("win")
    ada.button("View the table").click()
    assert total(ada) >= 100
    wide = ada.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide

    code = ada.page.url.rsplit("/", 1)[1]
    ada.go(f"/r/{code}/1#1")
    board = ada.page.get_by_role("region", name="Board")
    expect(board.locator("dt", has_text="Total")).to_be_visible()
    first = total(ada)
    ada.page.keyboard.press("End")
    expect(board.locator("dt", has_text="Total").locator("+ dd")).to_have_text(re.compile("^10"))
    assert first <= 3
    expect(ada.button("Picture as SVG")).to_have_count(0)
