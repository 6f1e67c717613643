"""Reading the law into the fast core: states and views become flat vectors, actions become moves and back.

`layout` says what is written where. DEPTH, which the law does not keep, is found by a search. Tiles that have
left a stack are 0 there; nobody looks at them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.finish import way_out
from stellwerk.games.interurban.fast.layout import (
    BESIDE_START,
    C_LABEL,
    CELL_ORIGIN,
    CELLS,
    COLUMN,
    CURVES,
    DEPTH,
    END,
    END_TURN,
    FINISHED,
    FIRST_STATION,
    H_LABEL,
    HEADING,
    INTEGERS,
    KEY,
    L_LABEL,
    LABELS,
    LAID,
    LINE_SIZE,
    NEXT_CELL,
    NOBODY,
    OPEN_TRACK,
    OWNER,
    REASON,
    S_LABEL,
    SEATS,
    STACKS,
    STATION,
    STATION_COUNT,
    STATION_LAID,
    STATIONS_DRAWN,
    STATIONS_LEFT,
    STRAIGHTS,
    TRACK_COUNT,
    TRACK_DRAWN,
    TRACK_VALUE,
    TURN,
    TURNS,
    cell_of,
    edges_of,
    move_key,
    tile_of,
    to_move,
)
from stellwerk.games.interurban.fast.lines import add_crossing, add_station
from stellwerk.games.interurban.fast.supply import open_station
from stellwerk.games.interurban.law.actions import EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.data import BESIDE_START as CELLS_BESIDE_START
from stellwerk.games.interurban.law.data import CROSSINGS as CROSSING_TILES
from stellwerk.games.interurban.law.data import STATION_TILES, TRACK_TILES
from stellwerk.games.interurban.law.grid import ALL_EDGES, DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.data import StationTile, TrackTile
    from stellwerk.games.interurban.law.grid import Cell, Edges
    from stellwerk.games.interurban.law.state import Laid, State
    from stellwerk.games.interurban.law.view import View

LETTERS: Final = {"S": S_LABEL, "C": C_LABEL, "H": H_LABEL, "L": L_LABEL}
"""The letters that a label can be."""
REASONS: Final = (None, "IU-6.1a", "IU-6.1b", "IU-6.1c", "IU-6.1d")
"""The clauses that REASON stands for."""
FINISHING: Final = (None, "IU-5.1", "IU-5.2")
"""The clauses that FINISHED stands for."""
TRACKS: Final[tuple[Edges, ...]] = ("NS", "EW", "NE", "ES", "SW", "NW")


def read_state(state: State) -> tuple[vec[u8], vec[i64], vec[u8]]:
    """The board, state and stacks of a state of the law."""
    return _read(state, state.stack, [player.stack for player in state.players])


def read_view(view: View) -> tuple[vec[u8], vec[i64], vec[u8]]:
    """The same for a view; the stacks hold the right tiles in some order."""
    return _read(view, view.hidden, [player.hidden for player in view.players])


def stacks_of(
    state: vec[i64], stacks: vec[u8]
) -> tuple[tuple[TrackTile, ...], list[tuple[StationTile, ...]]]:
    """The face-down tiles of the table and of each seat, as the law has them."""
    track = tuple(TRACK_TILES[int(stacks[place])] for place in range(int(state[TRACK_DRAWN]), TRACK_COUNT))
    stations = []
    for seat in range(int(state[SEATS])):
        first = TRACK_COUNT + STATION_COUNT * seat
        places = range(first + int(state[STATIONS_DRAWN + seat]), first + STATION_COUNT)
        stations.append(tuple(STATION_TILES[int(stacks[place])] for place in places))
    return track, stations


def encode(action: Action) -> int:
    """The move of an action."""
    if isinstance(action, EndTurn):
        return END_TURN
    assert isinstance(action, LayTrack | LayStation)
    cell = _cell((action.x, action.y))
    if isinstance(action, LayTrack):
        return to_move(cell, _edges(action.edges), TRACK_TILES.index(action.tile))
    tile = FIRST_STATION + 8 * action.seat + STATION_TILES.index(action.station)
    return to_move(cell, _edges(action.edges or ALL_EDGES), tile)


def decode(move: int) -> Action:
    """The action of a move."""
    if move == END_TURN:
        return EndTurn()
    tile, cell = int(tile_of(move)), int(cell_of(move))
    x, y = cell // COLUMN - CELL_ORIGIN // COLUMN, cell % COLUMN - CELL_ORIGIN % COLUMN
    edges = next((edges for edges in TRACKS if _edges(edges) == edges_of(move)), None)
    if tile < FIRST_STATION:
        assert edges is not None
        return LayTrack(TRACK_TILES[tile], x, y, edges)
    seat, kind = divmod(tile - FIRST_STATION, 8)
    return LayStation(seat, STATION_TILES[kind], x, y, edges)


def _read(
    source: State | View, stack: Sequence[str], stations: Sequence[Sequence[str]]
) -> tuple[vec[u8], vec[i64], vec[u8]]:
    """The three vectors; `stack` and `stations` are the face-down tiles of the table and of each seat."""
    board = vec[u8]([u8(0)] * CELLS)
    state = vec[i64]([i64(0)] * INTEGERS)
    state[SEATS] = len(source.players)
    state[NEXT_CELL] = int(source.options.finish == "next_cell")
    state[TURN] = source.turn
    state[TURNS] = source.turns
    state[LAID] = source.laid
    state[STATION_LAID] = int(source.station_laid)
    state[REASON] = REASONS.index(source.reason)
    _read_board(board, state, source.tiles)
    _read_lines(board, state, source)
    return board, state, _read_supply(state, source, stack, stations)


def _read_board(board: vec[u8], state: vec[i64], tiles: Sequence[Laid]) -> None:
    """Write the laid tiles, the crossings among them and KEY."""
    for cell in CELLS_BESIDE_START:
        board[_cell(cell)] = u8(BESIDE_START)
    for number, laid in enumerate(tiles):
        place = _cell(laid.cell)
        board[place] = u8(_edges(laid.edges) | (0 if laid.seat is None else STATION))
        if laid.tile in CROSSING_TILES:
            assert laid.seat is not None
            add_crossing(state, place, laid.seat << 2 | (int(laid.tile[1]) - 1))
        if number > 1:  # after the start tiles
            state[KEY] ^= move_key(encode(_action_of(laid)))


def _action_of(laid: Laid) -> Action:
    """The action that laid a tile."""
    x, y = laid.cell
    edges = next((edges for edges in TRACKS if edges == laid.edges), None)
    if laid.seat is not None:
        return LayStation(laid.seat, STATION_TILES[STATION_TILES.index(laid.tile)], x, y, edges)
    assert edges is not None
    return LayTrack(TRACK_TILES[TRACK_TILES.index(laid.tile)], x, y, edges)


def _read_lines(board: vec[u8], state: vec[i64], source: State | View) -> None:
    """Write the fields of all lines; the board is written already."""
    for number, line in enumerate(source.lines):
        place = number * LINE_SIZE
        state[LABELS + number] = LETTERS[line.label] if line.label in LETTERS else int(line.label)
        state[place + END] = _cell(line.end)
        state[place + HEADING] = DIRECTIONS.index(line.heading)
        state[place + OWNER] = NOBODY
        state[place + STRAIGHTS] = line.straights
        state[place + CURVES] = line.curves
        state[place + TRACK_VALUE] = line.track_value
        state[place + FINISHED] = FINISHING.index(line.finished)
        for seat, value in line.stations:
            add_station(state, place, seat << 2 | (value - 1))
    for number in range(len(source.lines)):
        place = number * LINE_SIZE
        if not state[place + FINISHED]:
            state[place + DEPTH] = way_out(board, state, place)


def _read_supply(
    state: vec[i64], source: State | View, stack: Sequence[str], stations: Sequence[Sequence[str]]
) -> vec[u8]:
    """Write the open tiles and how many are left; returns the stacks."""
    stacks = vec[u8]([u8(0)] * STACKS)
    state[TRACK_DRAWN] = TRACK_COUNT - len(stack)
    for number, tile in enumerate(stack):
        stacks[TRACK_COUNT - len(stack) + number] = u8(_place(tile, TRACK_TILES))
    for track in source.open:
        if track is not None:
            state[OPEN_TRACK] += 1 << 4 * TRACK_TILES.index(track)
    for seat, hidden in enumerate(stations):
        shown = [tile for tile in source.players[seat].open if tile is not None]
        for tile in shown:
            open_station(state, seat, STATION_TILES.index(tile))
        drawn = STATION_COUNT - len(hidden)
        state[STATIONS_LEFT + seat] = len(shown) + len(hidden)
        state[STATIONS_DRAWN + seat] = drawn
        for number, tile in enumerate(hidden):
            place = TRACK_COUNT + STATION_COUNT * seat + drawn + number
            stacks[place] = u8(_place(tile, STATION_TILES))
    return stacks


def _place(tile: str, tiles: Sequence[str]) -> int:
    return tiles.index(tile)


def _cell(cell: Cell) -> int:
    return CELL_ORIGIN + cell[0] * COLUMN + cell[1]


def _edges(edges: str) -> int:
    return sum(1 << "NESW".index(side) for side in edges)
