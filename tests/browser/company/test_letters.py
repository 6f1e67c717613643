"""Journeys with letters: a game over days, with a clock that the test moves, and a forgotten password."""

from __future__ import annotations

import re
import secrets
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.company.test_ratings import account, ask
from tests.browser.people import PHONE
from tests.browser.serve import AHEAD
from tests.browser.server import Server
from tests.server.notices.receivers import Mailbox

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from email.message import EmailMessage
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.people import Person

DAY = 86_400
WAIT = 30
"""Seconds that a letter may take."""


class Days:
    """A server whose clock can be moved, and the mail that it sends."""

    def __init__(self, server: Server, mailbox: Mailbox) -> None:
        self.server = server
        self._mailbox = mailbox
        self._ahead = 0.0

    def pass_by(self, days: float) -> None:
        """Let days pass."""
        self._ahead += days * DAY
        draft = self.server.folder / f"{AHEAD}.draft"
        draft.write_text(str(self._ahead))
        draft.replace(self.server.folder / AHEAD)  # at once: the server reads it all the time

    def letter(self) -> EmailMessage:
        """The next letter."""
        return self._mailbox.received.get(timeout=WAIT)

    def no_letter(self) -> bool:
        """True if none has come."""
        return self._mailbox.received.empty()


@pytest.fixture
def days(tmp_path: Path) -> Iterator[Days]:
    (tmp_path / AHEAD).write_text("0")
    with Mailbox() as mailbox, Server(tmp_path, options=(f"--smtp={mailbox.url}",)) as server:
        yield Days(server, mailbox)


def link_in(letter: EmailMessage, path: str) -> str:
    found = re.search(rf"http://\S+{path}\S+", letter.get_content())
    assert found is not None, letter.get_content()
    return found[0]


def wants_letters(bo: Person, days: Days) -> Locator:
    """Bo wants letters, and follows the link in the first one; the part of the page about notices."""
    bo.go("/me")
    told = bo.page.get_by_role("region", name="Tell me when it’s my turn")
    told.get_by_label("E-mail address").fill("bo@example.org")
    bo.button("Send a link to confirm it").click()
    bo.page.goto(link_in(days.letter(), "/mail/"))
    bo.button("Go ahead").click()
    expect(bo.page.get_by_text("Your address is confirmed.", exact=False)).to_be_visible()
    return told


def deadline(somebody: Person, code: str) -> float:
    found: float = somebody.request.get(f"{somebody.address}/api/codes/{code}").json()["deadline"]
    return found


def test_a_game_over_days(days: Days, person: Callable[..., Person]) -> None:
    ada = person("Ada", address=days.server.address)
    bo = person("Bo", address=days.server.address, size=PHONE, theme="dark")
    account(ada, "ada")
    account(bo, "bo")

    told = wants_letters(bo, days)

    # Three days for each turn. Ada begins; when it is Bo's turn, he is somewhere else.
    seats = [{"type": "own"}, {"type": "open"}]
    plan = {"game": "transamerica", "seats": seats, "start": 0, "clock": {"type": "days", "days": 3}}
    code = ask(ada, "tables", plan)["code"]
    bo.go(f"/t/{code}")
    bo.page.get_by_role("button", name="Sit here", exact=False).first.click()
    bo.wait_for_table()
    bo.page.goto("about:blank")
    ada.go(f"/t/{code}")
    ada.wait_for_turn()
    ada.do(ada.legal()[0])
    before = deadline(ada, code)
    days.pass_by(0.01)
    letter = days.letter()
    assert "TransAmerica" in letter["subject"]
    assert code in link_in(letter, "/t/")
    days.pass_by(2.3)  # a quarter of the time is left
    reminder = days.letter()
    assert reminder["subject"].startswith("Your time is running out")
    ada.look("days-waiting")

    # He comes by the letter, has no time, and takes a vacation: the game waits for him.
    bo.page.goto(link_in(reminder, "/t/"))
    bo.wait_for_table()
    bo.look("days-reminded")
    bo.go("/me")
    told.get_by_label("Days of vacation", exact=False).fill("10")
    bo.button("Take a vacation").click()
    expect(told.get_by_text("On vacation until", exact=False)).to_be_visible()
    bo.look("days-vacation")
    days.pass_by(2)
    until = time.monotonic() + WAIT
    while deadline(ada, code) <= before:
        assert time.monotonic() < until, "the vacation gives no time"
        time.sleep(0.2)
    ada.go(f"/t/{code}")
    expect(ada.page.locator("main[data-status=playing]")).to_be_visible()
    ada.look("days-excused")

    # Back at home, he goes on.
    bo.go("/me")
    bo.button("End the vacation").click()
    expect(told.get_by_text("left this year", exact=False)).to_be_visible()
    bo.go(f"/t/{code}")
    assert bo.wait_for_turn()
    bo.do_anything()
    assert ada.wait_for_turn()
    assert days.no_letter()


def test_a_forgotten_password(days: Days, person: Callable[..., Person]) -> None:
    bo = person("Bo", address=days.server.address)
    account(bo, "bo")
    wants_letters(bo, days)
    other = person(address=days.server.address, size=PHONE)  # a new telephone, and the password is gone
    other.go("/me")
    other.button("I already have an account").click()
    other.page.locator("input[autocomplete=username]").fill("bo")
    other.button("Forgot your password?").click()
    expect(other.page.get_by_text("a link is on its way there", exact=False)).to_be_visible()
    other.look("forgotten")
    link = link_in(days.letter(), "/reset/")
    other.page.goto(link)
    wanted = secrets.token_hex(8)
    other.page.get_by_label("New password", exact=True).fill(wanted)
    other.look("forgotten-new-password")
    other.button("Set password").click()
    expect(other.page.get_by_text("Signed in as bo")).to_be_visible()
    other.page.goto(link)  # it is good only once
    other.page.get_by_label("New password", exact=True).fill(wanted)
    other.button("Set password").click()
    expect(other.page.locator(".toast.error")).to_contain_text("used or is too old")
