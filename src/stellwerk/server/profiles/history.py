"""The endpoints about games that somebody played: opponents, result, date, and what it changed.

Whoever looks at somebody else's list sees games at public and at rated tables, and games of their own. Logins
are shown of those who want to be found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.core import registry
from stellwerk.server.profiles.steps import RatingStep, step_of
from stellwerk.server.refusals import ServerError
from stellwerk.store.games import Cursor

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.store.games import PlayedGame
    from stellwerk.store.interface import Store

PAGE: Final = 20


class HistorySeat(msgspec.Struct, frozen=True):
    """A player of a past game."""

    name: str
    login: str | None
    """Of those whose profile everybody may see."""
    is_theirs: bool
    """True for the person whose history it is."""
    is_bot: bool
    place: int
    score: int
    has_won: bool
    left_by: str | None
    """How they left before the end: `resigned`, `timed_out` or `absent`."""
    rating: RatingStep | None
    """Before and after, if the game counted for them."""


class HistoryGame(msgspec.Struct, frozen=True):
    """A past game."""

    code: str | None
    """The code of the table's link; None if you may not see the replay."""
    number: int
    game: str
    time: float
    """When it ended."""
    reason: str
    """Why it ended: a clause, how the last player gave up, or `abandoned` for a game without a result."""
    is_rated: bool
    """True if it was meant to be rated."""
    unrated: tuple[str, ...]
    """Why it did not count for those who stayed."""
    seats: tuple[HistorySeat, ...]


class History(msgspec.Struct, frozen=True):
    """A page of past games, the latest first."""

    games: tuple[HistoryGame, ...]
    next: str | None
    """What to ask for as `before`; None on the last page."""


async def my_history(call: Call) -> History:
    """Games that you have played."""
    player = await call.require()
    return await history_of(call, player.id, player.id)


async def history_of(call: Call, player: str, asking: str | None) -> History:
    """A page of somebody's games, as whoever asks may see it."""
    call.services.limits.histories.take(call.client)
    wanted = call.request.query_params.get("game")
    game = None if wanted is None else registry.load(wanted).info.key
    before = _cursor(call.request.query_params.get("before"))
    await call.services.settling.settle()
    found = await call.services.store.games.of(player, game, before, PAGE + 1, public=player != asking)
    last = found[PAGE - 1] if len(found) > PAGE else None
    following = None if last is None else f"{last.time!r}~{last.table_id}~{last.number}"
    return History(tuple(await shown_games(call.services.store, found[:PAGE], player, asking)), following)


async def shown_games(
    store: Store, games: list[PlayedGame], player: str, asking: str | None
) -> list[HistoryGame]:
    """Somebody's games as whoever asks sees them."""
    people = {seat.player for game in games for seat in game.seats if seat.player is not None}
    logins = await store.ratings.public_logins(sorted(people))
    changes = await store.ratings.of_games([(game.table_id, game.number) for game in games])
    steps = {(one.table_id, one.number, one.player): step_of(one) for one in changes}
    return [
        HistoryGame(
            game.code if game.is_watched or _played(game, asking) else None,
            game.number,
            game.game,
            game.time,
            game.reason,
            game.is_rated,
            tuple(game.unrated.split()),
            tuple(
                HistorySeat(
                    seat.name,
                    logins.get(seat.player or ""),
                    seat.player == player,
                    seat.level is not None,
                    seat.place,
                    seat.score,
                    seat.has_won,
                    seat.left_by,
                    steps.get((game.table_id, game.number, seat.player or "")),
                )
                for seat in game.seats
            ),
        )
        for game in games
    ]


def _played(game: PlayedGame, player: str | None) -> bool:
    return player is not None and any(seat.player == player for seat in game.seats)


def _cursor(text: str | None) -> Cursor | None:
    """Where a page begins; raises `ServerError` for text that no page gave."""
    if text is None:
        return None
    try:
        time, table, number = text.split("~")
        return Cursor(float(time), table, int(number))
    except ValueError as error:
        raise ServerError("bad_request", {"problem": "before"}) from error
