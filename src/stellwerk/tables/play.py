"""Playing at a table: acting, taking back, resigning, running out of time, playing again. `matches` is about
the time between the games of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.match import given_up_result
from stellwerk.tables import absence
from stellwerk.tables.clocks import deadline, owed
from stellwerk.tables.commands import begin_if_full
from stellwerk.tables.config import DaysClock, LiveClock
from stellwerk.tables.draft import Draft, humans, require_seat, require_status
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import (
    Acted,
    Agreed,
    BotFailed,
    Credited,
    Declined,
    Ended,
    Hinted,
    Paused,
    Proposed,
    Renewed,
    Resigned,
    Resumed,
    TimedOut,
    Undone,
)
from stellwerk.tables.names import bot_seated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stellwerk.tables.clocks import Outage
    from stellwerk.tables.table import Table

LEAST_CREDIT: Final = 0.5
LEAST_OF_DAYS: Final = 600.0
"""Seconds: less is not given back, with a live clock and with days for a turn."""
WISHES: Final = ("undo", "pause", "rematch", *absence.WISHES)


def act(table: Table, player: str, text: str, expected: int, seat: int | None, now: float) -> Draft:
    """Play a person's action. `expected` is the last event they have seen; the position must not have
    changed."""
    require_status(table, "playing")
    own = require_seat(table, player, seat)
    if expected < table.position_seq or expected > table.seq:
        raise TableError("stale", {"expected": expected, "seq": table.seq})
    return _act(table, own, text, now)


def act_bot(
    table: Table, seat: int, text: str, expected: int, now: float, *, has_failed: bool = False
) -> Draft:
    """Play the action that a bot chose for the position after event `expected`. With `has_failed` the
    action was drawn at random, and the failure is recorded."""
    require_status(table, "playing")
    if expected < table.position_seq or table.seats[seat].level is None:
        raise TableError("stale", {"expected": expected, "seq": table.seq})
    return _act(table, seat, text, now, *((BotFailed(seat),) if has_failed else ()))


def _act(table: Table, seat: int, text: str, now: float, *before: BotFailed) -> Draft:
    game = table.game
    action = game.parse(text)
    if seat != table.actor:
        raise TableError("not_your_turn")
    if is_overdue(table, now):
        raise TableError("time_is_up")
    draft = Draft(table, now)
    for event in before:
        draft.add(event)
    draft.add(Acted(seat, game.to_text(action)), action)
    draft.settle()
    return draft


# Taking back


def undo(table: Table, player: str, seat: int | None, now: float) -> Draft:
    """Take back the player's last action of this turn."""
    require_status(table, "playing")
    own = require_seat(table, player, seat)
    back = free_undo(table, own)
    if back is None:
        raise TableError("nothing_to_undo")
    draft = Draft(table, now)
    draft.add(Undone(own, back))
    return draft


def free_undo(table: Table, seat: int) -> int | None:
    """The number of actions left if a seat takes its last one back; None if it may not without consent."""
    count = len(table.actions)
    if table.actor != seat or table.last_actor != seat or count <= table.undo_floor:
        return None
    return count - 1


# Hints


def is_practice(table: Table, player: str | None) -> bool:
    """True at a table where nobody is harmed by hints: one person, on one seat, among bots, unrated."""
    own = table.seats_of(player)
    return (
        len(own) == 1
        and not table.config.rated
        and all(seat.level is not None for place, seat in enumerate(table.seats) if place != own[0])
    )


def hint(table: Table, player: str, depth: int, now: float) -> Draft:
    """Note that a player is given a hint for the action that is due; raises `TableError` where there are
    none."""
    require_status(table, "playing")
    own = require_seat(table, player)
    if not is_practice(table, player):
        raise TableError("no_hints")
    if table.actor != own:
        raise TableError("not_your_turn")
    draft = Draft(table, now)
    draft.add(Hinted(own, len(table.actions) + 1, depth))
    return draft


# Consent


def propose(
    table: Table, player: str, wish: str, actions: int, seat: int | None, now: float, fresh: Callable[[], str]
) -> Draft:
    """Propose an undo, a pause, a rematch or what to do about an absence; it happens at once if nobody else
    has to agree."""
    if wish not in WISHES:
        raise TableError("unknown_wish", {"wish": wish, "known": ", ".join(WISHES)})
    require_status(table, *(("ended",) if wish == "rematch" else ("playing",)))
    own = require_seat(table, player, seat)
    if table.proposal is not None:
        raise TableError("proposal_pending")
    if wish == "undo" and not table.undo_floor <= actions < len(table.actions):
        raise TableError("undo_across_reveal")
    if wish in absence.WISHES:
        absence.require_absent(table, own, now)
    draft = Draft(table, now)
    draft.add(Proposed(own, wish, actions))
    _fulfil(draft, fresh)
    return draft


def answer(
    table: Table, player: str, *, agree: bool, seat: int | None, now: float, fresh: Callable[[], str]
) -> Draft:
    """Agree to what was proposed, or decline it; the proposer may withdraw it."""
    own = require_seat(table, player, seat)
    if table.proposal is None:
        raise TableError("nothing_proposed")
    draft = Draft(table, now)
    if not agree:
        draft.add(Declined(own))
        return draft
    voters = [place for place in table.seats_of(player) if place not in table.proposal.agreed]
    if not voters:
        raise TableError("already_agreed")
    for place in voters:
        draft.add(Agreed(place))
    _fulfil(draft, fresh)
    return draft


def _fulfil(draft: Draft, fresh: Callable[[], str]) -> None:
    """Carry out what was proposed once every person has agreed; those on the proposer's device count as
    agreed."""
    table = draft.table
    proposal = table.proposal
    assert proposal is not None
    not_asked = {table.seats[proposal.seat].player}
    if proposal.wish in absence.WISHES and table.actor is not None:
        not_asked.add(table.seats[table.actor].player)
    needed = {place for place in humans(table) if table.seats[place].player not in not_asked}
    if not needed <= set(proposal.agreed):
        return
    if proposal.wish == "undo":
        draft.add(Undone(proposal.seat, proposal.actions))
    elif proposal.wish == "pause":
        draft.add(Paused())
    elif proposal.wish in absence.WISHES:
        absence.carry_out(draft, proposal.wish)
    else:
        play_again(draft, fresh)


def play_again(draft: Draft, fresh: Callable[[], str]) -> None:
    """Another game at the same table, begun by the next seat.

    The games of a match are all played by the rules it began with; a rematch is a new game by today's.
    """
    table = draft.table
    version = table.game.info.rules_version if table.is_match_over else table.rules_version
    draft.add(Renewed(fresh(), version))
    begin_if_full(draft)


def resume(table: Table, player: str, seat: int | None, now: float) -> Draft:
    """End a pause."""
    require_status(table, "paused")
    draft = Draft(table, now)
    draft.add(Resumed(require_seat(table, player, seat)))
    return draft


# Giving up


def resign(table: Table, player: str, seat: int | None, now: float) -> Draft:
    """Resign: with two at the table the other wins, with more a bot takes the seat."""
    require_status(table, "playing", "paused")
    own = require_seat(table, player, seat)
    draft = Draft(table, now)
    if table.status == "paused":
        draft.add(Resumed(own))
    draft.add(Resigned(own))
    give_up(draft, own)
    return draft


def is_overdue(table: Table, now: float) -> bool:
    """True if the actor is a person whose time is up."""
    actor = table.actor
    limit = deadline(table.times, table.config.clock, actor)
    return limit is not None and actor in humans(table) and now >= limit


def expire(table: Table, now: float) -> Draft | None:
    """The consequences of the actor's time running out, or of strangers having left; None while there is
    time left."""
    actor = table.actor
    if actor is None or not is_overdue(table, now):
        return absence.sweep(table, now)
    draft = Draft(table, now)
    draft.add(TimedOut(actor))
    give_up(draft, actor)
    return draft


def credit(table: Table, outages: Sequence[Outage], now: float) -> Draft | None:
    """Give back the time in which the actor could not move; None if nothing worth mentioning is owed."""
    if not outages:
        return None
    actor = table.actor
    if actor not in humans(table) or deadline(table.times, table.config.clock, actor) is None:
        return None
    least = LEAST_CREDIT if isinstance(table.config.clock, LiveClock) else LEAST_OF_DAYS
    if (seconds := owed(table.times, outages)) < least:
        return None
    draft = Draft(table, now)
    draft.add(Credited(seconds, max(one.ended for one in outages)))
    return draft


def excuse(table: Table, now: float) -> Draft | None:
    """Let a turn over days begin anew whose time is up while its player is on vacation."""
    if not isinstance(table.config.clock, DaysClock) or not is_overdue(table, now):
        return None
    draft = Draft(table, now)
    draft.add(Credited(now - table.times.since, table.times.settled, "vacation"))
    return draft


def give_up(draft: Draft, seat: int) -> None:
    """What follows when a seat has given up: with more than two at the table a bot takes it, else the game
    ends."""
    table = draft.table
    if len(table.seats) > 2 and len(humans(table)) > 1:
        draft.add(bot_seated(table, seat, table.game.info.substitute))
        return
    draft.add(Ended(given_up_result(table.given_up[-1]), table.given_up))
