"""The flat state of InterUrban's fast core: where each number lies, how cells, tiles and moves are coded.

Directions are 0 to 3 for N, E, S, W; opposite ones differ in bit 1. A cell is one number, so that neighbours
are a constant away and the order of numbers is the order of cells in the notation. The board is one byte for
each cell. Everything else is one vector of integers, so that a copy is two copies of memory. No rule is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

# cells: the column times 96, plus the row. A line reaches at most 41 cells from the start tiles: its 20
# straights, half of its 22 curves and 8 stations lead one way; looking ahead needs a few cells more.
COLUMN: Final = 96
CELL_ORIGIN: Final = 46 * 96 + 48
CELLS: Final = 94 * 96
RECIPROCAL: Final = (1 << 22) // 96 + 1
"""Times a cell, without the last 22 bits, it gives the column: sooner than a division."""

# the board: the edges with track in bits 0 to 3; none: the cell is empty
EDGES: Final = 15
STATION: Final = 16
"""A station lies here."""
BESIDE_START: Final = 32
"""An empty cell on which no station may lie (IU-4.A)."""

# the lines, one after the other
LINES: Final = 6
LINE_SIZE: Final = 11
END: Final = 0
HEADING: Final = 1
OWNER: Final = 2
"""Of its last station; 5: it has none."""
VALUES: Final = 3
"""The station values it has, as bits."""
TAKEN: Final = 4
"""The stations that IU-4.G to IU-4.J refuse, as bits seat * 4 + value - 1."""
STRAIGHTS: Final = 5
CURVES: Final = 6
TRACK_VALUE: Final = 7
FINISHED: Final = 8
"""0, or 1 for IU-5.1, 2 for IU-5.2."""
ECONOMIC: Final = 9
"""Economic values by seat, five bits each."""
DEPTH: Final = 10
"""How many cells the last known way to another station leads on; changes beyond it do not matter."""

# the table
LABELS: Final = 66
"""The six labels: a number, or one of the letters below."""
SEATS: Final = 72
NEXT_CELL: Final = 73
"""1 with the option `next_cell` of IU-5.2."""
TURN: Final = 74
TURNS: Final = 75
LAID: Final = 76
STATION_LAID: Final = 77
REASON: Final = 78
"""0, or 1 to 4 for IU-6.1a to IU-6.1d."""
OPEN_TRACK: Final = 79
"""How many of each kind are open, four bits each."""
TRACK_DRAWN: Final = 80
"""How many track tiles have left the stack."""
OPEN_PLAIN: Final = 81
"""Open plain stations as bits seat * 4 + value - 1; the next field has the second one of two."""
OPEN_CROSSING: Final = 83
STATIONS_DRAWN: Final = 85
"""How many stations of each seat have left the stack."""
STATIONS_LEFT: Final = 90
"""How many stations each seat has, open or not."""
KEY: Final = 95
"""The same for the same tiles on the board, in whatever order they were laid."""
CROSSINGS: Final = 96
"""How many crossings lie on the board; their cells and stations follow."""
INTEGERS: Final = 97 + 25

S_LABEL: Final = -1
C_LABEL: Final = -2
H_LABEL: Final = -3
L_LABEL: Final = -4

# the stacks: track tiles, then the stations of each seat
TRACK_COUNT: Final = 42
STATION_COUNT: Final = 10
STACKS: Final = 42 + 5 * 10

# tiles: 0 to 4 are s2, s1, s0, c1, c0; stations 5 + seat * 8 + value - 1, and 4 more for crossings
FIRST_CURVE: Final = 3
FIRST_STATION: Final = 5
END_TURN: Final = 63
"""The move that ends the turn. Others are cell * 4096 + edges * 256 + tile."""

# what fits a cell: bits 0 to 3 are the directions in which track may lead on
JOINED: Final = 16
"""The only way runs into a free crossing (IU-4.K)."""
PLAIN: Final = 32
CROSSING: Final = 64
CROSSED: Final = 8
"""From this bit on: 1 + the other line that a crossing would extend as well (IU-4.L)."""

# stations that stand for others, beyond the bits of all seats (and of the owner that a line without has)
ACCEPTED: Final = 24
"""No line refuses it, and the line that gets it refuses none."""
JOINED_BY_ALL: Final = 25
"""No line refuses it, but the line that gets it refuses all others."""
REFUSED: Final = 28
"""Every line refuses it, and the line that gets it refuses all others."""

MASK_32: Final = 0xFFFFFFFF


def step(direction: i64) -> i64:
    """How far the next cell in a direction is."""
    return ((direction & 1) * (COLUMN - 1) + 1) * (1 - (direction & 2))


def distance(cell: i64, other: i64) -> i64:
    """Between two cells, along the grid."""
    column = cell * RECIPROCAL >> 22
    other_column = other * RECIPROCAL >> 22
    columns = column - other_column
    rows = cell - other - columns * COLUMN
    return (columns if columns >= 0 else -columns) + (rows if rows >= 0 else -rows)


def straight_edges(heading: i64) -> i64:
    """The edges of a straight track with this heading."""
    five: i64 = 5
    return five << (heading & 1)


def first_curve(heading: i64) -> i64:
    """Where the first curve of the notation leads; the second one leads the opposite way."""
    return 1 + (heading & 1) * (2 - heading)


def curve_edges(heading: i64, out: i64) -> i64:
    """The edges of a curve that is entered with one heading and left with another."""
    one: i64 = 1
    return (one << (heading ^ 2)) | (one << out)


def other_edge(edges: i64, side: i64) -> i64:
    """Where a track leaves that is entered at an edge."""
    one: i64 = 1
    rest = edges ^ (one << side)
    return (rest >> 1) - (rest >> 3)


def mixed(number: i64) -> i64:
    """A number whose bits look random, of 32 bits."""
    number = (number ^ (number >> 15)) * 0x2C1B3C6D & MASK_32
    number = (number ^ (number >> 12)) * 0x297A2D39 & MASK_32
    return number ^ (number >> 15)


def move_key(move: i64) -> i64:
    """What a tile on the board adds to the key, of 60 bits."""
    return mixed(move) << 28 ^ mixed(move + 1)


def next_random(number: i64) -> i64:
    """The random number after this one, of 32 bits and never 0."""
    number ^= number << 13 & MASK_32
    number ^= number >> 17
    return number ^ (number << 5 & MASK_32)
