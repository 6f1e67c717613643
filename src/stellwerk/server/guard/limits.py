"""Limits: how often, how much and how many, for each address, person and connection.

`Rates` are token buckets, `Caps` are largest numbers and sizes; an operator changes both by name (`changed`).
`doors`, `gate` and the endpoints apply them.
"""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.requests import HTTPConnection

MAX_BODY: Final = 64_000
MAX_RECORD: Final = 500_000
MAX_FRAME: Final = 16_000
CLIENTS_KEPT: Final = 50_000
IPV6_SITE: Final = 64
"""The bits of an IPv6 address that belong to one customer of a network: limits count these."""
LONGEST_ADDRESS: Final = 100
LARGEST: Final = 1e12


class Rate(NamedTuple):
    """A burst, and a number per second in the long run."""

    burst: float
    per_second: float


class Rates(NamedTuple):
    """How often something may be done: by an address, unless a field says otherwise."""

    requests: Rate = Rate(120, 30)
    """Every request that is neither an asset nor a health check, WebSocket handshakes included."""
    assets: Rate = Rate(600, 100)
    health: Rate = Rate(30, 5)
    frames: Rate = Rate(120, 40)
    """Frames of one WebSocket; those above are refused."""
    socket_frames: Rate = Rate(200, 60)
    """Frames and fragments of one WebSocket; whoever sends more is cut off."""
    socket_bytes: Rate = Rate(256_000, 32_000)
    """Bytes from one WebSocket; whoever sends more is cut off."""
    control_frames: Rate = Rate(30, 2)
    """Ping, pong and close frames of one WebSocket; whoever sends more is cut off."""
    commands: Rate = Rate(120, 30)
    """Commands of one person at all tables together."""
    messages: Rate = Rate(10, 0.5)
    """Chat messages of one person."""
    proposals: Rate = Rate(6, 0.1)
    """Proposals of one person."""
    logins: Rate = Rate(10, 0.1)
    account_logins: Rate = Rate(10, 1 / 60)
    """Attempts to log in to one account from devices that it does not know; a known device has its own."""
    new_players: Rate = Rate(40, 0.2)
    renames: Rate = Rate(5, 1 / 60)
    """New names of one person: each goes to all their tables."""
    notices: Rate = Rate(20, 0.1)
    """Changes of how somebody wants to be told, by a person: addresses are looked up."""
    letters: Rate = Rate(6, 1 / 600)
    """Letters to confirm an address or for a forgotten password: by an address, a person and a login."""
    new_tables: Rate = Rate(40, 0.5)
    """Opening a table is limited: a table of bots plays by itself."""
    public_tables: Rate = Rate(6, 1 / 60)
    """Tables for everybody to see, by an address and by a person."""
    wrong_codes: Rate = Rate(20, 0.1)
    """Codes of tables that do not exist."""
    challenges: Rate = Rate(20, 0.2)
    """Challenges, which reach other people."""
    pairings: Rate = Rate(12, 1 / 20)
    """Searches for somebody to play with that are begun, by an address and by a person."""
    attitudes: Rate = Rate(30, 0.1)
    """People whom one person mutes or blocks."""
    reports: Rate = Rate(4, 1 / 600)
    """Reports to the host, by an address and by a person."""
    histories: Rate = Rate(40, 2)
    """Records, replays and long catch-ups: each plays a game again."""
    files: Rate = Rate(10, 0.2)
    """Replays of files, which may be of any length."""
    reviews: Rate = Rate(12, 1 / 60)
    """Reviews that are asked for, by an address and by a person."""
    judgements: Rate = Rate(20, 0.5)
    """Turns that are judged while learning from mistakes, and hints, by a person."""


class Caps(NamedTuple):
    """How much and how many at the same time."""

    connections: int = 8_000
    """Of this process."""
    address_connections: int = 200
    """TCP connections of one address that is not a proxy's."""
    pending_heads: int = 256
    """Connections that have not sent a whole request head; beyond that the oldest is closed."""
    head_bytes: int = 16_384
    """The size of a request line with all headers."""
    head_seconds: float = 10
    body_seconds: float = 30
    write_seconds: float = 30
    """Seconds until a client that does not read its answer is cut off."""
    address_sockets: int = 100
    """WebSockets and streams of one address."""
    visitor_sockets: int = 20
    """Those of them without a name."""
    person_sockets: int = 40
    """WebSockets and streams of one person."""
    person_public_tables: int = 5
    """Public tables of one person that wait for players."""
    person_reviews: int = 2
    """Reviews of one person that are worked on at the same time."""
    running_reviews: int = 16
    """Those of everybody, in this process."""


RATES: Final = Rates()
CAPS: Final = Caps()


def changed(wishes: Iterable[str]) -> tuple[Rates, Caps]:
    """The limits with an operator's changes, such as `requests=200/50` or `connections=20000`.

    Raises `ValueError` with the wish that is none.
    """
    rates, caps = RATES, CAPS
    for wish in wishes:
        name, _, value = wish.partition("=")
        parts = value.split("/")
        try:
            numbers = [_positive(part) for part in parts]
        except ValueError:
            raise ValueError(wish) from None
        if name in Rates._fields and len(numbers) == len(Rate._fields):
            rates = rates._replace(**{name: Rate(*numbers)})
        elif name in Caps._fields and len(numbers) == 1:
            caps = caps._replace(**{name: int(numbers[0])})
        else:
            raise ValueError(wish)
    return rates, caps


def _positive(text: str) -> float:
    number = float(text)
    if not 0 < number < LARGEST:
        raise ValueError(text)
    return number


class Bucket:
    """The tokens of one client."""

    __slots__ = ("since", "tokens")

    def __init__(self, rate: Rate, now: float) -> None:
        self.tokens = rate.burst
        self.since = now

    def fill(self, rate: Rate, now: float) -> None:
        """Add what has accrued."""
        self.tokens = min(rate.burst, self.tokens + (now - self.since) * rate.per_second)
        self.since = now

    def take(self, rate: Rate, now: float, amount: float = 1) -> bool:
        """Take tokens; False, and none are left, if there were fewer."""
        self.fill(rate, now)
        is_enough = self.tokens >= amount
        self.tokens = max(0.0, self.tokens - amount)
        return is_enough


class Meter:
    """The token bucket of one connection."""

    __slots__ = ("_bucket", "_clock", "_rate")

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._bucket = Bucket(rate, clock())

    def take(self) -> None:
        """Count one request; raises `ServerError` above the limit."""
        if not self._bucket.take(self._rate, self._clock()):
            raise refusal(self._rate, 1)


class Limiter:
    """A token bucket per client; the oldest buckets are dropped."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> None:
        """Count one request; raises `ServerError` above the limit."""
        bucket = self._bucket(client)
        short = 1 - bucket.tokens
        if short > 0:
            bucket.tokens = 0.0
            raise refusal(self.rate, short)
        bucket.tokens = -short

    def check(self, client: str) -> None:
        """Raise `ServerError` if another request would be above the limit, but count none."""
        if (short := 1 - self._bucket(client).tokens) > 0:
            raise refusal(self.rate, short)

    def _bucket(self, client: str) -> Bucket:
        now = self.clock()
        bucket = self._buckets.pop(client, None) or Bucket(self.rate, now)
        bucket.fill(self.rate, now)
        self._buckets[client] = bucket
        if len(self._buckets) > CLIENTS_KEPT:
            self._buckets.popitem(last=False)
        return bucket


def refusal(rate: Rate, short: float) -> ServerError:
    """Why nothing more is taken, and after how many seconds it will be again."""
    return ServerError("too_often", {"seconds": max(1, round(short / rate.per_second))})


class Crowd:
    """Counts the WebSockets and streams that are open at the same time, by client."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def check(self, client: str, limit: int) -> None:
        """Raise `ServerError` if all places are taken."""
        if self._open[client] >= limit:
            raise ServerError("too_many_sockets", {"limit": limit})

    def place(self, *wanted: tuple[str, int]) -> Place:
        """A place at each of these clients, with its limit; to enter it raises `ServerError` if all are
        taken."""
        return Place(self, wanted)

    def take(self, client: str, limit: int) -> None:
        """Count one; raises `ServerError` if all places are taken."""
        self.check(client, limit)
        self._open[client] += 1

    def leave(self, client: str) -> None:
        """Count one less."""
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]


class Place:
    """Room in a `Crowd` for as long as the context lasts: a small object, as there are thousands."""

    __slots__ = ("_crowd", "_wanted")

    def __init__(self, crowd: Crowd, wanted: tuple[tuple[str, int], ...]) -> None:
        self._crowd = crowd
        self._wanted = wanted

    def __enter__(self) -> None:
        for number, (client, limit) in enumerate(self._wanted):
            try:
                self._crowd.take(client, limit)
            except ServerError:
                for taken, _ in self._wanted[:number]:
                    self._crowd.leave(taken)
                raise

    def __exit__(self, *problem: object) -> None:
        for client, _ in self._wanted:
            self._crowd.leave(client)


def client_of(connection: HTTPConnection) -> str:
    """The client that limits apply to: the connecting address, or what a trusted proxy says it was."""
    return site_of(connection.client.host) if connection.client is not None else ""


@lru_cache(maxsize=4096)
def site_of(address: str) -> str:
    """The address that limits count: of IPv6 the network of one customer, IPv4 in IPv6 as IPv4."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a proxy may say anything
        return address[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, IPV6_SITE), strict=False))
