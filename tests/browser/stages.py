"""Every page and dialog, and how one gets there from anywhere: for screenshots and for checks over all of
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser import positions
from tests.golden import archive

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

RECORDS = {
    "trambahn": "trambahn/simple.json",
    "interurban": "interurban/simple_3_next_cell.json",
    "transamerica": "transamerica/four_players.json",
}
MOST_ACTIONS = 900


def lobby(person: Person) -> None:
    person.go("/")
    expect(person.page.locator("article").first).to_be_visible()


def opponents(person: Person) -> None:
    person.go("/")
    person.page.locator("article", has_text="TransAmerica").locator(".primary").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def set_up(person: Person) -> None:
    person.go("/")
    person.page.locator("article", has_text="Trambahn").locator(".button:not(.primary)").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def settings(person: Person) -> None:
    person.go("/")
    person.page.locator("button.me").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def account(person: Person) -> None:
    person.go("/me")
    expect(person.page.locator("#sessions")).to_be_visible()


def rules(person: Person) -> None:
    person.go("/")
    person.page.locator("article", has_text="InterUrban").locator(".rules").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()


def waiting(person: Person) -> None:
    set_up(person)
    person.page.get_by_role("dialog").locator("button[type=submit]").click()
    expect(person.page.locator(".code")).to_be_visible()


def later(game: str, actions: int, bots: int = 1, **options: Any) -> Callable[[Person], None]:
    """A game in the middle or, with very many actions, at its end."""

    def show(person: Person) -> None:
        table = positions.open_table(person, game, bots, **options)
        positions.sit_down(person, positions.play_on(person, table, actions))
        person.wait_for_turn()

    return show


def refusal(person: Person) -> None:
    later("trambahn", 0)(person)
    person.open_menu()
    person.page.locator("#typed").fill("E")
    person.page.locator("#typed + button").click()
    expect(person.page.locator(".toast .tag")).to_be_visible()


def drawer(tab: int) -> Callable[[Person], None]:
    """Chat, log or menu beside a game."""

    def show(person: Person) -> None:
        later("trambahn", 6)(person)
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


def round_end(person: Person) -> None:
    """The first round of TransAmerica is over, and not the game as well."""
    over = {"status": "ended"}
    while over["status"] != "playing":
        table = positions.open_table(person, "transamerica", 3)
        over = positions.play_on(person, table, MOST_ACTIONS, until=lambda view: len(view["rounds"]) > 0)
    positions.sit_down(person, over)
    person.page.locator("[data-points]").click()
    expect(person.page.locator("dialog [data-next]")).to_be_visible()


def end_of(game: str, bots: int = 1, **options: Any) -> Callable[[Person], None]:
    """The result of a whole game."""

    def show(person: Person) -> None:
        later(game, MOST_ACTIONS, bots, **options)(person)
        expect(person.result).to_be_visible()

    return show


def match(games: int) -> Callable[[Person], None]:
    """The result of a game of a match of three; the person gives up the second one."""

    def show(person: Person) -> None:
        table = positions.open_table(person, "transamerica", 2, games=3, rounds=1)
        for number in range(1, games + 1):
            table = table if number == 1 else positions.command(person, table, "next_game")
            if number == 2:
                table = positions.command(person, table, "resign")
            else:
                table = positions.play_on(person, table, MOST_ACTIONS)
        positions.sit_down(person, table)
        expect(person.page.locator("dialog [data-match]")).to_be_visible()

    return show


def match_replay(person: Person) -> None:
    match(2)(person)
    person.page.locator("dialog .ways a").first.click()
    expect(person.page.locator("main [data-match]")).to_be_visible()


def match_menu(person: Person) -> None:
    table = positions.open_table(person, "trambahn", games=2)
    positions.command(person, table, "resign")
    positions.sit_down(person, positions.command(person, table, "next_game"))
    person.open_menu()


def replay(game: str) -> Callable[[Person], None]:
    """A record file in its middle."""

    def show(person: Person) -> None:
        person.go("/replay")
        person.page.locator("input[type=file]").set_input_files(archive.records()[RECORDS[game]])
        slider = person.page.locator("main[data-step] input[type=range]")
        slider.fill(str(int(slider.get_attribute("max") or "0") * 2 // 3))
        expect(person.page.locator(".board svg").first).to_be_visible()

    return show


def at(path: str) -> Callable[[Person], None]:
    """A page that needs nothing but its address."""
    return lambda person: person.go(path)


def missing(person: Person) -> None:
    person.go("/t/NOSUCH")
    expect(person.page.locator("h1.display")).to_be_visible()


STAGES: dict[str, Callable[[Person], None]] = {
    "lobby": lobby,
    "opponents": opponents,
    "set-up": set_up,
    "settings": settings,
    "rules": rules,
    "account": account,
    "waiting": waiting,
    "trambahn": later("trambahn", 8),
    "interurban": later("interurban", 4, 2),
    "transamerica": later("transamerica", 4, 2),
    "refusal": refusal,
    "chat": drawer(0),
    "log": drawer(1),
    "menu": drawer(2),
    "cover": cover,
    "missing": missing,
}
"""What every check goes through."""

MORE: dict[str, Callable[[Person], None]] = {
    "trambahn-middle": later("trambahn", 60),
    "trambahn-end": end_of("trambahn"),
    "interurban-middle": later("interurban", 12, 2),
    "interurban-end": end_of("interurban", 2),
    "transamerica-middle": later("transamerica", 12, 3),
    "transamerica-round": round_end,
    "transamerica-end": end_of("transamerica", 2, rounds=1),
    "match-between": match(2),
    "match-end": match(3),
    "match-replay": match_replay,
    "match-menu": match_menu,
    "replay-open": at("/replay"),
    **{f"replay-{game}": replay(game) for game in RECORDS},
    **{f"rules-{game}": at(f"/rules/{game}") for game in RECORDS},
    "learn": at("/learn"),
    **{f"learn-{game}": at(f"/learn/{game}") for game in RECORDS},
}
"""What has its own tests: for pictures only."""
