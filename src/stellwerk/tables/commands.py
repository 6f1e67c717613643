"""Opening a table, sitting down, leaving, talking: what people ask of a table before and beside the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.tables.config import TableConfig, checked, require_level
from stellwerk.tables.draft import Draft, require_seat, require_status
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import Began, BotSeated, Chatted, Closed, Joined, Left, Opened
from stellwerk.tables.table import next_start_seat

if TYPE_CHECKING:
    from collections.abc import Collection

    from stellwerk.tables.table import Table

MAX_MESSAGE = 500


def open_table(
    table: str,
    config: TableConfig,
    owner: str,
    name: str,
    code: str,
    seed: str,
    now: float,
    programs: Collection[str] = (),
) -> Draft:
    """A new table; it begins at once if nobody is missing. `programs` are bots that the house brings."""
    draft = Draft.opening(table, Opened(checked(config, programs), owner, name, code, seed), now)
    begin_if_full(draft)
    return draft


def join(table: Table, player: str, name: str, seat: int | None, now: float) -> Draft:
    """Take an open seat: the one named, or the first."""
    require_status(table, "open")
    if table.seats_of(player):
        raise TableError("already_seated")
    vacant = [place for place, seated in enumerate(table.seats) if seated.is_open]
    if seat is not None and seat not in vacant:
        raise TableError("seat_taken", {"seat": seat + 1})
    if not vacant:
        raise TableError("table_full")
    draft = Draft(table, now)
    draft.add(Joined(vacant[0] if seat is None else seat, player, name))
    begin_if_full(draft)
    return draft


def seat_bot(
    table: Table, player: str, seat: int, level: str, now: float, programs: Collection[str] = ()
) -> Draft:
    """The owner lets a bot take an open seat."""
    require_status(table, "open")
    if player != table.owner:
        raise TableError("owner_only")
    require_level(table.game, level, programs)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].is_open:
        raise TableError("seat_taken", {"seat": seat + 1})
    draft = Draft(table, now)
    draft.add(BotSeated(seat, level))
    begin_if_full(draft)
    return draft


def leave(table: Table, player: str, now: float) -> Draft:
    """Get up before the game begins; a table without people is closed. During a game one resigns instead."""
    require_status(table, "open")
    require_seat(table, player)
    draft = Draft(table, now)
    draft.add(*(Left(seat) for seat in table.seats_of(player)))
    if not draft.table.people():
        draft.add(Closed())
    return draft


def begin_if_full(draft: Draft) -> None:
    """The game begins when the last seat is taken."""
    table = draft.table
    if table.status == "open" and not any(seat.is_open for seat in table.seats):
        draft.add(Began(next_start_seat(table)))
        draft.settle()


def say(table: Table, player: str, text: str, seat: int | None, now: float) -> Draft:
    """Talk at the table. Only who sits here may: spectators listen."""
    own = require_seat(table, player, seat)
    message = " ".join(text.split())
    if not message or len(message) > MAX_MESSAGE or not message.isprintable():
        raise TableError("bad_message", {"limit": MAX_MESSAGE})
    draft = Draft(table, now)
    draft.add(Chatted(own, message))
    return draft
