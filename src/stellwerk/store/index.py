"""The entry of a table for lists and timers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.store.interface import MatchIndex, TableIndex
from stellwerk.tables.clocks import deadline

if TYPE_CHECKING:
    from stellwerk.tables.table import Table


def index_of(table: Table) -> TableIndex:
    """The entry of a table. It is listed for seated players, for the owner, and for players who were
    challenged."""
    challenged = tuple(challenge.player for challenge in table.challenges)
    actor = table.actor
    seat = table.seats[actor] if actor is not None and actor >= 0 else None  # chance is nobody's turn
    return TableIndex(
        id=table.id,
        owner=table.owner,
        code=table.code,
        game=table.config.game,
        status=table.status,
        public=table.config.public,
        clock=table.config.clock,
        seats=tuple(seat.name for seat in table.seats),
        bots=tuple(place for place, seat in enumerate(table.seats) if seat.is_bot),
        open_seats=sum(seat.is_open for seat in table.seats),
        people=tuple(sorted(table.people() | {table.owner, *challenged})),
        challenged=challenged,
        turn=None if seat is None else seat.player,
        bot_due=seat is not None and seat.level is not None,
        deadline=deadline(table.times, table.config.clock, actor),
        time=table.time,
        match=_match(table),
    )


def _match(table: Table) -> MatchIndex | None:
    match = table.match()
    return None if match is None else MatchIndex(match.games, len(match.played), match.winners)
