"""Accounts: a guest keeps the games, another browser finds them, sessions can be ended."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from playwright.sync_api import expect

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
    ada.play_bot()
    table = ada.page.url
    ada.go("/me")
    history = ada.page.get_by_role("region", name="Games")
    expect(history.get_by_text("Trambahn", exact=True)).to_be_visible()
    fill_in(ada, login, PASSWORD)
    ada.button("Create the account").click()
    expect(ada.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    expect(history.get_by_text("Trambahn", exact=True)).to_be_visible()

    other = person()
    other.go("/me")
    other.button("I have an account already").click()
    fill_in(other, login, "not the password")
    other.button("Sign in").click()
    expect(other.page.locator(".toast.error")).to_be_visible()
    fill_in(other, login, PASSWORD)
    other.button("Sign in").click()
    expect(other.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    other.page.get_by_role("link", name="To the table: Trambahn, Ada, Lotte").click()
    other.wait_for_table()
    assert other.page.url == table
    assert other.wait_for_turn()


def test_a_session_can_be_ended_from_another_one(person: Callable[..., Person]) -> None:
    login = f"bo-{secrets.token_hex(4)}"
    bo, other = person("Bo"), person()
    bo.go("/me")
    fill_in(bo, login, PASSWORD)
    bo.button("Create the account").click()
    expect(bo.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    other.go("/me")
    other.button("I have an account already").click()
    fill_in(other, login, PASSWORD)
    other.button("Sign in").click()
    other.button("End: Browser").click()
    expect(other.button("End: Browser")).to_have_count(0)
    bo.page.reload()
    expect(bo.button("Create the account")).to_be_visible()
    expect(bo.page.get_by_text("You have not played a game yet.")).to_be_visible()


def test_a_guest_is_told_what_signing_out_costs(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.go("/me")
    ada.button("Sign out").click()
    dialog = ada.page.get_by_role("dialog", name="Sign out as a guest?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(ada.page.get_by_text("You play as a guest.")).to_be_visible()
    ada.button("Sign out").click()
    dialog.get_by_role("button", name="Sign out").click()
    expect(ada.page.locator("#self")).to_have_count(0)
