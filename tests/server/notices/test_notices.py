"""Notices reach people by every channel, once, together, only while they matter, and survive a crash."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from py_vapid import Vapid02

from stellwerk.server.notices import postman
from stellwerk.tables.clocks import DAY
from tests.server.harness import OPEN, OWN, Person, checked, serving
from tests.server.notices.receivers import Browser, Http, Mailbox
from tests.server.people.test_belongings import put, registered
from tests.server.people.test_identity import refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
DAYS = {"type": "days", "days": 2}


class House:
    """A server with receivers around it, and a clock that is moved."""

    def __init__(self, server: Server, http: Http, mailbox: Mailbox, clock: list[float]) -> None:
        self.server = server
        self.http = http
        self.mailbox = mailbox
        self.clock = clock

    async def later(self, seconds: float) -> None:
        """Let time pass, and send what is due."""
        self.clock[0] += seconds
        await self.server.inside(self.server.services.postman.deliver())

    async def noted(self) -> None:
        """Wait until everything that happened is in the outbox."""
        while self.server.services.postman._tasks:
            await self.server.inside(_breath())

    async def waiting(self) -> list[Any]:
        """What is in the outbox and not sent."""
        store: Any = self.server.services.store
        rows = await self.server.inside(store._rows("SELECT id FROM outbox WHERE NOT is_done ORDER BY id"))
        return [key for (key,) in rows]


async def _breath() -> None:
    """Let others have their turn."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    clock = [1_800_000_000.0]
    with ExitStack() as stack:
        http, mailbox = stack.enter_context(Http()), stack.enter_context(Mailbox())
        server = stack.enter_context(
            serving(
                tmp_path, private_webhooks=True, smtp=mailbox.url, mail_from="Stellwerk <play@example.org>",
                base_url="https://play.example", clock=lambda: clock[0],
            )
        )  # fmt: skip
        yield House(server, http, mailbox, clock)


async def table_for(ada: Person, bo: Person, **config: Any) -> str:
    """A table where it is Ada's turn."""
    table = await bo.open_table("trambahn", OWN, OPEN, start=1, **config)
    await ada.post(f"/api/tables/{table}/commands", {"do": "join"})
    return table


async def confirmed(house: House, person: Person, address: str = "ada@example.org") -> None:
    """Give somebody a confirmed address."""
    await put(person, "/api/me/email", {"address": address})
    mail = await house.mailbox.next()
    assert mail["To"] == address
    link = re.search(r"https://play\.example/mail/(\S+)", mail.get_content())
    assert link is not None
    assert (await person.get("/api/me/notices"))["email"] == ""  # not before the link is followed
    assert await person.post("/api/mail", {"token": link[1]}) == {"done": "confirmed"}
    assert (await person.get("/api/me/notices"))["email"] == address


async def test_a_push_message_only_the_browser_can_read(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        browser = Browser(house.http)
        shown = await ada.post("/api/me/browsers", browser.subscription)
        assert shown["browsers"] == 1
        table = await table_for(ada, bo)
        await house.noted()
        await house.later(9)
        assert house.http.received.empty()  # a moment for others, and for coming back
        await house.later(1)
        request = await house.http.next()
        said = browser.read(request)
        assert said["title"] == "Your turn: Trambahn (Bo, Ada)"
        code = (await ada.get(f"/api/tables/{table}"))["code"]
        assert said["url"] == f"https://play.example/t/{code}"
        assert b"Ada" not in request.body
        assert Vapid02.verify(request.headers["Authorization"])
        assert shown["push_key"] in request.headers["Authorization"]
        await house.later(DAY)
        assert house.http.received.empty()  # never twice


async def test_a_browser_that_is_gone_is_forgotten(house: House) -> None:
    house.http.status = 410
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        await ada.post("/api/me/browsers", Browser(house.http).subscription)
        await table_for(ada, bo)
        await house.noted()
        await house.later(10)
        await house.http.next()
        assert (await ada.get("/api/me/notices"))["browsers"] == 0
        assert await house.waiting() == []


@pytest.mark.parametrize("field", ["p256dh", "auth", "endpoint"])
async def test_a_browser_with_wrong_keys_is_refused(house: House, field: str) -> None:
    async with Person(house.server, "Ada") as ada:
        body = {**Browser(house.http).subscription, field: "x"}
        assert await refused(ada.post("/api/me/browsers", body)) == "bad_webhook"


async def test_mail_is_confirmed_batched_and_can_be_stopped(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        assert await refused(put(ada, "/api/me/notices", {"mail": "turn"})) == "no_email"
        await confirmed(house, ada)
        for _ in range(3):
            await table_for(ada, bo)
        await house.noted()
        await house.later(300)
        mail = await house.mailbox.next()
        assert mail["Subject"] == "3 games are waiting for you"
        assert mail["From"] == "Stellwerk <play@example.org>"
        assert mail.get_content().count("Your turn: Trambahn") == 3
        assert house.mailbox.received.empty()
        link = re.search(r"/mail/([^\s>]+)", mail["List-Unsubscribe"])
        assert link is not None
        assert await bo.post("/api/mail", {"token": link[1]}) == {"done": "stopped"}
        assert (await ada.get("/api/me/notices"))["mail"] == "never"
        wrong = link[1][:-1] + ("0" if link[1][-1] != "0" else "1")
        assert await refused(bo.post("/api/mail", {"token": wrong})) == "bad_mail_link"


async def test_a_daily_letter(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        await confirmed(house, ada)
        await put(ada, "/api/me/notices", {"mail": "daily"})
        for _ in range(2):
            await table_for(ada, bo)
        await house.noted()
        assert len(await house.waiting()) == 1
        await house.later(DAY)
        mail = await house.mailbox.next()
        assert mail["Subject"] == "2 games are waiting for you"


async def test_ntfy_and_webhook(house: House) -> None:
    async with Person(house.server, "Ada", "de") as ada, Person(house.server, "Bo") as bo:
        wishes = {"ntfy": f"{house.http.url}/my-topic", "webhook": f"{house.http.url}/hook"}
        await put(ada, "/api/me/notices", wishes)
        table = await table_for(ada, bo)
        await house.noted()
        await house.later(10)
        said = {(request := await house.http.next()).path: request for _ in range(2)}
        assert set(said) == {"/", "/hook"}
        assert b'"topic":"my-topic"' in said["/"].body
        assert "Du bist am Zug: Trambahn (Bo, Ada)" in said["/"].body.decode()
        assert table.encode() in said["/hook"].body
        assert said["/hook"].headers["Idempotency-Key"]


async def test_what_has_become_pointless_is_not_sent(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        await put(ada, "/api/me/notices", {"webhook": f"{house.http.url}/hook"})
        over, seen = await table_for(ada, bo), await table_for(ada, bo)
        await house.noted()
        await ada.post(f"/api/tables/{over}/commands", {"do": "resign"})
        await ada.connect()
        await ada.follow(seen)  # she has it open
        await house.later(60)
        assert house.http.received.empty()
        assert await house.waiting() == []


async def test_a_reminder_an_invitation_and_a_nudge(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        await registered(ada, "countess")
        await put(ada, "/api/me/notices", {"webhook": f"{house.http.url}/hook"})
        table = await bo.open_table("trambahn", OWN, OPEN, start=1, clock=DAYS)
        await bo.post(f"/api/tables/{table}/challenges", {"login": "countess"})
        await house.noted()
        await house.later(10)
        assert (await house.http.next_json())["title"] == "You are invited: Trambahn (Bo)"
        await ada.post(f"/api/challenges/{table}/accept")
        await house.noted()
        await house.later(10)
        assert (await house.http.next_json())["notices"][0]["event"] == "turn"
        await house.later(DAY)
        await bo.post(f"/api/tables/{table}/commands", {"do": "nudge"})
        await house.noted()
        await house.later(0)
        assert (await house.http.next_json())["notices"][0]["event"] == "nudge"
        await house.later(DAY / 2)  # a quarter of the time is left
        assert (await house.http.next_json())["title"].startswith("Your time is running out")


async def test_whoever_is_on_vacation_loses_no_turn(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        table = await table_for(ada, bo, clock=DAYS)
        assert (await put(ada, "/api/me/vacation", {"days": 10}))["vacation_left"] == 20
        assert await refused(put(ada, "/api/me/vacation", {"days": 21})) == "no_vacation_left"
        hub = house.server.services.hub
        for _ in range(3):
            house.clock[0] += 2.5 * DAY
            await house.server.inside(house.server.services.hub.expire_due())
            assert (await ada.get(f"/api/tables/{table}"))["status"] == "playing"
        house.clock[0] += 5 * DAY  # back at home, and two days are over
        await house.server.inside(house.server.services.hub.expire_due())
        table_now = hub.peek(table)
        assert table_now is not None
        assert table_now.status == "ended"


async def test_nothing_is_lost_if_nobody_answers_at_first(house: House) -> None:
    house.http.status = 500
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        await put(ada, "/api/me/notices", {"webhook": f"{house.http.url}/hook"})
        await table_for(ada, bo)
        await house.noted()
        await house.later(10)
        first = await house.http.next()
        house.http.status = 200
        await table_for(ada, bo)  # a later notice does not change the letter that is sent again
        await house.noted()
        await house.later(postman.RETRY)
        said = [await house.http.next() for _ in range(2)]
        assert first.body in [request.body for request in said]
        await house.later(DAY)
        assert house.http.received.empty()


async def test_what_a_killed_process_did_not_note_is_found(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server, "Bo") as bo:
        await put(ada, "/api/me/notices", {"webhook": f"{house.http.url}/hook"})
        house.server.services.hub.when_moved.clear()  # as if it had died right after each append
        await table_for(ada, bo)
        assert await house.waiting() == []
        for _ in range(2):
            await house.server.inside(house.server.services.postman.look_around())
        assert len(await house.waiting()) == 1
        await house.later(10)
        await house.http.next()
        await house.server.inside(house.server.services.postman.look_around())
        await house.later(DAY)
        assert house.http.received.empty()


async def test_a_forgotten_password_by_mail(house: House) -> None:
    async with Person(house.server, "Ada") as ada, Person(house.server) as forgetful:
        await registered(ada, "countess")
        await forgetful.post("/api/me/forgot", {"login": "countess"})  # no address: no letter, and no word
        await confirmed(house, ada)
        for login in ("nobody", "countess"):
            assert (await forgetful.post("/api/me/forgot", {"login": login}))["login"] is None
        mail = await house.mailbox.next()
        assert house.mailbox.received.empty()
        link = re.search(r"https://play\.example/reset/(\S+)", mail.get_content())
        assert link is not None
        body = {"token": link[1], "wanted": "battery staple"}
        assert (await forgetful.post("/api/me/reset", body))["login"] == "countess"


async def test_private_addresses_and_wrong_mail_are_refused(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for name in ("ntfy", "webhook"):
            body = {name: "https://127.0.0.1/x"}
            assert await refused(put(ada, "/api/me/notices", body)) == "bad_webhook"
        assert await refused(put(ada, "/api/me/email", {"address": "a@b.c"})) == "no_mail_here"
        assert checked(await ada.http.get("/api/me/notices"))["can_mail"] is False


@pytest.mark.parametrize("address", ["x", "a@b\r\nBcc: c@d.e", "a b@c.d", "<a@b.c>", "a@b,c@d.e"])
async def test_what_is_no_address_is_refused(house: House, address: str) -> None:
    async with Person(house.server, "Ada") as ada:
        assert await refused(put(ada, "/api/me/email", {"address": address})) == "bad_email"
