"""Three friends by link, one of whom disappears: who is there is seen, and the game goes on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.people import PHONE
from tests.browser.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.people import Person

TABLET = (834, 1112)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where nobody is waited for."""
    with Server(tmp_path_factory.mktemp("hasty"), is_hasty=True) as started:
        yield started


def test_the_owner_arranges_a_table(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person("Ada", size=PHONE)
    dialog = ada.set_up("InterUrban")
    dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Time", exact=False).select_option(label="3 days per turn")
    dialog.get_by_role("button", name="Open the table").click()
    expect(ada.page.locator("dl")).to_contain_text("3 days per turn")
    path = re.sub(r"^https?://[^/]+", "", ada.page.get_by_label("Link", exact=True).input_value())
    bo.go(path)
    expect(bo.page.locator("dl")).to_contain_text("3 days per turn")
    bo.button("Sit here").first.click()
    expect(ada.page.get_by_text("Ada 2", exact=True)).to_be_visible()  # nobody has somebody else's name
    ada.button("Make owner: Ada 2").click()
    bo.button("Remove: Ada").click()
    ada.button("Sit here").first.click()
    expect(ada.page.get_by_text("The owner removed you from this table.")).to_be_visible()


def test_three_friends_and_one_disappears(person: Callable[..., Person], hasty: Server) -> None:
    options = {"address": hasty.address}
    ada, bo = person("Ada", **options), person("Bo", size=TABLET, **options)
    cy = person("Cy", size=PHONE, **options)
    dialog = ada.set_up("InterUrban")
    dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Who starts").select_option(label="Seat 3")
    dialog.get_by_role("button", name="Open the table").click()
    path = re.sub(r"^https?://[^/]+", "", ada.page.get_by_label("Link", exact=True).input_value())
    for one in (bo, cy):
        one.go(path)
        one.button("Sit here").first.click()
        one.look(f"friends-sit-{one.size[0]}")
        expect(one.button("Sit here")).to_have_count(0)
    for one in (ada, bo, cy):
        one.wait_for_table()
    ada.open_menu()
    expect(ada.page.locator("[data-presence=thinking]")).to_contain_text("Cy")
    cy.go("/")  # it is Cy's turn, and Cy is gone
    expect(ada.page.locator("[data-presence=away]")).to_contain_text("Cy")
    ada.close_drawer()
    ada.button("Remind Cy").click()
    ada.look("friends-absent")
    ada.button("Let a bot play").click()
    bo.look("friends-vote")
    bo.button("Agree").click()
    ada.open_menu()
    expect(ada.page.get_by_text("Bot, took over").first).to_be_visible()
    ada.look("friends-took-over")
    cy.go(path)
    cy.look("friends-back")
    cy.button("Take my seat back").click()
    expect(ada.page.get_by_text("Bot, took over")).to_have_count(0)


def test_a_reminder_reaches_who_is_reminded(person: Callable[..., Person], hasty: Server) -> None:
    ada, bo = person("Ada", address=hasty.address), person("Bo", address=hasty.address)
    dialog = ada.set_up()
    dialog.get_by_label("Who starts").select_option(label="Seat 2")
    dialog.get_by_role("button", name="Open the table").click()
    bo.go(re.sub(r"^https?://[^/]+", "", ada.page.get_by_label("Link", exact=True).input_value()))
    bo.button("Sit here").click()
    for one in (ada, bo):
        one.wait_for_table()
    ada.open_menu()
    ada.button("Remind Bo").click()
    expect(bo.page.get_by_text("Ada reminds you: it’s your turn.")).to_be_visible()
    ada.close_drawer()
    ada.button("End without a result").click()
    expect(bo.page.get_by_text("No result").first).to_be_visible()
