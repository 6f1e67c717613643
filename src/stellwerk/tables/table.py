"""A table is what its events say: `evolve` adds one event to it.

The law is applied to every action, also when an old table is loaded: events that break the rules do not load.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from stellwerk.core import registry
from stellwerk.core.chance import commitment, draw_start_seat
from stellwerk.core.game import CHANCE, Result
from stellwerk.core.record import Record
from stellwerk.core.texts import LANGUAGES, load_texts
from stellwerk.tables.clocks import Times, after_action, started, stopped
from stellwerk.tables.config import BotSeat, LiveClock, OwnSeat, TableConfig
from stellwerk.tables.events import (
    Acted,
    Agreed,
    Began,
    BotFailed,
    BotSeated,
    Challenged,
    ChallengeDeclined,
    ChallengeWithdrawn,
    Chatted,
    Closed,
    Declined,
    Ended,
    Event,
    Joined,
    Left,
    Opened,
    Paused,
    Proposed,
    Renewed,
    Resigned,
    Resumed,
    TimedOut,
    Undone,
    What,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.core.game import AnyGame

Status = Literal["open", "playing", "paused", "ended", "closed"]
CHAT_KEPT = 100
BOT_NAMES = ("Konrad", "Mira", "Theo", "Lucy", "Ferdi", "Rosa")
"""What a bot is called that has no name of its own, by its seat: its level is no name to read in a log."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits here: a person (`player`), a bot of the house (`level`), a bot with an account (`player` and
    `bot`), or nobody yet."""

    name: str = ""
    player: str | None = None
    level: str | None = None
    bot: str | None = None
    """The login of a bot's account."""

    @property
    def is_bot(self) -> bool:
        """No person sits here."""
        return self.level is not None or self.bot is not None

    @property
    def is_open(self) -> bool:
        """Nobody sits here."""
        return self.player is None and self.level is None


class Proposal(msgspec.Struct, frozen=True):
    """What a seat has asked everybody for."""

    seat: int
    wish: str
    actions: int
    agreed: tuple[int, ...]


class Challenge(msgspec.Struct, frozen=True):
    """Somebody who was asked to take a seat, and has not answered."""

    number: int
    """Of the event, by which it can be withdrawn: names are not unique, ids are secret."""
    player: str
    name: str
    by: str


class Message(msgspec.Struct, frozen=True):
    """Something said at the table."""

    seat: int
    text: str
    time: float


class Table(msgspec.Struct, frozen=True):
    """A table at one moment."""

    id: str
    seq: int
    time: float
    """Of the last event."""
    code: str
    owner: str
    config: TableConfig
    seats: tuple[Seat, ...]
    seed: str
    """Secret until the game has ended."""
    status: Status = "open"
    game_number: int = 0
    """Of the game that is played or was played last, from 1."""
    first_start: int = 0
    """The start seat of the first game; the others rotate."""
    start_seat: int = 0
    state: Any = None
    actions: tuple[str, ...] = ()
    position_seq: int = 0
    """The last event that changed the position."""
    last_actor: int | None = None
    """Who did the last action."""
    undo_floor: int = 0
    """So many actions stand for good: nothing goes back across chance or a reveal."""
    results: tuple[Result, ...] = ()
    """Of the finished games at this table, the last one included once it has ended."""
    challenges: tuple[Challenge, ...] = ()
    proposal: Proposal | None = None
    times: Times = Times()
    chat: tuple[Message, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game that is played here."""
        return registry.load(self.config.game)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, if a game is going on."""
        return self.game.actor(self.state) if self.status == "playing" else None

    @property
    def commitment(self) -> str:
        """What is published of the current seed."""
        return commitment(self.seed)

    @property
    def is_match_over(self) -> bool:
        """All games of the match have been played."""
        return len(self.results) % self.config.games == 0

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats of a person: none for a spectator, several in a hot-seat."""
        if player is None:
            return ()
        return tuple([place for place, seat in enumerate(self.seats) if seat.player == player])

    def challenge_of(self, player: str | None) -> Challenge | None:
        """What somebody was asked and has not answered."""
        return next((challenge for challenge in self.challenges if challenge.player == player), None)

    def people(self) -> set[str]:
        """Everybody who sits here."""
        return {seat.player for seat in self.seats if seat.player is not None}

    def record(self) -> Record:
        """The current or last game as a record; its seed only when it has ended."""
        return Record(
            game=self.config.game,
            rules_version=self.game.info.rules_version,
            seats=len(self.seats),
            start_seat=self.start_seat,
            options=self.config.options,
            players=tuple(seat.name for seat in self.seats),
            commitment=self.commitment,
            seed=self.seed if self.status in ("ended", "closed") else None,
            actions=self.actions,
        )


def load(events: Iterable[Event]) -> Table | None:
    """The table that these events make; None for no events."""
    table: Table | None = None
    for event in events:
        table = evolve(table, event)
    return table


def evolve(table: Table | None, event: Event) -> Table:
    """The table after one more event."""
    if isinstance(event.what, Opened):
        return _opened(event.what, event)
    if table is None or event.seq != table.seq + 1:
        raise ValueError(f"event {event.seq} of table {event.table} does not follow")
    return replace(_after(event.what, table, event), seq=event.seq, time=event.time)


def _opened(what: Opened, event: Event) -> Table:
    seats: list[Seat] = []
    for place, plan in enumerate(what.config.seats):
        if isinstance(plan, BotSeat):
            name = _bot_name(what.config.game, plan.level, place, seats)
            seats.append(Seat(name, None, plan.level))
        elif isinstance(plan, OwnSeat):
            seats.append(Seat(plan.name or what.name, what.owner, bot=what.bot))
        else:
            seats.append(Seat())
    return Table(
        event.table, event.seq, event.time, what.code, what.owner, what.config, tuple(seats), what.seed
    )


def _bot_name(game: str, level: str, place: int, seats: Iterable[Seat]) -> str:
    """The bot's own name (a program's level is its name); if somebody at the table has it, another one."""
    key = game if game in registry.games() else None  # a game that is gone is told of later
    own = load_texts(key, LANGUAGES[0]).section("bots").get(level, {}).get("name")
    if key is not None and level not in registry.load(key).bots:
        own = level
    names = (own, *BOT_NAMES[place:], *BOT_NAMES[:place])
    taken = {seat.name for seat in seats}
    return next((name for name in names if name is not None and name not in taken), BOT_NAMES[place])


@singledispatch
def _after(what: What, table: Table, event: Event) -> Table:
    raise TypeError(f"no such event: {what!r} at {table.id} {event.seq}")


def _without_challenge(table: Table, player: str) -> Table:
    return replace(table, challenges=tuple(one for one in table.challenges if one.player != player))


def _with_seat(table: Table, place: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:place], seat, *table.seats[place + 1 :]))


@_after.register
def _(what: Joined, table: Table, event: Event) -> Table:
    del event
    seated = Seat(what.name, what.player, bot=what.bot)
    return _with_seat(_without_challenge(table, what.player), what.seat, seated)


@_after.register
def _(what: Challenged, table: Table, event: Event) -> Table:
    asked = Challenge(event.seq, what.player, what.name, what.by)
    return replace(table, challenges=(*table.challenges, asked))


@_after.register
def _(what: ChallengeDeclined, table: Table, event: Event) -> Table:
    del event
    return _without_challenge(table, what.player)


@_after.register
def _(what: ChallengeWithdrawn, table: Table, event: Event) -> Table:
    del event
    return _without_challenge(table, what.player)


@_after.register
def _(what: BotSeated, table: Table, event: Event) -> Table:
    name = table.seats[what.seat].name or _bot_name(table.config.game, what.level, what.seat, table.seats)
    seated = _with_seat(table, what.seat, Seat(name, None, what.level))
    return replace(seated, position_seq=event.seq)


@_after.register
def _(what: BotFailed, table: Table, event: Event) -> Table:
    del what, event
    return table


@_after.register
def _(what: Left, table: Table, event: Event) -> Table:
    del event
    return _with_seat(table, what.seat, Seat())


@_after.register
def _(what: Closed, table: Table, event: Event) -> Table:
    del what, event
    return replace(table, status="closed", challenges=())


@_after.register
def _(what: Began, table: Table, event: Event) -> Table:
    seats = len(table.seats)
    first = what.start_seat if table.game_number == 0 else table.first_start
    clock = table.config.clock
    return replace(
        table,
        status="playing",
        game_number=table.game_number + 1,
        first_start=first,
        start_seat=what.start_seat,
        state=table.game.initial(seats, table.config.options, what.start_seat),
        actions=(),
        position_seq=event.seq,
        last_actor=None,
        undo_floor=0,
        challenges=(),  # nobody is missing any more
        proposal=None,
        times=Times(
            tuple(clock.seconds for _ in range(seats)) if isinstance(clock, LiveClock) else (), event.time
        ),
    )


@_after.register
def _(what: Acted, table: Table, event: Event) -> Table:
    game, before = table.game, table.state
    actor, action = game.actor(before), game.parse(what.text)
    state = game.apply(before, action)
    actions = (*table.actions, what.text)
    times = table.times
    if actor == CHANCE:
        times = started(times, event.time)
    elif actor is not None and game.actor(state) != actor:
        times = after_action(times, table.config.clock, actor, event.time)
    is_final = actor == CHANCE or game.reveals(before, action, state)
    return replace(
        table,
        state=state,
        actions=actions,
        position_seq=event.seq,
        last_actor=actor,
        undo_floor=len(actions) if is_final else table.undo_floor,
        times=times,
        proposal=None,  # it was about the position before
    )


@_after.register
def _(what: Undone, table: Table, event: Event) -> Table:
    game = table.game
    actions = table.actions[: what.actions]
    state, actor = game.initial(len(table.seats), table.config.options, table.start_seat), None
    for text in actions:
        actor = game.actor(state)
        state = game.apply(state, game.parse(text))
    return replace(
        table,
        state=state,
        actions=actions,
        position_seq=event.seq,
        last_actor=actor,
        proposal=None,
        times=started(table.times, event.time),
    )


@_after.register
def _(what: Proposed, table: Table, event: Event) -> Table:
    del event
    return replace(table, proposal=Proposal(what.seat, what.wish, what.actions, (what.seat,)))


@_after.register
def _(what: Agreed, table: Table, event: Event) -> Table:
    del event
    assert table.proposal is not None
    return replace(table, proposal=replace(table.proposal, agreed=(*table.proposal.agreed, what.seat)))


@_after.register
def _(what: Declined, table: Table, event: Event) -> Table:
    del what, event
    return replace(table, proposal=None)


@_after.register
def _(what: Paused, table: Table, event: Event) -> Table:
    del what
    times = stopped(table.times, table.config.clock, table.actor, event.time)
    return replace(table, status="paused", proposal=None, times=times)


@_after.register
def _(what: Resumed, table: Table, event: Event) -> Table:
    del what
    return replace(table, status="playing", times=started(table.times, event.time))


@_after.register
def _(what: Resigned, table: Table, event: Event) -> Table:
    del what, event
    return table


@_after.register
def _(what: TimedOut, table: Table, event: Event) -> Table:
    del what, event
    return table


@_after.register
def _(what: Ended, table: Table, event: Event) -> Table:
    return replace(
        table,
        status="ended",
        results=(*table.results, what.result),
        proposal=None,
        position_seq=event.seq,
    )


@_after.register
def _(what: Renewed, table: Table, event: Event) -> Table:
    del event
    return replace(table, status="open", seed=what.seed, actions=(), state=None, proposal=None)


@_after.register
def _(what: Chatted, table: Table, event: Event) -> Table:
    message = Message(what.seat, what.text, event.time)
    return replace(table, chat=(*table.chat, message)[-CHAT_KEPT:])


def next_start_seat(table: Table) -> int:
    """Who begins the next game: the configured or drawn seat first, then each in turn."""
    if table.game_number > 0:
        return (table.first_start + table.game_number) % len(table.seats)
    if table.config.start == "drawn":
        return draw_start_seat(table.seed, len(table.seats))
    return table.config.start
