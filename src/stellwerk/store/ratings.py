"""What each rated game changed. Somebody's rating is what their last game left.

The changes of a game are added by one statement, or not at all. A game cannot be added twice, and neither can
a place in somebody's row of games: of two processes that rate at the same time, one has to look again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.store.errors import StoreError
from stellwerk.store.interface import BLOCKED
from stellwerk.store.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Sequence


class RatingChange(msgspec.Struct, frozen=True):
    """What a game changed for one player. The fields are columns; numbers are in the units of the model."""

    player: str
    game: str
    position: int
    """This was the player's first, second, … rated game."""
    table_id: str
    number: int
    time: float
    mean_before: float
    deviation_before: float
    mean: float
    deviation: float


class Ranked(msgspec.Struct, frozen=True):
    """An account with a rating."""

    login: str
    name: str
    games: int
    mean: float
    deviation: float


_FIELDS = RatingChange.__struct_fields__
_COLUMNS = ", ".join(_FIELDS)


class RatingShelf(Shelf):
    """The ratings of a store. Every method may raise `StoreError`."""

    async def add(self, changes: Sequence[RatingChange]) -> bool:
        """Add what a game changed; False, and nothing is added, if somebody was faster."""
        rows = ", ".join([f"({', '.join('?' * len(_FIELDS))})"] * len(changes))
        values = [getattr(change, field) for change in changes for field in _FIELDS]
        try:
            sql = f"INSERT INTO rating_changes ({_COLUMNS}) VALUES {rows}"  # noqa: S608 (our columns, and `?`)
            await self._change(sql, *values)
        except StoreError as error:
            if error.code != "token_taken":
                raise
            return False
        return True

    async def of_game(self, table_id: str, number: int) -> list[RatingChange]:
        """What a game changed."""
        return await self.of_games([(table_id, number)])

    async def of_games(self, games: Sequence[tuple[str, int]]) -> list[RatingChange]:
        """What several games changed."""
        if not games:
            return []
        either = " OR ".join(["(table_id = ? AND number = ?)"] * len(games))
        sql = f"SELECT {_COLUMNS} FROM rating_changes WHERE {either}"  # noqa: S608 (columns, and `?`)
        return [RatingChange(*row) for row in await self._rows(sql, *[key for game in games for key in game])]

    async def public_logins(self, players: Sequence[str]) -> dict[str, str]:
        """The logins of those of some people whose profile everybody may see."""
        if not players:
            return {}
        marks = ", ".join("?" * len(players))
        sql = (
            "SELECT player, login FROM accounts"  # noqa: S608 (nothing but `?` is put in)
            f" WHERE is_public AND password_hash NOT LIKE ? AND player IN ({marks})"
        )
        return dict(await self._rows(sql, f"{BLOCKED}%", *players))

    async def latest(self, player: str, game: str) -> RatingChange | None:
        """What somebody's last rated game left; None if there was none."""
        found = await self.course(player, game, 1)
        return found[-1] if found else None

    async def latest_of(self, players: Sequence[str]) -> dict[tuple[str, str], RatingChange]:
        """What the last rated game of each of these people left, by player and game."""
        if not players:
            return {}
        marks = ", ".join("?" * len(players))
        sql = (
            f"SELECT {_COLUMNS} FROM rating_changes AS one WHERE player IN ({marks})"  # noqa: S608 (columns, `?`)
            " AND position = (SELECT MAX(position) FROM rating_changes AS other"
            " WHERE other.player = one.player AND other.game = one.game)"
        )
        found = [RatingChange(*row) for row in await self._rows(sql, *players)]
        return {(one.player, one.game): one for one in found}

    async def course(self, player: str, game: str, limit: int) -> list[RatingChange]:
        """Somebody's last changes in a game, the oldest of them first."""
        sql = (
            f"SELECT {_COLUMNS} FROM rating_changes WHERE player = ? AND game = ?"  # noqa: S608 (columns)
            " ORDER BY position DESC LIMIT ?"
        )
        return [RatingChange(*row) for row in reversed(await self._rows(sql, player, game, limit))]

    async def leaders(self, game: str, most_deviation: float, limit: int) -> list[Ranked]:
        """People with a public profile whose rating is sure enough, the best first; none that are blocked."""
        sql = (
            "SELECT login, name, position, mean, deviation FROM accounts"
            " JOIN players ON players.id = accounts.player"
            " JOIN rating_changes ON rating_changes.player = accounts.player AND game = ?"
            " AND position = (SELECT MAX(position) FROM rating_changes AS one"
            " WHERE one.player = accounts.player AND one.game = ?)"
            " WHERE is_public AND NOT is_bot AND password_hash NOT LIKE ? AND deviation <= ?"
            " ORDER BY mean DESC, login LIMIT ?"
        )
        rows = await self._rows(sql, game, game, f"{BLOCKED}%", most_deviation, limit)
        return [Ranked(*row) for row in rows]
