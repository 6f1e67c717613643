"""Every route, every command and every frame at its limits: none keeps the event loop from others for long.

The tables below name all of them; a new one without a case fails. Each is asked once to fill what a server
keeps (texts, drawings), and then measured: on a table with thousands of events, by somebody with as many
tables as a list holds, and with a body as large as it may be.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

import msgspec
import pytest
from starlette.routing import Route, WebSocketRoute

from stellwerk.server.app import make_app
from stellwerk.server.guard.limits import MAX_BODY
from stellwerk.server.live.wire import ClientFrame, Command
from stellwerk.server.people.lobby import LISTED
from stellwerk.store import index_of
from stellwerk.tables.commands import MAX_MESSAGE, open_table
from stellwerk.tables.config import OpenSeat, OwnSeat, TableConfig
from stellwerk.workers import process_pool
from tests.server.guard.test_blocks import (
    GAME,
    LINES,
    LONG,
    a_long_record,
    add_long_table,
    allowed,
    unswept,
    watched,
)
from tests.server.harness import OPEN, OWN, Person, Refusal, serving, settings_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from stellwerk.store import Store
    from tests.server.harness import Server

pytestmark = pytest.mark.anyio
STREAMS: Final = ("GET /api/stream/events", "GET /api/tables/{table}/stream")
RECORD: Final[Any] = msgspec.to_builtins(a_long_record())
LONG_TEXT: Final = "x" * MAX_MESSAGE
LOGIN: Final = {"login": "ada" * 10, "password": "a long way from home to here"}
BODIES: Final[dict[str, Any]] = {
    "GET /": None,
    "GET /t/{code}": None,
    "GET /me": None,
    "GET /privacy": None,
    "GET /api/about": None,
    "GET /profile": None,
    "GET /people/{login}": None,
    "GET /best/{game}": None,
    "GET /learn": None,
    "GET /learn/{game}": None,
    "GET /rules/{game}": None,
    "GET /replay": None,
    "GET /r/{rest:path}": None,
    "GET /api/me": None,
    "PUT /api/me": {"name": "Ada"},
    "POST /api/me/account": LOGIN,
    "POST /api/me/login": LOGIN,
    "POST /api/me/feed": None,
    "GET /api/me/sessions": None,
    "DELETE /api/me/sessions/{session}": None,
    "POST /api/me/tokens": {"name": "x" * 200},
    "GET /api/me/tables": None,
    "GET /api/me/people": None,
    "PUT /api/me/people/{handle}": {"attitude": "block"},
    "PUT /api/me/pairing": {"game": GAME, "pace": "days"},
    "DELETE /api/me/pairing": None,
    "GET /api/me/games": None,
    "GET /api/me/profile": None,
    "PUT /api/me/profile": {"is_public": True},
    "GET /api/people/{login}": None,
    "GET /api/people/{login}/games": None,
    "GET /api/games/{game}/leaders": None,
    "GET /api/games": None,
    "GET /api/games/{game}/rules": None,
    "GET /api/games/{game}/pictures": None,
    "GET /api/games/{game}/texts": None,
    "GET /api/tables": None,
    "POST /api/tables": {"game": GAME, "seats": [OWN, OPEN], "public": True},
    "GET /api/tables/{table}": None,
    "POST /api/tables/{table}/commands": {"do": "say", "text": LONG_TEXT},
    "GET /api/tables/{table}/stream": None,
    "GET /api/tables/{table}/people": None,
    "POST /api/tables/{table}/reports": {"seat": 1, "text": "x" * 1_000},
    "POST /api/tables/{table}/challenges": {"login": "nobody"},
    "DELETE /api/tables/{table}/challenges/{number}": None,
    "POST /api/challenges/{table}/accept": None,
    "POST /api/challenges/{table}/decline": None,
    "GET /api/stream/events": None,
    "PUT /api/tables/{table}/webhook": {"url": f"https://{LONG_TEXT}.invalid/"},
    "GET /api/tables/{table}/games": None,
    "GET /api/tables/{table}/games/{number}/record": None,
    "GET /api/tables/{table}/games/{number}/replay": None,
    "GET /api/tables/{table}/games/{number}/ratings": None,
    "GET /api/tables/{table}/matches/{number}": None,
    "GET /api/codes/{code}": None,
    "POST /api/replay": RECORD,
    "POST /api/replay/match/{number}": {"format": "stellwerk-match", "games": [RECORD]},
    "GET /api/tables/{table}/picture": None,
    "GET /api/tables/{table}/pictures/{step}": None,
    "GET /health": None,
    "GET /metrics": None,
    "GET /openapi.json": None,
    "GET /feeds/{token}.atom": None,
    "GET /assets/{name}": None,
    "GET /sheet/{game}": None,
    "GET /sw.js": None,
    "GET /manifest.webmanifest": None,
    "GET /icon.svg": None,
    "GET /icon-turn.svg": None,
    "GET /icon-192.png": None,
    "GET /icon-512.png": None,
    "GET /preview.png": None,
    "GET /offline.html": None,
    "POST /api/tables/{table}/hint": {},
    "POST /api/tables/{table}/games/{number}/why": {"step": 1},
    "POST /api/tables/{table}/games/{number}/review": {},
    "POST /api/reviews": RECORD,
    "POST /api/reviews/match/{number}": {"format": "stellwerk-match", "games": [RECORD]},
    "GET /api/reviews/{review}": None,
    "GET /api/reviews/{review}/record": None,
    "GET /api/reviews/{review}/decisions/{turn}": None,
    "POST /api/reviews/{review}/decisions/{turn}/trial": {},
    "POST /api/reviews/{review}/decisions/{turn}/judgement": {},
    "DELETE /api/reviews/{review}": None,
    "GET /api/me/export": None,
    "GET /reset/{token}": None,
    "POST /api/me/reset": {"token": "x" * 200, "wanted": "x" * 200},
    "PUT /api/me/password": {"present": "x" * 200, "wanted": "x" * 200},
    "DELETE /api/me": {"password": "x" * 200},
    "POST /api/me/forgot": {"login": "x" * 200},
    "GET /api/me/notices": None,
    "PUT /api/me/notices": {"webhook": "https://" + "x" * 400},
    "POST /api/me/browsers": {"endpoint": "https://" + "x" * 400, "p256dh": "x" * 200, "auth": "x" * 200},
    "DELETE /api/me/browsers": None,
    "PUT /api/me/vacation": {"days": 1},
    "PUT /api/me/email": {"address": "x" * 200},
    "POST /api/mail": {"token": "x" * 1_000},
    "GET /mail/{token}": None,
    "POST /api/me/bot": None,
    "GET /api/host/people": None,
    "POST /api/host/people/{login}": {"do": "rename", "name": "x" * 200},
    "GET /api/host/checkup": None,
    "GET /api/host/reports": None,
    "POST /api/host/reports/{report}": {"note": "x" * 1_000},
    "GET /api/host/tables": None,
    "POST /api/host/tables/{code}/end": None,
    "POST /api/me/logout": None,
}
"""A body for each route; `{table}` is a table with thousands of events."""
COMMANDS: Final[dict[str, dict[str, Any]]] = {
    "join": {},
    "leave": {},
    "seat_bot": {"seat": 0, "level": "x" * 40},
    "remove": {"seat": 1},
    "hand_over": {"seat": 1},
    "nudge": {},
    "take_back": {},
    "act": {"text": LONG_TEXT, "expected": 0},
    "undo": {},
    "propose": {"wish": "undo", "actions": 0},
    "answer": {"agree": True},
    "say": {"text": LONG_TEXT},
    "next_game": {},
    "resume": {},
    "resign": {},
}
FRAMES: Final[dict[str, dict[str, Any]]] = {
    "subscribe": {"table": LONG, "since": 0},
    "unsubscribe": {"table": LONG},
    "do": {"what": "say", "text": LONG_TEXT},
    "ping": {},
    "follow": {"review": "none"},
    "unfollow": {"review": "none"},
}


TRIES: Final = 3


class Block(NamedTuple):
    """The longest time something kept the loop, and how long it may."""

    what: str
    seconds: float
    allowed: float

    @property
    def is_too_long(self) -> bool:
        """Whether others would have waited."""
        return self.seconds > self.allowed


def routes(folder: Path) -> Iterator[str]:
    """All routes of a server, as method and path."""
    for route in make_app(settings_for(folder)).routes:
        if isinstance(route, Route):
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield f"{method} {route.path}"
        else:
            assert isinstance(route, WebSocketRoute)  # its frames are below


def test_every_route_has_a_case(tmp_path: Path) -> None:
    assert set(BODIES) == set(routes(tmp_path))


def test_every_command_and_every_frame_has_a_case() -> None:
    assert set(COMMANDS) == {kind.__struct_config__.tag for kind in get_args(Command)}
    assert set(FRAMES) == {kind.__struct_config__.tag for kind in get_args(ClientFrame)}


async def test_no_route_blocks(tmp_path: Path) -> None:
    with unswept(), serving(tmp_path, make_chores=lambda: process_pool(1)) as server:
        async with Person(server, "Ada") as ada:
            await settle(server, ada)
            blocks, usual = [], allowed()
            for case, body in BODIES.items():
                await ask(ada, case, body)

                async def both(case: str = case, body: Any = body) -> None:
                    await ask(ada, case, body)
                    await ask(ada, case, stuffed(body))

                blocks.append(await block_of(case, server, both, usual))
    assert not [block for block in blocks if block.is_too_long]


async def test_no_command_and_no_frame_blocks(tmp_path: Path) -> None:
    with unswept(), serving(tmp_path) as server:
        async with Person(server, "Ada") as ada:
            await settle(server, ada)
            blocks, usual = [], allowed()
            for kind, fields in FRAMES.items():
                blocks.append(await block_of(kind, server, partial(send_frame, ada, kind, fields), usual))
            for kind, fields in COMMANDS.items():
                blocks.append(await block_of(kind, server, partial(send_command, ada, kind, fields), usual))
    assert not [block for block in blocks if block.is_too_long]


async def block_of(what: str, server: Server, work: Callable[[], Awaitable[None]], usual: float) -> Block:
    """The longest block while something is done; a long one is measured again: busy machines hesitate.

    What takes less than half of `usual` needs no measurement of its own of what is allowed.
    """
    blocks = []
    for _ in range(TRIES):
        async with watched(server) as watch:
            await work()
        limit = usual if watch.longest < usual / 2 else allowed()
        blocks.append(Block(what, watch.longest, limit))
        if not blocks[-1].is_too_long:
            break
    return min(blocks, key=lambda block: block.seconds)


async def send_frame(person: Person, kind: str, fields: dict[str, Any]) -> None:
    """Send a frame, and wait until the server has dealt with it."""
    if kind == "do":
        await person.do(LONG, **fields)
        return
    await person.send({"type": kind, **fields})
    before = person.pongs
    await person.send({"type": "ping"})
    await person.until(lambda: person.pongs > before)


async def send_command(person: Person, kind: str, fields: dict[str, Any]) -> None:
    """Give a command, whether it is allowed or not."""
    with suppress(Refusal):
        await person.do(LONG, kind, **fields)


async def settle(server: Server, ada: Person) -> None:
    """Ada is connected, sits at a table with a long past, and has as many tables as a list shows."""
    await ada.connect()
    await ada.send({"type": "ping"})
    await ada.until(lambda: ada.pongs > 0)
    (client,) = server.services.clients
    assert client.player is not None
    store = server.services.store
    await server.inside(add_long_table(store, client.player, pairs=500, lines=LINES))
    await server.inside(add_tables(store, client.player))


async def add_tables(store: Store, owner: str) -> None:
    """As many public tables as a list shows."""
    plan = TableConfig(GAME, (OwnSeat(), OpenSeat()), public=True)
    drafts = [
        open_table(f"table {number}", plan, owner, "Ada", f"CODE{number}", "seed", 0)
        for number in range(LISTED)
    ]
    await asyncio.gather(
        *(store.append(draft.table.id, 0, draft.events, index_of(draft.table)) for draft in drafts)
    )


async def ask(person: Person, case: str, body: Any) -> None:
    """Make a request; whatever comes of it, it is answered and no fault of the server."""
    method, path = case.split()
    places = {
        "table": LONG, "code": "LONG", "game": GAME, "number": "1", "step": "1", "session": "none",
        "token": "none", "name": "none.js", "rest": "x" * 2_000, "review": "none", "turn": "1",
        "login": "none", "handle": "none", "report": "none",
    }  # fmt: skip
    url = path.replace(":path}", "}").format(**places)
    if case in STREAMS:
        async with person.http.stream(method, url, params={"since": 0}) as answer:
            async for _ in answer.aiter_lines():
                break
    else:
        content = None if body is None else msgspec.json.encode(body)
        answer = await person.http.request(method, url, content=content)
    assert answer.status_code < 500, f"{case}: {answer.status_code}"
    assert answer.status_code != 429 or case == "POST /api/tables", f"{case} is refused, not measured"
    await asyncio.sleep(0)


def stuffed(body: Any) -> Any:
    """A body with as much in it as is read, and hard to read; None stays None."""
    if body is None:
        return None
    filler = [[{"x": number}] for number in range(MAX_BODY // 20)]
    return {**body, "filler": filler} if isinstance(body, dict) else filler
