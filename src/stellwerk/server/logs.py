"""Structured logs: one JSON object a line, without secrets.

A request is logged with method, path, status and milliseconds; never with its query, headers or body, and
without secret addresses. An unexpected error is logged with its type and place, but without its message,
which may quote values.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from typing import IO, TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import ClientDisconnect

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("stellwerk.requests")
GONE: Final = 499
"""The status in the log when the client left before it was answered."""
_QUERY: Final = re.compile(r"\?[^\s\"']*")
_KEYS: Final = re.compile(r"(/feeds/)[^\s\"']*")


def is_worth_noting(record: logging.LogRecord) -> bool:
    """Drops what uvicorn mistakes for an error: a WebSocket that was refused with an answer."""
    return record.getMessage() != "ASGI callable returned without completing handshake."


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The record's time, level, logger, message and the fields of a request."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_keys(record.getMessage().partition("\n")[0]),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            error: BaseException = record.exc_info[1]
            while isinstance(error, BaseExceptionGroup):  # what happened says more than that it was a group
                error = error.exceptions[0]
            line["error"] = type(error).__name__
            trace = traceback.extract_tb(error.__traceback__)
            line["trace"] = [f"{f.filename}:{f.lineno} {f.name}" for f in trace]
        return msgspec.json.encode(line).decode()


def without_keys(text: str) -> str:
    """A path, or a message that quotes one, without queries and secret addresses."""
    return _KEYS.sub(r"\1…", _QUERY.sub("", text))


def configure(level: str, stream: IO[str] | None = None) -> None:
    """Log everything in this process in this form."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(is_worth_noting)
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "websockets", "asyncio"):  # their details hold headers, and so cookies
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))


class RequestLog:
    """Logs every HTTP request, and answers unexpected errors."""

    def __init__(self, app: ASGIApp, broken: Callable[[Scope], Response]) -> None:
        self.app = app
        self.broken = broken

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:
            status = status or GONE
        except Exception:  # whatever it is, the client gets an answer without details
            log.exception("unforeseen")
            if status == 0:
                await self.broken(scope)(scope, receive, watch)
        if log.isEnabledFor(logging.INFO):
            self._note(scope, status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        fields = {
            "method": scope["method"],
            "path": without_keys(scope["path"]),
            "status": status,
            "ms": round(seconds * 1000, 2),
        }
        log.info("request", extra={"fields": fields})
