"""Limits for each client: sizes and rates."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import HTTPConnection

MAX_BODY: Final = 64_000
MAX_RECORD: Final = 500_000
MAX_FRAME: Final = 16_000
CLIENTS_KEPT: Final = 50_000


class Rate(NamedTuple):
    """A burst, and a number per second in the long run."""

    burst: float
    per_second: float


class Rates(NamedTuple):
    """The limits of each address, and of each WebSocket (`frames`)."""

    requests: Rate = Rate(120, 30)
    frames: Rate = Rate(120, 40)
    logins: Rate = Rate(10, 0.1)
    new_players: Rate = Rate(40, 0.5)
    new_tables: Rate = Rate(40, 0.5)
    """Opening a table is limited: a table of bots plays by itself."""
    challenges: Rate = Rate(20, 0.2)
    """Challenges, which reach other people."""
    histories: Rate = Rate(100, 5)
    """Records, replays and long catch-ups: each plays a game again."""


RATES: Final = Rates()


class Limiter:
    """A token bucket per client; the oldest buckets are dropped."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        """Count one request; raises `ServerError` above the limit."""
        now = self.clock()
        tokens, since = self._buckets.pop(client, (self.rate.burst, now))
        tokens = min(self.rate.burst, tokens + (now - since) * self.rate.per_second)
        self._buckets[client] = (max(0.0, tokens - 1), now)
        if len(self._buckets) > CLIENTS_KEPT:
            self._buckets.popitem(last=False)
        if tokens < 1:
            raise ServerError("too_often", {"seconds": max(1, round((1 - tokens) / self.rate.per_second))})


def client_of(connection: HTTPConnection) -> str:
    """The client that limits apply to: the connecting address."""
    return connection.client.host if connection.client is not None else ""
