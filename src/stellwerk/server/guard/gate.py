"""Limits of a connection, before anybody looks at what it asks: uvicorn's two protocols with a gate in front.

uvicorn by itself reads a request head of any size for any time, queues any number of pipelined requests, and
takes any number of frames from a WebSocket. Here a head has a size and a time, a request waits until the one
before is answered, an answer must be read, and a WebSocket has budgets of bytes, frames and control frames.
Data is parsed in slices, so that no single read keeps the event loop busy. How often requests may come, and
from where, is the business of `doors`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, cast

import httptools
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from stellwerk.core.languages import FALLBACK
from stellwerk.server.guard.headers import HEADERS, PRIVATE
from stellwerk.server.guard.limits import MAX_FRAME, site_of
from stellwerk.server.guard.socket_gate import LINGER_BYTES, LINGER_SECONDS, SLICE, SocketGate
from stellwerk.server.refusals import ServerError, reply_to

if TYPE_CHECKING:
    import asyncio

    from starlette.applications import Starlette

    from stellwerk.server.guard.limits import Caps, Rates


class GatedConfig(uvicorn.Config):
    """uvicorn's settings for an application, with the gate that all its connections share."""

    def __init__(self, app: Starlette, shutdown_seconds: int) -> None:
        super().__init__(
            app,
            lifespan="on",
            http=HttpGate,
            ws=SocketGate,
            ws_per_message_deflate=False,  # not worth its memory and time for frames of a few kilobytes
            # Larger frames close the connection; those below are refused with a sentence.
            ws_max_size=4 * MAX_FRAME,
            log_config=None,
            access_log=False,  # `logs` notes requests
            server_header=False,
            timeout_graceful_shutdown=shutdown_seconds,
        )
        self.gate = Gate(app.state.settings.caps, app.state.settings.rates, self.forwarded_allow_ips)


class Gate:
    """What all connections of a process share: limits, and who is connected."""

    def __init__(self, caps: Caps, rates: Rates, proxies: list[str] | str) -> None:
        self.caps = caps
        self.rates = rates
        self._proxies = ProxyHeadersMiddleware(cast("Any", None), proxies).trusted_hosts
        self._connected: Counter[str] = Counter()
        self._answers: dict[str, bytes] = {}
        self._heads: dict[HttpGate, None] = {}
        """Connections that owe the rest of a request head, the oldest first."""

    def enter(self, address: str) -> bool:
        """Count a connection; False if its address, unless it is a proxy's, or the process has too many."""
        site = site_of(address)
        self._connected[site] += 1
        if self._connected.total() > self.caps.connections:
            return False
        return address in self._proxies or self._connected[site] <= self.caps.address_connections

    def leave(self, address: str) -> None:
        """A counted connection has ended."""
        site = site_of(address)
        self._connected[site] -= 1
        if not self._connected[site]:
            del self._connected[site]

    def head_began(self, connection: HttpGate) -> None:
        """Remember a connection that owes a head; if too many do, close the one that owes it longest."""
        self._heads[connection] = None
        if len(self._heads) > self.caps.pending_heads:
            next(iter(self._heads)).refuse(ServerError("too_many_connections"))

    def head_ended(self, connection: HttpGate) -> None:
        """The head is complete, or the connection is."""
        self._heads.pop(connection, None)

    def answer_to(self, error: ServerError) -> bytes:
        """A refusal as it goes over the wire, made once: whoever floods the gate must not keep it busy."""
        if error.code not in self._answers:
            response = reply_to(error, FALLBACK)
            headers = (*response.raw_headers, *HEADERS, PRIVATE, (b"connection", b"close"))
            lines = (
                STATUS_LINE[response.status_code],
                *(b"%s: %s\r\n" % header for header in headers),
                b"\r\n",
            )
            self._answers[error.code] = b"".join((*lines, response.body))
        return self._answers[error.code]


class _Early(Exception):
    """A request came before the one before it was answered."""


class HttpGate(HttpToolsProtocol):
    """A connection that sends requests."""

    config: GatedConfig

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate = self.config.gate
        self._timer: asyncio.TimerHandle | None = None
        """Ends the connection if a head, or the rest of a refused request, takes too long."""
        self._write_timer: asyncio.TimerHandle | None = None
        self._is_head_due = True
        self._head_size = 0
        self._is_in_message = False
        self._is_refused = False
        """True if the current request was answered before its body had come."""
        self._is_deaf = False
        """True if nothing that comes is parsed any more."""
        self._left = LINGER_BYTES

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    @property
    def _answering(self) -> RequestResponseCycle | None:
        """The answer that is being made; None before the first one and after each."""
        answer: RequestResponseCycle | None = self.cycle
        return None if answer is None or answer.response_complete else answer

    def connection_made(
        self,
        transport: asyncio.Transport,  # type: ignore[override]  # as uvicorn narrows it
    ) -> None:
        """asyncio's hook."""
        super().connection_made(transport)
        if self._gate.enter(self._address):
            self._expect_head()
        else:
            self.refuse(ServerError("too_many_connections"))

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio's hook."""
        self._gate.leave(self._address)
        self._end_head()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """asyncio's hook: parse what has come, as long as it keeps to the limits."""
        self._unset_keepalive_if_required()
        if self._is_deaf or self._is_refused:
            self._left -= len(data)
            if self._left < 0:
                self.transport.close()
                return
        for start in range(0, len(data), SLICE):
            if self._is_deaf or self.transport.is_closing():
                return
            if not self._parse(data[start : start + SLICE]):
                return

    def _parse(self, data: bytes) -> bool:
        """Parse a slice; False if the rest is not for this protocol."""
        if not self._is_in_message:
            self._expect_head()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:  # to something we don't speak: answered as an ordinary request
                self._stop_after_answer()
            return False
        except httptools.HttpParserError as error:
            if isinstance(error.__context__, _Early):
                self._stop_after_answer()
            else:
                self.refuse(ServerError("bad_head"))
            return False
        if self._is_head_due:
            self._head_size += len(data)
            if self._head_size > self._gate.caps.head_bytes:
                self.refuse(ServerError("head_too_large", {"limit": self._gate.caps.head_bytes}))
        return True

    # The head of a request

    def _expect_head(self) -> None:
        """Give the client a time for the head, which has just begun."""
        self._is_head_due = True
        if self._timer is None:
            self._timer = self.loop.call_later(self._gate.caps.head_seconds, self._head_is_late)
            self._gate.head_began(self)

    def _head_is_late(self) -> None:
        if self._head_size:
            self.refuse(ServerError("too_slow"))
        else:  # a browser may open a connection that it does not need
            self.transport.close()

    def _end_head(self) -> None:
        self._is_head_due = False
        self._head_size = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._gate.head_ended(self)

    def on_message_begin(self) -> None:
        """httptools' hook."""
        self._is_in_message = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """httptools' hook: begin to answer, unless another request is being answered."""
        if self._answering is not None:
            raise _Early
        self._end_head()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """httptools' hook."""
        self._is_in_message = False
        if self._is_refused:  # and the rest of its body has come: wait for another request
            self._is_refused = False
            self._left = LINGER_BYTES
            self._end_head()
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        super().on_message_complete()

    # Answers

    def on_response_complete(self) -> None:
        """uvicorn's hook: a request that was refused before its body had come may end soon."""
        super().on_response_complete()
        if self._is_in_message and not self._is_head_due and not self.transport.is_closing():
            self._is_refused = True
            self._unset_keepalive_if_required()
            self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def pause_writing(self) -> None:
        """asyncio's hook: the client does not read."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(self._gate.caps.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """asyncio's hook."""
        super().resume_writing()
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None

    def _stop_after_answer(self) -> None:
        """Answer the current request, and then close: whoever sends others early asks again."""
        self._is_deaf = True
        self.cycle.keep_alive = False

    def refuse(self, error: ServerError) -> None:
        """Say why, in English, as nobody knows the reader's language; then close the connection."""
        self._end_head()
        self._is_deaf = True
        if self.transport.is_closing():
            return
        if (answer := self._answering) is not None:
            answer.keep_alive = False
            return
        self.transport.write(self._gate.answer_to(error))
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)
