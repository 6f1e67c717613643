"""Every page and dialog, and how one gets there: for screenshots and for checks over all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person


def lobby(person: Person) -> None:
    expect(person.page.locator("article").first).to_be_visible()


def opponents(person: Person) -> None:
    person.page.locator("article", has_text="TransAmerica").locator(".primary").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def set_up(person: Person) -> None:
    person.page.locator("article", has_text="Trambahn").locator(".button:not(.primary)").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def settings(person: Person) -> None:
    person.page.locator("button.me").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def rules(person: Person) -> None:
    person.page.locator("article", has_text="InterUrban").locator(".rules").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def waiting(person: Person) -> None:
    set_up(person)
    person.page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(person.page.locator(".code")).to_be_visible()


def game_of(title: str, actions: int) -> Callable[[Person], None]:
    """A game against a bot after some actions of one's own."""

    def show(person: Person) -> None:
        person.page.locator("article", has_text=title).locator(".primary").click()
        person.page.locator("button.level").first.click()
        person.wait_for_table()
        for number in range(actions):
            person.wait_for_turn()
            person.do_anything(number)
        person.wait_for_turn()

    return show


def refusal(person: Person) -> None:
    game_of("Trambahn", 0)(person)
    person.open_menu()
    person.page.locator("#typed").fill("E")
    person.page.locator("#typed + button").click()
    expect(person.page.locator(".toast .tag")).to_be_visible()


def drawer(tab: int) -> Callable[[Person], None]:
    """Chat, log or menu beside a game."""

    def show(person: Person) -> None:
        game_of("Trambahn", 2)(person)
        person.open_menu()
        person.page.locator("aside header label").nth(tab).click()

    return show


def cover(person: Person) -> None:
    set_up(person)
    dialog = person.page.get_by_role("dialog")
    dialog.locator("select").nth(1).select_option("here")
    dialog.locator("li input").fill("Bea")
    dialog.locator("button[type=submit]").click()
    expect(person.page.locator(".letter")).to_be_visible()


def result(person: Person) -> None:
    """A whole game, played by clicking whatever can be clicked."""
    game_of("Trambahn", 0)(person)
    clicks = 0
    while person.wait_for_turn() and clicks < 900:
        person.do_anything(clicks * 7)
        clicks += 1
    expect(person.result).to_be_visible()


def missing(person: Person) -> None:
    person.go("/t/NOSUCH")
    expect(person.page.locator("h1.display")).to_be_visible()


STAGES: dict[str, Callable[[Person], None]] = {
    "lobby": lobby,
    "opponents": opponents,
    "set-up": set_up,
    "settings": settings,
    "rules": rules,
    "waiting": waiting,
    "trambahn": game_of("Trambahn", 8),
    "interurban": game_of("InterUrban", 3),
    "transamerica": game_of("TransAmerica", 3),
    "refusal": refusal,
    "chat": drawer(0),
    "log": drawer(1),
    "menu": drawer(2),
    "cover": cover,
    "missing": missing,
}
"""All but the end of a game, which takes longer: `result`."""
