"""What one move of two players costs without network and store: `python3 run.py bench move`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import stellwerk
from stellwerk.server.live.audience import encode
from stellwerk.server.live.wire import TableFrame
from stellwerk.store import index_of
from stellwerk.tables.commands import join, open_table
from stellwerk.tables.config import OpenSeat, OwnSeat, TableConfig
from stellwerk.tables.news import News, news
from stellwerk.tables.play import act
from stellwerk.tables.sight import sight
from tests.bench import asked
from tests.bench.measure import microseconds, show

if TYPE_CHECKING:
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table

GAMES = 4


class Move(NamedTuple):
    """An action, the table before it, and what came of it."""

    table: Table
    player: str
    text: str
    draft: Draft


def run(arguments: list[str]) -> None:
    """Measure all games for two, or those named."""
    rows = []
    for_two = [key for key in stellwerk.games() if stellwerk.load(key).info.seats.min <= 2]
    for key in asked.games("move", arguments, for_two):
        moves = [move for seed in range(GAMES) for move in played(key, seed)]
        frames = [frame(move, player) for move in moves for player in ("me", "you")]
        parts = (
            microseconds(lambda m: act(m.table, m.player, m.text, m.table.seq, None, 0), moves),
            microseconds(lambda m: index_of(m.draft.table), moves),
            2 * microseconds(lambda m: sight(m.draft.table, "me"), moves),
            2 * microseconds(lambda m: told(m, "me"), moves),
            2 * microseconds(encode, frames),
        )
        size = sum(len(encode(item)) for item in frames) / len(frames)
        rows.append((key, *(f"{part:.0f}" for part in parts), f"{sum(parts):.0f}", f"{size:,.0f}"))
    columns = ("game", "act", "index", "2 sights", "2 news", "2 encodings", "together", "bytes of a frame")
    show("One move at a table of two, µs of CPU", columns, rows)


def frame(move: Move, player: str) -> TableFrame:
    """What a player is told of a move."""
    return TableFrame(sight(move.draft.table, player), told(move, player))


def told(move: Move, player: str) -> tuple[News, ...]:
    """The news of a move."""
    return tuple(news(*step, player, "de") for step in move.draft.steps)


def played(key: str, seed: int) -> list[Move]:
    """The moves of a random game."""
    rng = random.Random(seed)
    config = TableConfig(key, (OwnSeat(), OpenSeat()))
    table = join(
        open_table("table", config, "me", "Me", "CODE", f"{seed}", 0).table, "you", "You", None, 0
    ).table
    moves = []
    while table.actor is not None:
        player = table.seats[table.actor].player
        assert player is not None
        text = table.game.to_text(rng.choice(table.game.legal(table.state)))
        moves.append(Move(table, player, text, act(table, player, text, table.seq, None, 0)))
        table = moves[-1].draft.table
    return moves
