"""Play over days: the feed and the webhook that say whose turn it is; and chance that can be checked."""

from __future__ import annotations

import asyncio
import random
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import httpx
import msgspec
import pytest

import stellwerk
from stellwerk.core import record as records
from stellwerk.server.notices.calling import is_public
from tests.server.harness import OPEN, OWN, WAIT, Person, Refusal, bot, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
ATOM = "{http://www.w3.org/2005/Atom}"


class Receiver:
    """Somebody whom webhooks call."""

    def __init__(self) -> None:
        self.calls: Queue[tuple[str, dict[str, Any], dict[str, str]]] = Queue()
        self.status = 200
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.calls.put((self.path, msgspec.json.decode(body), dict(self.headers)))
                self.send_response(receiver.status)
                self.send_header("location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?key=1"
        self.thread = Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    async def call(self) -> tuple[str, dict[str, Any], dict[str, str]]:
        return await asyncio.to_thread(self.calls.get, timeout=WAIT)

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join(WAIT)
        self.server.server_close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


# The feed


async def test_the_feed_says_where_it_is_your_turn(server: Server) -> None:
    async with Person(server, "Ada & <Bo>") as ada, Person(server, "Bo", "de") as bo:
        assert (await ada.get("/api/me"))["feed"] is None
        feed = (await ada.post("/api/me/feed"))["feed"]
        waiting = await ada.open_table("trambahn", OWN, OPEN)
        table = await ada.open_table("trambahn", OWN, OPEN, start=0)
        other = await ada.open_table("trambahn", OWN, OPEN, start=1)
        for each in (table, other):
            await bo.post(f"/api/tables/{each}/commands", {"do": "join"})
        code = (await ada.get(f"/api/tables/{table}"))["code"]
        page = httpx.get(f"{server.url}{feed}", trust_env=False)  # a feed reader has no cookie
        assert page.headers["content-type"] == "application/atom+xml"
        root = ET.fromstring(page.content)  # noqa: S314 (our own)
        assert root.tag == f"{ATOM}feed"
        for required in ("id", "title", "updated", "author"):
            assert root.find(f"{ATOM}{required}") is not None
        assert "Ada & <Bo>" in str(root.findtext(f"{ATOM}title"))
        (entry,) = root.findall(f"{ATOM}entry")
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.get("href") == f"{server.services.settings.base_url}/t/{code}"
        assert "Trambahn" in str(entry.findtext(f"{ATOM}title"))
        assert waiting not in page.text
        german = httpx.get(f"{server.url}{feed}?lang=de", trust_env=False).text
        assert "Du bist am Zug" in german
        again = (await ada.post("/api/me/feed"))["feed"]
        assert again != feed
        assert httpx.get(f"{server.url}{feed}", trust_env=False).status_code == 404
        assert (await ada.get("/api/me"))["feed"] == again


# The webhook


async def test_a_webhook_is_called_on_your_turn(tmp_path: Path, receiver: Receiver) -> None:
    with serving(tmp_path, private_webhooks=True, base_url="https://play.example") as server:
        async with Person(server, "Ada") as ada, Person(server, "Bo") as bo:
            table = await ada.open_table("trambahn", OWN, OPEN, start=1, clock={"type": "days", "days": 2})
            answer = await ada.http.put(f"/api/tables/{table}/webhook", json={"url": receiver.url})
            assert answer.status_code == 200
            for person in (ada, bo):
                await person.connect()
                await person.follow(table)
            await bo.do(table, "join")
            while not ada.sights[table].legal:
                await bo.play(table, random.Random(1), actions=1)
                await ada.until(lambda: ada.sights[table].seq == bo.sights[table].seq)
            path, call, headers = await receiver.call()
            code = ada.sights[table].code
            assert path == "/hook?key=1"
            assert headers["Content-Type"] == "application/json"
            assert call == {
                "event": "your_turn",
                "table": table,
                "game": "trambahn",
                "url": f"https://play.example/t/{code}",
                "deadline": ada.sights[table].deadline,
            }
            assert call["deadline"] is not None
            assert receiver.calls.empty()
            await ada.http.put(f"/api/tables/{table}/webhook", json={"url": None})
            while not bo.sights[table].legal:
                await ada.play(table, random.Random(1), actions=1)
                await bo.until(lambda: ada.sights[table].seq == bo.sights[table].seq)
            while not ada.sights[table].legal:
                await bo.play(table, random.Random(1), actions=1)
                await ada.until(lambda: ada.sights[table].seq == bo.sights[table].seq)
            assert receiver.calls.empty()


@pytest.mark.parametrize("status", [302, 500])
async def test_what_a_webhook_answers_does_not_matter(
    tmp_path: Path, receiver: Receiver, status: int
) -> None:
    receiver.status = status
    with serving(tmp_path, private_webhooks=True) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OPEN, start=0)
            await ada.http.put(f"/api/tables/{table}/webhook", json={"url": receiver.url})
            await ada.post(f"/api/tables/{table}/commands", {"do": "seat_bot", "seat": 1, "level": "random"})
            await receiver.call()
            await ada.connect()
            await ada.follow(table)
            await ada.play(table, random.Random(1), actions=3)


async def test_nobody_answers_a_webhook(tmp_path: Path, receiver: Receiver) -> None:
    receiver.server.server_close()
    with serving(tmp_path, private_webhooks=True) as server:
        async with Person(server, "Ada") as ada:
            table = await ada.open_table("trambahn", OWN, OPEN, start=0)
            await ada.http.put(f"/api/tables/{table}/webhook", json={"url": receiver.url})
            await ada.post(f"/api/tables/{table}/commands", {"do": "seat_bot", "seat": 1, "level": "random"})
            while server.services.notifier._tasks:
                await asyncio.sleep(0.01)
            assert (await ada.get("/health"))["status"] == "ok"


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.43.8/", "https://127.0.0.1/", "https://localhost/", "https://10.1.2.3/", "https://[::1]/",
        "https://[::ffff:127.0.0.1]/", "https://192.168.0.1/", "https://169.254.169.254/latest", "https://0/",
        "https://224.0.0.1/", "https://100.64.0.1/", "https://2130706433/", "ftp://192.0.43.8/", "file:///etc/passwd",
        "https://", "https:///x", "", "x", "https://[", "https://host:99999/", "https://user@192.0.43.8/",
        "https://192.0.43.8/\r\nX: y", f"https://{'a' * 70}.example/",
    ],
)  # fmt: skip
async def test_private_and_wrong_addresses_are_refused(server: Server, url: str) -> None:
    async with Person(server, "Ada") as ada:
        table = await ada.open_table("trambahn", OWN, OPEN)
        answer = await ada.http.put(f"/api/tables/{table}/webhook", json={"url": url})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_webhook")


async def test_an_address_is_checked_again_when_it_is_called(server: Server, receiver: Receiver) -> None:
    """A name that was public yesterday may point into our network today."""
    with pytest.raises(OSError, match="not a public address"):
        server.services.caller.post(receiver.url, b"{}")
    assert receiver.calls.empty()


@pytest.mark.parametrize(
    ("address", "public"),
    [("192.0.43.8", True), ("2001:500:88:200::8", True), ("::ffff:10.0.0.1", False), ("fe80::1%eth0", False),
     ("2002:7f00:1::", False), ("ff02::1", False), ("255.255.255.255", False)],
)  # fmt: skip
def test_what_is_public(address: str, public: bool) -> None:
    assert is_public(address) is public


async def test_a_webhook_is_for_who_sits_there(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Eve") as eve:
        table = await ada.open_table("trambahn", OWN, OPEN)
        answer = await eve.http.put(f"/api/tables/{table}/webhook", json={"url": None})
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


# Chance


@pytest.mark.parametrize("key", stellwerk.games())
async def test_chance_is_promised_and_proven(server: Server, key: str) -> None:
    async with Person(server, "Ada") as ada:
        seats = stellwerk.load(key).info.seats.min
        table = await ada.open_table(key, OWN, *(bot(),) * (seats - 1))
        await ada.connect()
        promised = (await ada.follow(table)).commitment
        with pytest.raises(Refusal):
            await ada.get(f"/api/tables/{table}/games/1/record")
        assert (await ada.get(f"/api/tables/{table}/games")) == []
        end = await ada.play(table, random.Random(5))
        assert end.seed is not None
        assert stellwerk.commitment(end.seed) == promised
        raw = (await ada.http.get(f"/api/tables/{table}/games/1/record")).content
        record = records.decode(raw)
        assert (record.seed, record.commitment) == (end.seed, promised)
        assert stellwerk.verify(record) >= 1
        (game,) = await ada.get(f"/api/tables/{table}/games")
        assert game["number"] == 1
        assert tuple(game["result"]["scores"]) == end.result.scores  # type: ignore[union-attr]
        replay = await ada.get(f"/api/tables/{table}/games/1/replay?lang=de")
        assert len(replay["steps"]) == len(record.actions)
        assert replay["result"] == game["result"]
        assert (await ada.post("/api/replay?lang=de", msgspec.json.decode(raw)))["steps"] == replay["steps"]
