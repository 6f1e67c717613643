"""InterUrban's deal as single tiles.

A piece is a tile: 0 to 3 a start tile, 4 to 8 a track tile, 9 to 16 a station. They are drawn in the order of
the deal: two start tiles, all track tiles, each seat's stations.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Pieces, Urn
from stellwerk.games.interurban.law.actions import Deal
from stellwerk.games.interurban.law.data import (
    START_CELLS,
    START_TILES,
    STATION_SUPPLY,
    STATION_TILES,
    TRACK_SUPPLY,
    TRACK_TILES,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State

TILES: Final = START_TILES + TRACK_TILES + STATION_TILES
NUMBER_OF: Final[dict[str, int]] = {tile: number for number, tile in enumerate(TILES)}


def urns(state: State) -> tuple[Urn, ...]:
    """The start tiles, the track tiles, and each seat's stations."""
    stations = _urn(STATION_SUPPLY, len(STATION_SUPPLY))
    return (
        _urn(START_TILES, len(START_CELLS)),
        _urn(TRACK_SUPPLY, len(TRACK_SUPPLY)),
        *(stations for _ in state.players),
    )


def _urn(tiles: Sequence[str], draws: int) -> Urn:
    counts = Counter(tiles)
    return Urn(tuple((NUMBER_OF[tile], counts[tile]) for tile in TILES if counts[tile]), draws)


def deal_of(state: State, outcomes: Sequence[int]) -> Action:
    """The deal of these tiles."""
    first_track, first_station = len(START_CELLS), len(START_CELLS) + len(TRACK_SUPPLY)
    each = len(STATION_SUPPLY)
    starts = [START_TILES[outcome] for outcome in outcomes[:first_track]]
    tracks = [TRACK_TILES[outcome - len(START_TILES)] for outcome in outcomes[first_track:first_station]]
    stations = [
        STATION_TILES[outcome - len(START_TILES) - len(TRACK_TILES)] for outcome in outcomes[first_station:]
    ]
    return Deal(
        (starts[0], starts[1]),
        tuple(tracks),
        tuple(tuple(stations[each * seat : each * (seat + 1)]) for seat in range(len(state.players))),
    )


def tiles_of(action: Action) -> list[int]:
    """The tiles of a deal."""
    assert isinstance(action, Deal)
    tiles = (*action.start, *action.track, *(tile for stations in action.stations for tile in stations))
    return [NUMBER_OF[tile] for tile in tiles]


DEALS: Final = Pieces(len(TILES), urns, deal_of, tiles_of)
