"""A table is what its events say: `evolve` adds one event to it.

The law is applied to every action, also when an old table is loaded: events that break the rules do not load.
One function below for each kind of event, in the order of `events`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from stellwerk.core.game import CHANCE
from stellwerk.core.match import GivenUp
from stellwerk.core.record import Note
from stellwerk.tables.clocks import Times, after_action, credited, started, stopped
from stellwerk.tables.config import LiveClock
from stellwerk.tables.events import (
    Acted,
    Agreed,
    Began,
    BotFailed,
    BotSeated,
    CameAlong,
    Chatted,
    Credited,
    Declined,
    Ended,
    Event,
    Hinted,
    Joined,
    Left,
    Nudged,
    Opened,
    Paused,
    Proposed,
    Ready,
    Removed,
    Renamed,
    Renewed,
    Replaced,
    Resigned,
    Resumed,
    TimedOut,
    TookBack,
    Undone,
)
from stellwerk.tables.seating import SEATING, planned_seats, spoiled, with_seat
from stellwerk.tables.table import Message, Position, Proposal, Seat, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

CHAT_KEPT: Final = 100
HINT: Final = "hint"
"""The kind of note that a hint leaves."""


def load(events: Iterable[Event]) -> Table | None:
    """The table that these events make; None for no events."""
    table: Table | None = None
    for event in events:
        table = evolve(table, event)
    return table


def evolve(table: Table | None, event: Event, action: Any = None) -> Table:
    """The table after one more event. `action` is that of an `Acted`, if somebody has parsed it already."""
    what = event.what
    if isinstance(what, Opened):
        return _opened(what, event)
    if table is None or event.seq != table.seq + 1:
        raise ValueError(f"event {event.seq} of table {event.table} does not follow")
    if isinstance(what, Acted):
        after = acted(table, what, event, table.game.parse(what.text) if action is None else action)
    else:
        after = _HANDLERS[type(what)](table, what, event)
    return replace(after, seq=event.seq, time=event.time)


def skim(table: Table | None, event: Event) -> Table:
    """The table after one more event as far as records need it: who plays what, actions and results.

    The law is not asked, so this costs little however long the table is; whoever replays the record asks it.
    """
    what = event.what
    if isinstance(what, Opened) or table is None:
        return evolve(table, event)
    match what:
        case Acted(_, text):
            after = replace(table, actions=(*table.actions, text))
        case Undone(_, actions):
            after = replace(table, actions=table.actions[:actions])
        case Began(start_seat):
            number = table.game_number + 1
            after = replace(
                table, status="playing", game_number=number, start_seat=start_seat, actions=(), notes=()
            )
        case TookBack(seat, player, name, login):
            after = with_seat(table, seat, Seat(name, player, login=login))
        case Joined() | BotSeated() | Left() | Removed() | Renamed() | CameAlong():
            after = SEATING[type(what)](table, what, event)
        case Ended() | Renewed() | Hinted():
            after = _HANDLERS[type(what)](table, what, event)
        case _:
            after = table
    return replace(after, seq=event.seq, time=event.time)


def _opened(what: Opened, event: Event) -> Table:
    return Table(
        event.table,
        event.seq,
        event.time,
        what.code,
        what.owner,
        what.config,
        planned_seats(what),
        what.seed,
        what.rules_version,
    )


def _began(table: Table, what: Began, event: Event) -> Table:
    first = what.start_seat if table.game_number == 0 else table.first_start
    clock = table.config.clock
    budget = tuple(clock.seconds for _ in table.seats) if isinstance(clock, LiveClock) else ()
    return replace(
        table,
        status="playing",
        game_number=table.game_number + 1,
        game_seq=event.seq,
        first_start=first,
        start_seat=what.start_seat,
        state=table.game.begin(table.setup(what.start_seat)),
        actions=(),
        last_action=None,
        chance_actions=0,
        position_seq=event.seq,
        turn_seq=event.seq,
        last_actor=None,
        undo_floor=0,
        undoable=(),
        moved=event.time,
        nudged=None,
        returned=(),
        given_up=(),
        notes=(),
        spoiled=(),
        challenges=(),  # no seat is open any more
        proposal=None,
        times=Times(budget, event.time),
    )


def acted(table: Table, what: Acted, event: Event, action: Any) -> Table:
    """The table after an action, which somebody has parsed."""
    game, before = table.game, table.state
    actor = game.actor(before)
    state = game.apply(before, action)
    is_next = game.actor(state) != actor
    actions = (*table.actions, what.text)
    times = table.times
    if actor == CHANCE:
        times = started(times, event.time)
    elif actor is not None and is_next:
        times = after_action(times, table.config.clock, actor, event.time)
    is_final = actor == CHANCE or game.reveals(before, action, state)
    return replace(
        table,
        state=state,
        actions=actions,
        last_action=action,
        chance_actions=table.chance_actions + (actor == CHANCE),
        position_seq=event.seq,
        turn_seq=event.seq if is_next else table.turn_seq,
        moved=event.time,
        nudged=None,
        last_actor=actor,
        undo_floor=len(actions) if is_final else table.undo_floor,
        undoable=() if is_final else (*table.undoable, Position(before, table.last_actor, action)),
        times=times,
        proposal=None,  # it was about the position before
    )


def _undone(table: Table, what: Undone, event: Event) -> Table:
    place = what.actions - table.undo_floor
    if not 0 <= place < len(table.undoable):
        raise ValueError(f"event {event.seq} of table {event.table} takes back what stands for good")
    back, actor = table.undoable[place], table.actor
    is_own = all(table.game.actor(position.state) == actor for position in table.undoable[place:])
    return replace(
        table if is_own else spoiled(table, "undo"),
        state=back.state,
        actions=table.actions[: what.actions],
        last_action=None,
        position_seq=event.seq,
        turn_seq=event.seq,
        moved=event.time,
        nudged=None,
        last_actor=back.last_actor,
        undoable=table.undoable[:place],
        proposal=None,
        times=started(table.times, event.time),
    )


def _proposed(table: Table, what: Proposed, _: Event) -> Table:
    return replace(table, proposal=Proposal(what.seat, what.wish, what.actions, (what.seat,)))


def _agreed(table: Table, what: Agreed, _: Event) -> Table:
    assert table.proposal is not None
    return replace(table, proposal=replace(table.proposal, agreed=(*table.proposal.agreed, what.seat)))


def _declined(table: Table, _: Declined, __: Event) -> Table:
    return replace(table, proposal=None)


def _paused(table: Table, _: Paused, event: Event) -> Table:
    times = stopped(table.times, table.config.clock, table.actor, event.time)
    return replace(table, status="paused", proposal=None, times=times)


def _resumed(table: Table, _: Resumed, event: Event) -> Table:
    times = started(table.times, event.time)
    return replace(table, status="playing", times=times, moved=event.time, nudged=None)


def _resigned(table: Table, what: Resigned, _: Event) -> Table:
    return _given_up(table, GivenUp(what.seat, "resigned", table.standing()))


def _timed_out(table: Table, what: TimedOut, _: Event) -> Table:
    return _given_up(table, GivenUp(what.seat, "timed_out", table.standing()))


def _nudged(table: Table, _: Nudged, event: Event) -> Table:
    return replace(table, nudged=event.time)


def _replaced(table: Table, what: Replaced, _: Event) -> Table:
    return replace(
        _given_up(table, GivenUp(what.seat, "absent", table.standing())), proposal=None, nudged=None
    )


def _given_up(table: Table, one: GivenUp) -> Table:
    """Remember who gave up; what follows from it is an event of its own."""
    return replace(table, given_up=(*table.given_up, one))


def _credited(table: Table, what: Credited, event: Event) -> Table:
    return replace(table, times=credited(table.times, what.seconds, what.until, event.time))


def _ended(table: Table, what: Ended, event: Event) -> Table:
    endings = (*table.endings, what)
    return replace(table, status="ended", endings=endings, proposal=None, position_seq=event.seq)


def _renewed(table: Table, what: Renewed, event: Event) -> Table:
    return replace(
        table,
        status="open",
        seed=what.seed,
        rules_version=what.rules_version,
        game_seq=event.seq,
        actions=(),
        last_action=None,
        undo_floor=0,
        undoable=(),
        state=None,
        proposal=None,
        ready=(),
        leaving=(),
        ready_since=None,
    )


def _ready(table: Table, what: Ready, event: Event) -> Table:
    """Whoever changes their mind has the last word."""
    seat = what.seat
    ready = tuple(one for one in table.ready if one != seat)
    leaving = tuple(one for one in table.leaving if one != seat)
    return replace(
        table,
        ready=(*ready, seat) if what.stays else ready,
        leaving=leaving if what.stays else (*leaving, seat),
        ready_since=event.time if table.ready_since is None else table.ready_since,
    )


def _hinted(table: Table, what: Hinted, _: Event) -> Table:
    note = Note(HINT, what.action, what.seat)
    return table if note in table.notes else replace(table, notes=(*table.notes, note))


def _chatted(table: Table, what: Chatted, event: Event) -> Table:
    message = Message(what.seat, what.text, event.time, what.hidden_from)
    return replace(table, chat=(*table.chat, message)[-CHAT_KEPT:])


def _bot_failed(table: Table, _: BotFailed, __: Event) -> Table:
    """The random action that is played instead is an event of its own."""
    return spoiled(table, "bot_failed")


_HANDLERS: Final[dict[type, Callable[[Table, Any, Event], Table]]] = {
    **SEATING,
    BotFailed: _bot_failed,
    Began: _began,
    Undone: _undone,
    Proposed: _proposed,
    Agreed: _agreed,
    Declined: _declined,
    Paused: _paused,
    Resumed: _resumed,
    Resigned: _resigned,
    TimedOut: _timed_out,
    Credited: _credited,
    Nudged: _nudged,
    Replaced: _replaced,
    Ended: _ended,
    Renewed: _renewed,
    Ready: _ready,
    Hinted: _hinted,
    Chatted: _chatted,
}
"""The function for each kind of event; `evolve` itself handles `Opened` and `Acted`."""
