"""The chance to win after one more tile, found without laying it: the fast core's shortcut for most tiles.

Most tiles lie far from other tiles and from the ends of other lines: they extend one line and finish none.
Then all other lines stay as they are, and the evaluation needs only what the tile adds to its line. A tile
for which that is not certain, or which may end the game, gets UNKNOWN: the caller has to lay it and look.

What is certain is kept for each line's end, in `safe[slot][line]` (slots as in `evaluation`). Each bit stands
for a group of tiles that are all safe:

    bits 0–3    track that leads N, E, S, W
    bit  4      PLAIN_STATIONS: every plain station, as far as IU-5.2 is concerned
    bit  5      CROSSING_STATIONS: every crossing
    bits 8–13   ASKED: the same groups, once they have been tried
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.evaluation import SLOTS
from stellwerk.games.interurban.fast.finish import lines_near
from stellwerk.games.interurban.fast.fitting import in_the_open
from stellwerk.games.interurban.fast.layout import (
    C_LABEL,
    CELLS,
    EDGES,
    END,
    FINISHED,
    FIRST_CURVE,
    FIRST_STATION,
    HEADING,
    LABELS,
    LINE_SIZE,
    LINES,
    S_LABEL,
    SEATS,
    STATIONS_LEFT,
    TRACK_COUNT,
    TRACK_DRAWN,
    TURN,
    VALUES,
    cell_of,
    edges_of,
    other_edge,
    station_of,
    step,
    tile_of,
)
from stellwerk.games.interurban.fast.lines import track_value
from stellwerk.games.interurban.fast.trial import finishes_nothing

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.evaluation import Evaluation

PLAIN_STATIONS: Final = 16
CROSSING_STATIONS: Final = 32
ASKED: Final = 8
"""How far the bits of groups that have been tried lie above the others."""
UNKNOWN: Final = -1.0
"""Instead of a chance: the tile has to be laid."""


@final
class Shortcut:
    """What is known about the cells at the ends of the lines, in three positions of one turn."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation
        self.line_at = vec[u8]([u8(0)] * CELLS)
        """The number of the line that ends on a cell; meaningless where none ends."""
        self.safe = vec[i64]([i64(0)] * (SLOTS * LINES))
        """The tiles that extend one line only and finish none."""
        self.ends_soon = vec[i64]([i64(0)] * SLOTS)
        """1 where one more tile may end the game."""

    def prepare(self, board: vec[u8], state: vec[i64], slot: i64) -> None:
        """Look at the ends of all lines of a position, which the evaluation remembers in the same slot."""
        self.evaluation.remember(state, slot)
        self.ends_soon[slot] = i64(
            state[TRACK_DRAWN] == TRACK_COUNT or state[STATIONS_LEFT + state[TURN]] < 2
        )
        number: i64 = 0
        while number < LINES:
            line = number * LINE_SIZE
            safe: i64 = 0
            if not state[line + FINISHED]:
                self.line_at[state[line + END]] = u8(number)
                if not lines_near(state, line, state[line + END]):
                    safe = _safe_in_the_open(board, state, line)
            self.safe[slot * LINES + number] = safe
            number += 1

    def chance(self, board: vec[u8], state: vec[i64], slot: i64, move: i64) -> float:
        """The chance of the seat whose turn it is after one more tile, or UNKNOWN."""
        cell = cell_of(move)
        number = i64(self.line_at[cell])
        if self.ends_soon[slot] or state[number * LINE_SIZE + END] != cell:  # written for another slot
            return UNKNOWN
        if tile_of(move) < FIRST_STATION:
            return self._chance_of_track(board, state, slot, number, move)
        return self._chance_of_station(board, state, slot, number, move)

    def _chance_of_track(self, board: vec[u8], state: vec[i64], slot: i64, number: i64, move: i64) -> float:
        tile, line = tile_of(move), number * LINE_SIZE
        one: i64 = 1
        group = one << other_edge(edges_of(move), state[line + HEADING] ^ 2)
        if not self._is_safe(board, state, slot, number, move, group):
            return UNKNOWN
        if state[LABELS + number] == (S_LABEL if tile < FIRST_CURVE else C_LABEL):
            return UNKNOWN  # the start number grows too, and perhaps other lines' (IU-6.4)
        return self.evaluation.chance_with_track(state, slot, number, track_value(tile))

    def _chance_of_station(self, board: vec[u8], state: vec[i64], slot: i64, number: i64, move: i64) -> float:
        line, station = number * LINE_SIZE, station_of(tile_of(move))
        one: i64 = 1
        values = state[line + VALUES] | one << (station & 3)
        if values == 15:  # IU-5.1
            return UNKNOWN
        if not self._station_is_safe(board, state, slot, number, move):
            return UNKNOWN
        return self.evaluation.chance_with_station(state, slot, number, station)

    def _station_is_safe(self, board: vec[u8], state: vec[i64], slot: i64, number: i64, move: i64) -> bool:
        """True if a station finishes no line by IU-5.2: either no station of its kind does, or this one.

        The kind is tried with no seats: then only plain stations are a way out, and owners do not matter.
        """
        group: i64 = CROSSING_STATIONS if edges_of(move) == EDGES else PLAIN_STATIONS
        seats = state[SEATS]
        state[SEATS] = 0
        all_are = self._is_safe(board, state, slot, number, move, group)
        state[SEATS] = seats
        return all_are or finishes_nothing(board, state, number * LINE_SIZE, move)

    def _is_safe(
        self, board: vec[u8], state: vec[i64], slot: i64, number: i64, move: i64, group: i64
    ) -> bool:
        """True if the group of tiles that a move belongs to finishes no line; tried once."""
        place = slot * LINES + number
        if not self.safe[place] & (group | group << ASKED):
            self.safe[place] |= group << ASKED
            if finishes_nothing(board, state, number * LINE_SIZE, move):
                self.safe[place] |= group
        return self.safe[place] & group != 0


def _safe_in_the_open(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """The groups of tiles that finish nothing because nothing else lies around a line's end."""
    one: i64 = 1
    cell, heading = state[line + END], state[line + HEADING]
    safe: i64 = 0
    out: i64 = 0
    while out < 4:
        if out != heading ^ 2 and in_the_open(board, cell + step(out), out):
            safe |= one << out
        out += 1
    if safe >> heading & 1 and in_the_open(board, cell + 2 * step(heading), heading):  # IU-4.C
        safe |= PLAIN_STATIONS | CROSSING_STATIONS
    return safe
