"""InterUrban's actions as numbers for programs that learn, and its deal as single tiles.

The board has no bounds, but a tile is always laid where a line ends: so a place is called by its line, the
first one if two meet there. Stations are turned by their line, so they need no orientation.

| ids | action |
|---|---|
| 0–179 | track: 36 × tile + 6 × line + edges, each in the order of the notation |
| 180–419 | station: 180 + 48 × seat + 6 × station + line |
| 420 | end of turn |

A chance outcome is a tile: 0 to 3 a start tile, 4 to 8 a track tile, 9 to 16 a station. They are drawn in the
order of the deal: two start tiles, all track tiles, each seat's stations.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Urn
from stellwerk.games.interurban.law.actions import Action, Deal, EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.data import (
    COLOURS,
    EXITS,
    START_CELLS,
    START_TILES,
    STATION_SUPPLY,
    STATION_TILES,
    TRACK_SUPPLY,
    TRACK_TILES,
)
from stellwerk.games.interurban.law.grid import CURVES, STRAIGHTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.grid import Cell
    from stellwerk.games.interurban.law.state import State

_LINES: Final = len(EXITS)
_EDGES: Final = {edges: place for place, edges in enumerate(STRAIGHTS + CURVES)}
_TRACKS: Final = {tile: place for place, tile in enumerate(TRACK_TILES)}
_STATIONS: Final = {tile: place for place, tile in enumerate(STATION_TILES)}
_STATION: Final = len(TRACK_TILES) * _LINES * len(_EDGES)
END_ID: Final = _STATION + len(COLOURS) * len(STATION_TILES) * _LINES
IDS: Final = END_ID + 1

OUTCOMES: Final = START_TILES + TRACK_TILES + STATION_TILES
_OUTCOME: Final = {tile: outcome for outcome, tile in enumerate(OUTCOMES)}


def encode(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of legal actions, in the order of the actions."""
    line_at = {
        line.end: number for number, line in reversed(tuple(enumerate(state.lines))) if line.finished is None
    }
    return [_id(action, line_at) for action in actions]


def _id(action: Action, line_at: dict[Cell, int]) -> int:
    kind = type(action)
    if kind is LayTrack:
        assert isinstance(action, LayTrack)
        line = line_at[action.x, action.y]
        return track_id(_TRACKS[action.tile], line, _EDGES[action.edges])
    if kind is LayStation:
        assert isinstance(action, LayStation)
        line = line_at[action.x, action.y]
        return station_id(action.seat * len(STATION_TILES) + _STATIONS[action.station], line)
    if kind is EndTurn:
        return END_ID
    raise TypeError(f"{action!r} is no action of a player, so it has no id.")


def track_id(tile: int, line: int, edges: int) -> int:
    """The id of laying a track tile, all by their places in the notation."""
    return (tile * _LINES + line) * len(_EDGES) + edges


def station_id(station: int, line: int) -> int:
    """The id of laying a station, counted through all seats."""
    return _STATION + station * _LINES + line


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
    return Urn(tuple((_OUTCOME[tile], counts[tile]) for tile in OUTCOMES if counts[tile]), draws)


def dealt(state: State, outcomes: Sequence[int]) -> Deal:
    """The deal of these tiles."""
    first_track, first_station = len(START_CELLS), len(START_CELLS) + len(TRACK_SUPPLY)
    own = len(STATION_SUPPLY)
    starts = [START_TILES[outcome] for outcome in outcomes[:first_track]]
    tracks = [TRACK_TILES[outcome - len(START_TILES)] for outcome in outcomes[first_track:first_station]]
    stations = [
        STATION_TILES[outcome - len(START_TILES) - len(TRACK_TILES)] for outcome in outcomes[first_station:]
    ]
    return Deal(
        (starts[0], starts[1]),
        tuple(tracks),
        tuple(tuple(stations[own * seat : own * (seat + 1)]) for seat in range(len(state.players))),
    )


def pieces(action: Action) -> list[int]:
    """The tiles of a deal."""
    assert isinstance(action, Deal)
    tiles = (*action.start, *action.track, *(tile for own in action.stations for tile in own))
    return [_OUTCOME[tile] for tile in tiles]
