"""TransAmerica's own table: clicked, typed, tapped, refused; in both languages and themes, to the end."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.eyes import problems, too_wide
from tests.browser.people import DESKTOP, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.people import Person

SIDES = ([PHONE], [DESKTOP, (820, 1180), (1024, 768), (1920, 1080)])


def sit_down(person: Person, seats: int = 2, **options: Any) -> None:
    """Sit down at a table with bots, the person first; `rounds=1` is a short game."""
    positions.sit_down(person, positions.open_table(person, "transamerica", seats - 1, **options))


def next_round(person: Person) -> bool:
    """If a round has ended, look at it and go on."""
    if not person.page.locator("main [data-points]").count():
        return False
    if not person.page.locator("dialog [data-next]").count():
        person.page.locator("main [data-points]").click()
    expect(person.page.get_by_role("dialog").locator("tbody tr").first).to_be_visible()
    person.page.locator("dialog [data-next]").click()
    return True


def play(person: Person, clicks: int) -> int:
    """Play a number of actions, or until the game is over; returns how many rounds ended on the way."""
    rounds = 0
    for number in range(clicks):
        if not person.wait_for_turn():
            break
        rounds += next_round(person)
        person.do_anything(number * 7)
    return rounds


def target(person: Person, text: str) -> Locator:
    return person.page.locator(f'g[data-action="{text}"]')


def chosen(person: Person) -> Locator:
    return person.page.locator("g.target[aria-pressed=true]")


def test_the_last_round_by_clicking_only(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.open_table(ada, "transamerica", rounds=1)
    positions.sit_down(ada, positions.play_on(ada, table, 900, until=lambda view: len(view["rounds"]) > 0))
    rounds = 0
    while ada.wait_for_turn():
        rounds += next_round(ada)
        ada.click(ada.page.locator(f"main [data-action='{ada.page.evaluate(CHEAPEST)}']").first)
    assert rounds == 1, "two rounds, and a look at the first"
    expect(ada.result).to_be_visible()
    assert problems(ada.page) == []
    ada.page.keyboard.press("Escape")
    expect(ada.page.get_by_role("heading", name="The game is over")).to_be_visible()
    assert ada.page.locator("svg text.tag").count() >= 5, "everybody's cities are open"


CHEAPEST = r"""() => {
  const told = (one) => /need (\d+)|(\d+) to connect/.exec(one.ariaLabel) ?? []
  const cost = (one) => Number(told(one).slice(1).find(Boolean) ?? 99)
  const all = [...document.querySelectorAll('g.target')].sort((a, b) => cost(a) - cost(b))
  return all[0].dataset.action
}"""
"""What brings one nearest to one's cities, as its name says."""


def test_a_turn_by_keyboard_only(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    press = ada.page.keyboard.press
    for _ in range(30):
        press("Tab")
        if ada.page.locator("g.target:focus").count():
            break
    before = ada.page.locator("g.target:focus").get_attribute("data-action")
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight"):
        press(key)
    marker = ada.page.locator("g.target:focus").get_attribute("data-action")
    assert marker != before
    assert ada.page.locator("g.target[tabindex='0']").count() == 1, "one stop for Tab"
    press("Enter")
    expect(chosen(ada)).to_have_count(1)
    press("Backspace")
    expect(chosen(ada)).to_have_count(0)
    press("Enter")
    press("Enter")
    ada.wait_for_turn()
    expect(ada.page.locator("g.target[data-action^='R ']").first).to_be_visible()
    single = ada.page.locator("g.target:not([aria-label*='double'])").first.get_attribute("data-action")
    assert single is not None
    target(ada, single).focus()
    press("Enter")
    expect(ada.page.get_by_text("1 of 2 laid.")).to_be_visible()
    press("Backspace")
    expect(ada.page.get_by_text("Lay the first rail.")).to_be_visible()
    target(ada, single).focus()
    press("?")
    expect(ada.page.get_by_role("dialog")).to_contain_text("TA-3.2")


def test_turns_by_keyboard_only(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    for _ in range(6):
        ada.wait_for_turn()
        next_round(ada)
        before = ada.table.get_attribute("data-seq") or ""
        ada.page.locator("g.target[tabindex='0']").focus()
        for key in ("ArrowLeft", "ArrowUp", "Enter"):
            ada.page.keyboard.press(key)
        if chosen(ada).count():
            ada.page.keyboard.press("Enter")
        ada.wait_for_news(before)


def test_what_is_not_possible_is_explained(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    ada.do("M 126")
    ada.wait_for_turn()
    box = ada.page.locator("[data-city='39']").bounding_box()
    assert box is not None
    # Just to the left of Boston, on the line from there: far away from the player's network.
    ada.page.mouse.click(box["x"] - 15, box["y"] + box["height"] / 2)
    expect(ada.page.locator(".toast .tag")).to_have_text("TA-3.3")
    ada.page.locator(".toast .tag").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("must touch your own network")
    ada.page.keyboard.press("Escape")
    ada.button("Choose a line").click(force=True)
    expect(ada.page.locator(".toast .tag").filter(has_text="TA-3.4")).to_be_visible()


def test_a_preview_says_what_changes(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    target(ada, "M 126").hover()
    slab = ada.page.locator("svg .above text").filter(has_text=re.compile(r"^\d+$"))
    expect(slab).to_be_visible()
    ada.do("M 126")
    ada.wait_for_turn()
    target(ada, ada.legal("R ")[0]).hover()
    expect(ada.page.locator("svg .above text").filter(has_text=re.compile(r"^\d+ → \d+$"))).to_be_visible()
    ada.button("Show a route").click()
    expect(ada.page.locator(".hint path").first).to_be_attached()


def test_a_finger_chooses_the_nearest_line_and_confirms(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    sit_down(ada)
    page = ada.page
    frame = page.locator(".map").bounding_box()
    assert frame is not None
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    for word in ("Place the marker", "Lay the rail"):
        ada.wait_for_turn()
        page.wait_for_timeout(300)  # the map comes to rest
        spot = page.evaluate(NEAR_THE_MIDDLE, list(middle))
        page.touchscreen.tap(spot["x"] + 5, spot["y"] + 5)
        expect(chosen(ada)).to_have_attribute("data-action", spot["text"])
        before = ada.table.get_attribute("data-seq") or ""
        ada.button(word).click()
        ada.wait_for_news(before)
    for button in page.locator("main button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44, button.inner_text()
    ada.button("Overview: show the whole map").click()
    expect(page.locator(".layer")).to_have_css("transform", re.compile(r"matrix\(1, 0, 0, 1"))
    assert problems(page) == []


NEAR_THE_MIDDLE = """([x, y]) => {
  const far = ({ box }) => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y)
  const lines = [...document.querySelectorAll('g.target:not([aria-label*=double])')]
    .map((one) => ({ text: one.dataset.action, box: one.getBoundingClientRect() }))
    .sort((a, b) => far(a) - far(b))
  const { text, box } = lines[0]
  return { text, x: box.x + box.width / 2, y: box.y + box.height / 2 }
}"""


def test_the_map_is_moved_and_enlarged(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada)
    layer = ada.page.locator(".layer")
    before = ada.table.get_attribute("data-seq")
    ada.page.mouse.move(600, 400)
    ada.page.mouse.wheel(0, -600)
    expect(layer).to_have_css("transform", re.compile(r"matrix\(2\.6"))
    moved = layer.evaluate("(one) => one.style.transform")
    ada.page.mouse.down()
    ada.page.mouse.move(500, 340, steps=5)
    ada.page.mouse.up()
    expect(layer).not_to_have_css("transform", moved)
    assert chosen(ada).count() == 0, "a drag is no click"
    assert ada.table.get_attribute("data-seq") == before
    ada.button("Show the whole map").click()
    expect(layer).to_have_css("transform", re.compile(r"matrix\(1, 0, 0, 1, 0, 0\)"))


def test_own_rails_of_the_variant(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    sit_down(ada, vexation=True)
    ada.do("M 126")
    ada.wait_for_turn()
    ada.page.get_by_role("radio", name="Yours (3)").click()
    ada.do(ada.legal("V ")[0])
    expect(ada.page.locator("g.rail.own").first).to_be_attached()


@pytest.mark.parametrize("language", ["de", "en"])
def test_both_languages_and_themes(language: Literal["de", "en"], person: Callable[..., Person]) -> None:
    ada = person("Ada", language=language)
    sit_down(ada, seats=4)
    play(ada, 4)
    ada.wait_for_turn()
    words = {"de": ("Deine fünf Städte", "Am Tisch"), "en": ("Your five cities", "Players")}[language]
    for word in words:
        expect(ada.page.get_by_text(word, exact=True)).to_be_visible()
    assert problems(ada.page) == []


@pytest.mark.parametrize("sizes", SIDES, ids=["phone", "others"])
def test_it_fits_every_screen_also_with_large_text(
    sizes: list[tuple[int, int]], person: Callable[..., Person]
) -> None:
    ada = person("Ada", size=sizes[0], language="de")
    sit_down(ada, seats=6)
    ada.wait_for_turn()
    for size, text in product(sizes, ("100%", "130%")):
        ada.page.evaluate("(text) => (document.documentElement.style.fontSize = text)", text)
        assert too_wide(ada.page, size) == [], text
        primary = ada.page.locator("section.turn .primary").bounding_box()
        board = ada.page.locator(".map").bounding_box()
        assert primary is not None
        assert board is not None
        assert primary["y"] + primary["height"] <= size[1] or size == (820, 1180), (
            "no scrolling to the button"
        )
        assert board["height"] >= 240
