"""What the parts of a server share: its settings, its services, and the current request."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stellwerk.review import USUAL, Budget
from stellwerk.server.guard.limits import CAPS, RATES, Caps, Crowd, Limiter, Rates, client_of
from stellwerk.server.guard.watch import Watch
from stellwerk.server.health import Health
from stellwerk.server.live.dispatch import Asker, House, execute
from stellwerk.server.live.hub import Hub, new_seed
from stellwerk.server.live.presence import Presence
from stellwerk.server.live.streams import Streams
from stellwerk.server.live.timekeeping import Steady, Timekeeper
from stellwerk.server.live.wire import Act, Join, Nudge, Propose, Say, SeatBot, TakeBack
from stellwerk.server.metrics import Metrics
from stellwerk.server.notices.calling import Caller
from stellwerk.server.notices.channels import Channels
from stellwerk.server.notices.postman import Postman
from stellwerk.server.notices.vacations import Vacations
from stellwerk.server.people.identity import Identity
from stellwerk.server.people.notify import Notifier
from stellwerk.server.profiles.settling import Settling
from stellwerk.server.refusals import ServerError, language_of
from stellwerk.server.thinking.bots import Bots, check_quota
from stellwerk.server.thinking.chores import Chores
from stellwerk.server.thinking.hints import Hints
from stellwerk.server.thinking.programs import Named, Programs
from stellwerk.server.thinking.reviews import PIECE, Reviews
from stellwerk.server.thinking.thinkers import Thinkers
from stellwerk.workers import process_pool

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from starlette.requests import Request

    from stellwerk.server.guard.limits import Place
    from stellwerk.server.live.audience import Asked
    from stellwerk.server.live.socket import Client
    from stellwerk.server.live.streams import Stream
    from stellwerk.server.live.wire import Command
    from stellwerk.store.interface import Player, Store
    from stellwerk.tables.table import Table


@dataclass
class Settings:
    """The settings of a server."""

    database: str
    """A folder for SQLite, or postgresql://…"""
    base_url: str = "http://localhost"
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    """Signs cookies; the same in all processes of a server."""
    make_executor: Callable[[], Executor] = lambda: process_pool(1, behind=True)
    """Makes a worker that bots think in, one at a time."""
    workers: int = 1
    """The number of such workers, besides one for bots that cost nothing."""
    make_reviewer: Callable[[], Executor] = lambda: process_pool(1, last=True)
    """Makes a worker that examines games, one at a time."""
    reviewers: int = 1
    """The number of such workers."""
    budget: Budget = USUAL
    """How much work a review does."""
    make_chores: Callable[[], Executor] = lambda: process_pool(1, behind=True)
    """Makes the executor for replays and pictures."""
    new_seed: Callable[[], str] = new_seed
    clock: Callable[[], float] | None = None
    """The clock of tables, for tests; by default the server keeps time itself (`timekeeping`)."""
    hosts: tuple[str, ...] = ()
    """Names by which the server may be asked, besides that in `base_url`; "*" for any."""
    rates: Rates = RATES
    caps: Caps = CAPS
    ticks: Callable[[], float] = time.monotonic
    """The clock of the rate limits."""
    session_days: float = 180
    """Days after which a session that nobody uses ends."""
    private_webhooks: bool = False
    """True if webhooks may call private addresses, and without TLS."""
    metrics_open: bool = True
    smtp: str = ""
    """The mail server, as smtp://name:password@host:port; empty: no mail is sent."""
    mail_from: str = "stellwerk@localhost"
    imprint: str = ""
    """Who runs the server, as text for the page on privacy."""
    programs: tuple[Named, ...] = ()
    """The operator's bots, besides those of the games."""


class Limits:
    """The limiters of a running server, one for each of its `Rates` that counts by address or person."""

    def __init__(self, settings: Settings) -> None:
        rates, ticks = settings.rates, settings.ticks
        self.caps = settings.caps
        self.sockets = Crowd()
        self.requests = Limiter(rates.requests, ticks)
        self.assets = Limiter(rates.assets, ticks)
        self.health = Limiter(rates.health, ticks)
        self.commands = Limiter(rates.commands, ticks)
        self.messages = Limiter(rates.messages, ticks)
        self.proposals = Limiter(rates.proposals, ticks)
        self.logins = Limiter(rates.logins, ticks)
        self.new_players = Limiter(rates.new_players, ticks)
        self.renames = Limiter(rates.renames, ticks)
        self.notices = Limiter(rates.notices, ticks)
        self.letters = Limiter(rates.letters, ticks)
        self.new_tables = Limiter(rates.new_tables, ticks)
        self.public_tables = Limiter(rates.public_tables, ticks)
        self.wrong_codes = Limiter(rates.wrong_codes, ticks)
        self.challenges = Limiter(rates.challenges, ticks)
        self.pairings = Limiter(rates.pairings, ticks)
        self.attitudes = Limiter(rates.attitudes, ticks)
        self.reports = Limiter(rates.reports, ticks)
        self.histories = Limiter(rates.histories, ticks)
        self.files = Limiter(rates.files, ticks)
        self.reviews = Limiter(rates.reviews, ticks)
        self.judgements = Limiter(rates.judgements, ticks)

    def socket(self, client: str, player: str | None) -> Place:
        """A place for a WebSocket or a stream; raises `ServerError` if its address or person has too many."""
        return self.sockets.place(*self._who(client, player))

    def check_socket(self, client: str, player: str | None) -> None:
        """Raise `ServerError` if `socket` would."""
        for who, limit in self._who(client, player):
            self.sockets.check(who, limit)

    def _who(self, client: str, player: str | None) -> tuple[tuple[str, int], tuple[str, int]]:
        own = (f"visitor at {client}", self.caps.visitor_sockets)
        if player is not None:
            own = (f"person {player}", self.caps.person_sockets)
        return own, (client, self.caps.address_sockets)


class Services:
    """The parts of a running server."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        steady = Steady()
        self.hub = Hub(store, settings.clock or steady)
        self.timekeeper = None if settings.clock else Timekeeper(self.hub, store, steady)
        attempts = Limiter(settings.rates.account_logins, settings.ticks)
        self.identity = Identity(store, settings.secret, self.hub.clock, attempts, settings.session_days)
        self.programs = Programs(settings.programs)
        self.bots = Bots(self.hub, settings.make_executor, self.programs, settings.workers)
        self.caller = Caller(allow_private=settings.private_webhooks)
        self.notifier = Notifier(self.hub, store, settings.base_url, self.caller)
        self.presence = Presence(self.hub)
        self.channels = Channels(store, self.caller, settings)
        Vacations(self.hub)
        self.postman = Postman(self.hub, store, self.presence, self.channels, settings.base_url)
        self.settling = Settling(self.hub, store)
        self.streams = Streams(self.hub, store)
        self.chores = Chores(settings.make_chores)
        thinkers = Thinkers(settings.make_reviewer, settings.reviewers, PIECE)
        self.hints = Hints()
        self.reviews = Reviews(store, self.hub.clock, thinkers, settings.caps, settings.budget)
        self.watch = Watch()
        self.metrics = Metrics(self.hub, self.bots, self.streams, self.chores, self.reviews, self.watch)
        self.bots.when_failed = lambda level: self.metrics.bot_failures.labels(level).inc()
        self.limits = Limits(settings)
        self.health = Health(store, self.hub.clock, settings.ticks)
        self.new_seed = self.hub.new_seed = settings.new_seed
        self.house = House(self.new_seed, self.programs.names)
        self.clients: set[Client] = set()

    async def execute(
        self, command: Command, table_id: str, player: str | None, name: str, asked: Asked | None = None
    ) -> Table:
        """Carry out a player's command (None: a visitor's, who may not); raises `StellwerkError`.

        With `asked` the caller must see it through: see `Hub.carry_out`.
        """
        if player is None:
            raise ServerError("sign_in")
        self.limits.commands.take(player)
        is_act = isinstance(command, Act)  # most commands are, and they need nothing more
        asker = Asker(player, name) if is_act else await self._asker(command, player, name)
        carry_out = self.hub.update if asked is None else self.hub.carry_out
        table = await carry_out(
            table_id, lambda table, now: execute(command, table, asker, self.house, now), asked
        )
        self.metrics.commands[command.__struct_config__.tag] += 1
        return table

    async def _asker(self, command: Command, player: str, name: str) -> Asker:
        """Who gives a command, if they may give one of this kind now; raises `StellwerkError`."""
        if isinstance(command, Say):
            self.limits.messages.take(player)
        elif isinstance(command, Propose | Nudge):
            self.limits.proposals.take(player)
        elif isinstance(command, SeatBot):
            await check_quota(self.store, player)
        # A connected player may have another name by now, or be a bot: the moment of sitting down counts.
        who = await self.store.player(player) if isinstance(command, Join | TakeBack) else None
        apart = await self.store.company.apart(player) if isinstance(command, Join | Say) else frozenset()
        if who is None:
            return Asker(player, name, apart=apart)
        return Asker(player, who.name, who.bot, who.login, apart)

    def connected(self) -> tuple[Client | Stream, ...]:
        """All connected clients: WebSockets and streams."""
        return (*self.clients, *self.streams.all())

    async def revoke(self, session: str) -> None:
        """End a session and disconnect the clients that use it."""
        await self.store.revoke(session)
        for client in self.connected():
            if client.session == session:
                client.dismiss()

    async def check_sessions(self) -> None:
        """Disconnect clients whose session was ended by another process."""
        for client in self.connected():
            if client.session is not None and await self.store.session(client.session) is None:
                client.dismiss()


class Call:
    """One request to an endpoint."""

    def __init__(self, services: Services, request: Request, raw: bytes, body: Any) -> None:
        self.services = services
        self.request = request
        self.raw = raw
        self.body = body
        self.language = language_of(request)
        self.client = client_of(request)
        self.token: str | None = None
        """The token of a new session, for the cookie."""
        self.account: str | None = None
        """The login that was just proven, for the cookie of the device."""
        self.game: str | None = None
        """The game that a refusal is about."""

    async def player(self) -> Player | None:
        """Who is asking; None for a visitor."""
        return await self.services.identity.player(self.request)

    async def require(self) -> Player:
        """Who is asking; raises `ServerError` for a visitor."""
        return await self.services.identity.require(self.request)

    async def become_guest(self, name: str) -> Player:
        """Make the visitor a guest."""
        self.services.limits.new_players.take(self.client)
        player, self.token = await self.services.identity.new_guest(name)
        return player
