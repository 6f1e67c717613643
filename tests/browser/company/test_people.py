"""Several people: two browsers at one table, spectators, one device for two."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser import positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person


def meet(person: Callable[..., Person], *, moves: bool = False) -> tuple[Person, Person, str]:
    """Ada and Bo at a table; whose turn it is comes first."""
    ada, bo = person("Ada", moves=moves), person("Bo", moves=moves)
    link = ada.invite()
    path = re.sub(r"^https?://[^/]+", "", link)
    bo.go(path)
    bo.button("Sit here").click()
    for one in (ada, bo):
        one.wait_for_table()
    if ada.legal():
        return ada, bo, path
    return bo, ada, path


def test_two_browsers_at_one_table(person: Callable[..., Person]) -> None:
    first, second, _ = meet(person)
    first.do_first("P ")
    expect(second.log.first).to_contain_text("as a passenger")
    assert second.legal() == []
    first.do_first("M ")
    expect(second.log.first).to_contain_text("a hidden card")
    expect(first.log.first).not_to_contain_text("a hidden card")
    first.do("E")
    assert second.wait_for_turn()


def test_they_talk(person: Callable[..., Person]) -> None:
    first, second, _ = meet(person)
    first.button("Chat").click()
    first.page.get_by_label("Message").fill("Good luck")
    first.button("Send").click()
    second.button("Chat, 1 unread").click()
    expect(second.page.get_by_role("list", name="Chat").get_by_text("Good luck")).to_have_count(1)
    expect(second.button("Chat")).to_be_visible()


def test_a_wish_needs_everybody(person: Callable[..., Person]) -> None:
    first, second, _ = meet(person)
    first.open_menu()
    second.open_menu()
    first.button("Ask for a break").click()
    second.button("Decline").click()
    expect(first.button("Ask for a break")).to_be_visible()
    second.button("Ask for a break").click()
    first.button("Agree").click()
    expect(second.page.get_by_role("heading", name="The game is paused")).to_be_visible()
    second.button("Resume").click()
    assert first.wait_for_turn()


def test_spectators_see_no_hand(person: Callable[..., Person]) -> None:
    first, _, path = meet(person)
    watcher = person(None)
    watcher.go(path)
    watcher.wait_for_table()
    watcher.open_menu()
    expect(watcher.page.get_by_role("complementary").get_by_text("You are watching")).to_be_visible()
    first.do_first("P ")
    expect(watcher.log.first).to_contain_text("as a passenger")
    expect(watcher.actions).to_have_count(0)
    code = path.rsplit("/", 1)[1]
    view = watcher.request.get(f"/api/codes/{code}").json()["view"]
    assert [player["hand"] for player in view["players"]] == [None, None]


def test_a_public_table_departs_from_the_board(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada Lovelace"), person("Bo")
    dialog = ada.set_up()
    dialog.get_by_label("Everyone: listed under Departures").check()
    dialog.get_by_role("button", name="Open the table").click()
    expect(ada.page.get_by_text("Waiting for players")).to_be_visible()
    bo.go("/")
    bo.button("Join: Trambahn, Ada Lovelace").click()
    bo.wait_for_table()
    ada.wait_for_table()
    ada.go("/")
    expect(ada.page.get_by_text("with Bo", exact=True)).to_be_visible()


def test_one_device_for_two(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    ada.play_hot_seat("Bea")
    title = ada.page.get_by_role("heading", level=1)
    expect(title).to_contain_text("Pass the device to")
    first = title.inner_text().removeprefix("Pass the device to ")
    other = {"Ada": "Bea", "Bea": "Ada"}[first]
    assert ada.table.count() == 0
    ada.button(f"I am {first}").click()
    ada.wait_for_table()
    ada.do_first("P ")
    ada.do_first("M ")
    expect(ada.log.first).to_contain_text("a hidden card")
    ada.do("E")
    expect(title).to_have_text(f"Pass the device to {other}")
    assert ada.page.locator("main[data-seq], [data-action]").count() == 0
    ada.page.reload()
    expect(title).to_have_text(f"Pass the device to {other}")
    ada.button(f"I am {other}").click()
    assert ada.wait_for_turn()


def test_a_bot_with_an_account_is_shown_as_a_bot(person: Callable[..., Person]) -> None:
    """At the table, before and while it plays, and in the lists."""
    ada, robbie = person("Ada"), person("Robbie")
    account = {"login": f"robbie-{secrets.token_hex(4)}", "password": secrets.token_hex(8)}
    positions.post(robbie, "/api/me/account", account)
    positions.post(robbie, "/api/me/bot")
    dialog = robbie.set_up()
    dialog.get_by_label("Everyone: listed under Departures").check()
    dialog.get_by_role("button", name="Open the table").click()
    own = robbie.page.get_by_role("listitem").filter(has_text="Robbie")
    expect(own.get_by_text("Bot · owner · you")).to_be_visible()
    ada.go("/")
    ada.button("Join: Trambahn, Robbie (Bot)").click()
    ada.wait_for_table()
    expect(ada.page.locator("main").get_by_text("Bot", exact=True)).to_be_visible()
    ada.open_menu()
    seats = ada.page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(seats.filter(has_text="Robbie")).to_contain_text("Bot")
    expect(seats.filter(has_text="Ada")).not_to_contain_text("Bot")
    ada.go("/")
    mine = ada.page.get_by_role("region", name="My games")
    expect(mine.get_by_text("with Robbie (Bot)")).to_be_visible()


def test_an_account_is_invited_and_declines_or_comes_or_is_not_invited_any_more(
    person: Callable[..., Person],
) -> None:
    login = f"bo-{secrets.token_hex(4)}"
    ada, bo = person("Ada"), person("Bo")
    bo.go("/me")
    bo.page.get_by_label("Login", exact=True).fill(login)
    bo.page.get_by_label("Password", exact=True).fill(secrets.token_hex(8))
    bo.button("Create account").click()
    expect(bo.page.get_by_text(f"Signed in as {login}")).to_be_visible()
    ada.invite()
    field = ada.page.get_by_label("Or invite a person or bot by login")
    field.fill("nobody-at-all")
    ada.button("Invite").click()
    expect(ada.page.locator(".toast.error")).to_contain_text("no account")
    invited = ada.page.get_by_text("Invited: Bo")
    field.fill(login)
    ada.button("Invite").click()
    ada.button("Withdraw the invitation to Bo").click()
    expect(invited).to_have_count(0)
    for is_last in (False, True):
        field.fill(login)
        ada.button("Invite").click()
        expect(invited).to_be_visible()
        expect(field).to_have_value("")
        bo.go("/")
        mine = bo.page.get_by_role("region", name="My games")
        expect(mine.get_by_text("You are invited.")).to_be_visible()
        mine.get_by_role("link").first.click()
        expect(bo.page.get_by_text("You are invited.")).to_be_visible()
        bo.button("Sit here" if is_last else "Decline").click()
        if not is_last:
            expect(invited).to_have_count(0)
            expect(bo.button("Decline")).to_have_count(0)
    for one in (ada, bo):
        one.wait_for_table()
