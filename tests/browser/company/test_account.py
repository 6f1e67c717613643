"""Accounts: a guest keeps the games, another browser finds them, sessions can be ended, bots get tokens."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.eyes import problems
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

PASSWORD = secrets.token_hex(8)


def fill_in(person: Person, login: str, password: str) -> None:
    person.page.get_by_label("Login", exact=True).fill(login)
    person.page.get_by_label("Password", exact=True).fill(password)


def test_a_guest_keeps_the_games_and_finds_them_elsewhere(person: Callable[..., Person]) -> None:
    login = f"ada-{secrets.token_hex(4)}"
    ada = person("Ada")
    table = f"{ada.address}/t/{positions.open_table(ada, 'trambahn')['code']}"
    ada.go("/me")
    history = ada.page.get_by_role("region", name="Games")
    expect(history.get_by_text("Trambahn", exact=True)).to_be_visible()
    fill_in(ada, login, PASSWORD)
    ada.button("Create account").click()
    expect(ada.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    expect(history.get_by_text("Trambahn", exact=True)).to_be_visible()

    other = person()
    other.go("/me")
    other.button("I already have an account").click()
    fill_in(other, login, "not the password")
    other.button("Sign in").click()
    expect(other.page.locator(".toast.error")).to_be_visible()
    fill_in(other, login, PASSWORD)
    other.button("Sign in").click()
    expect(other.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    other.look("account-elsewhere")
    other.page.get_by_role("link", name="To the table: Trambahn, Ada, Lotte (Bot)").click()
    other.wait_for_table()
    assert other.page.url == table
    assert other.wait_for_turn()


def test_a_session_can_be_ended_from_another_one(person: Callable[..., Person]) -> None:
    login = f"bo-{secrets.token_hex(4)}"
    bo, other = person("Bo"), person()
    bo.go("/me")
    fill_in(bo, login, PASSWORD)
    bo.button("Create account").click()
    expect(bo.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    other.go("/me")
    other.button("I already have an account").click()
    fill_in(other, login, PASSWORD)
    other.button("Sign in").click()
    other.button("End: Browser").click()
    expect(other.button("End: Browser")).to_have_count(0)
    bo.page.reload()
    expect(bo.button("Create account")).to_be_visible()
    expect(bo.page.get_by_text("You haven’t played a game yet.")).to_be_visible()


def test_a_guest_is_told_what_signing_out_costs(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/me")
    ada.button("Sign out").click()
    dialog = ada.page.get_by_role("dialog", name="Sign out as a guest?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(ada.page.get_by_text("You are playing as a guest.")).to_be_visible()
    ada.button("Sign out").click()
    dialog.get_by_role("button", name="Sign out").click()
    expect(ada.page.locator("#self")).to_have_count(0)


def make_account(person: Person, login: str) -> None:
    """In whatever language the page is."""
    person.go("/me")
    person.page.locator("input[autocomplete=username]").fill(login)
    person.page.locator("input[type=password]").fill(PASSWORD)
    person.page.locator("form .primary").click()
    expect(person.page.locator("#self + p")).to_contain_text(login)


def status_for(person: Person, token: str) -> int:
    bearer = {"authorization": f"Bearer {token}"}
    return httpx.get(f"{person.address}/api/me/tables", headers=bearer, trust_env=False).status_code


def test_a_person_is_told_that_a_bot_needs_an_account(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/me")
    told = ada.page.get_by_text("Your bot needs its own account")
    expect(told).to_contain_text("Create one for it above")
    positions.open_table(ada, "trambahn")
    make_account(ada, f"ada-{secrets.token_hex(4)}")
    expect(told).to_contain_text("in another browser")
    for name in ("Create token", "Declare it a bot"):
        expect(ada.button(name)).to_have_count(0)


def test_a_token_for_a_bot_is_made_by_keyboard_and_ended(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    make_account(ada, f"ada-{secrets.token_hex(4)}")
    ada.button("Declare it a bot").press("Enter")
    dialog = ada.page.get_by_role("dialog", name="Is this a bot’s account?")
    dialog.get_by_role("button", name="Declare it a bot").press("Enter")
    expect(ada.page.get_by_text("This is a bot’s account.")).to_be_visible()
    name, shown = ada.page.get_by_label("Token name"), ada.page.get_by_label("Token for Robbie")
    expect(name).to_be_focused()
    ada.page.keyboard.type("Robbie")
    ada.page.keyboard.press("Enter")
    expect(shown).to_be_focused()
    token = shown.input_value()
    assert status_for(ada, token) == 200
    expect(ada.button("End: Robbie")).to_be_visible()
    ada.page.keyboard.press("Tab")
    expect(ada.button("Copy")).to_be_focused()
    ada.page.keyboard.press("Tab")
    ada.page.keyboard.press("Enter")
    expect(name).to_be_focused()
    expect(shown).to_have_count(0)
    ada.page.reload()
    ada.button("End: Robbie").click()
    expect(ada.button("End: Robbie")).to_have_count(0)
    assert token not in ada.page.content()
    assert status_for(ada, token) == 401


def test_a_token_fits_a_phone_and_can_be_copied(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE, language="de")
    ada.own.context.grant_permissions(["clipboard-read", "clipboard-write"])
    make_account(ada, f"ada-{secrets.token_hex(4)}")
    ada.button("Zum Bot erklären").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Zum Bot erklären").click()
    ada.page.get_by_label("Name des Tokens").fill("Der langsame Zug von Wolfratshausen")
    ada.button("Token anlegen").click()
    shown = ada.page.get_by_label("Token für Der langsame Zug von Wolfratshausen")
    ada.button("Kopieren").click()
    expect(ada.page.get_by_text("Token kopiert.")).to_be_visible()
    assert ada.page.evaluate("navigator.clipboard.readText()") == shown.input_value()
    for control in ada.page.locator("main button:visible, main input:visible").all():
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert problems(ada.page) == []


def test_a_new_password_one_s_data_and_leaving(person: Callable[..., Person]) -> None:
    login, wanted = f"cy-{secrets.token_hex(4)}", secrets.token_hex(8)
    cy = person("Cy")
    cy.go("/me")
    fill_in(cy, login, PASSWORD)
    cy.button("Create account").click()
    cy.button("Change password").click()
    dialog = cy.page.get_by_role("dialog", name="Change password")
    dialog.get_by_label("Present password").fill("not the password")
    dialog.get_by_label("New password").fill(wanted)
    dialog.get_by_role("button", name="Set password").click()
    expect(cy.page.locator(".toast.error")).to_contain_text("not your present password")
    dialog.get_by_label("Present password").fill(PASSWORD)
    dialog.get_by_role("button", name="Set password").click()
    expect(dialog).to_have_count(0)

    with cy.page.expect_download() as download:
        cy.page.get_by_role("link", name="Download my data").click()
    assert login in download.value.path().read_text(encoding="utf-8")

    cy.button("Delete everything").click()
    dialog = cy.page.get_by_role("dialog", name="Leave for good?")
    dialog.get_by_label("Password").fill(wanted)
    dialog.get_by_role("button", name="Delete everything").click()
    expect(cy.button("Create account")).to_be_visible()
    cy.button("I already have an account").click()
    fill_in(cy, login, wanted)
    cy.button("Sign in").click()
    expect(cy.page.locator(".toast.error")).to_contain_text("do not match")


def test_a_link_that_is_no_longer_good_says_so(person: Callable[..., Person]) -> None:
    """A good one is made by the host, see tests/server/people/test_belongings.py."""
    visitor = person()
    visitor.go("/reset/YWRh.1.2")
    visitor.page.get_by_label("New password", exact=True).fill(PASSWORD)
    visitor.button("Set password").click()
    expect(visitor.page.locator(".toast.error")).to_contain_text("used or is too old")
