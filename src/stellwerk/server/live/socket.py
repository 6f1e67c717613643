"""One WebSocket per client: subscriptions to tables, commands, and what happens there.

A client that does not read the frames it is sent is disconnected, and resumes from its last event when it
reconnects. A frame that cannot be read is refused and never ends the connection.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from starlette.websockets import WebSocketDisconnect

from stellwerk.core.errors import StellwerkError
from stellwerk.server.guard.limits import MAX_FRAME, Meter, client_of
from stellwerk.server.guard.socket_gate import LINE
from stellwerk.server.live.audience import Asked, Wish, encode
from stellwerk.server.live.wire import (
    ClientFrame,
    Do,
    Done,
    Follow,
    Ping,
    Pong,
    Refused,
    ReviewFrame,
    Subscribe,
    Unfollow,
    Unsubscribe,
)
from stellwerk.server.refusals import ServerError, body_of

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from stellwerk.server.guard.socket_gate import SocketGate
    from stellwerk.server.live.wire import Progress
    from stellwerk.server.services import Services
    from stellwerk.store.interface import Player

QUEUE: Final = 256
MAX_SUBSCRIPTIONS: Final = 50
POLICY_VIOLATION: Final = 1008
GOING_AWAY: Final = 1001
CLOSE_SECONDS: Final = 1.0
REFUSED_SECONDS: Final = 0.01
log = logging.getLogger("stellwerk.socket")
_decoder = msgspec.json.Decoder(ClientFrame)


class Client:
    """A connected browser or program."""

    def __init__(
        self,
        services: Services,
        socket: WebSocket,
        player: Player | None,
        session: str | None,
        language: str,
    ) -> None:
        self.session = session
        """The session of the token it connected with; None for a visitor."""
        self.player = None if player is None else player.id
        self.name = "" if player is None else player.name
        self.language = language
        self._services = services
        self._socket = socket
        self._line: SocketGate = socket.scope["extensions"][LINE]
        self._waiting: list[bytes] = []
        """Frames that the client has no room for yet."""
        self._end: int | None = None
        """The code to close the connection with."""
        self._tables: set[str] = set()
        self._meter = Meter(services.settings.rates.frames, services.settings.ticks)
        self._reviews: set[str] = set()

    def tell(self, frame: bytes) -> None:
        """Send a frame, now or when the client reads again; a client that does not read is disconnected."""
        if self._end is not None or (not self._waiting and self._line.write(frame)):
            return
        if len(self._waiting) == QUEUE:
            self.cut_off()
        else:
            self._waiting.append(frame)

    def _tell_rest(self) -> None:
        """Send what waits: the client reads again."""
        while self._waiting and self._line.write(self._waiting[0]):
            del self._waiting[0]

    def cut_off(self, code: int = GOING_AWAY) -> None:
        """Close the connection soon; frames that wait are not sent."""
        if self._end is None:
            self._end = code
            self._waiting.clear()
            self._line.hang_up()

    def dismiss(self) -> None:
        """End the connection of a session that was revoked."""
        self._forget_tables()
        self.player = self.session = None
        self.cut_off(POLICY_VIOLATION)

    async def run(self) -> None:
        """Serve the connection until either side closes it. A command is always carried out to its end."""
        self._line.when_writable = self._tell_rest
        try:
            while (raw := await self._received()) is not None and self._end is None:
                await self._answer(raw)
        finally:
            self._line.when_writable = lambda: None
            self._forget_tables()
        if self._end is not None:
            with suppress(RuntimeError, OSError, WebSocketDisconnect):  # gone, or not even reading that
                await asyncio.wait_for(self._socket.close(self._end), CLOSE_SECONDS)

    def _forget_tables(self) -> None:
        for table in self._tables:
            self._services.hub.forget(table, self)
        self._tables.clear()
        for review in self._reviews:
            self._services.reviews.forget(review, self)
        self._reviews.clear()

    def tell_progress(self, progress: Progress) -> None:
        """Tell how far a review is that this client follows."""
        self.tell(encode(ReviewFrame(progress)))

    async def _received(self) -> str | bytes | None:
        """The next message; None if the client is gone."""
        message = await self._line.receive()
        if message["type"] != "websocket.receive":
            return None
        text: str | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    async def _answer(self, raw: str | bytes) -> None:
        number: int | None = None
        about: str | None = None
        try:
            await self._pay()
            frame = _decode(raw)
            if isinstance(frame, Do):
                number, about = frame.id, frame.table
                await self._do(frame)
            else:
                await self._subscription(frame)
        except StellwerkError as error:
            table = None if about is None else self._services.hub.peek(about)
            game = None if table is None else table.config.game
            self.tell(encode(Refused(body_of(error, self.language, game), number)))
        except Exception:  # whatever it is, this connection and all others go on
            log.exception("unforeseen")
            self.tell(encode(Refused(body_of(ServerError("broken"), self.language), number)))

    async def _pay(self) -> None:
        """Count a frame. Whoever sends too many waits before they are refused: nothing more is read from them
        meanwhile, and everybody else has their turn."""
        try:
            self._meter.take()
        except ServerError:
            await asyncio.sleep(REFUSED_SECONDS)
            raise

    async def _do(self, frame: Do) -> None:
        asked = Asked(self, frame.id)
        table = await self._services.execute(frame.command, frame.table, self.player, self.name, asked)
        if not asked.is_answered:
            self.tell(encode(Done(frame.id, table.seq)))

    async def _subscription(self, frame: Subscribe | Unsubscribe | Follow | Unfollow | Ping) -> None:
        match frame:
            case Ping():
                self.tell(encode(Pong()))
            case Unsubscribe(table):
                self._services.hub.forget(table, self)
                self._tables.discard(table)
            case Unfollow(review):
                self._services.reviews.forget(review, self)
                self._reviews.discard(review)
            case Follow(review):
                if len(self._reviews | {review}) > MAX_SUBSCRIPTIONS:
                    raise ServerError("too_many_tables", {"limit": MAX_SUBSCRIPTIONS})
                self._reviews.add(review)
                self.tell_progress(await self._services.reviews.follow(review, self))
            case Subscribe(table, since, changes, aids, presence):
                if len(self._tables | {table}) > MAX_SUBSCRIPTIONS:
                    raise ServerError("too_many_tables", {"limit": MAX_SUBSCRIPTIONS})
                if not (await self._services.hub.live(table)).remembers(since):
                    self._services.limits.histories.take(
                        client_of(self._socket)
                    )  # the whole table is read again
                wish = Wish(changes=changes, aids=aids, presence=presence)
                await self._services.hub.listen(table, self, since, wish)
                self._tables.add(table)


def _decode(raw: str | bytes) -> ClientFrame:
    if len(raw) > MAX_FRAME:
        raise ServerError("too_large", {"limit": MAX_FRAME})
    try:
        frame: ClientFrame = _decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError("bad_request", {"problem": str(error)}) from error
    return frame
