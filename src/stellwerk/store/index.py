"""The entry of a table for lists and timers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from stellwerk.core.remember import remembered
from stellwerk.store.interface import MatchIndex, TableIndex
from stellwerk.tables.absence import sweep_at
from stellwerk.tables.clocks import deadline
from stellwerk.tables.matches import awaited, begins_at

if TYPE_CHECKING:
    from stellwerk.tables.config import TableConfig
    from stellwerk.tables.table import Challenge, Seat, Table

TABLES_KNOWN: Final = 1_024


def index_of(table: Table) -> TableIndex:
    """The entry of a table. It is listed for seated players, for those whose seat a bot took, for the owner,
    and for players who were challenged."""
    actor = table.actor
    seat = table.seats[actor] if actor is not None and actor >= 0 else None  # chance is nobody's turn
    return replace(
        _of_all_turns(table.id, table.owner, table.code, table.config, table.seats, table.challenges),
        status=table.status,
        turn=None if seat is None else seat.player,
        turn_seq=table.turn_seq,
        bot_due=seat is not None and seat.level is not None,
        deadline=deadline(table.times, table.config.clock, actor),
        sweep=sweep_at(table) or begins_at(table),
        awaited=_awaited(table),
        time=table.time,
        options=table.config.options if table.config.public and table.status == "open" else {},
        match=_match(table),
    )


@remembered(TABLES_KNOWN)
def _of_all_turns(
    table_id: str,
    owner: str,
    code: str,
    config: TableConfig,
    seats: tuple[Seat, ...],
    challenges: tuple[Challenge, ...],
) -> TableIndex:
    """The entry as far as it stays the same from turn to turn."""
    challenged = tuple(challenge.player for challenge in challenges)
    seated = {player for seat in seats for player in (seat.player, seat.former) if player is not None}
    return TableIndex(
        id=table_id,
        owner=owner,
        code=code,
        game=config.game,
        status="open",
        public=config.public,
        clock=config.clock,
        seats=tuple(seat.name for seat in seats),
        bots=tuple(place for place, seat in enumerate(seats) if seat.is_bot),
        open_seats=sum(seat.is_open for seat in seats),
        people=tuple(sorted({*seated, owner, *challenged})),
        challenged=challenged,
        rated=config.rated,
        time=0.0,
    )


def _awaited(table: Table) -> tuple[str, ...]:
    """The people whom somebody waits for between the games of a match."""
    if begins_at(table) is None:
        return ()
    return tuple(sorted({table.seats[seat].player or "" for seat in awaited(table)}))


def _match(table: Table) -> MatchIndex | None:
    match = table.match()
    return None if match is None else MatchIndex(match.games, len(match.played), match.winners)
