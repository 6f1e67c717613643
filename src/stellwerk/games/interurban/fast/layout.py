"""The data layout of InterUrban's fast core: where each number lies, how cells, tiles and moves are packed.

A table is three flat vectors. Copying a table copies the first two and shares the third.

    board   one byte per cell       bits 0–3 edges with track (N E S W), 4 STATION, 5 BESIDE_START
    state   122 integers            see below
    stacks  92 tiles in order       42 track tiles, then 10 stations for each of five seats

    state     0 … 65   six lines of LINE_SIZE = 11 fields: END, HEADING, … DEPTH
             66 … 71   LABELS: the start number or letter of each line
             72 … 95   the table: SEATS, TURN, LAID, open tiles, supplies, KEY
             96 …121   CROSSINGS: their number, then cell << 8 | station for each

A direction is 0, 1, 2, 3 for N, E, S, W, so opposite directions differ in bit 1. A cell is one integer,
column * 96 + row: neighbours are a constant apart, and integers sort as cells do in the notation. A line is
known by the place of its first field (0, 11, 22, …) or by its number (0 to 5); arguments are called `line` or
`number` accordingly.

    tile      0 … 4    s2 s1 s0 c1 c0
              5 …44    stations: 5 + seat * 8 + crossing * 4 + value - 1
    station   0 …19    seat * 4 + value - 1, plain or crossing alike; sets of stations have one bit for each
    move      cell << 12 | edges << 8 | tile
              ┌─ 25 … 12 ─┬─ 11 … 8 ─┬─ 7 … 6 ─┬─ 5 … 0 ─┐
              │   cell    │ W S E N  │ unused  │  tile   │       END_TURN is 63
              └───────────┴──────────┴─────────┴─────────┘

This module has constants and arithmetic on them, and no rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

# Cells. A line reaches at most 41 cells from the start tiles: its 20 straights, half of its 22 curves and 8
# stations can lead one way. Looking ahead needs a few cells more.
COLUMN: Final = 96
CELL_ORIGIN: Final = 46 * 96 + 48
CELLS: Final = 94 * 96
RECIPROCAL: Final = (1 << 22) // 96 + 1
"""`cell * RECIPROCAL >> 22` is the column of a cell, and faster than a division."""

# A byte of the board
EDGES: Final = 15
"""The edges with track; a cell without any is empty."""
STATION: Final = 16
"""A station lies here."""
BESIDE_START: Final = 32
"""An empty cell on which no station may lie (IU-4.A)."""

# The fields of a line
LINES: Final = 6
LINE_SIZE: Final = 11
END: Final = 0
HEADING: Final = 1
OWNER: Final = 2
"""The owner of its last station, or NOBODY."""
VALUES: Final = 3
"""The station values it has: bit 0 for 1, up to bit 3 for 4."""
TAKEN: Final = 4
"""The stations that IU-4.G to IU-4.J refuse, as a set."""
STRAIGHTS: Final = 5
CURVES: Final = 6
TRACK_VALUE: Final = 7
FINISHED: Final = 8
"""0, or 1 for IU-5.1, 2 for IU-5.2."""
ECONOMIC: Final = 9
"""The economic value of each seat, five bits per seat."""
DEPTH: Final = 10
"""How many cells ahead its last known way to another station leads: changes further away do not matter."""

NOBODY: Final = 5
"""The owner of a line's last station when it has none: a seat that does not exist."""

# The table
LABELS: Final = 66
"""Six labels: a start number, or one of the letters below."""
SEATS: Final = 72
NEXT_CELL: Final = 73
"""1 with the option `next_cell` of IU-5.2, otherwise 0."""
TURN: Final = 74
TURNS: Final = 75
LAID: Final = 76
STATION_LAID: Final = 77
REASON: Final = 78
"""0, or 1 to 4 for IU-6.1a to IU-6.1d."""
OPEN_TRACK: Final = 79
"""How many track tiles of each kind are open, four bits per kind."""
TRACK_DRAWN: Final = 80
"""How many track tiles have left the stack."""
OPEN_PLAIN: Final = 81
"""The open plain stations as a set; the next field holds the second of two equal ones."""
OPEN_CROSSING: Final = 83
"""The same for crossings."""
STATIONS_DRAWN: Final = 85
"""How many stations of each seat have left its stack."""
STATIONS_LEFT: Final = 90
"""How many stations each seat still has, open or face down."""
KEY: Final = 95
"""A hash of the tiles on the board that does not depend on the order of laying."""
CROSSINGS: Final = 96
"""How many crossings lie on the board; `cell << 8 | station` of each follows."""
INTEGERS: Final = 97 + 25
"""The size of the state."""

S_LABEL: Final = -1
C_LABEL: Final = -2
H_LABEL: Final = -3
L_LABEL: Final = -4

# The stacks
TRACK_COUNT: Final = 42
STATION_COUNT: Final = 10
STACKS: Final = 42 + 5 * 10

# Tiles and moves
FIRST_CURVE: Final = 3
FIRST_STATION: Final = 5
END_TURN: Final = 63
"""The move that ends the turn."""

# What fits a cell: bits 0 to 3 are the directions in which track may lead on
JOINED: Final = 16
"""The only way runs into a free crossing (IU-4.K)."""
PLAIN: Final = 32
"""A plain station fits."""
CROSSING: Final = 64
"""A crossing fits."""
CROSSED: Final = 8
"""The bits from here on hold 1 + the number of the other line that a crossing would extend (IU-4.L)."""

# Imaginary stations that stand for others, beyond the bits of all seats and of NOBODY
ACCEPTED: Final = 24
"""No line refuses it, and the line that gets it refuses no station afterwards."""
JOINED_BY_ALL: Final = 25
"""No line refuses it, but the line that gets it refuses every station afterwards."""
REFUSED: Final = 28
"""Every line refuses it, and the line that gets it refuses every station afterwards."""

MASK_32: Final = 0xFFFFFFFF


def cell_of(move: i64) -> i64:
    """The cell that a move lays a tile on."""
    return move >> 12


def edges_of(move: i64) -> i64:
    """The edges with track of the tile that a move lays."""
    return move >> 8 & EDGES


def tile_of(move: i64) -> i64:
    """The tile that a move lays."""
    return move & 63


def to_move(cell: i64, edges: i64, tile: i64) -> i64:
    """The move that lays a tile on a cell."""
    return cell << 12 | edges << 8 | tile


def station_of(tile: i64) -> i64:
    """The station of a tile."""
    place = tile - FIRST_STATION
    return place >> 3 << 2 | (place & 3)


def step(direction: i64) -> i64:
    """The difference between a cell and its neighbour in a direction."""
    return ((direction & 1) * (COLUMN - 1) + 1) * (1 - (direction & 2))


def sideways(ahead: i64) -> i64:
    """The difference between a cell and a neighbour at a right angle to the step `ahead`."""
    return COLUMN + 1 - ahead if ahead > 0 else COLUMN + 1 + ahead


def distance(cell: i64, other: i64) -> i64:
    """The number of steps between two cells, along the grid."""
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
    """The direction in which the notation's first curve leads on; its second curve leads the opposite way."""
    return 1 + (heading & 1) * (2 - heading)


def curve_edges(heading: i64, out: i64) -> i64:
    """The edges of a curve that a line enters with one heading and leaves with another."""
    one: i64 = 1
    return (one << (heading ^ 2)) | (one << out)


def other_edge(edges: i64, side: i64) -> i64:
    """The edge at which a track leaves when it is entered at `side`."""
    one: i64 = 1
    rest = edges ^ (one << side)
    return (rest >> 1) - (rest >> 3)


def count_values(values: i64) -> i64:
    """How many of the four station values are in a set of them."""
    return (values & 1) + (values >> 1 & 1) + (values >> 2 & 1) + (values >> 3)


def mixed(number: i64) -> i64:
    """A hash of a number, of 32 bits."""
    number = (number ^ (number >> 15)) * 0x2C1B3C6D & MASK_32
    number = (number ^ (number >> 12)) * 0x297A2D39 & MASK_32
    return number ^ (number >> 15)


def move_key(move: i64) -> i64:
    """What a tile on the board contributes to KEY, of 60 bits."""
    return mixed(move) << 28 ^ mixed(move + 1)


def next_random(number: i64) -> i64:
    """The random number after this one (xorshift), of 32 bits and never 0."""
    number ^= number << 13 & MASK_32
    number ^= number >> 17
    return number ^ (number << 5 & MASK_32)
