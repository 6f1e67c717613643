"""Following a game: who did what, what is asked before a turn ends, refusals, rounds and the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.people import PHONE
from tests.browser.stages import round_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

OVERLAPS = """(other) => {
  const box = (one) => one.getBoundingClientRect()
  const toast = box(document.querySelector('.toast'))
  const others = [...document.querySelectorAll(other)].map(box).filter((one) => one.width * one.height > 0)
  return others.some((one) =>
    toast.left < one.right && one.left < toast.right && toast.top < one.bottom && one.top < toast.bottom)
}"""
"""Whether a message covers one of some things."""


def tramless(view: dict[str, Any]) -> bool:
    """The person has a row without a tram, which the end of the turn would clear."""
    return view["passengers"] > 0 and any(row["tram"] is None for row in view["players"][0]["rows"])


# Who did what


def test_the_last_turns_carry_their_seats_and_can_be_seen_again(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.play_on(ada, positions.open_table(ada, "transamerica", 2), 5)
    positions.sit_down(ada, table)
    ada.wait_for_turn()
    seats = ada.page.locator("g.band").evaluate_all("all => all.map((one) => one.dataset.seat)")
    assert set(seats) >= {"1", "2"}
    ada.button("Show the last turns again").click()
    expect(ada.page.locator("main[data-line=past]")).to_be_attached()
    ada.button("Skip").click()
    assert ada.wait_for_turn()


# Nothing by accident


def test_an_end_that_costs_something_is_asked_for_once(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.play_on(ada, positions.open_table(ada, "trambahn"), 60, until=tramless)
    positions.sit_down(ada, table)
    ada.wait_for_turn()
    ada.page.locator("main [data-action=E]").click()
    dialog = ada.page.get_by_role("dialog", name="End the turn?")
    expect(dialog).to_contain_text("no tram and will be cleared")
    dialog.get_by_role("button", name="Keep playing").click()
    ada.context.add_cookies([{"name": "ask", "value": "never", "url": ada.address}])
    ada.page.reload()
    ada.wait_for_turn()
    before = ada.table.get_attribute("data-seq") or ""
    ada.page.locator("main [data-action=E]").click()
    ada.wait_for_news(before)


def test_no_card_is_chosen_for_anybody_and_a_lane_says_why_not_yet(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.sit_down(ada, positions.open_table(ada, "trambahn"))
    ada.wait_for_turn()
    expect(ada.page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    colour = ada.legal("P ")[0][2]
    ada.page.locator(f"g[data-drop=new-{colour}] path").click()
    toast = ada.page.locator(".toast.error")
    expect(toast).to_contain_text("Play a passenger first")
    assert not ada.page.evaluate(OVERLAPS, "[data-keep], .button.primary")
    ada.button("3 Income", exact=False).click(
        force=True
    )  # a later step: the same answer, and no second message
    expect(toast).to_have_count(1)
    ada.do_first("P ")
    expect(toast).to_have_count(0)
    expect(ada.page.locator(".say")).to_contain_text("second passenger, or go on")


def test_the_list_of_interurban_shows_first_and_names_places(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.play_on(ada, positions.open_table(ada, "interurban"), 3)
    positions.sit_down(ada, table)
    ada.wait_for_turn()
    rows = ada.page.get_by_role("list", name="What you can lay").get_by_role("button")
    assert not [text for text in rows.all_inner_texts() if re.search(r"-?\d,-?\d", text)]
    expect(rows.first).to_contain_text(re.compile(r"tile \d+ of line"))
    before = ada.table.get_attribute("data-seq") or ""
    rows.nth(1).click()
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(ada.table).to_have_attribute("data-seq", before)
    rows.nth(1).click()
    ada.wait_for_news(before)


def test_a_cell_of_interurban_by_keyboard_alone(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.sit_down(ada, positions.open_table(ada, "interurban"))
    ada.wait_for_turn()
    cell = ada.page.locator("svg [data-cell]").first
    name = cell.get_attribute("data-cell")
    cell.focus()
    before = ada.table.get_attribute("data-seq") or ""
    ada.page.keyboard.press("Enter")
    held = ada.page.locator("svg [data-cell]:focus")
    expect(held).to_have_attribute("aria-pressed", "true")
    expect(held).to_have_attribute("data-cell", name or "")
    ada.page.keyboard.press("Enter")
    ada.wait_for_news(before)
    expect(ada.log.first).to_contain_text("Ada lays")
    expect(held).to_have_count(1)  # a neighbour, not the page


# Messages


def test_news_cover_neither_the_hand_nor_the_button_of_a_phone(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    positions.begin(ada)
    ada.open_menu()
    ada.button("Settings").click()
    ada.page.get_by_role("dialog").get_by_role("textbox").fill("Adele")
    ada.page.get_by_role("dialog").locator("button[type=submit]").click()
    ada.close_drawer()
    expect(ada.page.locator(".toast")).to_contain_text("Adele")
    assert not ada.page.evaluate(OVERLAPS, "[data-keep], .button.primary")


# Scoring and the end


def test_a_round_ends_with_the_map_and_nobody_is_asked_to_move(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    round_end(ada)
    assert "Your turn" not in ada.page.title()
    expect(ada.page.get_by_role("banner")).to_contain_text("Round 1 is over")
    expect(ada.page.get_by_role("banner")).not_to_contain_text("Your turn")
    assert not [text for text in ada.log.all_inner_texts() if "Round 2" in text]
    sheet = ada.page.get_by_role("dialog").locator("tbody tr")
    for row in sheet.all_inner_texts():
        before, loss, after = re.findall(r"(✓|−?\d+)\s*", row)[-3:]
        lost = 0 if loss == "✓" else int(loss.replace("−", "-"))
        assert int(before) == 13
        assert int(before) + lost == int(after.replace("−", "-"))
    ada.page.locator("dialog [data-next]").click()
    expect(ada.page.get_by_role("banner")).to_contain_text("Your turn")


def test_engines_stand_on_the_track_with_legible_letters(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.open_table(ada, "transamerica", 2, rounds=2)
    table = positions.play_on(
        ada, table, 900, until=lambda view: min(player["score"] for player in view["players"]) < 0
    )
    positions.sit_down(ada, table)
    expect(ada.page.locator(".track svg .plate").first).to_be_attached()
    inside = """svg => {
      const all = svg.getBoundingClientRect(), engines = [...svg.querySelectorAll('.engine:has(.plate)')]
      return engines.every((one) => one.getBoundingClientRect().right <= all.right + 1)
    }"""
    assert ada.page.locator(".players .track svg").evaluate(inside)
    expect(ada.page.locator(".players .track text", has_text="<0")).to_be_visible()


def test_the_end_tells_who_came_where_and_offers_what_comes_next(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.play_on(ada, positions.open_table(ada, "trambahn"), 900)
    assert table["status"] == "ended"
    positions.sit_down(ada, table)
    dialog = ada.page.get_by_role("dialog")
    places = dialog.get_by_role("list", name="Ranking").locator("li")
    expect(places).to_have_count(len(table["result"]["ranks"]))
    ranks = places.evaluate_all("all => all.map((one) => Number(one.dataset.rank))")
    assert ranks == sorted(table["result"]["ranks"])
    expect(dialog).to_contain_text(re.compile("The tenth run has been scored|Both hands were empty"))
    expect(dialog.locator("svg[data-course]:not([data-course='0'])")).to_be_visible()
    expect(dialog.get_by_role("link", name="Replay")).to_be_visible()
    expect(dialog.get_by_role("button", name="Share")).to_be_visible()
    expect(dialog.locator("[data-level=weaker]")).to_have_count(0)  # nobody is weaker than the easy one
    dialog.locator("[data-level=stronger]").click()
    expect(ada.page).not_to_have_url(re.compile(table["code"]))
    ada.wait_for_table()
    expect(ada.page.locator("main")).to_contain_text("Anton")


def test_a_rematch_is_answered_inside_the_result(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person("Bo")
    bo.page.goto(ada.invite())
    bo.button("Sit here").click()
    for one in (ada, bo):
        one.wait_for_table()
    ada.open_menu()
    ada.button("Resign").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    ada.button("Play again").click()
    dialog = bo.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Ada would like to play again")
    dialog.get_by_role("button", name="Agree").click()
    for one in (ada, bo):
        expect(one.result).to_have_count(0)


@pytest.mark.parametrize("width", [1440, 390])
def test_a_long_name_is_not_cut_off(width: int, person: Callable[..., Person]) -> None:
    ada = person("Ada", size=(width, 860))
    positions.sit_down(ada, positions.open_table(ada, "trambahn", level="master"))
    cut = """() => [...document.querySelectorAll('main *, header *')]
      .filter((one) => one.children.length === 0 && /Director|…/.test(one.textContent))
      .filter((one) => one.textContent.includes('…') || one.scrollWidth > one.clientWidth + 1)
      .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none')
      .filter((one) => !one.closest('svg') && getComputedStyle(one).display !== 'inline')
      .map((one) => one.textContent)"""
    assert ada.page.evaluate(cut) == []
