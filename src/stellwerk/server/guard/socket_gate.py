"""A WebSocket with a gate in front: budgets of bytes and frames, and texts that are written at once.

What comes is taken apart here, frame by frame. A whole text, which is nearly everything that clients send,
goes straight to the application; all other frames go to the parser of `websockets`, which knows every rule.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CTRL_OPCODES, Frame
from websockets.frames import apply_mask as unmasked  # type: ignore[attr-defined]  # it is not in `__all__`
from websockets.protocol import State

from stellwerk.server.guard.limits import Bucket

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.http11 import Request

    from stellwerk.server.guard.gate import GatedConfig
    from stellwerk.server.guard.limits import Rate

HANDSHAKE: Final = 4_096
SLICE: Final = 512
"""Bytes that are parsed in one go, before and after the handshake. Then budgets are looked at again, and
everybody else has their turn: a packet can hold hundreds of frames."""
LINGER_SECONDS: Final = 2.0
LINGER_BYTES: Final = 1_000_000
"""What is still read, and thrown away, from a client that was refused in the middle: closing at once would
reset the connection before the client has read why."""
POLICY_VIOLATION: Final = 1008
ABNORMAL: Final = 1006
SWITCHING: Final = 101
LINE: Final = "stellwerk.line"
"""The extension of ASGI under which an application finds the `SocketGate` of its WebSocket."""
TEXT_FRAME: Final = 0x81
MASKED: Final = 0x80
SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which on a frame's head has more bytes."""
HEAD: Final = 14
"""The longest head of a frame."""


class Messages:
    """What came from a client and is not handled yet. An `asyncio.Queue` takes 2 KB for each connection."""

    __slots__ = ("_awaited", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Any] = []
        self._awaited: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        """True if nothing waits."""
        return not self._waiting

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._waiting.append(message)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    async def get(self) -> Any:
        """The next message; one caller at a time."""
        while not self._waiting:
            self._awaited = asyncio.get_running_loop().create_future()
            await self._awaited
        return self._waiting.pop(0)

    def clear(self) -> None:
        """Throw away all that wait."""
        self._waiting.clear()


class SocketGate(WebSocketsSansIOProtocol):
    """A WebSocket: whoever sends more than its budgets is cut off.

    The application finds it in its scope, under the extension `LINE`, and writes texts to it directly: a task
    and several layers for each frame would cost more than the frame.
    """

    config: GatedConfig

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate = self.config.gate
        rates, now = self._gate.rates, self.loop.time()
        self._bytes = Bucket(rates.socket_bytes, now)
        self._frames = Bucket(rates.socket_frames, now)
        self._control = Bucket(rates.control_frames, now)
        self._is_cut_off = False
        self._left = LINGER_BYTES
        self._unparsed = b""
        self._is_idle = True
        """True while the application works on nothing that this client sent."""
        self.queue: Any = Messages()
        self.when_writable: Callable[[], None] = lambda: None
        """Called when `write` may be tried again."""

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio's hook."""
        self._gate.leave(self.client[0] if self.client else "")
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """uvicorn's hook: a handshake."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            cast("dict[str, Any]", self.scope["extensions"])[LINE] = self

    async def send(self, message: Any) -> None:
        """ASGI: once the handshake is over nobody needs its headers. Whoever is left may say goodbye."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self.request = self.response = cast("Any", None)
        elif message["type"] == "websocket.close":
            self._go_on()

    def write(self, text: bytes) -> bool:
        """Send a text at once; False if the client does not read, or is gone."""
        if not self.writable.is_set() or self.disconnected or self.conn.state is not State.OPEN:
            return False
        self.transport.write(_head_of(len(text)) + text)
        return True

    def resume_writing(self) -> None:
        """asyncio's hook: the client reads again."""
        super().resume_writing()
        self.when_writable()

    def hang_up(self) -> None:
        """Let the application hear nothing more from the client."""
        self.queue.clear()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": ABNORMAL})

    def data_received(self, data: bytes) -> None:
        """asyncio's hook: handle what has come, as long as it is within the budgets."""
        if self._is_cut_off:
            self._left -= len(data)
            if self._left < 0:
                self.transport.abort()
            return
        self._unparsed = self._unparsed + data if self._unparsed else data
        if self._is_waiting:
            self._parse()
        elif not self.read_paused:  # the application is at work: nothing more is read until it is done
            self.read_paused = True
            self.transport.pause_reading()

    @property
    def _is_waiting(self) -> bool:
        """True while the application has nothing left of what this client sent, or wants nothing more: the
        goodbye of a client that it has left is read at once."""
        return self.conn.state is not State.OPEN or (self._is_idle and self.queue.empty())

    def _parse(self) -> None:
        """Handle a slice of what has come; before the next one everybody else has their turn."""
        left = SLICE
        while self._unparsed and left > 0 and not self._is_cut_off and not self.transport.is_closing():
            data = self._unparsed
            size = _size_of(data) if self.handshake_initiated else min(len(data), HANDSHAKE)
            if len(data) < size <= self.config.ws_max_size + HEAD:
                self._read_on()  # the rest of a frame
                return
            frame, self._unparsed = (data, b"") if size >= len(data) else (data[:size], data[size:])
            left -= len(frame)
            self._handle(frame)
        if self._is_cut_off or self.transport.is_closing():
            self._unparsed = b""
        elif self._is_waiting:
            self._go_on()

    def _handle(self, frame: bytes) -> None:
        """Handle a whole frame, or a part of the handshake."""
        if self.handshake_initiated:
            self._pay(self._bytes, self._gate.rates.socket_bytes, len(frame), "too many bytes")
        if self._is_cut_off or self._take_text(frame):
            return
        super().data_received(frame)
        if self.conn.handshake_exc is not None:  # uvicorn would leave the client without an answer
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _take_text(self, frame: bytes) -> bool:
        """Hand a frame that is a whole text to the application; False if it is anything else."""
        if frame[0] != TEXT_FRAME or self.conn.state is not State.OPEN or self.conn.current_size is not None:
            return False
        length = frame[1] - MASKED
        if not 0 <= length <= SHORT:  # without a mask, or very long
            return False
        start = 2 if length < SHORT else 4
        try:
            text: str = unmasked(frame[start + 4 :], frame[start : start + 4]).decode()
        except UnicodeDecodeError:
            return False
        self._pay(self._frames, self._gate.rates.socket_frames, 1, "too many frames")
        if not self._is_cut_off:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        return True

    def _go_on(self) -> None:
        """All messages are handled: take the next frame, or read again."""
        if self._unparsed:
            self.loop.call_soon(self._parse)
        else:
            self._read_on()

    def _read_on(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def handle_events(self) -> None:
        """uvicorn's hook: count frames before they are handled."""
        frames = [event for event in self.conn.events if isinstance(event, Frame)]
        control = sum(frame.opcode in CTRL_OPCODES for frame in frames)
        self._pay(self._frames, self._gate.rates.socket_frames, len(frames) - control, "too many frames")
        self._pay(self._control, self._gate.rates.control_frames, control, "too many control frames")
        if not self._is_cut_off:
            super().handle_events()

    async def receive(self) -> Any:
        """ASGI: the next message. Nothing is read from a client whose last message is still worked on."""
        self._is_idle = True
        if self.queue.empty():
            self._go_on()
        else:
            await asyncio.sleep(0)  # everybody else has their turn between two messages of one client
        message = await self.queue.get()
        self._is_idle = False
        return message

    def _pay(self, bucket: Bucket, rate: Rate, amount: int, reason: str) -> None:
        if amount and not self._is_cut_off and not bucket.take(rate, self.loop.time(), amount):
            self._cut_off(reason)

    def _cut_off(self, reason: str) -> None:
        """Close the WebSocket with a reason; what still comes is thrown away."""
        self._is_cut_off = True
        self.stop_keepalive()
        if self.conn.state is State.OPEN:
            self.conn.data_to_send()  # answers to pings, which nobody needs any more
            self.conn.send_close(POLICY_VIOLATION, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.clear()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": reason})
        self.close_sent = True
        self._unparsed = b""
        self._go_on()
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)


def _size_of(data: bytes) -> int:
    """The size of the frame that these bytes begin with (RFC 6455, section 5.2); one more than there are if
    they do not say."""
    if len(data) < 2:
        return len(data) + 1
    length = data[1] & ~MASKED
    start = 2 if length < SHORT else 4 if length == SHORT else 10
    if length >= SHORT:
        if len(data) < start:
            return len(data) + 1
        length = int.from_bytes(data[2:start], "big")
    return start + length + (4 if data[1] & MASKED else 0)


def _head_of(length: int) -> bytes:
    """The head of a whole text from a server (RFC 6455, section 5.2)."""
    if length < SHORT:
        return bytes((TEXT_FRAME, length))
    if length < MEDIUM:
        return bytes((TEXT_FRAME, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT_FRAME, 127)) + length.to_bytes(8, "big")
