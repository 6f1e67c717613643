"""The tiles on the board in the order of laying, and what the deal decided, kept beside the fast core.

The core knows which edges each cell has, but not which tile lies there or when it was laid. A tile is kept as
the move that laid it (see `fast.layout`); a start tile as a track without value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast.ids import STATIONS
from stellwerk.games.interurban.fast.layout import CELL_ORIGIN, COLUMN, FIRST_STATION
from stellwerk.games.interurban.fast.tensor_layout import most_tiles
from stellwerk.games.interurban.law.data import START_TILES, STATION_TILES, TRACK_TILES
from stellwerk.games.interurban.law.grid import ALL_EDGES

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.state import Laid, State

_MOST_SEATS: Final = 5
_NO_TILES: Final = vec[i64]([i64(0)] * int(most_tiles(_MOST_SEATS)))
_NO_VALUE: Final = 2
"""The track tile s0."""
_TRACK_OF: Final[dict[str, int]] = {tile: place for place, tile in enumerate(TRACK_TILES)}
_STATION_OF: Final[dict[str, int]] = {tile: place for place, tile in enumerate(STATION_TILES)}


@final
class Tiles:
    """The tiles on the board."""

    def __init__(self, start_seat: i64, box: vec[float], moves: vec[i64], count: i64) -> None:
        self.start_seat = start_seat
        self.box = box
        """1 for each start tile that is not on the table."""
        self.moves = moves
        """The tiles in the order of laying, as moves; the first `count` of them."""
        self.count = count

    def copy(self) -> Tiles:
        """The same tiles, to be added to independently."""
        return Tiles(self.start_seat, self.box, self.moves[:], self.count)

    def add(self, move: i64) -> None:
        """Lay one more."""
        self.moves[self.count] = move
        self.count += 1


def read_tiles(state: State) -> Tiles:
    """The tiles of a state of the law, after the deal."""
    box = vec[float]([1.0 if tile in state.box else 0.0 for tile in START_TILES])
    tiles = Tiles(state.start_seat, box, _NO_TILES[:], 0)
    for laid in state.tiles:
        tiles.add(_move_of(laid))
    return tiles


def _move_of(laid: Laid) -> int:
    place = CELL_ORIGIN + laid.cell[0] * COLUMN + laid.cell[1]
    edges = sum([1 << ALL_EDGES.index(edge) for edge in laid.edges])
    if laid.seat is None:
        tile = _TRACK_OF.get(laid.tile, _NO_VALUE)
    else:
        tile = FIRST_STATION + STATIONS * laid.seat + _STATION_OF[laid.tile]
    return place << 12 | edges << 8 | tile
