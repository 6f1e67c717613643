"""Games that were played: who sat where, who won, and what became of it.

A row is written together with the event that ends the game, so nothing can be missing. It waits as due until
openings and ratings have been settled. Names are those of that day; whoever leaves for good is nobody here,
but the result stays. Games of versions that kept no list are added from their events.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.match import ABANDONED
from stellwerk.store.shelf import Shelf
from stellwerk.tables.counting import counts_for, place_of, quitters_of, why_unrated
from stellwerk.tables.events import Ended

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table


class PlayedSeat(msgspec.Struct, frozen=True):
    """A seat at the end of a game. The fields are columns."""

    seat: int
    player: str | None
    """Who played: also the person who left and for whom a bot played on; None for bots and the forgotten."""
    name: str
    level: str | None
    """The level of a bot that sat here from the beginning."""
    place: int
    """In the result, from 1; equal places are shared. Whoever left comes last."""
    score: int
    has_won: bool
    left_by: str | None
    """How the player left before the end: `resigned`, `timed_out` or `absent`."""
    counts: bool
    """True if the game changes this player's rating."""
    opening: str | None = None
    """What the game calls the first moves, as a log line in JSON; None if it has no name for them."""
    accuracy: float | None = None
    """From 0 to 100, once the game has been reviewed."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that has ended."""

    table_id: str
    number: int
    code: str
    """The code of the table's link."""
    game: str
    time: float
    """When it ended."""
    reason: str
    start_seat: int
    is_rated: bool
    """True if it was meant to be rated."""
    unrated: str
    """Why it does not count for those who stayed, codes separated by spaces."""
    is_public: bool
    """True if strangers may see who played: at public and at rated tables."""
    is_watched: bool
    """True if whoever knows of it may see the replay."""
    seats: tuple[PlayedSeat, ...]
    review: str | None = None
    """The id of its review, made or not."""


class Cursor(msgspec.Struct, frozen=True):
    """Where a page of a list begins: before this game."""

    time: float
    table_id: str
    number: int


class Count(msgspec.Struct, frozen=True):
    """Somebody's games of one kind with one number of seats."""

    game: str
    seats: int
    games: int
    wins: int


def played_in(draft: Draft) -> PlayedGame | None:
    """The game that ends with a draft."""
    return next((played_game(step.after) for step in draft.steps if isinstance(step.event.what, Ended)), None)


def played_game(table: Table) -> PlayedGame:
    """The game that has just ended at a table."""
    config = table.config
    return PlayedGame(
        table.id, table.game_number, table.code, config.game, table.time, table.results[-1].reason,
        table.start_seat,
        config.rated, " ".join(why_unrated(table)), config.public or config.rated, config.spectators,
        tuple(_played_seats(table)),
    )  # fmt: skip


def _played_seats(table: Table) -> Iterator[PlayedSeat]:
    result, counting, quitters = table.results[-1], counts_for(table), quitters_of(table)
    reasons = {one.seat: one.reason for one in table.endings[-1].given_up}
    for place, seat in enumerate(table.seats):
        has_left = place in quitters and seat.former is not None
        yield PlayedSeat(
            place,
            seat.former if has_left else seat.player,
            seat.former_name if has_left else seat.name,
            None if has_left else seat.level,
            place_of(table, place),
            result.scores[place],
            place in result.winners and place not in quitters,
            reasons.get(place),
            place in counting,
        )


def game_row(game: PlayedGame, *, is_due: bool = True) -> dict[str, Any]:
    """A game in the columns of `games`."""
    return {**{name: getattr(game, name) for name in _GAME}, "is_due": is_due}


def seat_rows(game: PlayedGame) -> list[dict[str, Any]]:
    """The seats of a game in the columns of `game_seats`."""
    whole = {
        "table_id": game.table_id, "number": game.number, "size": len(game.seats), "game": game.game,
        "time": game.time,
    }  # fmt: skip
    return [{**whole, **msgspec.structs.asdict(seat)} for seat in game.seats]


def additions(game: PlayedGame, *, is_due: bool = True) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The statements that add a game, once."""
    for place, rows in (("games", [game_row(game, is_due=is_due)]), ("game_seats", seat_rows(game))):
        for row in rows:
            marks = ", ".join("?" * len(row))
            columns = ", ".join(row)  # names of our own fields; all values are `?`
            sql = f"INSERT INTO {place} ({columns}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608 (these)
            yield sql, tuple(row.values())


_GAME = tuple(name for name in PlayedGame.__struct_fields__ if name != "seats")
_SEAT = PlayedSeat.__struct_fields__
_GAME_COLUMNS = ", ".join(f"games.{name}" for name in _GAME)
_SEAT_COLUMNS = ", ".join(_SEAT)


class GameShelf(Shelf):
    """The games of a store. Every method may raise `StoreError`."""

    async def find(self, table_id: str, number: int) -> PlayedGame | None:
        """One game."""
        sql = f"SELECT {_GAME_COLUMNS} FROM games WHERE table_id = ? AND number = ?"  # noqa: S608 (columns)
        found = await self._with_seats(await self._rows(sql, table_id, number))
        return found[0] if found else None

    async def of(
        self, player: str, game: str | None, before: Cursor | None, limit: int, *, public: bool = False
    ) -> list[PlayedGame]:
        """Somebody's games, the latest first; those that strangers may see, or all."""
        twin = (
            "SELECT 1 FROM game_seats AS twin WHERE twin.player = mine.player"
            " AND twin.table_id = mine.table_id AND twin.number = mine.number AND twin.seat < mine.seat"
        )
        wanted, values = [f"mine.player = ? AND NOT EXISTS ({twin})"], [player]
        if game is not None:
            wanted.append("mine.game = ?")
            values.append(game)
        if public:
            wanted.append("games.is_public")
        if before is not None:
            wanted.append("(mine.time, mine.table_id, mine.number) < (?, ?, ?)")
            values += [before.time, before.table_id, before.number]  # type: ignore[list-item]
        sql = (
            f"SELECT {_GAME_COLUMNS} FROM game_seats AS mine JOIN games"  # noqa: S608 (columns, and `?`)
            " ON games.table_id = mine.table_id AND games.number = mine.number"
            f" WHERE {' AND '.join(wanted)}"
            " ORDER BY mine.time DESC, mine.table_id DESC, mine.number DESC LIMIT ?"
        )
        return await self._with_seats(await self._rows(sql, *values, limit))

    async def _with_seats(self, rows: Sequence[tuple[Any, ...]]) -> list[PlayedGame]:
        if not rows:
            return []
        either = " OR ".join(["(table_id = ? AND number = ?)"] * len(rows))
        sql = (
            f"SELECT table_id, number, {_SEAT_COLUMNS} FROM game_seats WHERE {either}"  # noqa: S608 (`?`)
            " ORDER BY seat"
        )
        seats: dict[tuple[str, int], list[PlayedSeat]] = {}
        for table_id, number, *columns in await self._rows(sql, *[key for row in rows for key in row[:2]]):
            seat = msgspec.convert(dict(zip(_SEAT, columns, strict=True)), PlayedSeat, strict=False)
            seats.setdefault((table_id, number), []).append(seat)
        return [
            msgspec.convert(
                {**dict(zip(_GAME, row, strict=True)), "seats": seats[row[:2]]}, PlayedGame, strict=False
            )
            for row in rows
        ]

    async def counts(self, player: str) -> list[Count]:
        """Somebody's games with a result, by game and number of seats."""
        sql = (
            "SELECT mine.game, size, COUNT(*), SUM(CASE WHEN has_won THEN 1 ELSE 0 END)"
            " FROM game_seats AS mine JOIN games"
            " ON games.table_id = mine.table_id AND games.number = mine.number"
            " WHERE player = ? AND reason <> ? GROUP BY mine.game, size ORDER BY mine.game, size"
        )
        rows = await self._rows(sql, player, ABANDONED)
        return [Count(*row) for row in rows]

    async def openings(self, player: str, game: str, limit: int) -> list[tuple[str, int, int]]:
        """What somebody liked to begin with: (opening, games, wins), the most frequent first."""
        sql = (
            "SELECT opening, COUNT(*) AS games, SUM(CASE WHEN has_won THEN 1 ELSE 0 END) FROM game_seats"
            " WHERE player = ? AND game = ? AND opening IS NOT NULL"
            " GROUP BY opening ORDER BY games DESC, opening LIMIT ?"
        )
        return [(opening, games, wins) for opening, games, wins in await self._rows(sql, player, game, limit)]

    async def accuracy(self, player: str) -> dict[str, tuple[float, int]]:
        """The mean accuracy of somebody's reviewed games, and their number, by game."""
        sql = (
            "SELECT game, AVG(accuracy), COUNT(*) FROM game_seats"
            " WHERE player = ? AND accuracy IS NOT NULL GROUP BY game"
        )
        return {game: (mean, count) for game, mean, count in await self._rows(sql, player)}

    # Settling

    async def due(self, limit: int) -> list[PlayedGame]:
        """Games whose ratings have not been settled, in the order in which they ended."""
        sql = (
            f"SELECT {_GAME_COLUMNS} FROM games WHERE is_due"  # noqa: S608 (columns)
            " ORDER BY time, table_id, number LIMIT ?"
        )
        return await self._with_seats(await self._rows(sql, limit))

    async def settled(self, table_id: str, number: int) -> None:
        """Note that nothing is left to do for a game."""
        sql = "UPDATE games SET is_due = ? WHERE table_id = ? AND number = ?"
        await self._change(sql, False, table_id, number)

    async def name_opening(self, table_id: str, number: int, seat: int, opening: str) -> None:
        """Keep what a seat began with."""
        sql = "UPDATE game_seats SET opening = ? WHERE table_id = ? AND number = ? AND seat = ?"
        await self._change(sql, opening, table_id, number, seat)

    async def reviewed_as(self, table_id: str, number: int, review: str) -> None:
        """Keep the id under which a game is reviewed."""
        sql = "UPDATE games SET review = ? WHERE table_id = ? AND number = ?"
        await self._change(sql, review, table_id, number)

    async def judge(self, review: str, seat: int, accuracy: float) -> None:
        """Keep how accurately a seat played, in all games of this review."""
        sql = (
            "UPDATE game_seats SET accuracy = ? WHERE seat = ? AND (table_id, number) IN"
            " (SELECT table_id, number FROM games WHERE review = ?)"
        )
        await self._change(sql, accuracy, seat, review)

    # Other hands

    async def hand_over(self, guest: str, player: str) -> None:
        """Make a guest's games somebody else's, unless both played in them."""
        sql = (
            "UPDATE game_seats SET player = ? WHERE player = ? AND NOT EXISTS (SELECT 1 FROM game_seats AS"
            " other WHERE other.player = ? AND other.table_id = game_seats.table_id"
            " AND other.number = game_seats.number)"
        )
        await self._change(sql, player, guest, player)

    async def forget(self, player: str, name: str) -> None:
        """Let nobody find somebody's games by them; results stay under another name."""
        await self._change("UPDATE game_seats SET player = NULL, name = ? WHERE player = ?", name, player)

    # Games of earlier versions

    async def unlisted(self, limit: int) -> list[str]:
        """Tables whose games of earlier versions are not listed yet."""
        rows = await self._rows("SELECT table_id FROM unlisted_tables ORDER BY table_id LIMIT ?", limit)
        return [table_id for (table_id,) in rows]

    async def list_table(self, table_id: str, games: Sequence[PlayedGame]) -> None:
        """Add the games of a table to the list; there is nothing to settle about them."""
        for game in games:
            for sql, values in additions(game, is_due=False):
                await self._change(sql, *values)
        await self._change("DELETE FROM unlisted_tables WHERE table_id = ?", table_id)
