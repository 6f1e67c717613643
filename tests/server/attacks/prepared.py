"""Tables that somebody has filled for long: written into the store before the server starts."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec

from stellwerk.store import index_of, open_store
from stellwerk.tables.commands import open_table, say
from stellwerk.tables.config import OwnSeat, TableConfig
from stellwerk.tables.play import act, free_undo, undo

if TYPE_CHECKING:
    from pathlib import Path

    from stellwerk.tables.draft import Draft
    from stellwerk.tables.events import Event
    from stellwerk.tables.table import Table

OWNER = "mallory"
PAIRS = 1_500
"""Actions that were taken back."""
LINES = 20_000
"""Chat lines."""


def opened(table: str, game: str, seats: int) -> Draft:
    """A table for one person with several seats, which anybody may watch."""
    config = TableConfig(game, tuple(OwnSeat(f"M{seat}") for seat in range(seats)))
    return open_table(table, config, OWNER, "Mallory", table.upper(), "an attacker's seed", 0)


async def undone(folder: Path) -> None:
    """A table at which the same action was played and taken back again and again."""
    draft = opened("undone", "transamerica", 2)
    events, table = draft.events, draft.table
    pairs = 0
    while pairs < PAIRS:
        text = table.game.to_text(table.game.legal(table.state)[0])
        step = act(table, OWNER, text, table.seq, None, 0)
        events += step.events
        table = step.table
        if table.actor is not None and free_undo(table, table.actor) is not None:
            step = undo(table, OWNER, None, 0)
            events += step.events
            table = step.table
            pairs += 1
    await keep(folder, table, events)


async def chatted(folder: Path) -> None:
    """A table at which somebody talked for long."""
    draft = opened("chatted", "trambahn", 2)
    events, table = draft.events, draft.table
    for number in range(LINES):
        said = say(table, OWNER, f"line {number}", None, 0)
        events += said.events
        table = said.table
    await keep(folder, table, events)


async def keep(folder: Path, table: Table, events: list[Event]) -> None:
    """Store a table."""
    store = await open_store(str(folder))
    await store.append(table.id, 0, events, index_of(table))
    await store.close()


def long_record() -> bytes:
    """A finished game of TransAmerica with six players."""
    rng = Random(1)
    table = opened("long", "transamerica", 6).table
    while table.status != "ended":
        text = table.game.to_text(rng.choice(table.game.legal(table.state)))
        table = act(table, OWNER, text, table.seq, None, 0).table
    return msgspec.json.encode(table.record())
