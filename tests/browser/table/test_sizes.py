"""Every screen shows a whole table: phones on their side, low desktops, and Trambahn with many rows."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import positions, stages
from tests.browser.eyes import too_wide

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

ON_ITS_SIDE = [(844, 390), (740, 360)]
DESKTOPS = [(1366, 768), (1440, 900)]
BOTS = {"trambahn": 1, "interurban": 2, "transamerica": 3}
IS_WHOLE = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement
  return scrollWidth <= innerWidth && scrollHeight <= innerHeight
}"""
"""Whether the page cannot be scrolled: a new size is answered a moment later."""
CARD = 44


def at_table(person: Person, game: str, actions: int, **options: Any) -> None:
    table = positions.open_table(person, game, BOTS[game], **options)
    positions.sit_down(person, positions.play_on(person, table, actions))
    person.wait_for_turn()


def wait_until_whole(person: Person) -> None:
    person.page.wait_for_function(IS_WHOLE)


def is_in_sight(thing: Locator, size: tuple[int, int]) -> bool:
    box = thing.bounding_box()
    assert box is not None
    right, bottom = box["x"] + box["width"], box["y"] + box["height"]
    return box["x"] >= 0 and box["y"] >= 0 and right <= size[0] + 1 and bottom <= size[1] + 1


@pytest.mark.parametrize("game", BOTS)
def test_a_phone_on_its_side_shows_board_pieces_and_buttons(game: str, person: Callable[..., Person]) -> None:
    ada = person("Ada", size=ON_ITS_SIDE[0])
    at_table(ada, game, 4)
    for size in ON_ITS_SIDE:
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        wait_until_whole(ada)
        pieces = ada.page.locator(
            "main :is(.hand .card, .tray button, .cities li, .buttons button, .actions button):visible"
        )
        assert pieces.count() >= 3
        hidden = [one.inner_text() for one in pieces.all() if not is_in_sight(one, size)]
        assert hidden == []
        board = ada.page.locator("main :is(.board, .frame)").first.bounding_box()
        assert board is not None
        assert board["width"] * board["height"] > 0.4 * size[0] * size[1]  # not a peephole
    ada.do_anything()


@pytest.mark.parametrize("game", BOTS)
def test_a_desktop_shows_the_whole_table(game: str, person: Callable[..., Person]) -> None:
    ada = person("Ada", size=DESKTOPS[0])
    at_table(ada, game, 6)
    for size in DESKTOPS:
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        wait_until_whole(ada)
        panels = ada.page.locator("main .panel:visible")
        assert panels.count() >= 4
        assert [one.inner_text() for one in panels.all() if not is_in_sight(one, size)] == []


def settle(person: Person, size: tuple[int, int]) -> None:
    """Take a size, and wait until the board has been drawn for it."""
    too_wide(person.page, size)  # waits for what answers to it: a height may follow after a width
    person.page.wait_for_function(
        """() => {
          const svg = document.querySelector('main .board > svg')
          const box = svg.getBoundingClientRect()
          const isNear = (one, other) => Math.abs(one - other) < 1
          const isDrawn = ['width', 'height'].every((one) => isNear(box[one], svg.getAttribute(one)))
          return isDrawn && isNear(box.width, svg.parentElement.clientWidth)
        }"""
    )


def has_three_rows(view: dict[str, Any]) -> bool:
    lines = Counter(row["stops"][0][0] for row in view["players"][0]["rows"] if row["tram"] is not None)
    return max(lines.values(), default=0) >= 3


def test_three_rows_of_a_line_stay_readable_and_move_no_terminal(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.sit_down(ada, positions.open_table(ada, "trambahn", new_rows="free"))
    ada.wait_for_turn()
    terminals = ada.page.locator("svg rect[data-place^=terminal]")
    tops = "all => all.map((one) => one.getBoundingClientRect().top)"
    empty = {}
    for size in DESKTOPS:
        settle(ada, size)
        empty[size] = terminals.evaluate_all(tops)
    for seed in range(1, 6):
        table = positions.open_table(ada, "trambahn", new_rows="free")
        table = positions.play_on(ada, table, 400, seed, until=has_three_rows)
        if table["status"] == "playing":
            break
    positions.sit_down(ada, table)
    ada.wait_for_turn()
    for size in DESKTOPS:
        settle(ada, size)
        cards = ada.page.locator("main .board svg [data-piece^=card-][data-to^=money] > :is(rect, svg)")
        heights = cards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
        assert len(heights) >= 3
        assert min(heights) >= CARD
        assert terminals.evaluate_all(tops) == empty[size]
        board = ada.page.locator("main .board").first
        assert board.evaluate("one => one.scrollHeight - one.clientHeight") <= 1


@pytest.mark.parametrize("game", BOTS)
def test_a_phone_on_its_side_shows_a_replay_without_scrolling(
    game: str, person: Callable[..., Person]
) -> None:
    ada = person("Ada", size=ON_ITS_SIDE[0])
    stages.replay(game)(ada)
    for size in ON_ITS_SIDE:
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        wait_until_whole(ada)
        board = ada.page.get_by_role("region", name="Board")
        box = board.bounding_box()
        assert box is not None
        assert box["width"] * box["height"] > 0.4 * size[0] * size[1]
        for name in ("Play", "Step forward", "Review"):
            assert is_in_sight(ada.button(name), size)
        assert is_in_sight(ada.page.locator("input[type=range]"), size)
        last = ada.page.get_by_role("button", name="Download the record").last
        last.scroll_into_view_if_needed()
        assert is_in_sight(last, size)
        assert is_in_sight(board, size)  # it has stayed


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)])
def test_the_board_of_a_small_replay_is_whole(size: tuple[int, int], person: Callable[..., Person]) -> None:
    ada = person("Ada", size=size)
    stages.replay("trambahn")(ada)
    board = ada.page.locator("main .board .board")
    left = board.evaluate("one => one.scrollHeight - one.clientHeight")
    assert left <= 1
    plates = board.locator("[data-piece^=card-] text")
    assert plates.count() > 0
    sizes = plates.evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 11
