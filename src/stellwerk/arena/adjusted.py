"""Win shares without the luck of deals and draws, from reviews of a tournament's games.

What chance brought each seat has mean 0, so taking it off changes no expected result, only the noise. How
much that helps is said in games: the number that would say as much without it.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Final

import msgspec

from stellwerk.arena.statistics import Z, block_share
from stellwerk.core.record import decode
from stellwerk.review import Budget, examine, luck, luck_pieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stellwerk.arena.block import Block

BUDGET: Final = Budget(table=96)
Job = tuple[tuple[str, ...], int]
"""A block by its line-up and number."""


class Adjusted(msgspec.Struct, frozen=True):
    """One entrant with and without luck. Both intervals are 95 %, from how much the blocks differ."""

    bot: str
    games: int
    raw: float
    raw_reach: float
    """Half of the interval."""
    share: float
    reach: float
    worth: float
    """The number of games that would say as much without the adjustment."""


def saved_games(one: Adjusted) -> dict[str, int]:
    """The parameters of the sentence that says how many games the adjustment saves."""
    worth = round(one.worth)
    return {"games": one.games, "worth": worth, "saved": max(0, worth - one.games)}


def luck_of(record: bytes) -> tuple[float, ...]:
    """What deal and draws brought to each seat of a game, in shares of the win."""
    game = decode(record)
    return luck(game, [examine(game, piece, BUDGET) for piece in luck_pieces(game)])


def luck_of_block(block: Block) -> tuple[tuple[float, ...], ...]:
    """The luck of each seat in each game of a block."""
    return tuple(luck_of(bytes(game.record)) for game in block.games)


def adjusted(
    blocks: Sequence[Block], luck: Mapping[Job, tuple[tuple[float, ...], ...]], entrant: str
) -> Adjusted:
    """How one entrant did with and without luck."""
    own = [block for block in blocks if entrant in block.lineup]
    raw = [block_share(block, entrant) for block in own]
    brought = [_brought(block, luck[block.lineup, block.number], entrant) for block in own]
    shares = [share - lucky for share, lucky in zip(raw, brought, strict=True)]
    games = sum(len(block.games) for block in own)
    raw_reach, reach = _reach(raw), _reach(shares)
    worth = games * (raw_reach / reach) ** 2 if reach else float(games)
    return Adjusted(entrant, games, fmean(raw), raw_reach, fmean(shares), reach, worth)


def _brought(block: Block, luck: Sequence[Sequence[float]], entrant: str) -> float:
    """The mean luck of an entrant, over the seats that it held in a block."""
    return fmean(
        lucky
        for game, brought in zip(block.games, luck, strict=True)
        for name, lucky in zip(game.seating, brought, strict=True)
        if name == entrant
    )


def _reach(values: Sequence[float]) -> float:
    return Z * sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
