"""Small things that once went wrong in front of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import stages
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

NO_CLIPBOARD = """Object.defineProperty(navigator, 'clipboard', {
  value: { writeText: () => Promise.reject(new Error('denied')) },
})"""


def test_a_link_that_cannot_be_copied_is_shown(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.page.add_init_script(NO_CLIPBOARD)
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
    ada.play_bot("TransAmerica")
    eve.go(ada.page.url.removeprefix(ada.address))
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
    levels = ada.page.request.get(f"/api/codes/{ada.page.url.rsplit('/', 1)[1]}").json()["seats"]
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
    ada.play_bot()
    heads = ada.page.locator(".timetable thead .who")
    expect(heads).to_have_count(2)
    heights = [
        head.evaluate("one => one.scrollHeight / parseFloat(getComputedStyle(one).lineHeight)")
        for head in heads.all()
    ]
    assert max(heights) < 2
