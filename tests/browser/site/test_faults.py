"""Small things that once went wrong in front of people."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import positions, stages
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

NO_CLIPBOARD = """Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: () => Promise.reject(new Error('denied')) },
})"""


def test_a_link_that_cannot_be_copied_is_shown(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.own.add_init_script(NO_CLIPBOARD)
    ada.go("/")
    link = ada.invite()
    ada.button("Copy").click()
    shown = ada.page.get_by_label("Copy this:")
    expect(shown).to_have_value(link)
    expect(shown).to_be_focused()


def test_an_unknown_address_has_a_page(person: Callable[..., Person]) -> None:
    ada = person()
    answer = ada.page.goto(f"{ada.address}/no/such/page/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(ada.page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()


def test_back_closes_the_drawer_of_a_phone_and_stays(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    ada.play_bot()
    ada.wait_for_turn()
    address = ada.page.url
    ada.open_menu()
    ada.page.go_back()
    expect(ada.page.locator("aside")).to_have_count(0)
    assert ada.page.url == address
    ada.open_menu()
    ada.close_drawer()  # the step that opened it is gone as well
    expect(ada.page.locator("aside")).to_have_count(0)
    ada.page.go_back()
    expect(ada.page).to_have_url(f"{ada.address}/")


def test_a_covered_table_offers_nothing_but_to_go_on(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_hot_seat("Bea")
    expect(ada.page.locator("main:has(.letter) button.primary")).to_be_visible()
    expect(ada.page.locator("button.iconbutton.more, button.iconbutton.talk")).to_have_count(0)


def test_sitting_down_is_no_lost_connection(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person()
    bo.page.goto(ada.invite())
    bo.button("Sit here").click()
    bo.wait_for_table()
    expect(bo.page.get_by_text("Connected again")).to_have_count(0)


def test_spectators_are_not_told_of_cities_of_their_own(person: Callable[..., Person]) -> None:
    ada, eve = person("Ada"), person()
    eve.go(f"/t/{positions.open_table(ada, 'transamerica', 2)['code']}")
    expect(eve.page.get_by_role("heading", name="Cities", exact=True)).to_be_visible()
    expect(eve.page.get_by_text("Your five cities")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/learn"])
def test_pictures_where_two_layouts_meet(path: str, person: Callable[..., Person]) -> None:
    """Exactly as wide as the limit between one and three games side by side."""
    ada = person("Ada", size=(700, 900))
    ada.go(path)
    for picture in ada.page.locator("article .vignette").all():
        box = picture.bounding_box()
        assert box is not None
        assert 0.9 < box["width"] / box["height"] < 2.5


def test_a_visitor_is_asked_for_a_name_once_and_plays_after_two_clicks(person: Callable[..., Person]) -> None:
    """Opponents can be mixed, and figures say what they are."""
    ada = person()
    expect(ada.page.get_by_text("Three railway board games")).to_be_visible()
    ada.button("Play bots: TransAmerica").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_text("Rating").first).to_be_visible()
    dialog.get_by_label("Your name").fill("Ada")
    dialog.get_by_role("button", name="Mixed strengths").click()
    ada.wait_for_table()
    levels = ada.request.get(f"/api/codes/{ada.page.url.rsplit('/', 1)[1]}").json()["seats"]
    assert levels[0]["name"] == "Ada"
    assert len({seat["level"] for seat in levels[1:]}) == 2
    ada.go("/")
    ada.button("Play bots: TransAmerica").click()
    expect(dialog.get_by_role("button", name="Mixed strengths")).to_be_visible()
    expect(dialog.get_by_label("Your name")).to_have_count(0)


def test_the_slider_of_a_replay_has_room_for_a_finger(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    stages.replay("trambahn")(ada)
    box = ada.page.locator("main[data-step] input[type=range]").bounding_box()
    assert box is not None
    assert box["height"] >= 44


def test_short_names_on_the_score_sheet_stay_on_one_line(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=(1366, 768))
    positions.begin(ada)
    heads = ada.page.locator(".timetable thead .who")
    expect(heads).to_have_count(2)
    heights = [
        head.evaluate("one => one.scrollHeight / parseFloat(getComputedStyle(one).lineHeight)")
        for head in heads.all()
    ]
    assert max(heights) < 2


CONTRAST = """button => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((one) => Number(one) / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const { color, backgroundColor } = getComputedStyle(button)
  const [dark, bright] = [light(color), light(backgroundColor)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}"""
"""Between the words of a button and its ground."""


def test_a_button_that_cannot_be_pressed_stays_legible_under_the_mouse(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.sit_down(ada, positions.open_table(ada, "transamerica"))
    ada.wait_for_turn()
    button = ada.page.locator(".turn .button.primary[aria-disabled=true]")
    button.hover()
    assert button.evaluate(CONTRAST) >= 4.5


def test_a_paused_game_is_not_over(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.begin(ada, "transamerica", 2)
    ada.open_menu()
    ada.button("Ask for a break").click()
    expect(ada.page.get_by_role("heading", name="The game is paused")).to_be_visible()
    expect(ada.page.locator("main").get_by_role("heading", name="Paused")).to_be_visible()
    expect(ada.page.locator("main").get_by_text("The game is over")).to_have_count(0)


def test_a_table_of_a_match_names_its_game_with_a_space(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    table = positions.open_table(ada, "trambahn", games=2)
    positions.sit_down(ada, table)
    expect(ada.page.get_by_role("banner")).to_contain_text(f"Table {table['code']} · game 1 of 2")


def test_the_legend_covers_no_city_on_a_tablet(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=(1024, 768))
    positions.sit_down(ada, positions.open_table(ada, "transamerica"))
    ada.wait_for_turn()
    covered = ada.page.evaluate("""() => {
      const legend = document.querySelector('.map .legend')?.getBoundingClientRect()
      if (!legend || legend.width === 0) return []
      return [...document.querySelectorAll('.map svg text')].filter((text) => {
        const box = text.getBoundingClientRect()
        const [across, down] = [Math.min(box.right, legend.right) - Math.max(box.left, legend.left),
          Math.min(box.bottom, legend.bottom) - Math.max(box.top, legend.top)]
        return across > 0 && down > 0
      }).map((text) => text.textContent)
    }""")
    assert covered == []


def test_the_replay_list_of_interurban_has_the_colours_of_its_lines(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    stages.MORE["replay-interurban"](ada)
    signs = ada.page.locator(".glyphs svg circle")
    colours = set(signs.evaluate_all("all => all.map((one) => one.getAttribute('fill'))"))
    assert len(colours & LINE_COLOURS) > 2


LINE_COLOURS = {"#0e6f6f", "#b4520f", "#a63a70", "#3a4650", "#6e6a12", "#1f6f9e"}


def test_the_first_card_of_the_guided_game_is_not_picked_up(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/learn/trambahn")
    ada.page.locator("main[data-step='0']").wait_for()
    ada.page.locator("button.primary").first.click()
    expect(ada.page.locator("main[data-wanted='P R7']")).to_be_attached()
    expect(ada.page.locator(".hand [aria-pressed=true]")).to_have_count(0)


def test_a_slanting_line_is_not_marked_by_a_box(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.sit_down(ada, positions.open_table(ada, "transamerica"))
    ada.wait_for_turn()
    ada.do_first("M ")
    ada.wait_for_turn()
    line = ada.page.locator("g.target").first
    line.evaluate("one => one.setAttribute('data-spotlit', '')")
    assert line.evaluate("one => getComputedStyle(one).outlineStyle") == "none"


def test_nothing_is_given_to_screen_readers_in_capitals(person: Callable[..., Person]) -> None:
    """They spell short words out. Chromium hands on what `text-transform` has made of a text."""
    ada = person("Ada")
    ada.go("/learn/trambahn")
    expect(ada.page.locator(".coach .eyebrow")).to_be_visible()
    session = ada.own.context.new_cdp_session(ada.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    names = {node["name"]["value"] for node in nodes if node.get("name", {}).get("value")}
    assert "Step 1 of 8" in names
    assert [name for name in names if re.search(r"[A-Z]{3}", name)] == []


def test_a_phone_names_game_and_turn_also_while_another_game_waits(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    for _ in range(2):
        stages.later("transamerica", 4, 2)(ada)
    expect(ada.page.locator(".next")).to_be_visible()
    lamp = ada.page.get_by_role("banner").get_by_text("Your turn")
    assert lamp.evaluate("one => one.scrollWidth <= one.clientWidth + 1 || one.clientWidth === 0")
    overlaps = """bar => {
      const box = (one) => bar.querySelector(one).getBoundingClientRect()
      return box('.crumb strong').right > box('.wishes').left
    }"""
    assert not ada.page.get_by_role("banner").evaluate(overlaps)
    ada.open_menu()
    ada.button("Rules").last.click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("Rules of TransAmerica")
