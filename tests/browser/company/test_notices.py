"""Your turn, everywhere: the title, the icon, the next game, how one is told; and without a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person


def test_games_that_wait_are_counted_on_every_page(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    codes = []
    for _ in range(2):  # at both tables it is Ada's turn
        ada.go("/")
        dialog = ada.set_up()
        dialog.get_by_label("Who starts").select_option(label="Seat 1")
        dialog.get_by_label("Seat 2", exact=True).select_option("here")
        dialog.get_by_label("Name at seat 2").fill("Bo")
        dialog.get_by_role("button", name="Start the game").click()
        ada.page.wait_for_url(re.compile(r"/t/"))
        codes.append(ada.page.url.rsplit("/", 1)[1])
    ada.go("/me")
    expect(ada.page).to_have_title(re.compile(r"^\(2\) "))
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    ada.go(f"/t/{codes[0]}")
    ada.page.locator("a.next").click()
    ada.page.wait_for_url(f"**/t/{codes[1]}")


def test_how_one_is_told_is_on_one_page(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/me")
    section = ada.page.get_by_role("region", name="Tell me when it’s my turn")
    section.get_by_label("Webhook").fill("https://127.0.0.1/hook")
    section.get_by_role("button", name="Save").click()
    expect(ada.page.locator(".toast.error")).to_contain_text("public https address")
    section.get_by_label("Webhook").fill("")
    section.get_by_label("Remind me", exact=False).uncheck()
    section.get_by_role("button", name="Save").click()
    section.get_by_label("Days of vacation", exact=False).fill("10")
    section.get_by_role("button", name="Take a vacation").click()
    expect(section.get_by_text("On vacation until", exact=False)).to_be_visible()
    ada.go("/me")
    expect(section.get_by_label("Remind me", exact=False)).not_to_be_checked()
    section.get_by_role("button", name="End the vacation").click()
    expect(section.get_by_text("(20 left this year)", exact=False)).to_be_visible()


def test_rules_can_be_read_without_a_line(person: Callable[..., Person]) -> None:
    ada = person("Ada", may_lose_the_line=True)
    ada.page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    ada.page.wait_for_function("navigator.serviceWorker.controller !== null")
    ada.go("/rules/trambahn")
    clause = ada.page.get_by_text("TB-1.1", exact=False).first
    expect(clause).to_be_visible()
    ada.own.context.set_offline(True)
    ada.page.reload()
    expect(clause).to_be_visible()
    ada.page.goto(f"{ada.address}/t/ABCDEF")
    expect(ada.page.get_by_text("There is no connection to the server.", exact=False)).to_be_visible()
    ada.own.context.set_offline(False)
    ada.go("/")
    ada.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.unregister())")
    ada.complaints[:] = [said for said in ada.complaints if "ERR_INTERNET_DISCONNECTED" not in said]
