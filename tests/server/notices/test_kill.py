"""A server that is killed while notices are in flight: none is lost, and none comes as another letter."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest

from tests.server.notices.receivers import Http
from tests.server.processes import Server
from tests.store.server import running_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.anyio
KILLS = 3
TABLES = 4
"""That are begun before each kill."""
PROGRAM = ("-m", "tests.server.notices.serve")


def guest(server: Server, cookies: httpx.Cookies | None = None) -> httpx.AsyncClient:
    headers = {"origin": server.address}
    return httpx.AsyncClient(
        base_url=server.address, headers=headers, cookies=cookies, timeout=30, trust_env=False
    )


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Iterator[tuple[str, ...]]:
    """The options for each kind of database."""
    if request.param == "sqlite":
        yield ()
        return
    with running_server() as postgres:
        yield (f"--database={postgres.get_uri()}",)


async def test_kill_with_notices_in_flight(tmp_path: Path, database: tuple[str, ...]) -> None:
    rng = random.Random(18)
    with Http() as http:
        server = Server(tmp_path, "--base-url=https://play.example", *database, program=PROGRAM).start()
        async with guest(server) as ada, guest(server) as bo:
            for person, name in ((ada, "Ada"), (bo, "Bo")):
                (await person.put("/api/me", json={"name": name})).raise_for_status()
            wishes = {"webhook": f"{http.url}/hook", "ntfy": f"{http.url}/topic"}
            (await ada.put("/api/me/notices", json=wishes)).raise_for_status()
            cookies = ada.cookies, bo.cookies
        tables: set[str] = set()
        for _ in range(KILLS):
            async with guest(server, cookies[0]) as ada, guest(server, cookies[1]) as bo:
                for _ in range(TABLES):
                    tables.add(await begun(ada, bo))
                await asyncio.sleep(rng.uniform(0.0, 1.2))  # before, while or after they are sent
            server.kill()
            server.start()
        sent = await everything(http, tables)
        server.stop()
    for path in ("/hook", "/"):
        letters: dict[str, bytes] = {}
        for request in sent:
            if request.path == path:  # a letter that is sent again is the same
                assert letters.setdefault(request.headers["Idempotency-Key"], request.body) == request.body
        told = [one for body in letters.values() for one in about(decoded(body))]
        assert len(told) == len(tables)  # none lost, none in two letters


def about(letter: Any) -> list[Any]:
    """What a letter tells of."""
    return list(letter["notices"]) if "notices" in letter else letter["message"].splitlines()


def decoded(body: bytes) -> Any:
    return msgspec.json.decode(body)


async def begun(ada: httpx.AsyncClient, bo: httpx.AsyncClient) -> str:
    """A table where it is Ada's turn."""
    plan = {"game": "trambahn", "seats": [{"type": "own"}, {"type": "open"}], "start": 1}
    table: str = (await bo.post("/api/tables", json=plan)).raise_for_status().json()["id"]
    (await ada.post(f"/api/tables/{table}/commands", json={"do": "join"})).raise_for_status()
    return table


async def everything(http: Http, tables: set[str]) -> list[Any]:
    """All requests, until both channels have told of all tables and a while longer."""
    sent: list[Any] = []
    for _ in range(300):
        await asyncio.sleep(0.1)
        while not http.received.empty():
            sent.append(http.received.get())
        said = b"".join(request.body for request in sent if request.path == "/hook")
        lines = sum(len(decoded(one.body)["message"].splitlines()) for one in sent if one.path == "/")
        if all(table.encode() in said for table in tables) and lines >= len(tables):
            break
    await asyncio.sleep(3)
    while not http.received.empty():
        sent.append(http.received.get())
    return sent
