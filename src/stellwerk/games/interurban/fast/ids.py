"""The ids of InterUrban's actions, from moves of the fast core. They are fixed for ever.

The board has no bounds, but a tile is always laid where a line ends. So a place is named by its line, the
first one if two lines meet there. A station's line decides how it is turned, so its id needs no edges.

    ids          action
    0–179        track: 36 × tile + 6 × line + edges, each in the order of the notation
    180–419      station: 180 + 48 × seat + 6 × station + line
    420          end of turn

An id alone does not tell how a station is turned: whoever needs the move keeps it beside the id.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import END_TURN, FIRST_STATION, LINES

TRACK_EDGES: Final = 6
"""The ways a track can lie."""
SEATS: Final = 5
STATIONS: Final = 8
"""The kinds of stations of a seat."""
STATION_ID: Final = FIRST_STATION * LINES * TRACK_EDGES
END_ID: Final = STATION_ID + SEATS * STATIONS * LINES
IDS: Final = END_ID + 1

_PLACE_OF_EDGES: Final = vec[u8]([6, 6, 6, 2, 6, 0, 3, 6, 6, 5, 1, 6, 4, 6, 6, 6])
"""The place in the notation (NS, EW, NE, ES, SW, NW) of a track by the bits of its edges; 6: not a track."""


def id_of(move: i64, line: i64) -> i64:
    """The id of a move that lays a tile where this line ends."""
    tile = move & 63
    if tile < FIRST_STATION:
        return (tile * LINES + line) * TRACK_EDGES + i64(_PLACE_OF_EDGES[move >> 8 & 15])
    return END_ID if move == END_TURN else STATION_ID + (tile - FIRST_STATION) * LINES + line
