"""What an observer of InterUrban learns from one view to the next, as numbers: the tiles turned over.

A novelty is a tile, numbered as in `chance`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Sight
from stellwerk.games.interurban.encode.chance import NUMBER_OF, TILES
from stellwerk.games.interurban.fast.tensor_layout import most_tiles
from stellwerk.games.interurban.law.data import OPEN_TILES
from stellwerk.games.interurban.law.view import bare_view

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.view import View


def news(before: View, after: View) -> tuple[int, ...]:
    """The tiles that were turned over: at the deal the start tiles, then place by place."""
    shown: list[int] = []
    if not before.tiles:
        shown += [NUMBER_OF[laid.tile] for laid in after.tiles]
    shown += _opened(before.open, after.open)
    for was, now in zip(before.players, after.players, strict=True):
        if was is not now:
            shown += _opened(was.open, now.open)
    return tuple(shown)


def _opened(before: tuple[str | None, ...], after: tuple[str | None, ...]) -> list[int]:
    """The tiles at places that have changed.

    A place that shows the same tile as before was not touched, or the action itself tells that it was.
    """
    if before == after:
        return []
    places = before or (None,) * OPEN_TILES
    return [NUMBER_OF[now] for was, now in zip(places, after, strict=True) if now is not None and now != was]


def known_alone(view: View) -> tuple[int, ...]:
    """Nothing: everybody sees the same."""
    del view
    return ()


def most_news(seats: int) -> int:
    """All tiles of the game."""
    return most_tiles(seats)


SIGHT: Final = Sight(bare_view, len(TILES), news, known_alone, most_news)
