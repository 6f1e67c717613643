"""What a seat of InterUrban knows, as numbers read from the fast core: the twin of `encode.tensor`.

It writes exactly what `encode.tensor.write` makes of the seat's view, in the places of `tensor_layout`
(`to`). `Tiles` tells it which tiles lie on the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.fast import tensor_layout as to
from stellwerk.games.interurban.fast.ids import STATIONS
from stellwerk.games.interurban.fast.layout import (
    CELL_ORIGIN,
    COLUMN,
    CURVES,
    ECONOMIC,
    END,
    FINISHED,
    FIRST_STATION,
    HEADING,
    LABELS,
    LAID,
    LINE_SIZE,
    LINES,
    NEXT_CELL,
    OPEN_CROSSING,
    OPEN_PLAIN,
    OPEN_TRACK,
    OWNER,
    REASON,
    SEATS,
    STATION_COUNT,
    STATION_LAID,
    STATIONS_DRAWN,
    STRAIGHTS,
    TAKEN,
    TRACK_COUNT,
    TRACK_DRAWN,
    TRACK_VALUE,
    TURN,
    TURNS,
)
from stellwerk.games.interurban.fast.scoring import totals
from stellwerk.games.interurban.info import INFO
from stellwerk.games.interurban.law.data import OPEN_TILES, TRACK_COPIES, TRACK_TILES

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.core import Core
    from stellwerk.games.interurban.fast.tiles import Tiles

_ZEROS: Final = [vec[float]([0.0] * int(to.size(seats))) for seats in range(INFO.seats.max + 1)]
"""An empty tensor for each number of seats."""
_SIX_ZEROS: Final = vec[i64]([i64(0)] * 6)
_COPIES: Final = vec[float]([float(TRACK_COPIES[tile]) for tile in TRACK_TILES])
_TRACK_VALUES: Final = vec[float]([int(tile[1]) / 4 for tile in TRACK_TILES])


def numbers(table: Core, tiles: Tiles, seat: i64) -> vec[float]:
    """What a seat knows, as a new tensor."""
    state = table.state
    seats = state[SEATS]
    found: vec[float] = _ZEROS[seats][:]
    _write_table(state, tiles, found)
    scores = _SIX_ZEROS[:]
    totals(state, _SIX_ZEROS[:], scores)
    place: i64 = 0
    start: i64 = to.PLAYERS
    while place < seats:
        other = (seat + place) % seats
        if state[TURN] == other and not state[REASON]:
            found[start] = 1.0
        if tiles.start_seat == other:
            found[start + 1] = 1.0
        found[start + 2] = float(scores[other]) / 100.0
        _write_stations(table, found, start + 3, other)
        place += 1
        start += to.PLAYER
    _write_tracks(table, found, to.tracks(seats))
    start = to.lines(seats)
    line: i64 = 0
    while line < LINES:
        _write_line(state, found, start, line, seat)
        start += to.line_size(seats)
        line += 1
    _write_tiles(tiles, found, to.tiles(seats), seat, seats)
    return found


def _write_table(state: vec[i64], tiles: Tiles, found: vec[float]) -> None:
    found[to.STEP + 2 if state[REASON] else to.STEP + 1] = 1.0
    if state[TURNS] < state[SEATS]:
        found[to.TABLE] = 1.0
    found[to.TABLE + 1] = float(state[LAID]) / 3.0
    found[to.TABLE + 2] = float(state[STATION_LAID])
    found[to.TABLE + 3] = float(state[NEXT_CELL])
    box: i64 = 0
    while box < 4:
        found[to.BOX + box] = tiles.box[box]
        box += 1


def _write_stations(table: Core, found: vec[float], start: i64, seat: i64) -> None:
    """The open and the face-down stations of a seat."""
    state, stacks = table.state, table.stacks
    value: i64 = 0
    while value < 4:
        bit = 4 * seat + value
        plain = (state[OPEN_PLAIN] >> bit & 1) + (state[OPEN_PLAIN + 1] >> bit & 1)
        crossings = (state[OPEN_CROSSING] >> bit & 1) + (state[OPEN_CROSSING + 1] >> bit & 1)
        found[start + value] = float(plain) / 2.0
        found[start + 4 + value] = float(crossings) / 2.0
        value += 1
    first: i64 = TRACK_COUNT + STATION_COUNT * seat
    place: i64 = first + state[STATIONS_DRAWN + seat]
    while place < first + STATION_COUNT:
        found[start + STATIONS + i64(stacks[place])] += 0.5
        place += 1


def _write_tracks(table: Core, found: vec[float], start: i64) -> None:
    """The open and the face-down track tiles."""
    state, stacks = table.state, table.stacks
    place = state[TRACK_DRAWN]
    while place < TRACK_COUNT:
        found[start + to.KINDS + i64(stacks[place])] += 1.0
        place += 1
    tile: i64 = 0
    while tile < to.KINDS:
        found[start + tile] = float(state[OPEN_TRACK] >> (4 * tile) & 15) / OPEN_TILES
        found[start + to.KINDS + tile] /= _COPIES[tile]
        tile += 1


def _write_line(state: vec[i64], found: vec[float], start: i64, number: i64, seat: i64) -> None:
    line = number * LINE_SIZE
    _write_cell(found, start, state[line + END])
    found[start + 2 + state[line + HEADING]] = 1.0
    label = state[LABELS + number]
    if label >= 0:
        found[start + 6] = float(label) / 10.0
    else:
        found[start + 6 - label] = 1.0
    found[start + 11] = float(state[line + STRAIGHTS]) / 20.0
    found[start + 12] = float(state[line + CURVES]) / 22.0
    found[start + 13] = float(state[line + TRACK_VALUE]) / 32.0
    if state[line + FINISHED]:
        found[start + 13 + state[line + FINISHED]] = 1.0
    seats, owner = state[SEATS], state[line + OWNER]
    refused = state[line + TAKEN] | i64(15) << (4 * owner)  # IU-4.D, IU-4.G to IU-4.J
    place: i64 = 0
    while place < seats:
        other = (seat + place) % seats
        if owner == other:
            found[start + to.LINE + place] = 1.0
        found[start + to.LINE + seats + place] = float(state[line + ECONOMIC] >> (5 * other) & 31) / 16.0
        value: i64 = 0
        while value < 4:
            if refused >> (4 * other + value) & 1:
                found[start + to.LINE + 2 * seats + 4 * place + value] = 1.0
            value += 1
        place += 1


def _write_cell(found: vec[float], start: i64, cell: i64) -> None:
    found[start] = float(cell // COLUMN - CELL_ORIGIN // COLUMN) / to.REACH
    found[start + 1] = float(cell % COLUMN - CELL_ORIGIN % COLUMN) / to.REACH


def _write_tiles(tiles: Tiles, found: vec[float], start: i64, seat: i64, seats: i64) -> None:
    """The board as a list of tiles."""
    number: i64 = 0
    while number < tiles.count:
        move = tiles.moves[number]
        _write_cell(found, start, move >> 12)
        side: i64 = 0
        while side < 4:
            if move >> (8 + side) & 1:
                found[start + 2 + side] = 1.0
            side += 1
        tile = move & 63
        if tile < FIRST_STATION:
            found[start + 6] = _TRACK_VALUES[tile]
        else:
            found[start + 6] = float((tile - FIRST_STATION & 3) + 1) / 4.0
            owner = (tile - FIRST_STATION) >> 3
            found[start + 7] = float(1 + (owner - seat + seats) % seats) / float(seats)
        number += 1
        start += to.TILE
