"""Input that once did harm: names that break pictures, answers as long as the question, addresses that
are not public, webhooks that never finish."""

from __future__ import annotations

import asyncio
import socket
import time
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from stellwerk.server.notices import calling
from stellwerk.server.notices.calling import is_public
from stellwerk.server.people import notify
from stellwerk.tables.config import OwnSeat, TableConfig
from stellwerk.tables.draft import Draft
from stellwerk.tables.events import Opened
from tests.server.harness import OWN, WAIT, Person, bot, serving
from tests.server.people.test_identity import refused

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", ["a\x00b", "a\x1b[2J", "\u202eevil", "a\nb", "", "  "])
async def test_a_name_at_a_shared_device_can_be_shown(server: Server, name: str) -> None:
    async with Person(server, "Ada") as ada:
        work = ada.open_table("trambahn", {"type": "own", "name": name}, OWN)
        assert await refused(work) == "bad_seat_name"


def test_a_name_that_an_older_version_let_through_is_mended() -> None:
    config = TableConfig("trambahn", (OwnSeat("A\x01d\x00a"), OwnSeat("\x02")))
    table = Draft.opening("t", Opened(config, "ada", "Ada", "CODE", "00" * 32, None, 1, ()), 1.0).table
    assert [seat.name for seat in table.seats] == ["Ada", "Ada"]


async def test_a_picture_of_a_shared_device_is_xml(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", {"type": "own", "name": "<&\"'>"}, OWN)
        ET.fromstring((await ada.http.get(f"/api/tables/{table}/picture")).content)  # noqa: S314 (our own)


@pytest.mark.parametrize("length", [41, 60_000])
async def test_an_unknown_level_is_not_repeated_at_length(server: Server, length: int) -> None:
    async with Person(server, "Ada") as ada:
        config = {"game": "trambahn", "seats": [OWN, bot("x" * length)]}
        answer = await ada.http.post("/api/tables", json=config)
        assert (answer.status_code, answer.json()["code"]) == (409, "unknown_bot")
        assert len(answer.content) < 1_000


async def test_no_refusal_repeats_what_was_sent_at_length(server: Server) -> None:
    async with Person(server, "Ada") as ada:
        for body in ({"x" * 50_000: 1}, {"game": "g" * 50_000, "seats": []}, {"name": 1, "y" * 50_000: 2}):
            for method, path in (("POST", "/api/tables"), ("PUT", "/api/me"), ("POST", "/api/replay")):
                answer = await ada.http.request(method, path, json=body)
                assert 400 <= answer.status_code < 500
                assert len(answer.content) < 1_500


async def test_an_asset_with_a_long_name(server: Server) -> None:
    async with Person(server) as visitor:
        for name in ("x" * 5_000, "x" * 300, "%00", "..%2f..%2fsecret"):
            assert (await visitor.http.get(f"/assets/{name}")).status_code == 404


# Webhooks


@pytest.mark.parametrize(
    ("address", "public"),
    [("192.0.0.192", False), ("192.0.0.8", False), ("192.88.99.1", False), ("64:ff9b::7f00:1", False),
     ("64:ff9b::a00:1", False), ("64:ff9b::c000:2b08", True), ("64:ff9b:1::1", False), ("2001::1", False),
     ("::ffff:192.0.0.192", False), ("2002:c000:c0::", False), ("8.8.8.8", True)],
)  # fmt: skip
def test_what_is_public(address: str, public: bool) -> None:
    assert is_public(address) is public


@pytest.fixture
def dripping() -> Iterator[str]:
    """A receiver that answers one byte at a time, for ever."""
    listening = socket.create_server(("127.0.0.1", 0))
    open_ones: list[socket.socket] = []

    def drip(one: socket.socket) -> None:
        try:
            for byte in b"HTTP/1.1 200 OK\r\nX: " + b"y" * 10_000:
                one.sendall(bytes([byte]))
                time.sleep(0.05)
        except OSError:
            pass

    def accept() -> None:
        try:
            while True:
                one, _ = listening.accept()
                open_ones.append(one)
                Thread(target=drip, args=(one,), daemon=True).start()
        except OSError:
            pass

    Thread(target=accept, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    for one in open_ones:
        one.close()


async def test_an_answer_that_drips_holds_no_thread(
    tmp_path: Path, dripping: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calling, "TIMEOUT", 0.3)
    with serving(tmp_path, private_webhooks=True) as server:
        caller = server.services.caller
        async with asyncio.timeout(WAIT):
            calls = (asyncio.to_thread(caller.post, dripping, b"{}") for _ in range(8))
            answers = await asyncio.gather(*calls, return_exceptions=True)
        assert {type(answer) for answer in answers} <= {int, TimeoutError}  # read, or given up


async def test_one_player_s_webhooks_leave_threads_to_others(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many turns at once some are not told; another player's are."""
    told: list[str] = []
    done = asyncio.Event()

    async def tell(_: object, player: str) -> None:
        told.append(player)
        while not done.is_set():
            await asyncio.sleep(0.01)

    notifier = server.services.notifier
    monkeypatch.setattr(notifier, "_tell", tell)
    monkeypatch.setattr(notify, "_person", lambda table: table.turn)

    async def turns(player: str, number: int) -> None:
        for place in range(number):
            notifier._moved(Turned(None), Turned(player, f"{player} {place}"))  # type: ignore[arg-type]

    await server.inside(turns("ada", 20))
    await server.inside(turns("bo", 2))
    await server.inside(asyncio.sleep(0))
    done.set()
    assert told == ["ada"] * notify.MAX_OF_ONE + ["bo"] * 2


class Turned(NamedTuple):
    """A table, as far as a notifier looks at it."""

    turn: str | None
    id: str = ""
