"""Appends to PostgreSQL in batches: all that are waiting go into one statement.

A batch costs one round trip and one transaction. PostgreSQL commits transactions with a NOTIFY one after the
other, so a transaction per append would wait for a disk sync each. Appends still succeed or fail on their
own:
a table advances only if it is at the expected seq, and its events, people and notifications are written only
then.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from stellwerk.store.errors import Conflict, StoreError
from stellwerk.store.games import game_row, seat_rows
from stellwerk.store.listener import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from stellwerk.store.games import PlayedGame
    from stellwerk.store.rows import EventRow, TableRow
    from stellwerk.store.sql import Rows

MAX_BATCH: Final = 256
"""Keeps the first of a batch from waiting too long."""

_WITH: Final = """
    WITH asked AS (
        SELECT * FROM unnest(
            $1::text[], $2::integer[], $3::text[], $4::boolean[], $5::boolean[],
            $6::double precision[], $7::double precision[], $8::text[], $9::integer[]
        ) AS asked (id, seq, code, listed, bot_due, deadline, time, summary, expected)
    ),
    opened AS (
        INSERT INTO tables (id, seq, code, listed, bot_due, deadline, time, summary)
        SELECT id, seq, code, listed, bot_due, deadline, time, summary FROM asked
        WHERE expected = 0 ORDER BY id
        ON CONFLICT DO NOTHING RETURNING id, seq
    ),
    locked AS MATERIALIZED ( -- all processes in the same order, so that no two wait for each other
        SELECT tables.id FROM tables JOIN asked ON tables.id = asked.id AND tables.seq = asked.expected
        ORDER BY tables.id FOR UPDATE OF tables
    ),
    moved AS (
        UPDATE tables SET seq = asked.seq, code = asked.code, listed = asked.listed, bot_due = asked.bot_due,
            deadline = asked.deadline, time = asked.time, summary = asked.summary
        FROM asked JOIN locked ON locked.id = asked.id
        WHERE tables.id = asked.id AND tables.seq = asked.expected
        RETURNING tables.id, tables.seq
    ),
    done AS (SELECT id, seq FROM opened UNION ALL SELECT id, seq FROM moved),
    added AS (
        INSERT INTO events (table_id, seq, kind, seat, payload, time)
        SELECT event.* FROM unnest(
            $10::text[], $11::integer[], $12::text[], $13::integer[], $14::text[], $15::double precision[]
        ) AS event (table_id, seq, kind, seat, payload, time) JOIN done ON done.id = event.table_id
    ),
    present AS (SELECT * FROM unnest($16::text[], $17::text[]) AS present (table_id, player)),
    came AS (
        INSERT INTO people_at_tables (table_id, player)
        SELECT present.table_id, present.player FROM present JOIN done ON done.id = present.table_id
        ON CONFLICT DO NOTHING
    ),
    went AS (
        DELETE FROM people_at_tables AS person USING done WHERE person.table_id = done.id
        AND (person.table_id, person.player) NOT IN (SELECT table_id, player FROM present)
    )
"""
_PLAYED: Final = """
    , played AS (
        INSERT INTO games SELECT game.* FROM jsonb_populate_recordset(NULL::games, $18::jsonb) AS game
        JOIN done ON done.id = game.table_id ON CONFLICT DO NOTHING
    ),
    players AS (
        INSERT INTO game_seats
        SELECT seat.* FROM jsonb_populate_recordset(NULL::game_seats, $19::jsonb) AS seat
        JOIN done ON done.id = seat.table_id ON CONFLICT DO NOTHING
    )
"""
_DONE: Final = f"SELECT id, pg_notify('{CHANNEL}', seq || ' ' || id) FROM done"  # noqa: S608 (a name of ours)
APPEND: Final = _WITH + _DONE
APPEND_PLAYED: Final = _WITH + _PLAYED + _DONE
"""The same where games end, which is seldom."""


class Append(NamedTuple):
    """One append that is waiting."""

    table: TableRow
    expected_seq: int
    events: Sequence[EventRow]
    people: Sequence[str]
    played: PlayedGame | None = None
    """The game that ends with it."""


class Batches:
    """Takes appends and writes all that are waiting at once."""

    def __init__(self, fetch: Callable[..., Awaitable[Rows]], tell: Callable[[str, int], None]) -> None:
        self.statements = 0
        """Number of batches so far; under load fewer than appends."""
        self._fetch = fetch
        self._tell = tell
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> None:
        """Return once the append is on disk, or raise `Conflict`. Cancelling the caller does not cancel the
        append."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        await answer

    async def close(self) -> None:
        """Write all that is waiting, then stop."""
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        while self._waiting:
            await self._settle(self._next_batch())
        self._task = None

    def _next_batch(self) -> list[tuple[Append, asyncio.Future[None]]]:
        """The first waiting append of each table; a second one of the same table waits for its outcome."""
        batch: dict[str, tuple[Append, asyncio.Future[None]]] = {}
        later = []
        for item in self._waiting:
            if len(batch) == MAX_BATCH or item[0].table.id in batch:
                later.append(item)
            else:
                batch[item[0].table.id] = item
        self._waiting = later
        return list(batch.values())

    async def _settle(self, batch: list[tuple[Append, asyncio.Future[None]]]) -> None:
        """Write a batch and resolve each of its appends."""
        try:
            rows = await self._fetch(*_statement([append for append, _ in batch]))
        except Exception as error:  # noqa: BLE001 (every waiting caller gets it)
            if len(batch) > 1 and not isinstance(error, StoreError):  # one by one, to find out whose it is
                for item in batch:
                    await self._settle([item])
                return
            outcomes: dict[str, Exception | None] = {append.table.id: error for append, _ in batch}
        else:
            outcomes = dict.fromkeys((table_id for table_id, _ in rows), None)
        self.statements += 1
        for append, answer in batch:
            self._answer(append, answer, outcomes)

    def _answer(
        self, append: Append, answer: asyncio.Future[None], outcomes: dict[str, Exception | None]
    ) -> None:
        table = append.table
        outcome = outcomes.get(table.id, Conflict(table.id, append.expected_seq))
        if outcome is None:
            self._tell(table.id, table.seq)
        if answer.cancelled():
            return
        if outcome is None:
            answer.set_result(None)
        else:
            answer.set_exception(outcome)


def _statement(appends: list[Append]) -> list[Any]:
    """The statement for a batch, and its values: one list for each column of tables, of events and of people;
    games that end and their seats as JSON."""
    tables = [(*append.table, append.expected_seq) for append in appends]
    events = [event for append in appends for event in append.events]
    people = [(append.table.id, player) for append in appends for player in append.people]
    played = [append.played for append in appends if append.played is not None]
    games = [game_row(game) for game in played]
    seats = [row for game in played for row in seat_rows(game)]
    return [
        APPEND_PLAYED if played else APPEND,
        *map(list, zip(*tables, strict=True)),
        *map(list, zip(*events, strict=True)),
        [table_id for table_id, _ in people],
        [player for _, player in people],
        *([msgspec.json.encode(rows).decode() for rows in (games, seats)] if played else []),
    ]
