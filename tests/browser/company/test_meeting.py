"""Strangers and friends find each other: pairing, departures, links, people one played with; behaviour."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import positions
from tests.browser.eyes import problems
from tests.browser.people import PHONE
from tests.browser.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Route

    from tests.browser.people import Person


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where nobody is waited for."""
    with Server(tmp_path_factory.mktemp("hasty"), is_hasty=True) as started:
        yield started


SEATS = [{"type": "own"}, {"type": "open"}]


def together(ada: Person, bo: Person, game: str = "transamerica") -> str:
    """Two people at a table; its code."""
    ada.go("/")
    bo.go("/")
    table = positions.post(ada, "/api/tables", {"game": game, "seats": SEATS})
    positions.post(bo, f"/api/tables/{table['id']}/commands", {"do": "join"})
    code: str = table["code"]
    return code


def seek(person: Person, game: str = "TransAmerica") -> None:
    person.go("/")
    person.button("Find an opponent").click()
    dialog = person.page.get_by_role("dialog", name="Find an opponent")
    dialog.get_by_label("Game").select_option(label=game)
    assert problems(person.page) == []
    dialog.get_by_role("button", name="Search").click()


def test_two_strangers_meet_by_quick_pairing(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada", may_lose_the_line=True), person("Bo", size=PHONE)
    seek(ada)
    waiting = ada.page.locator("[data-seeking]")
    expect(waiting).to_contain_text("Looking for somebody to play TransAmerica")
    ada.look("strangers-seek")
    ada.own.context.set_offline(True)  # a tunnel
    ada.page.wait_for_event("requestfailed")
    ada.own.context.set_offline(False)
    seek(bo)
    for one in (ada, bo):
        expect(one.page).to_have_url(re.compile("/t/"), timeout=20_000)
        one.wait_for_table()
    assert ada.page.url == bo.page.url
    bo.look("strangers-met")


def test_whoever_goes_away_is_not_looked_for(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person("Bo")
    seek(ada, "InterUrban")
    expect(ada.page.locator("[data-seeking]")).to_be_visible()
    ada.page.goto("about:blank")
    seek(bo, "InterUrban")
    expect(bo.page.locator("[data-seeking]")).to_be_visible()
    for _ in range(2):
        with bo.page.expect_response(re.compile("/api/me/pairing")):
            pass
    expect(bo.page.locator("[data-seeking]")).to_be_visible()
    bo.button("Cancel").click()


def test_a_bot_is_offered_after_a_wait(person: Callable[..., Person], hasty: Server) -> None:
    ada = person("Ada", address=hasty.address)
    seek(ada, "Trambahn")
    offer = ada.page.get_by_role("button", name=re.compile("Play .*now", re.IGNORECASE)).last
    expect(ada.page.get_by_text("Nobody else is looking")).to_be_visible()
    offer.click()
    ada.wait_for_table()


def test_departures_say_what_is_played_and_can_be_filtered(person: Callable[..., Person]) -> None:
    for number in range(3):
        host = person(f"Host {number}")
        host.go("/")
        for count in range(4):
            game, clock = (
                ("trambahn", {"type": "days", "days": 3}) if count == 3 else ("interurban", {"type": "none"})
            )
            body = {"game": game, "seats": SEATS, "public": True, "clock": clock}
            positions.post(host, "/api/tables", body)
    ada = person("Ada")
    ada.go("/")
    board = ada.page.locator("section", has=ada.page.locator("#departures"))
    rows = board.locator("li")
    expect(rows).to_have_count(8)
    board.get_by_role("button", name=re.compile("Show all")).click()
    expect(rows.nth(11)).to_be_visible()
    board.get_by_label("Show tables with").select_option(label="Days per turn")
    expect(rows.first).to_contain_text("3 days per turn")
    board.get_by_label("Show tables of").select_option(label="Trambahn")
    for row in rows.all():
        expect(row).to_contain_text("Trambahn")
    assert problems(ada.page) == []


def test_a_link_as_a_picture_and_a_share_sheet(person: Callable[..., Person]) -> None:
    ada = person("Ada", size=PHONE)
    ada.own.add_init_script("navigator.share = (what) => { window.shared = what; return Promise.resolve() }")
    ada.go("/")
    code = positions.post(ada, "/api/tables", {"game": "trambahn", "seats": SEATS})["code"]
    ada.go(f"/t/{code}")
    ada.button("Share").click()
    assert ada.page.evaluate("window.shared.url").endswith(f"/t/{code}")
    ada.button("QR code").click()
    expect(ada.page.get_by_role("img", name=re.compile(f"QR code of .*{code}"))).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert problems(ada.page) == []


def test_somebody_you_played_with_is_one_tap_away(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person("Bo")
    together(ada, bo)
    ada.go("/")
    ada.button("Invite: Bo, TransAmerica").click()
    expect(ada.page.get_by_text("Invited: Bo")).to_be_visible()
    code = ada.page.url.rsplit("/", 1)[1]
    bo.go("/")
    expect(bo.page.get_by_text("You are invited").first).to_be_visible()
    bo.go(f"/t/{code}")
    bo.button("Sit here").first.click()
    for one in (ada, bo):
        one.wait_for_table()


def test_muting_blocking_and_reporting(person: Callable[..., Person]) -> None:
    ada, bo = person("Ada"), person("Bo", size=PHONE)
    code = together(ada, bo)
    for one in (ada, bo):
        one.go(f"/t/{code}")
        one.wait_for_table()
    said = {"do": "say", "text": "Something rude"}
    positions.post(bo, f"/api/tables/{table_of(bo, code)}/commands", said)
    ada.page.get_by_role("button", name=re.compile("Chat|unread|new message", re.IGNORECASE)).first.click()
    expect(ada.page.locator("li", has_text="Something rude")).to_be_visible()
    ada.close_drawer()
    ada.open_menu()
    ada.button("Mute, block or report Bo").click()
    dialog = ada.page.get_by_role("dialog", name="Bo")
    assert problems(ada.page) == []
    dialog.get_by_label("Report to the host").fill("Bo is rude")
    dialog.get_by_role("button", name="Send the report").click()
    expect(ada.page.get_by_text("The host has your report.")).to_be_visible()
    ada.button("Mute, block or report Bo").click()
    dialog.get_by_role("radio", name=re.compile("^Mute")).check()
    dialog.get_by_role("button", name="Done").click()
    ada.close_drawer()
    ada.page.reload()
    ada.wait_for_table()
    ada.page.get_by_role("button", name="Chat").first.click()
    expect(ada.page.get_by_text("No messages yet.")).to_be_visible()
    expect(ada.page.get_by_text("Something rude")).to_have_count(0)


def table_of(person: Person, code: str) -> str:
    """The id of a table."""
    answer = person.request.get(f"{person.address}/api/codes/{code}")
    found: str = answer.json()["id"]
    return found


def test_privacy_in_plain_words(person: Callable[..., Person]) -> None:
    ada = person("Ada", language="de")
    ada.go("/privacy")
    expect(ada.page.get_by_role("heading", name="Deine Netzadresse")).to_be_visible()
    expect(ada.page.locator("[data-imprint]")).to_contain_text("nichts angegeben")
    assert problems(ada.page) == []


def test_the_page_can_be_installed_and_tells_of_a_new_version(person: Callable[..., Person]) -> None:
    ada = person("Ada")
    for size in (192, 512):
        assert ada.request.get(f"{ada.address}/icon-{size}.png").headers["content-type"] == "image/png"
    ada.page.evaluate(
        "const event = new Event('beforeinstallprompt', {cancelable: true});"
        "event.prompt = async () => { window.asked = true }; window.dispatchEvent(event)"
    )
    ada.button("Install as an app").click()
    assert ada.page.evaluate("window.asked")
    expect(ada.button("Install as an app")).to_have_count(0)
    versions = iter(("one", "two"))

    def tell(route: Route) -> None:
        route.fulfill(json={"version": next(versions, "two"), "imprint": "", "privacy": []})

    ada.own.route("**/api/about*", tell)
    for _ in range(2):
        with ada.page.expect_response(re.compile("/api/about")):
            ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ada.page.get_by_text("There is a new version of Stellwerk.")).to_be_visible()
