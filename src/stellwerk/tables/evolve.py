"""A table is what its events say: `evolve` adds one event to it.

The law is applied to every action, also when an old table is loaded: events that break the rules do not load.
"""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from stellwerk.core import registry
from stellwerk.core.game import CHANCE
from stellwerk.core.texts import LANGUAGES, load_texts
from stellwerk.tables.clocks import Times, after_action, started, stopped
from stellwerk.tables.config import BotSeat, LiveClock, OwnSeat
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
from stellwerk.tables.table import Challenge, Message, Proposal, Seat, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

CHAT_KEPT: Final = 100
BOT_NAMES: Final = ("Konrad", "Mira", "Theo", "Lucy", "Ferdi", "Rosa")
"""What a bot is called that has no name of its own, by its seat: its level is no name to read in a log."""


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
