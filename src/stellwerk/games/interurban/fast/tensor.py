"""What a seat may know of InterUrban as numbers, from the fast core: what `tensor.write` says, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.interurban.encode.tensor import layout
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
from stellwerk.games.interurban.law.data import (
    OPEN_TILES,
    START_TILES,
    STATION_TILES,
    TRACK_COPIES,
    TRACK_TILES,
)
from stellwerk.games.interurban.law.grid import ALL_EDGES

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.core import Core
    from stellwerk.games.interurban.law.state import Laid, State

_ZEROS: Final = [
    vec[float]([0.0] * (sum([part.size for part in layout(seats)]) if seats else 0))
    for seats in range(INFO.seats.max + 1)
]
"""An empty tensor for each number of seats."""
_NO_TILES: Final = vec[i64]([i64(0)] * 94)
_SIX_ZEROS: Final = vec[i64]([i64(0)] * 6)
_COPIES: Final = vec[float]([float(TRACK_COPIES[tile]) for tile in TRACK_TILES])
_TRACK_VALUES: Final = vec[float]([int(tile[1]) / 4 for tile in TRACK_TILES])
_TABLE: Final = 3
"""Where the table begins, after the step."""
_PLAYERS: Final = 11
_PLAYER: Final = 19
_STATIONS: Final = 8
"""Kinds of stations."""
_TRACKS: Final = 5
_TILE: Final = 8
_REACH: Final = 41.0
_START: Final = 2
"""Start tiles are kept as tracks without value."""
_TRACK_OF: Final[dict[str, int]] = {tile: place for place, tile in enumerate(TRACK_TILES)}
_STATION_OF: Final[dict[str, int]] = {tile: place for place, tile in enumerate(STATION_TILES)}


@final
class Tiles:
    """The tiles in the order of laying, as the moves that laid them, and what the deal decided."""

    def __init__(self, start_seat: i64, box: vec[float], moves: vec[i64], count: i64) -> None:
        self.start_seat = start_seat
        self.box = box
        """1 for each start tile that is not on the table."""
        self.moves = moves
        self.count = count

    def copy(self) -> Tiles:
        """The same tiles, to be added to on their own."""
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
        tile = _TRACK_OF.get(laid.tile, _START)
    else:
        tile = FIRST_STATION + _STATIONS * laid.seat + _STATION_OF[laid.tile]
    return place << 12 | edges << 8 | tile


def numbers(table: Core, tiles: Tiles, seat: i64) -> vec[float]:
    """A new tensor."""
    state = table.state
    seats = state[SEATS]
    found: vec[float] = _ZEROS[seats][:]
    _write_table(state, tiles, found)
    scores = _SIX_ZEROS[:]
    totals(state, _SIX_ZEROS[:], scores)
    place: i64 = 0
    start: i64 = _PLAYERS
    while place < seats:
        other = (seat + place) % seats
        if state[TURN] == other and not state[REASON]:
            found[start] = 1.0
        if tiles.start_seat == other:
            found[start + 1] = 1.0
        found[start + 2] = float(scores[other]) / 100.0
        _write_stations(table, found, start + 3, other)
        place += 1
        start += _PLAYER
    _write_tracks(table, found, start)
    start += 2 * _TRACKS
    line: i64 = 0
    while line < LINES:
        _write_line(state, found, start, line, seat)
        start += 16 + 6 * seats
        line += 1
    _write_tiles(tiles, found, start, seat, seats)
    return found


def _write_table(state: vec[i64], tiles: Tiles, found: vec[float]) -> None:
    found[2 if state[REASON] else 1] = 1.0
    if state[TURNS] < state[SEATS]:
        found[_TABLE] = 1.0
    found[_TABLE + 1] = float(state[LAID]) / 3.0
    found[_TABLE + 2] = float(state[STATION_LAID])
    found[_TABLE + 3] = float(state[NEXT_CELL])
    box: i64 = 0
    while box < 4:
        found[_TABLE + 4 + box] = tiles.box[box]
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
        found[start + _STATIONS + i64(stacks[place])] += 0.5
        place += 1


def _write_tracks(table: Core, found: vec[float], start: i64) -> None:
    """The open and the face-down track tiles."""
    state, stacks = table.state, table.stacks
    place = state[TRACK_DRAWN]
    while place < TRACK_COUNT:
        found[start + _TRACKS + i64(stacks[place])] += 1.0
        place += 1
    tile: i64 = 0
    while tile < _TRACKS:
        found[start + tile] = float(state[OPEN_TRACK] >> (4 * tile) & 15) / OPEN_TILES
        found[start + _TRACKS + tile] /= _COPIES[tile]
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
            found[start + 16 + place] = 1.0
        found[start + 16 + seats + place] = float(state[line + ECONOMIC] >> (5 * other) & 31) / 16.0
        value: i64 = 0
        while value < 4:
            if refused >> (4 * other + value) & 1:
                found[start + 16 + 2 * seats + 4 * place + value] = 1.0
            value += 1
        place += 1


def _write_cell(found: vec[float], start: i64, cell: i64) -> None:
    found[start] = float(cell // COLUMN - CELL_ORIGIN // COLUMN) / _REACH
    found[start + 1] = float(cell % COLUMN - CELL_ORIGIN % COLUMN) / _REACH


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
        start += _TILE
