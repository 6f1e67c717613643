"""A rated game between two accounts: both ratings before and after, the history, the profile."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.eyes import problems
from tests.browser.people import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.people import Person

WORDS = secrets.token_hex(8)


def account(somebody: Person, login: str) -> None:
    """Create an account for whoever sits here."""
    ask(somebody, "me/account", {"login": login, "password": WORDS})
    somebody.go("/")


def ask(somebody: Person, path: str, body: dict[str, Any]) -> Any:
    """What a program would send with somebody's cookie."""
    headers = {"origin": somebody.address}
    answer = somebody.request.post(f"{somebody.address}/api/{path}", data=body, headers=headers)
    assert answer.ok
    return answer.json()


def another_game(winner: Person, loser: Person) -> None:
    """A rated game that one of them resigns at once."""
    plan = {"game": "transamerica", "seats": [{"type": "own"}, {"type": "open"}], "rated": True, "start": 0}
    opened = ask(winner, "tables", plan)
    ask(loser, f"tables/{opened['id']}/commands", {"do": "join"})
    first = winner.request.get(f"{winner.address}/api/tables/{opened['id']}").json()
    act = {"do": "act", "text": first["legal"][0], "expected": first["seq"]}
    ask(winner, f"tables/{opened['id']}/commands", act)
    ask(loser, f"tables/{opened['id']}/commands", {"do": "resign"})


def test_a_rated_game_shows_both_ratings_before_and_after(person: Callable[..., Person]) -> None:
    logins = [f"{name}-{secrets.token_hex(3)}" for name in ("ada", "bo")]
    ada, bo = person("Ada"), person("Bo", size=PHONE, theme="dark", language="de")
    for somebody, login in zip((ada, bo), logins, strict=True):
        account(somebody, login)
    dialog = ada.set_up()
    dialog.get_by_label("Rated", exact=False).check()
    ada.look("rated-setup")
    assert problems(ada.page) == []
    dialog.get_by_role("button", name="Open the table").click()
    link = ada.page.get_by_label("Link", exact=True).input_value()
    expect(ada.page.get_by_text("counts for ratings")).to_be_visible()
    bo.page.goto(link)
    bo.page.get_by_role("button", name="Hier sitzen", exact=False).first.click()
    ada.wait_for_table()
    bo.wait_for_table()
    ada.open_menu()
    expect(ada.page.locator("[data-rated]")).to_have_text("Rated: counts for ratings")
    ada.close_drawer()
    ask(bo, f"tables/{table_of(bo)}/commands", {"do": "resign"})
    for somebody in (ada, bo):
        steps = somebody.page.locator("dialog [data-rating-step]")
        expect(steps).to_have_count(2)
        expect(steps.first).to_contain_text("1500 → 15")
        expect(steps.last).to_contain_text("1500 → 14")
        somebody.look(f"rated-result-{'phone-dark-de' if somebody is bo else 'desktop'}")
        assert problems(somebody.page) == []

    ada.go("/profile")
    played = ada.page.locator("[data-played]")
    expect(played).to_have_count(1)
    expect(played.locator("[data-rating-step]")).to_contain_text("1500 → 15")
    ada.page.get_by_label("Everybody may see this profile").check()
    expect(ada.page.get_by_role("link", name=f"/people/{logins[0]}", exact=False)).to_be_visible()
    ada.look("profile-desktop")
    assert problems(ada.page) == []

    bo.go(f"/people/{logins[0]}")
    expect(bo.page.get_by_role("heading", name="Ada")).to_be_visible()
    bo.look("profile-phone-dark-de")
    assert problems(bo.page) == []
    played = bo.page.locator("[data-played]")
    played.get_by_role("link", name="Nachspielen", exact=False).click()
    expect(bo.page.locator("main#content")).to_be_visible()

    for winner, loser in ((ada, bo), (ada, bo), (bo, ada), (ada, bo)):
        another_game(winner, loser)
    bo.go(f"/people/{logins[0]}")
    expect(
        bo.page.get_by_role("img", name="Wertungszahl über die gewerteten Partien", exact=False)
    ).to_be_visible()
    expect(bo.page.get_by_text("Startstein bei Seattle")).to_be_visible()
    bo.look("curve-phone-dark-de")
    assert problems(bo.page) == []
    ada.go("/profile")
    expect(ada.page.get_by_role("img", name="Rating over rated games", exact=False)).to_be_visible()
    ada.look("curve-desktop")
    assert problems(ada.page) == []

    bo.go("/best/trambahn")
    expect(bo.page.get_by_text("Noch steht niemand hier.")).to_be_visible()
    bo.look("best-phone-dark-de")
    assert problems(bo.page) == []


def table_of(somebody: Person) -> str:
    """The id of the table that is shown."""
    code = somebody.page.url.rsplit("/", 1)[1]
    found: str = somebody.request.get(f"{somebody.address}/api/codes/{code}").json()["id"]
    return found


def test_guests_are_told_why_they_cannot_play_rated(person: Callable[..., Person]) -> None:
    guest = person("Guest")
    dialog = guest.set_up()
    expect(dialog.get_by_label("Rated", exact=False)).to_be_disabled()
    expect(dialog.get_by_text("For rated games sign in or create an account.")).to_be_visible()
    guest.go("/profile")
    expect(guest.page.get_by_text("Guests have no address", exact=False)).to_be_visible()
    assert problems(guest.page) == []
