"""A real server on a port that the kernel chose, and people who use it as a browser does.

The server runs in a thread of this process, with uvicorn, a store in a folder of the test, and bots in
another thread. A `Person` has a cookie, an Origin, a WebSocket; knows the tables it follows, and keeps every
byte.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from hashlib import sha256
from itertools import count
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

import httpx
import msgspec
import websockets
from websockets.typing import Origin

from stellwerk.server import hosting
from stellwerk.server.app import Settings, make_app
from stellwerk.server.guard.gate import GatedConfig
from stellwerk.server.guard.limits import Rate, Rates
from stellwerk.server.live.changes import apply
from stellwerk.server.live.wire import (
    ChangeFrame,
    Done,
    ErrorBody,
    Pong,
    PresenceFrame,
    Progress,
    Refused,
    ReviewFrame,
    ServerFrame,
    TableFrame,
)
from stellwerk.tables.sight import TableSight

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path

    from stellwerk.server.services import Services
    from stellwerk.tables.news import News

WAIT = 30.0
"""Seconds after which a test gives up; nothing takes as long."""
NO_LIMIT = Rates(*(Rate(1e9, 1e9),) * len(Rates._fields))
_decode = msgspec.json.Decoder(ServerFrame).decode


class Server:
    """A server that is running."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        self.app = make_app(settings)
        self.socket = hosting.listen("127.0.0.1", port)
        self.host = f"127.0.0.1:{self.socket.getsockname()[1]}"
        self.url = f"http://{self.host}"
        self._uvicorn = hosting.Server(GatedConfig(self.app, 5), lambda: None)
        self._thread = Thread(target=self._run, name="server", daemon=True)
        self.loop: asyncio.AbstractEventLoop

    @property
    def services(self) -> Services:
        """What is inside."""
        services: Services = self.app.state.services
        return services

    @property
    def connections(self) -> set[Any]:
        """uvicorn's protocols of all connections."""
        return cast("set[Any]", self._uvicorn.server_state.connections)

    def start(self) -> None:
        self._thread.start()
        for _ in range(int(WAIT * 200)):
            if self._uvicorn.started:
                return
            self._thread.join(0.005)
            assert self._thread.is_alive(), "the server did not start"
        raise TimeoutError

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._uvicorn.serve([self.socket])

        asyncio.run(serve(), debug=False)

    def stop(self) -> None:
        """As SIGTERM does."""
        self._uvicorn.should_exit = True
        self._thread.join(WAIT)
        assert not self._thread.is_alive()

    async def inside(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the server's own loop."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))


def settings_for(folder: Path, **changes: Any) -> Settings:
    """Settings of a server for tests: no limits of rates, bots in a thread, the same deals each time."""
    numbers = count()
    plain: dict[str, Any] = {
        "new_seed": lambda: sha256(f"deal {next(numbers)}".encode()).hexdigest(),
        "database": str(folder),
        "secret": b"a secret that only tests know ....",
        "make_executor": lambda: ThreadPoolExecutor(1),
        "make_chores": lambda: ThreadPoolExecutor(1),
        "rates": NO_LIMIT,
    }
    return Settings(**{**plain, **changes})


@contextmanager
def serving(folder: Path, port: int = 0, **changes: Any) -> Iterator[Server]:
    """A server for a while, on a free port or on the one that an earlier server had."""
    server = Server(settings_for(folder, **changes), port)
    server.start()
    try:
        yield server
    finally:
        server.stop()


class Refusal(Exception):
    """What the server refused."""

    def __init__(self, error: ErrorBody) -> None:
        super().__init__(error.code)
        self.error = error


class Person:
    """Somebody at a browser. Use as an async context manager."""

    def __init__(self, server: Server, name: str | None = None, language: str = "en") -> None:
        self.server = server
        self.name = name
        self.headers = {"origin": server.url, "accept-language": language}
        self.http = httpx.AsyncClient(
            base_url=server.url,
            headers=self.headers,
            timeout=WAIT,
            verify=False,  # noqa: S501 (without TLS, certificates would be loaded for nothing)
            trust_env=False,
        )
        self.wants_changes = False
        self.received: list[bytes] = []
        """Every frame, as it came."""
        self.sights: dict[str, TableSight] = {}
        self.news: dict[str, list[News]] = {}
        self.refusals: list[ErrorBody] = []
        """Of frames that had no id."""
        self.pongs = 0
        self.progress: list[Progress] = []
        """What was told about reviews."""
        self.close_code: int | None = None
        self._socket: websockets.ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers: dict[int, asyncio.Future[int]] = {}
        self._ids = count(1)
        self._changed = asyncio.Condition()
        self._exit = AsyncExitStack()

    async def __aenter__(self) -> Person:
        await self.http.__aenter__()
        if self.name is not None:
            (await self.http.put("/api/me", json={"name": self.name})).raise_for_status()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()
        await self.http.aclose()

    # REST

    async def get(self, path: str) -> Any:
        return checked(await self.http.get(path))

    async def post(self, path: str, body: object = None) -> Any:
        return checked(await self.http.post(path, json=body))

    async def open_table(self, game: str, *seats: dict[str, str], **config: Any) -> str:
        """Open a table; the id."""
        table: str = (await self.post("/api/tables", {"game": game, "seats": seats, **config}))["id"]
        return table

    # WebSocket

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def connect(self) -> None:
        headers = {"accept-language": self.headers["accept-language"], "cookie": self.cookie}
        self._socket = await websockets.connect(
            f"ws://{self.server.host}/ws",
            origin=Origin(self.server.url),
            additional_headers=headers,
            max_size=None,
        )
        self.close_code = None
        self._reader = asyncio.create_task(self._read(self._socket))

    @property
    def socket(self) -> websockets.ClientConnection | None:
        """The WebSocket itself."""
        return self._socket

    async def disconnect(self) -> None:
        if self._socket is not None and self._reader is not None:
            await self._socket.close()
            await self._reader
        self._socket = None

    def break_off(self) -> None:
        """As a phone in a tunnel does: no goodbye."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def lost(self) -> int | None:
        """Wait until the server has closed the connection; its code."""
        assert self._reader is not None
        async with asyncio.timeout(WAIT):
            await self._reader
        return self.close_code

    async def _read(self, connection: websockets.ClientConnection) -> None:
        try:
            async for message in connection:
                raw = message.encode() if isinstance(message, str) else message
                self.received.append(raw)
                self._take(_decode(raw))
                async with self._changed:
                    self._changed.notify_all()
        except websockets.ConnectionClosedError:
            pass
        self.close_code = connection.close_code
        for answer in self._answers.values():
            if not answer.done():
                answer.cancel()
        async with self._changed:
            self._changed.notify_all()

    def _take(
        self, frame: TableFrame | ChangeFrame | PresenceFrame | Done | Refused | ReviewFrame | Pong
    ) -> None:
        match frame:
            case TableFrame(table, news, done):
                self._show(table, news, done)
            case ChangeFrame(table_id, after, changes, news, done):
                before = self.sights[table_id]
                assert before.seq == after
                known = msgspec.json.decode(msgspec.json.encode(before))
                self._show(msgspec.convert(apply(known, changes), TableSight), news, done)
            case Done(number, seq):
                self._done(number, seq)
            case Refused(error, None):
                self.refusals.append(error)
            case Refused(error, number):
                assert number is not None
                if not self._answers[number].done():
                    self._answers[number].set_exception(Refusal(error))
            case ReviewFrame(progress):
                self.progress.append(progress)
            case Pong():
                self.pongs += 1
            case PresenceFrame():
                pass  # it is among `received`

    def _show(self, table: TableSight, news: tuple[News, ...], done: int | None) -> None:
        self.sights[table.id] = table
        self.news.setdefault(table.id, []).extend(news)
        if done is not None:
            self._done(done, table.seq)

    def _done(self, number: int, seq: int) -> None:
        if not self._answers[number].done():  # a test may send an id twice
            self._answers[number].set_result(seq)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until what was received makes something true."""
        async with asyncio.timeout(WAIT), self._changed:
            await self._changed.wait_for(condition)

    async def send(self, frame: object) -> None:
        """Any frame: bytes as they are, everything else as JSON."""
        assert self._socket is not None
        await self._socket.send(
            frame if isinstance(frame, str | bytes) else msgspec.json.encode(frame).decode()
        )

    async def follow(self, table: str, since: int | None = None) -> TableSight:
        """Subscribe, from the last event known."""
        seen = self.sights.pop(table, None)
        after = since if since is not None else 0 if seen is None else seen.seq
        await self.send({"type": "subscribe", "table": table, "since": after, "changes": self.wants_changes})
        await self.until(lambda: table in self.sights)
        return self.sights[table]

    async def do(self, table: str, what: str, **command: Any) -> int:
        """A command; the seq after it. Raises `Refusal`."""
        number = next(self._ids)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        await self.send({"type": "do", "id": number, "table": table, "command": {"do": what, **command}})
        try:
            async with asyncio.timeout(WAIT):
                return await answer
        finally:
            del self._answers[number]

    async def act(self, table: str, text: str) -> int:
        """An action in the position that this person sees."""
        return await self.do(table, "act", text=text, expected=self.sights[table].seq)

    async def play(self, table: str, rng: random.Random, actions: int = 10_000) -> TableSight:
        """Play at random until the game is over, or at most a number of actions."""
        while actions and self.sights[table].status != "ended":
            if legal := self.sights[table].legal:
                await self.act(table, rng.choice(legal))
                actions -= 1
            else:
                await self.until(
                    lambda: bool(self.sights[table].legal) or self.sights[table].status == "ended"
                )
        return self.sights[table]


def checked(response: httpx.Response) -> Any:
    """The answer as data; raises `Refusal`."""
    if response.status_code >= 400:
        raise Refusal(msgspec.json.decode(response.content, type=ErrorBody))
    return response.json()


OWN = {"type": "own"}
OPEN = {"type": "open"}


def bot(level: str = "random") -> dict[str, str]:
    """A seat with a bot."""
    return {"type": "bot", "level": level}
