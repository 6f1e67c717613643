"""Settles games that have ended: what they change about ratings, one game after the other.

A game waits in the store from the moment it ends, so a server that is killed finds it again at its next
start. Any process may settle any game: the store takes the changes of a game once.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from stellwerk.core.errors import StellwerkError
from stellwerk.core.strength import ratings_of, seat_worths
from stellwerk.ratings import UNKNOWN, Entrant, Strength, fixed, rate, shown
from stellwerk.server.profiles.openings import openings_of
from stellwerk.store.games import played_game
from stellwerk.store.history import ended_games
from stellwerk.store.ratings import RatingChange

if TYPE_CHECKING:
    from stellwerk.ratings import ShownRating
    from stellwerk.server.live.hub import Hub
    from stellwerk.store.games import PlayedGame, PlayedSeat
    from stellwerk.store.interface import Store
    from stellwerk.tables.table import Table

log = logging.getLogger("stellwerk.ratings")
PAGE: Final = 50
"""Games or tables looked at together."""
RETRIES: Final = 8


class Settling:
    """Settles the games of a store."""

    def __init__(self, hub: Hub, store: Store) -> None:
        self._hub = hub
        self._store = store
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        hub.when_moved.append(self._moved)

    def stop(self) -> None:
        """Stop all work; the next start goes on with it."""
        for task in self._tasks:
            task.cancel()

    def start(self) -> None:
        """List the games of earlier versions and settle what is due, while the server goes on."""
        self._begin()

    def _moved(self, before: Table, after: Table) -> None:
        if len(after.endings) > len(before.endings):
            self._begin()

    def _begin(self) -> None:
        task = asyncio.get_running_loop().create_task(self._run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self) -> None:
        try:
            await self.settle()
            await self.list_old()
        except StellwerkError as error:  # the store is away: tried again soon
            log.warning("settling: %s", error.code)
        except Exception:
            log.exception("settling")

    async def settle(self) -> None:
        """Settle all games that have ended so far, in order."""
        async with self._lock:
            while games := await self._store.games.due(PAGE):
                for game in games:
                    await self._name_openings(game)
                    await self._rate(game)
                    await self._store.games.settled(game.table_id, game.number)

    async def _name_openings(self, game: PlayedGame) -> None:
        """Keep what everybody began with."""
        table = self._hub.peek(game.table_id)
        if table is None or (table.game_number, table.status) != (game.number, "ended"):
            table = (await ended_games(self._store, game.table_id))[game.number - 1]
        for seat, opening in openings_of(table).items():
            await self._store.games.name_opening(game.table_id, game.number, seat, opening)

    async def _rate(self, game: PlayedGame) -> None:
        """Add what a game changes, unless that has been done."""
        shelf = self._store.ratings
        for _ in range(RETRIES):
            if await shelf.of_game(game.table_id, game.number):
                return
            changes = await self._changes(game)
            if not changes or await shelf.add(changes):
                return
        log.warning("game %s of table %s: too many others rate", game.number, game.table_id)

    async def _changes(self, game: PlayedGame) -> list[RatingChange]:
        """What a game changes, from the ratings as they are now."""
        counting = [seat for seat in game.seats if seat.counts and await self._has_account(seat)]
        if not counting:
            return []
        known = [await self._known(seat, game.game) for seat in game.seats]
        worths = seat_worths(game.game, len(game.seats))
        after = rate(
            [
                Entrant(
                    strength,
                    seat.place,
                    worths[(seat.seat - game.start_seat) % len(worths)],
                    is_fixed=seat.level is not None,
                )
                for seat, (strength, _) in zip(game.seats, known, strict=True)
            ]
        )
        return [_change(game, seat, *known[seat.seat], after[seat.seat]) for seat in counting]

    async def _has_account(self, seat: PlayedSeat) -> bool:
        """True unless the player has left for good since."""
        player = None if seat.player is None else await self._store.player(seat.player)
        return player is not None and player.login is not None

    async def _known(self, seat: PlayedSeat, game: str) -> tuple[Strength, int]:
        """What is known of who sat there, and the number of their rated games."""
        if seat.level is not None:
            return fixed(ratings_of(game)[seat.level]) if seat.level in ratings_of(game) else UNKNOWN, 0
        latest = None if seat.player is None else await self._store.ratings.latest(seat.player, game)
        if latest is None:
            return UNKNOWN, 0
        return Strength(latest.mean, latest.deviation), latest.position

    async def rating_of(self, player: str, game: str) -> ShownRating:
        """Somebody's rating in a game; provisional, without a game, for whoever has none."""
        latest = await self._store.ratings.latest(player, game)
        if latest is None:
            return shown(UNKNOWN, 0)
        return shown(Strength(latest.mean, latest.deviation), latest.position)

    async def list_old(self) -> None:
        """List the games that ended before there was a list."""
        async with self._lock:
            while tables := await self._store.games.unlisted(PAGE):
                for table_id in tables:
                    played = [_past_game(table) for table in await ended_games(self._store, table_id)]
                    await self._store.games.list_table(table_id, played)


def _past_game(table: Table) -> PlayedGame:
    """A game of an earlier version, with its openings."""
    game, openings = played_game(table), openings_of(table)
    seats = tuple(replace(seat, opening=openings.get(seat.seat)) for seat in game.seats)
    return replace(game, seats=seats)


def _change(
    game: PlayedGame, seat: PlayedSeat, before: Strength, games: int, after: Strength
) -> RatingChange:
    assert seat.player is not None
    return RatingChange(
        seat.player, game.game, games + 1, game.table_id, game.number, game.time, *before, *after
    )
