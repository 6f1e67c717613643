"""Where each part of the tensor of InterUrban begins: the layout for both writers, here and in `encode`.

    table    the step (one place each), the first round, tiles laid in this turn, a station among them,
             the option of IU-5.2, the start tiles in the box (one place each)
    players  for each seat: its turn, it started the game, points, open and face-down stations by kind
    tracks   open and face-down track tiles by kind
    lines    for each line, in the order of their exits: its end (2), its heading (4), its number or letter
             (1 + 4), straights, curves, value of its tracks, finished by IU-5.1, by IU-5.2; then by seat:
             the owner of its last station, the economic value, which station values it would refuse next
    tiles    all tiles in the order of laying: the cell (2), the edges N E S W, the value, the owner

Seats are in playing order, yours first. The board has no bounds, so its tiles are listed. Cells are divided
by 41, the farthest a line can reach; points by 100, counts by the most there can be. The owner of a tile is 0
for nobody, then the place of the seat by the number of seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import parts_between
from stellwerk.games.interurban.fast.ids import STATIONS
from stellwerk.games.interurban.fast.layout import FIRST_STATION, LINES, STATION_COUNT, TRACK_COUNT

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stellwerk.core.coding import Part

REACH: Final = 41.0
KINDS: Final = FIRST_STATION
"""The kinds of track tiles."""
VALUES: Final = 4
"""The values of stations, and the letters of lines."""
START_TILES: Final = 2
"""Start tiles on the table; four are in the game."""

STEP: Final = 0
TABLE: Final = STEP + 3
"""The table's numbers behind the step."""
BOX: Final = TABLE + 4
PLAYERS: Final = BOX + 4
PLAYER: Final = 3 + 2 * STATIONS
LINE: Final = 16
"""How many numbers a line has before those by seat."""
TILE: Final = 8


def tracks(seats: i64) -> i64:
    """Where the track tiles begin."""
    return PLAYERS + PLAYER * seats


def lines(seats: i64) -> i64:
    """Where the lines begin."""
    return tracks(seats) + 2 * KINDS


def line_size(seats: i64) -> i64:
    """How many numbers a line has."""
    return LINE + (2 + VALUES) * seats


def tiles(seats: i64) -> i64:
    """Where the tiles on the board begin."""
    return lines(seats) + LINES * line_size(seats)


def most_tiles(seats: i64) -> i64:
    """How many tiles there are in a game."""
    return START_TILES + TRACK_COUNT + STATION_COUNT * seats


def size(seats: i64) -> i64:
    """The length of the tensor."""
    return tiles(seats) + TILE * most_tiles(seats)


def layout(seats: int) -> tuple[Part, ...]:
    """The parts of the tensor."""
    starts = {
        "table": STEP,
        "players": PLAYERS,
        "tracks": int(tracks(seats)),
        "lines": int(lines(seats)),
        "tiles": int(tiles(seats)),
    }
    return parts_between(starts, int(size(seats)))
