"""What one observer may see of a table: the only thing that leaves it for a person.

A seated player sees what one seat may see; at a hot-seat table, the seat whose turn it is. Everybody else is
a spectator. Seeds, other people's ids and whatever the game hides never leave.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from msgspec.structs import replace

from stellwerk.core import registry
from stellwerk.core.game import Result
from stellwerk.core.match import MatchStanding
from stellwerk.core.remember import of_each, remembered
from stellwerk.tables.absence import lost_seat, nudge_at, vote_at
from stellwerk.tables.clocks import deadline
from stellwerk.tables.config import Clock, TableConfig
from stellwerk.tables.counting import why_unrated
from stellwerk.tables.errors import TableError
from stellwerk.tables.matches import awaited, begins_at
from stellwerk.tables.play import free_undo, is_practice
from stellwerk.tables.table import Message, Proposal, Seat, Status, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.game import AnyGame

SHARED: Final = 64
"""Positions whose views and legal actions are kept for the next who looks."""
SEATS_SHARED: Final = 2_048
TEXTS_KEPT: Final = 8_192
"""Actions of each game."""
SeatKind = Literal["open", "human", "bot"]


class SeatSight(msgspec.Struct, frozen=True):
    """One seat."""

    name: str
    kind: SeatKind
    level: str | None
    """The level of a bot of the game or the operator; None for people and for bots with an account."""
    is_you: bool
    login: str | None = None
    """The login of a person's account; None for guests and bots."""
    stands_in: bool = False
    """True for a bot that took the seat of a person while the game was played."""


class ChallengeSight(msgspec.Struct, frozen=True):
    """A player who was asked to take a seat."""

    number: int
    """The owner withdraws the challenge by this number."""
    name: str


class CautionSight(msgspec.Struct, frozen=True):
    """Something to consider before ending the turn; its words are the game's."""

    code: str
    params: dict[str, Any]


class TableSight(msgspec.Struct, frozen=True, gc=False):
    """The table as one observer sees it now."""

    id: str
    seq: int
    code: str
    config: TableConfig
    status: Status
    seats: tuple[SeatSight, ...]
    is_owner: bool
    seat: int | None
    """The seat whose view this is; None for a spectator."""
    game_number: int
    start_seat: int
    commitment: str
    seed: str | None
    """Published once the game has ended."""
    actor: int | None
    view: Any
    """The game's own view; None before it begins."""
    legal: tuple[str, ...]
    """The legal actions of the observer's seat; empty unless it is its turn."""
    cautions: tuple[CautionSight, ...]
    """What ending the turn now would mean for the observer's seat; empty unless it is its turn."""
    actions: int
    can_undo: bool
    undo_floor: int
    challenged: tuple[ChallengeSight, ...]
    """The players who were asked to take a seat and have not answered."""
    is_challenged: bool
    """True if the observer is one of them."""
    proposal: Proposal | None
    clock: Clock
    time_left: tuple[float, ...]
    deadline: float | None
    result: Result | None
    totals: tuple[int, ...]
    """Points of all games of the match so far, or of the single game that has ended."""
    match: MatchStanding | None
    """The table of the match so far; None if single games are played."""
    can_hint: bool
    """True if the observer may ask for hints: alone among bots, on their turn."""
    hints: int
    """Actions of the current or last game for which a hint was given."""
    chat: tuple[Message, ...]
    owner: int | None = None
    """The seat of the owner; None if they have none."""
    nudge_at: float | None = None
    """When the seat whose turn it is may be reminded."""
    vote_at: float | None = None
    """When the others may go on without that seat; None before a reminder, and where a clock decides."""
    can_take_back: bool = False
    """True if a bot plays in the observer's seat and they may take it back."""
    awaited: tuple[int, ...] = ()
    """Between the games of a match, the seats of people who have not said yet that they are ready."""
    begins_at: float | None = None
    """When the next game of a match begins even without them; None while nobody is ready."""
    unrated: tuple[str, ...] = ()
    """Why the current or last game counts for no rating, or only for whoever left it, at a rated table."""


def seat_for(table: Table, player: str | None) -> int | None:
    """The seat whose view a player gets; None for a spectator."""
    return _shown_seat(table.seats_of(player), table.actor)


def _shown_seat(own: tuple[int, ...], actor: int | None) -> int | None:
    if not own:
        return None
    return actor if actor in own else own[0]


def eyes_of(table: Table, player: str | None) -> int | None:
    """The seat whose log a player gets; None on a shared device, whose log must keep everybody's secrets."""
    own = table.seats_of(player)
    return own[0] if len(own) == 1 else None


def require_sight(table: Table, player: str | None) -> None:
    """Raise `TableError` if this player may not see the table."""
    if not may_see(table, player):
        raise TableError("no_spectators")


def may_see(table: Table, player: str | None) -> bool:
    """True if this player may see the table: without spectators, only seated players once it has begun, and
    whoever may come back."""
    if table.config.spectators or table.status == "open" or table.seats_of(player):
        return True
    return lost_seat(table, player) is not None


def sight(table: Table, player: str | None, *, aids: bool = True) -> TableSight:
    """The table as this player sees it (None: a stranger), with or without the aids of the game's views."""
    shared = _for_everybody(table)
    own, has_lost, seats = _seats(table.seats, player)
    seat = _shown_seat(own, shared.actor)
    is_actor = seat is not None and seat == shared.actor
    return replace(
        shared,
        seats=seats,
        chat=_heard(table.chat, own) if table.chat else (),
        is_owner=player is not None and player == table.owner,
        seat=seat,
        view=None if table.state is None else view_of(table, seat, aids=aids),
        legal=legal_texts(table) if is_actor else (),
        cautions=_cautions(table) if aids and is_actor else (),
        can_undo=seat is not None and is_actor and free_undo(table, seat) is not None,
        can_hint=is_actor and is_practice(table, player),
        is_challenged=bool(table.challenges) and table.challenge_of(player) is not None,
        can_take_back=has_lost and lost_seat(table, player) is not None,
    )


@remembered(SHARED)
def _for_everybody(table: Table) -> TableSight:
    """What is the same for all who look at a table, whoever they are."""
    actor = table.actor
    ended = table.status in ("ended", "closed")
    match = table.match()
    return TableSight(
        id=table.id,
        seq=table.seq,
        code=table.code,
        config=table.config,
        status=table.status,
        seats=(),
        is_owner=False,
        seat=None,
        game_number=table.game_number,
        start_seat=table.start_seat,
        commitment=table.commitment,
        seed=table.seed if ended else None,
        actor=actor,
        view=None,
        legal=(),
        cautions=(),
        actions=len(table.actions),
        can_undo=False,
        undo_floor=table.undo_floor,
        challenged=tuple([ChallengeSight(one.number, one.name) for one in table.challenges]),
        is_challenged=False,
        proposal=table.proposal,
        clock=table.config.clock,
        time_left=table.times.left,
        deadline=deadline(table.times, table.config.clock, actor),
        result=table.results[-1] if table.status == "ended" else None,
        totals=_totals(table, match),
        match=match,
        can_hint=False,
        hints=len(table.notes),
        chat=(),
        owner=next(iter(table.seats_of(table.owner)), None),
        nudge_at=nudge_at(table),
        vote_at=vote_at(table),
        awaited=tuple(sorted(awaited(table))),
        begins_at=begins_at(table),
        unrated=why_unrated(table),
    )


def _heard(chat: tuple[Message, ...], own: tuple[int, ...]) -> tuple[Message, ...]:
    """What was said, as far as the people at some seats hear it."""
    if not any(message.hidden_from for message in chat):
        return chat
    heard = [message for message in chat if not set(own) & set(message.hidden_from)]
    return tuple([replace(message, hidden_from=()) for message in heard])


def _cautions(table: Table) -> tuple[CautionSight, ...]:
    return tuple([CautionSight(one.code, dict(one.params)) for one in table.game.cautions(table.state)])


@remembered(SEATS_SHARED)
def _seats(
    seats: tuple[Seat, ...], player: str | None
) -> tuple[tuple[int, ...], bool, tuple[SeatSight, ...]]:
    """The seats of a player, whether they lost one to a bot, and all seats as that player sees them."""
    own = () if player is None else tuple([place for place, one in enumerate(seats) if one.player == player])
    has_lost = player is not None and any(one.former == player for one in seats)
    return (
        own,
        has_lost,
        tuple(
            [
                SeatSight(
                    one.name,
                    _kind(one),
                    one.level,
                    player is not None and one.player == player,
                    None if one.is_bot else one.login,
                    one.former is not None,
                )
                for one in seats
            ]
        ),
    )


def _kind(seat: Seat) -> SeatKind:
    return "bot" if seat.is_bot else "open" if seat.is_open else "human"


def legal_texts(table: Table) -> tuple[str, ...]:
    """The legal actions in the notation."""
    return _legal(table.game, table.state)


def view_of(table: Table, seat: int | None, *, aids: bool = True) -> Any:
    """The view of a seat (None: a spectator) of the running or last game."""
    game = table.game
    return _view(game.view if aids or game.bare_view is None else game.bare_view, table.state, seat)


@remembered(SHARED)
def _view(view: Callable[[Any, int | None], Any], state: Any, seat: int | None) -> Any:
    return view(state, seat)


@remembered(SHARED)
def _legal(game: AnyGame, state: Any) -> tuple[str, ...]:
    return _speaker(game.info.key)(game.legal(state))


@cache
def _speaker(key: str) -> Callable[[tuple[Any, ...]], tuple[str, ...]]:
    """The notation of a game, which remembers what it said: the same actions come again and again."""
    return of_each(registry.load(key).to_text, TEXTS_KEPT)


def totals(table: Table) -> tuple[int, ...]:
    """Points per seat over the games of the current match."""
    return _totals(table, table.match())


def _totals(table: Table, match: MatchStanding | None) -> tuple[int, ...]:
    if match is not None:
        return match.totals
    return table.results[-1].scores if table.endings else (0,) * len(table.seats)
