"""Streams over HTTP for bots that run elsewhere: one JSON object per line, until the client leaves.

`/api/stream/events` sends a player everything that concerns them, at any table and by any process;
`/api/tables/{table}/stream` sends one table in the frames of the WebSocket. Empty lines keep the connection
alive. A stream ends when nobody reads it or its session is revoked.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from starlette.responses import StreamingResponse

from stellwerk.core.errors import StellwerkError
from stellwerk.server.live.audience import encode
from stellwerk.server.live.lines import Known, known_of, lines_of
from stellwerk.server.refusals import ServerError
from stellwerk.tables.sight import require_sight

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from contextlib import AbstractContextManager

    from stellwerk.server.live.hub import Hub
    from stellwerk.server.services import Call
    from stellwerk.store.interface import Store
    from stellwerk.tables.table import Table

    Place = AbstractContextManager[None]

KEEP_ALIVE: Final = 10.0
"""Seconds without a line after which an empty one is sent."""
MAX_STREAMS: Final = 32
"""Streams per player at most."""
MAX_WAITING: Final = 1024
"""Lines that may wait for a client."""
PENDING: Final = 500
"""Number of a player's latest tables that are read when a stream begins."""
OPEN: Final = ("open", "playing", "paused")
LONGEST_SEQ: Final = 9
MEDIA_TYPE: Final = "application/x-ndjson"
log = logging.getLogger("stellwerk.streams")


class Stream:
    """Lines on their way to one client."""

    def __init__(self, player: str, session: str | None, language: str) -> None:
        self.player: str | None = player
        self.session = session
        self.language = language
        self._lines: list[bytes] = []
        self._is_over = False
        self._news = asyncio.Event()

    def tell(self, line: bytes) -> None:
        """Queue a line; a client that does not read is disconnected."""
        if len(self._lines) == MAX_WAITING:
            self.cut_off()
        if not self._is_over:
            self._lines.append(line)
            self._news.set()

    def cut_off(self) -> None:
        """End the stream; queued lines are not sent."""
        self._is_over = True
        self._lines.clear()
        self._news.set()

    def dismiss(self) -> None:
        """The session has ended: from now on nothing is told in its name."""
        self.player = self.session = None
        self.cut_off()

    async def lines(self, is_worth_it: Callable[[], bool] = lambda: True) -> AsyncIterator[bytes]:
        """The lines to send, until the stream ends or is no longer worth keeping."""
        while not self._is_over:
            if self._lines:
                lines, self._lines = self._lines, []
                yield b"\n".join(lines) + b"\n"
                continue
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), KEEP_ALIVE)
                continue
            if not is_worth_it():
                return
            yield b"\n"


class EventStream(Stream):
    """Everything that concerns one player."""

    def __init__(self, player: str, session: str | None, language: str) -> None:
        super().__init__(player, session, language)
        self._known: dict[str, Known] = {}

    def concerns(self, table_id: str, people: set[str]) -> bool:
        """True if a change of a table may concern this player."""
        return self.player in people or table_id in self._known

    def see(self, table: Table) -> None:
        """Queue what is new at a table."""
        before = self._known.get(table.id, Known())
        if self.player is None or table.seq <= before.seq:
            return
        now = known_of(table, self.player)
        self._known[table.id] = now
        for line in lines_of(table, self.player, before, now):
            self.tell(encode(line))
        if table.status == "closed" or not (now.is_challenged or table.seats_of(self.player)):
            del self._known[table.id]


class Streams:
    """All streams of this process."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._streams: set[Stream] = set()
        self._changed: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        store.subscribe(self._heard)

    def all(self) -> tuple[Stream, ...]:
        """The open streams."""
        return tuple(self._streams)

    def check(self, player: str) -> None:
        """Raise `ServerError` for a player with too many streams."""
        if sum(stream.player == player for stream in self._streams) >= MAX_STREAMS:
            raise ServerError("too_many_streams", {"limit": MAX_STREAMS})

    def end(self) -> None:
        """End all streams: the server stops."""
        for stream in self.all():
            stream.cut_off()
        if self._task is not None:
            self._task.cancel()

    async def events(self, stream: EventStream, place: Place) -> AsyncIterator[bytes]:
        """The event stream of a player, beginning with what is pending."""
        self._streams.add(stream)
        try:
            with place:
                await self._see_pending(stream)
                async for lines in stream.lines():
                    yield lines
        except StellwerkError as error:  # the store cannot be read; the client may try again
            log.warning("a stream of events ends: %s", error.code)
        finally:
            self._streams.discard(stream)

    async def table(self, stream: Stream, table_id: str, since: int, place: Place) -> AsyncIterator[bytes]:
        """The stream of one table, while the player may see it."""
        self._streams.add(stream)
        try:
            with place:
                await self._hub.listen(table_id, stream, since)
                async for lines in stream.lines(lambda: self._hub.tells(table_id, stream)):
                    yield lines
        except StellwerkError as error:  # no longer visible to the player, or the store cannot be read
            log.info("the stream of table %s ends: %s", table_id, error.code)
        finally:
            self._hub.forget(table_id, stream)
            self._streams.discard(stream)

    async def _see_pending(self, stream: EventStream) -> None:
        assert stream.player is not None
        for entry in reversed(await self._store.tables_of(stream.player, PENDING)):
            if entry.status in OPEN:
                with _logged(entry.id):
                    stream.see((await self._hub.live(entry.id)).table)

    def _heard(self, table_id: str, seq: int) -> None:
        """Called by the store after an append by any process."""
        if any(isinstance(stream, EventStream) for stream in self._streams):
            self._changed[table_id] = max(seq, self._changed.get(table_id, 0))
            if self._task is None or self._task.done():
                self._task = asyncio.get_running_loop().create_task(self._tell_all())

    async def _tell_all(self) -> None:
        while self._changed:
            table_id = next(iter(self._changed))
            with _logged(table_id):
                await self._tell(table_id, self._changed.pop(table_id))

    async def _tell(self, table_id: str, seq: int) -> None:
        people = await self._people(table_id, seq)
        concerned = [
            stream
            for stream in self.all()
            if isinstance(stream, EventStream) and stream.concerns(table_id, people)
        ]
        if concerned:
            table = await self._hub.at(table_id, seq)
            for stream in concerned:
                stream.see(table)

    async def _people(self, table_id: str, seq: int) -> set[str]:
        """The players at a table: from memory where possible, as a busy server appends often."""
        if (table := self._hub.peek(table_id)) is None or table.seq < seq:
            entry = await self._store.index(table_id)
            return set() if entry is None else set(entry.people)
        return table.people() | {challenge.player for challenge in table.challenges}


@contextmanager
def _logged(table_id: str) -> Iterator[None]:
    """Log a table that cannot be loaded, and go on with the others."""
    try:
        yield
    except StellwerkError as error:
        log.warning("table %s: %s", table_id, error.code)
    except Exception:
        log.exception("table %s", table_id)


async def stream_events(call: Call) -> StreamingResponse:
    """Everything that concerns you, line by line: challenges, games, turns. Begins with what is pending."""
    player = await call.require()
    session = await call.services.identity.session(call.request)
    streams = call.services.streams
    streams.check(player.id)
    call.services.limits.check_socket(call.client, player.id)
    place = call.services.limits.socket(call.client, player.id)
    stream = EventStream(player.id, None if session is None else session.token_hash, call.language)
    return _response(streams.events(stream, place))


async def stream_table(call: Call) -> StreamingResponse:
    """A table as you see it, now and after every event. With `since`, the last event you know, begins with
    what you missed."""
    player = await call.require()
    services, table_id = call.services, call.request.path_params["table"]
    session = await services.identity.session(call.request)
    table = (await services.hub.live(table_id)).table
    require_sight(table, player.id)
    services.streams.check(player.id)
    services.limits.check_socket(call.client, player.id)
    place = services.limits.socket(call.client, player.id)
    since = _since(call.request.query_params.get("since"), table.seq)
    if since < table.seq:
        services.limits.histories.take(call.client)
    stream = Stream(player.id, None if session is None else session.token_hash, call.language)
    return _response(services.streams.table(stream, table_id, since, place))


def _since(text: str | None, now: int) -> int:
    if text is None:
        return now
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_SEQ):
        raise ServerError("bad_request", {"problem": "since"})
    return int(text)


def _response(lines: AsyncIterator[bytes]) -> StreamingResponse:
    """A streaming response that asks proxies not to buffer."""
    return StreamingResponse(lines, media_type=MEDIA_TYPE, headers={"x-accel-buffering": "no"})
