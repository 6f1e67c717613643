"""The page and the server: refusals, lost connections, languages, addresses without a page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.browser.people import Person


def test_a_refusal_names_its_clause(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.begin(ada)
    ada.type_action("E")
    toast = ada.page.locator(".toast.error")
    expect(toast).to_contain_text("Play a passenger first")
    toast.get_by_role("button", name="TB-3.0").click()
    dialog = ada.page.get_by_role("dialog", name="Rules of Trambahn")
    expect(dialog.locator(".wanted dt")).to_have_text("TB-3.0")
    expect(dialog.locator(".wanted")).to_be_in_viewport()
    dialog.get_by_role("searchbox").fill("conductor never begins")
    expect(dialog.locator("dt")).to_have_text(["TB-3.2.5"])
    dialog.get_by_role("button", name="Close").focus()
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_text_that_is_no_action(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    positions.begin(ada)
    ada.type_action("nonsense")
    expect(ada.page.locator(".toast.error")).to_contain_text("“nonsense” is not an action of this game")


def test_a_killed_server_loses_nothing(person: Callable[..., Person], tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = person("Ada", address=server.address, may_lose_the_line=True)
        positions.begin(ada)
        ada.do_first("P ")
        ada.open_menu()
        told = ada.log.count()
        income = ada.legal("M ")[0]
        server.kill()
        expect(ada.page.get_by_text("Connection lost")).to_be_visible()
        ada.type_action(income)
        expect(ada.page.get_by_text("Your move is saved").first).to_be_visible()
        server.start()
        expect(ada.page.get_by_text("Connected again")).to_be_visible(timeout=30_000)
        expect(ada.log.first).to_contain_text("Ada banks")
        expect(ada.log).to_have_count(told)  # the turn that goes on is one entry
        ada.do("E")
        ada.wait_for_turn()
        ada.page.reload()
        expect(ada.log.filter(has_text=re.compile("Ada plays .* banks "))).to_have_count(1)


def test_german_and_english(person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    page = ada.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Welche Strecke heute?")
    ada.button("Gegen Bots: Trambahn").click()
    ada.button("Leicht", exact=False).click()
    ada.wait_for_table()
    ada.wait_for_turn()
    expect(page.get_by_role("list", name="Zuletzt").get_by_text("Die Karten sind verteilt")).to_be_visible()
    page.locator("label", has_text="EN").click()
    expect(ada.log.filter(has_text="The cards are dealt")).to_have_count(1)
    expect(page.get_by_text("Die Karten sind verteilt")).to_have_count(0)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(ada.log.filter(has_text="The cards are dealt")).to_have_count(1)


def test_dark_and_light_are_remembered(person: Callable[..., Person]) -> None:
    ada = person(theme="dark")
    html = ada.page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    ada.button("Switch to light mode").click()
    expect(html).to_have_attribute("data-theme", "light")
    ada.page.reload()
    expect(html).to_have_attribute("data-theme", "light")
    answer = ada.request.get(ada.address).text()
    assert 'data-theme="light"' in answer


def test_addresses_without_a_page(person: Callable[..., Person]) -> None:
    ada = person()
    ada.go("/t/NOSUCH")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("This table can’t be shown")
    ada.page.get_by_role("link", name="All games", exact=True).click()
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("Which line today?")


def test_parts_are_kept_for_ever_and_pages_are_not(person: Callable[..., Person]) -> None:
    ada = person()
    script = ada.page.locator("script[src]").get_attribute("src") or ""
    part = ada.request.get(f"{ada.address}{script}", headers={"accept-encoding": "gzip"})
    assert "immutable" in part.headers["cache-control"]
    assert part.headers["content-encoding"] == "gzip"
    assert ada.request.get(ada.address).headers["cache-control"] == "no-store"
    assert ada.request.get(f"{ada.address}/assets/..%2findex.html").status == 404
