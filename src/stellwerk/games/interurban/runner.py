"""InterUrban by ids on its fast core, for adapters that need no law at every step."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from stellwerk.core.coding import put
from stellwerk.games.interurban import fast_layout as at
from stellwerk.games.interurban import fast_read
from stellwerk.games.interurban.actions import Deal, EndTurn
from stellwerk.games.interurban.data import (
    OPEN_TILES,
    START_TILES,
    STATION_TILES,
    TRACK_COPIES,
    TRACK_TILES,
)
from stellwerk.games.interurban.fast import FastTable
from stellwerk.games.interurban.grid import CURVES, STRAIGHTS
from stellwerk.games.interurban.ids import END_ID, station_id, track_id
from stellwerk.games.interurban.legal import to_laid
from stellwerk.games.interurban.tensor import TILE, line_numbers, owner_number, tile_numbers, tiles_start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Floats, Urn
    from stellwerk.games.interurban.actions import Action
    from stellwerk.games.interurban.state import Laid, State

_EDGES: Final = {
    sum(1 << "NESW".index(edge) for edge in edges): place for place, edges in enumerate(STRAIGHTS + CURVES)
}


_Station = tuple[int, int]
"""Where the owner of a station lies among the numbers of the tiles, and the owner."""


class _Start(NamedTuple):
    """What the deal decided for the whole game."""

    seat: int
    box: tuple[float, ...]
    labels: tuple[str, ...]


class Runner:
    """One game; moves are those of the fast core. What that does not know is kept beside it."""

    def __init__(self, fast: FastTable, start: _Start, tiles: Floats, owners: tuple[_Station, ...]) -> None:
        self._fast = fast
        self._start = start
        self._tiles = tiles
        """The board as in a tensor, without owners; replaced, never changed."""
        self._owners = owners
        """The stations on it."""
        self._new: list[int] = []
        """What was laid since, until somebody looks."""

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law, after the deal."""
        fast = FastTable.from_state(state)
        start = _Start(
            state.start_seat,
            tuple(float(tile in state.box) for tile in START_TILES),
            tuple(line.label for line in state.lines),
        )
        runner = Runner(fast, start, np.zeros(0, np.float32), ())
        for laid in state.tiles:
            runner._add(laid)
        return runner

    def _add(self, laid: Laid) -> None:
        numbers = np.array((*tile_numbers(laid), 0.0), np.float32)
        if laid.seat is not None:
            self._owners = (*self._owners, (len(self._tiles) + TILE - 1, laid.seat))
        self._tiles = np.concatenate((self._tiles, numbers))

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        other = Runner(self._fast.copy(), self._start, self._tiles, self._owners)
        other._new = self._new[:]
        return other

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, or None when the game is over."""
        state = self._fast.state
        return None if state[at.REASON] else state[at.TURN]

    def legal(self) -> dict[int, int]:
        """The legal moves by their ids, which rise."""
        fast = self._fast
        count = fast.legal()
        numbers = memoryview(fast.state)[: at.LINES * at.LINE_SIZE].tolist()
        line_at = {
            numbers[start + at.END]: start // at.LINE_SIZE
            for start in range((at.LINES - 1) * at.LINE_SIZE, -1, -at.LINE_SIZE)
            if not numbers[start + at.FINISHED]
        }
        pairs = [(_id(move, line_at), move) for move in memoryview(fast.moves)[:count].tolist()]
        pairs.sort()
        return dict(pairs)

    def play(self, move: int) -> None:
        """Make a legal move."""
        self._fast.play(move)
        if move != at.END_TURN:
            self._new.append(move)

    def observe(self, seat: int, tensor: Floats) -> bool:
        """See `tensor.write`."""
        state = memoryview(self._fast.state).tolist()
        seats = state[at.SEATS]
        over = state[at.REASON] > 0
        tracks = self._fast.stacks[state[at.TRACK_DRAWN] : at.TRACK_COUNT]
        numbers = [
            0.0,
            float(not over),
            float(over),
            float(state[at.TURNS] < seats),
            state[at.LAID] / 3,
            float(state[at.STATION_LAID]),
            float(state[at.NEXT_CELL]),
            *self._start.box,
        ]
        scores = self._fast.score()
        for other in (*range(seat, seats), *range(seat)):
            numbers += (float(state[at.TURN] == other and not over), float(self._start.seat == other))
            numbers.append(scores[other] / 100)
            numbers += self._stations(state, other)
        numbers += [(state[at.OPEN_TRACK] >> 4 * tile & 15) / OPEN_TILES for tile in range(len(TRACK_TILES))]
        hidden = bytes(memoryview(tracks))
        numbers += [hidden.count(number) / TRACK_COPIES[tile] for number, tile in enumerate(TRACK_TILES)]
        for line, label in enumerate(self._start.labels):
            start = line * at.LINE_SIZE
            numbers += _line(tuple(state[start : start + at.DEPTH]), label, seat, seats)
        put(tensor, 0, numbers)
        for move in self._new:
            self._add(_laid(move))
        self._new.clear()
        tiles = tiles_start(seats)
        tensor[tiles : tiles + len(self._tiles)] = self._tiles
        for place, owner in self._owners:
            tensor[tiles + place] = owner_number(owner, seat, seats)
        return True

    def _stations(self, state: list[int], seat: int) -> tuple[float, ...]:
        """The open and the face-down stations of a seat."""
        fields = (at.OPEN_PLAIN, at.OPEN_PLAIN + 1, at.OPEN_CROSSING, at.OPEN_CROSSING + 1)
        first = at.TRACK_COUNT + at.STATION_COUNT * seat
        hidden = self._fast.stacks[first + state[at.STATIONS_DRAWN + seat] : first + at.STATION_COUNT]
        return _counts(
            tuple(state[field] >> 4 * seat & 15 for field in fields), bytes(sorted(memoryview(hidden)))
        )

    def urns(self) -> tuple[Urn, ...]:
        """Nothing is drawn after the deal."""
        raise NotImplementedError

    def deal(self, outcomes: Sequence[int]) -> None:
        """Nothing is drawn after the deal."""
        raise NotImplementedError

    def winners(self) -> tuple[int, ...]:
        """After the end (IU-6.7)."""
        scores = self._fast.score()
        best = max(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best)


@lru_cache(1 << 14)
def _laid(move: int) -> Laid:
    action = fast_read.decode(move)
    assert not isinstance(action, Deal | EndTurn)
    return to_laid(action)


@lru_cache(1 << 12)
def _counts(bits: tuple[int, ...], hidden: bytes) -> tuple[float, ...]:
    plain, more_plain, crossing, more_crossing = bits
    shown = [(plain >> value & 1) + (more_plain >> value & 1) for value in range(4)]
    shown += [(crossing >> value & 1) + (more_crossing >> value & 1) for value in range(4)]
    return (
        *(count / 2 for count in shown),
        *(hidden.count(station) / 2 for station in range(len(STATION_TILES))),
    )


@lru_cache(1 << 14)
def _line(numbers: tuple[int, ...], label: str, own: int, seats: int) -> tuple[float, ...]:
    end, owner = numbers[at.END], numbers[at.OWNER]
    return line_numbers(
        (end // at.COLUMN - at.CELL_ORIGIN // at.COLUMN, end % at.COLUMN - at.CELL_ORIGIN % at.COLUMN),
        numbers[at.HEADING],
        label,
        (numbers[at.STRAIGHTS], numbers[at.CURVES], numbers[at.TRACK_VALUE]),
        numbers[at.FINISHED],
        owner,
        tuple(numbers[at.ECONOMIC] >> 5 * seat & 31 for seat in range(seats)),
        (numbers[at.TAKEN] | 15 << 4 * owner) & (1 << 4 * seats) - 1,  # IU-4.D, IU-4.G to IU-4.J
        own,
    )


def _id(move: int, line_at: dict[int, int]) -> int:
    if move == at.END_TURN:
        return END_ID
    tile, line = move & 63, line_at[move >> 12]
    if tile < at.FIRST_STATION:
        return track_id(tile, line, _EDGES[move >> 8 & 15])
    return station_id(tile - at.FIRST_STATION, line)


def decode(state: State, move: int) -> Action:
    """The action of a move in a state."""
    del state
    return fast_read.decode(move)
