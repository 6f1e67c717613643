"""Who sits at a table: what each event about seats makes of it. One function for each kind, in the order of
`events`; `evolve` does the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from stellwerk.tables.clocks import Times, started
from stellwerk.tables.config import BotSeat, OwnSeat
from stellwerk.tables.events import (
    BotSeated,
    CameAlong,
    Challenged,
    ChallengeDeclined,
    ChallengeWithdrawn,
    Closed,
    Event,
    HandedOver,
    Joined,
    Left,
    Opened,
    Removed,
    Renamed,
    TookBack,
)
from stellwerk.tables.names import former_name_of, free_name
from stellwerk.tables.table import Challenge, Seat, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from stellwerk.tables.table import Spoiler

BACK_AGAIN: Final = 60.0
"""Seconds that somebody has at least, with a live clock, who takes back a seat."""


def planned_seats(what: Opened) -> tuple[Seat, ...]:
    """The seats as they were planned."""
    seats: list[Seat] = []
    names = iter(what.bot_names)
    for place, plan in enumerate(what.config.seats):
        if isinstance(plan, BotSeat):
            name = next(names, "") or _former_name(what.config.game, plan.level, place, seats)
            seats.append(Seat(name, None, plan.level))
        elif isinstance(plan, OwnSeat):
            seats.append(Seat(_shown(plan.name) or what.name, what.owner, bot=what.bot, login=what.login))
        else:
            seats.append(Seat())
    return tuple(seats)


def _shown(name: str | None) -> str:
    """A name without the control characters that version 0.1.0 let through; they break pictures."""
    return "".join(filter(str.isprintable, name or "")).strip()


def _former_name(game: str, level: str, place: int, seats: Iterable[Seat]) -> str:
    """The name that version 0.1.0 gave a bot: its events hold none."""
    return free_name(former_name_of(game, level), place, [seat.name for seat in seats])


def _joined(table: Table, what: Joined, _: Event) -> Table:
    seated = Seat(what.name, what.player, bot=what.bot, login=what.login)
    return with_seat(_without_challenge(table, what.player), what.seat, seated)


def _bot_seated(table: Table, what: BotSeated, event: Event) -> Table:
    here = table.seats[what.seat]
    name = what.name or here.name or _former_name(table.config.game, what.level, what.seat, table.seats)
    left_by = next((one.reason for one in reversed(table.given_up) if one.seat == what.seat), None)
    bot = Seat(
        name,
        None,
        what.level,
        former=here.player,
        can_return=here.player is not None and left_by not in (None, "resigned"),
        former_name="" if here.player is None else here.name,
    )
    seated = with_seat(table, what.seat, bot)
    if here.player is not None:
        seated = spoiled(seated, "takeover")
    return replace(seated, position_seq=event.seq, turn_seq=event.seq)


def _challenged(table: Table, what: Challenged, event: Event) -> Table:
    asked = Challenge(event.seq, what.player, what.name, what.by)
    return replace(table, challenges=(*table.challenges, asked))


def _challenge_over(table: Table, what: ChallengeDeclined | ChallengeWithdrawn, _: Event) -> Table:
    return _without_challenge(table, what.player)


def _left(table: Table, what: Left, _: Event) -> Table:
    return with_seat(table, what.seat, Seat())


def _removed(table: Table, what: Removed, _: Event) -> Table:
    player = table.seats[what.seat].player
    removed = table.removed if player is None else (*table.removed, player)
    return replace(with_seat(table, what.seat, Seat()), removed=removed)


def _handed_over(table: Table, what: HandedOver, _: Event) -> Table:
    return replace(table, owner=table.seats[what.seat].player or table.owner)


def _renamed(table: Table, what: Renamed, _: Event) -> Table:
    return with_seat(table, what.seat, replace(table.seats[what.seat], name=what.name, login=what.login))


def _came_along(table: Table, what: CameAlong, _: Event) -> Table:
    """Seats, also those that a bot took over, and the table itself change hands. On a shared device the other
    names stay."""
    mine = table.seats_of(what.guest)

    def changed(place: int, seat: Seat) -> Seat:
        if seat.former == what.guest:
            return replace(seat, former=what.player)
        if place not in mine:
            return seat
        name = what.name if len(mine) == 1 else seat.name
        return replace(seat, player=what.player, name=name, login=what.login)

    seats = tuple([changed(place, seat) for place, seat in enumerate(table.seats)])
    owner = what.player if table.owner == what.guest else table.owner
    return replace(table, seats=seats, owner=owner)


def _closed(table: Table, _: Closed, __: Event) -> Table:
    return replace(table, status="closed", challenges=())


def _took_back(table: Table, what: TookBack, event: Event) -> Table:
    """The person is back, and as if never gone: nothing is held against them."""
    times = Times(_at_least(table.times.left, what.seat), table.times.since, table.times.settled)
    if table.actor == what.seat:
        times = started(times, event.time)
    return replace(
        with_seat(table, what.seat, Seat(what.name, what.player, login=what.login)),
        given_up=tuple(one for one in table.given_up if one.seat != what.seat),
        returned=(*table.returned, what.seat),
        position_seq=event.seq,
        turn_seq=event.seq,
        moved=event.time,
        times=times,
        proposal=None,
    )


def _at_least(left: tuple[float, ...], seat: int) -> tuple[float, ...]:
    return tuple(max(BACK_AGAIN, one) if place == seat else one for place, one in enumerate(left))


def spoiled(table: Table, how: Spoiler) -> Table:
    """The table after something that makes its game unfit for ratings."""
    return table if how in table.spoiled else replace(table, spoiled=(*table.spoiled, how))


def with_seat(table: Table, place: int, seat: Seat) -> Table:
    """The table with another seat in one place."""
    return replace(table, seats=(*table.seats[:place], seat, *table.seats[place + 1 :]))


def _without_challenge(table: Table, player: str) -> Table:
    return replace(table, challenges=tuple(one for one in table.challenges if one.player != player))


SEATING: Final[dict[type, Callable[[Table, Any, Event], Table]]] = {
    Joined: _joined,
    BotSeated: _bot_seated,
    Challenged: _challenged,
    ChallengeDeclined: _challenge_over,
    ChallengeWithdrawn: _challenge_over,
    Left: _left,
    Removed: _removed,
    HandedOver: _handed_over,
    Renamed: _renamed,
    CameAlong: _came_along,
    Closed: _closed,
    TookBack: _took_back,
}
"""The function for each kind of event about seats."""
