"""What people do at a table before and beside the game: open it, sit down, leave, talk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core import registry
from stellwerk.tables.config import TableConfig, checked, require_level, require_rated
from stellwerk.tables.draft import Draft, require_seat, require_status
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import (
    Began,
    CameAlong,
    Challenged,
    ChallengeDeclined,
    ChallengeWithdrawn,
    Chatted,
    Closed,
    HandedOver,
    Joined,
    Left,
    Opened,
    Removed,
    Renamed,
)
from stellwerk.tables.names import bot_seated, own_name, planned_bot_names
from stellwerk.tables.table import next_start_seat

if TYPE_CHECKING:
    from collections.abc import Collection

    from stellwerk.tables.table import Challenge, Table

MAX_MESSAGE = 500
MAX_CHALLENGES = 20
"""The most challenges that may wait for an answer at one table."""


def open_table(
    table: str,
    config: TableConfig,
    owner: str,
    name: str,
    code: str,
    seed: str,
    now: float,
    programs: Collection[str] = (),
    bot: str | None = None,
    login: str | None = None,
) -> Draft:
    """Open a table; the game begins at once if no seat is open.

    `programs` are bots that the server's operator brings. `bot` is the login of an owner who is a bot,
    `login` that of any owner with an account.
    """
    config = checked(config, programs)
    _require_account(config, login)
    version = registry.load(config.game).info.rules_version
    names = planned_bot_names(config, name)
    opened = Opened(config, owner, name, code, seed, bot, version, names, login)
    draft = Draft.opening(table, opened, now)
    begin_if_full(draft)
    return draft


def join(
    table: Table,
    player: str,
    name: str,
    seat: int | None,
    now: float,
    bot: str | None = None,
    login: str | None = None,
    apart: Collection[str] = (),
) -> Draft:
    """Take an open seat: the one named, or the first. `bot` is the login of a bot's account, `login` that of
    any account, `apart` are those who must not sit at the same table. Nobody has the name of somebody else at
    the table."""
    require_status(table, "open")
    if not table.people().isdisjoint(apart):
        raise TableError("kept_apart")
    if player in table.removed:
        raise TableError("was_removed")
    if table.seats_of(player):
        raise TableError("already_seated")
    _require_account(table.config, login)
    vacant = [place for place, seated in enumerate(table.seats) if seated.is_open]
    if seat is not None and seat not in vacant:
        raise TableError("seat_taken", {"seat": seat + 1})
    if not vacant:
        raise TableError("table_full")
    draft = Draft(table, now)
    called = own_name(name, [other.name for other in table.seats])
    draft.add(Joined(vacant[0] if seat is None else seat, player, called, bot, login))
    begin_if_full(draft)
    return draft


def _require_account(config: TableConfig, login: str | None) -> None:
    """Refuse a guest at a rated table: whoever can begin anew at any time has no rating to lose."""
    if config.rated and login is None:
        raise TableError("rated_account")


def seat_bot(
    table: Table, player: str, seat: int, level: str, now: float, programs: Collection[str] = ()
) -> Draft:
    """Let a bot take an open seat, as the owner wishes."""
    require_status(table, "open")
    if player != table.owner:
        raise TableError("owner_only")
    require_level(table.game, level, programs)
    if table.config.rated:
        require_rated(table.game, level)
    if not 0 <= seat < len(table.seats) or not table.seats[seat].is_open:
        raise TableError("seat_taken", {"seat": seat + 1})
    draft = Draft(table, now)
    draft.add(bot_seated(table, seat, level))
    begin_if_full(draft)
    return draft


def challenge(table: Table, player: str, name: str, asked: str, asked_name: str, now: float) -> Draft:
    """Ask a player to take an open seat, as the owner wishes."""
    require_status(table, "open")
    if player != table.owner:
        raise TableError("owner_only")
    if asked == player or table.seats_of(asked):
        raise TableError("challenge_seated")
    if table.challenge_of(asked) is not None:
        raise TableError("challenge_pending", {"name": asked_name})
    if not any(seat.is_open for seat in table.seats):
        raise TableError("table_full")
    if len(table.challenges) == MAX_CHALLENGES:
        raise TableError("challenges_full", {"limit": MAX_CHALLENGES})
    draft = Draft(table, now)
    draft.add(Challenged(asked, asked_name, name))
    return draft


def withdraw(table: Table, player: str, number: int, now: float) -> Draft:
    """Withdraw a challenge by the owner."""
    if player != table.owner:
        raise TableError("owner_only")
    asked = next((one for one in table.challenges if one.number == number), None)
    if asked is None:
        raise TableError("no_such_challenge")
    draft = Draft(table, now)
    draft.add(ChallengeWithdrawn(asked.player, asked.name))
    return draft


def accept(
    table: Table,
    player: str,
    name: str,
    now: float,
    bot: str | None = None,
    login: str | None = None,
    apart: Collection[str] = (),
) -> Draft:
    """Accept a challenge: take the first open seat."""
    _require_challenge(table, player)
    return join(table, player, name, None, now, bot, login, apart)


def decline(table: Table, player: str, now: float) -> Draft:
    """Decline a challenge."""
    asked = _require_challenge(table, player)
    draft = Draft(table, now)
    draft.add(ChallengeDeclined(player, asked.name))
    return draft


def _require_challenge(table: Table, player: str) -> Challenge:
    asked = table.challenge_of(player)
    if asked is None:
        raise TableError("not_challenged")
    return asked


def leave(table: Table, player: str, now: float) -> Draft:
    """Leave before the game begins; a table without people is closed, and an owner who leaves hands it over.
    During a game people resign instead."""
    require_status(table, "open")
    require_seat(table, player)
    draft = Draft(table, now)
    for seat in table.seats_of(player):
        draft.add(Left(seat))
    heirs = [place for place, seat in enumerate(draft.table.seats) if seat.player is not None]
    if not heirs:
        draft.add(Closed())
    elif player == table.owner:
        draft.add(HandedOver(heirs[0]))
    return draft


def remove(table: Table, player: str, seat: int, now: float) -> Draft:
    """Remove somebody, a person or a bot, before the game begins, as the owner wishes. A person cannot come
    back."""
    require_status(table, "open")
    _require_other(table, player, seat)
    draft = Draft(table, now)
    draft.add(Removed(seat))
    return draft


def hand_over(table: Table, player: str, seat: int, now: float) -> Draft:
    """Make somebody else the owner of the table."""
    _require_other(table, player, seat)
    if table.seats[seat].player is None:
        raise TableError("not_a_person", {"seat": seat + 1})
    draft = Draft(table, now)
    draft.add(HandedOver(seat))
    return draft


def _require_other(table: Table, player: str, seat: int) -> None:
    """Raise `TableError` unless a player is the owner and somebody else sits at a seat."""
    if player != table.owner:
        raise TableError("owner_only")
    if not 0 <= seat < len(table.seats) or table.seats[seat].is_open or seat in table.seats_of(player):
        raise TableError("nobody_there", {"seat": seat + 1})


def rename(table: Table, player: str, before: str, name: str, login: str | None, now: float) -> Draft | None:
    """Show a person's new name or account at their seats; None if nothing changes. On a shared device only
    the seat with the name they had is theirs alone."""
    own = table.seats_of(player)
    draft = Draft(table, now)
    for seat in own:
        here = table.seats[seat]
        is_theirs = len(own) == 1 or here.name == before
        others = [other.name for place, other in enumerate(draft.table.seats) if place != seat]
        called = own_name(name, others) if is_theirs else here.name
        if (called, login) != (here.name, here.login):
            draft.add(Renamed(seat, called, login))
    return draft if draft.steps else None


def come_along(table: Table, guest: str, player: str, name: str, login: str, now: float) -> Draft | None:
    """Make what was a guest's at a table an account's; None if nothing was, or if the account already sits
    there: nobody plays against themselves."""
    has_lost = any(seat.former == guest for seat in table.seats)
    is_concerned = has_lost or table.owner == guest or table.seats_of(guest)
    if not is_concerned or table.seats_of(player):
        return None
    others = [seat.name for place, seat in enumerate(table.seats) if place not in table.seats_of(guest)]
    draft = Draft(table, now)
    draft.add(CameAlong(guest, player, own_name(name, others), login))
    return draft


def begin_if_full(draft: Draft) -> None:
    """Begin the game if every seat is taken."""
    table = draft.table
    if table.status == "open" and not any(seat.is_open for seat in table.seats):
        draft.add(Began(next_start_seat(table)))
        draft.settle()


def say(
    table: Table, player: str, text: str, seat: int | None, now: float, apart: Collection[str] = ()
) -> Draft:
    """Say something at the table. Only seated players may; spectators read along, and those from whom the
    speaker is kept apart hear nothing."""
    own = require_seat(table, player, seat)
    message = " ".join(text.split())
    if not message or len(message) > MAX_MESSAGE or not message.isprintable():
        raise TableError("bad_message", {"limit": MAX_MESSAGE})
    draft = Draft(table, now)
    deaf = tuple(place for place, seated in enumerate(table.seats) if seated.player in apart)
    draft.add(Chatted(own, message, deaf))
    return draft
