"""One WebSocket per client: subscriptions to tables, commands, and what happens there.

Frames go out through a bounded queue; a client that does not read is disconnected and resumes from its last
event when it reconnects. A frame that cannot be read is refused and never ends the connection.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from stellwerk.core.errors import StellwerkError
from stellwerk.server.guard.limits import MAX_FRAME, Meter, client_of
from stellwerk.server.live.audience import Asked, Wish, encode
from stellwerk.server.live.wire import (
    ClientFrame,
    Do,
    Done,
    Ping,
    Pong,
    Refused,
    Subscribe,
    Unsubscribe,
)
from stellwerk.server.refusals import ServerError, body_of, language_of

if TYPE_CHECKING:
    from stellwerk.server.services import Services
    from stellwerk.store.interface import Player

QUEUE: Final = 256
MAX_SUBSCRIPTIONS: Final = 50
POLICY_VIOLATION: Final = 1008
GOING_AWAY: Final = 1001
CLOSE_SECONDS: Final = 1.0
log = logging.getLogger("stellwerk.socket")
_decoder = msgspec.json.Decoder(ClientFrame)


class Client:
    """A connected browser or program."""

    def __init__(
        self, services: Services, socket: WebSocket, player: Player | None, session: str | None
    ) -> None:
        self.session = session
        """The session of the token it connected with; None for a visitor."""
        self.player = None if player is None else player.id
        self.name = "" if player is None else player.name
        self.language = language_of(socket)
        self._services = services
        self._socket = socket
        self._frames: list[bytes] = []  # an `asyncio.Queue` takes 3 KB per client
        self._awaited: asyncio.Future[None] | None = None
        self._end: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._tables: set[str] = set()
        self._is_over = False
        self._is_at_work = False
        """True while a command is carried out, which must not be stopped in the middle."""
        self._meter = Meter(services.settings.rates.frames, services.settings.ticks)

    def tell(self, frame: bytes) -> None:
        """Queue a frame; a client that does not read is disconnected."""
        if len(self._frames) == QUEUE:
            self.cut_off()
            return
        self._frames.append(frame)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    def cut_off(self, code: int = GOING_AWAY) -> None:
        """Close the connection soon; queued frames are not sent."""
        if not self._end.done():
            self._end.set_result(code)

    def dismiss(self) -> None:
        """End the connection of a session that was revoked."""
        self._forget_tables()
        self.player = self.session = None
        self.cut_off(POLICY_VIOLATION)

    async def run(self) -> None:
        """Serve the connection until either side closes it."""
        sender = asyncio.create_task(self._send())
        receiver = asyncio.create_task(self._receive())
        try:
            await asyncio.wait((sender, receiver, self._end), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._forget_tables()
            self._is_over = True
            sender.cancel()
            if not self._is_at_work:  # otherwise it ends with its command: what is stored is also told
                receiver.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)
        if self._end.done():
            with suppress(RuntimeError, OSError):  # already gone, or not even reading the close frame
                await asyncio.wait_for(self._socket.close(self._end.result()), CLOSE_SECONDS)

    def _forget_tables(self) -> None:
        for table in self._tables:
            self._services.hub.forget(table, self)
        self._tables.clear()

    async def _send(self) -> None:
        while True:
            while self._frames:
                await self._socket.send_text(self._frames.pop(0).decode())
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited

    async def _receive(self) -> None:
        while not self._is_over:
            try:
                message = await self._socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if message["type"] != "websocket.receive":
                return
            data = message.get("text")
            raw = message.get("bytes") or b"" if data is None else data.encode()
            await self._answer(raw)

    async def _answer(self, raw: bytes) -> None:
        number: int | None = None
        game: str | None = None
        try:
            self._meter.take()
            frame = _decode(raw)
            if isinstance(frame, Do):
                number = frame.id
                game = (await self._services.hub.live(frame.table)).table.config.game
                await self._do(frame)
            else:
                await self._subscription(frame)
        except StellwerkError as error:
            self.tell(encode(Refused(body_of(error, self.language, game), number)))
        except Exception:  # whatever it is, this connection and all others go on
            log.exception("unforeseen")
            self.tell(encode(Refused(body_of(ServerError("broken"), self.language), number)))

    async def _do(self, frame: Do) -> None:
        asked = Asked(self, frame.id)
        self._is_at_work = True
        try:
            table = await self._services.execute(frame.command, frame.table, self.player, self.name, asked)
        finally:
            self._is_at_work = False
        if not asked.is_answered:
            self.tell(encode(Done(frame.id, table.seq)))

    async def _subscription(self, frame: Subscribe | Unsubscribe | Ping) -> None:
        match frame:
            case Ping():
                self.tell(encode(Pong()))
            case Unsubscribe(table):
                self._services.hub.forget(table, self)
                self._tables.discard(table)
            case Subscribe(table, since, changes, aids):
                if len(self._tables | {table}) > MAX_SUBSCRIPTIONS:
                    raise ServerError("too_many_tables", {"limit": MAX_SUBSCRIPTIONS})
                if not (await self._services.hub.live(table)).remembers(since):
                    self._services.limits.histories.take(
                        client_of(self._socket)
                    )  # the whole table is read again
                wish = Wish(changes=changes, aids=aids)
                await self._services.hub.listen(table, self, since, wish)
                self._tables.add(table)


def _decode(raw: bytes) -> ClientFrame:
    if len(raw) > MAX_FRAME:
        raise ServerError("too_large", {"limit": MAX_FRAME})
    try:
        frame: ClientFrame = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError("bad_request", {"problem": str(error)}) from error
    return frame
