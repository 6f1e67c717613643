"""Tiles judged at a glance in the fast core: most of them touch one line only and finish none.

Then the chances follow from that line alone and the tile need not be laid on trial. What a glance cannot tell
is left to those who lay it: tiles near other tiles or other lines' ends, and the end of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.first_round import concerns_only, in_the_open, leaves_all_open
from stellwerk.games.interurban.fast.layout import (
    C_LABEL,
    CELLS,
    ECONOMIC,
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
    other_edge,
    step,
)
from stellwerk.games.interurban.fast.lines import station_of

if TYPE_CHECKING:
    from stellwerk.games.interurban.fast.value import Value

PLAIN_STATIONS: Final = 16
CROSSING_STATIONS: Final = 32
"""Bits of what finishes nothing at the end of a line: every such station that leaves a value to come. Bits 0
to 3 say the same of track, by where it leads."""
KNOWN: Final = 8
"""So much further up they tell what has been looked at."""
UNKNOWN: Final = -1.0
"""A chance that a glance does not tell."""


@final
class Glance:
    """What is known of the cells at the ends of the lines, in positions on three levels."""

    def __init__(self, value: Value) -> None:
        self.value = value
        self.line_at = vec[u8]([u8(0)] * CELLS)
        """The line that ends at a cell; what it says of other cells means nothing."""
        self.harmless = vec[i64]([i64(0)] * (3 * LINES))
        """What finishes nothing and touches no other line, by level and line."""
        self.ends_soon = vec[i64]([i64(0)] * 3)
        """Whether one more tile may end the game, by level."""

    def look(self, board: vec[u8], state: vec[i64], level: i64) -> None:
        """Look at the ends of all lines of a position, which the evaluation remembers on the same level."""
        self.value.remember(state, level)
        self.ends_soon[level] = i64(
            state[TRACK_DRAWN] == TRACK_COUNT or state[STATIONS_LEFT + state[TURN]] < 2
        )
        number: i64 = 0
        while number < LINES:
            line = number * LINE_SIZE
            harmless: i64 = 0
            if not state[line + FINISHED]:
                self.line_at[state[line + END]] = u8(number)
                if concerns_only(state, line, state[line + END]):
                    harmless = _in_the_open(board, state, line)
            self.harmless[level * LINES + number] = harmless
            number += 1

    def chance(self, board: vec[u8], state: vec[i64], level: i64, move: i64) -> float:
        """The chance of the seat whose turn it is after one more tile, or `UNKNOWN`."""
        tile, number = move & 63, i64(self.line_at[move >> 12])
        if self.ends_soon[level] or state[number * LINE_SIZE + END] != move >> 12:  # seen on another level
            return UNKNOWN
        if tile < FIRST_STATION:
            return self._chance_of_track(board, state, level, number, move)
        line = number * LINE_SIZE
        station = station_of(tile)
        one: i64 = 1
        has = state[line + VALUES] | one << (station & 3)
        if has == EDGES:  # IU-5.1
            return UNKNOWN
        if not self._is_harmless(board, state, level, number, move) and not leaves_all_open(
            board, state, line, move
        ):
            return UNKNOWN
        economic = state[line + ECONOMIC] + (((station & 3) + 1) << (station >> 2) * 5)
        return self.value.chance_after(state, level, number, 0, has, economic)

    def _is_harmless(self, board: vec[u8], state: vec[i64], level: i64, number: i64, move: i64) -> bool:
        """Whether no station like this one, whoever's and whatever it is worth, finishes a line by IU-5.2."""
        place = level * LINES + number
        like: i64 = CROSSING_STATIONS if move >> 8 & EDGES == EDGES else PLAIN_STATIONS
        if not self.harmless[place] & (like | like << KNOWN):
            self.harmless[place] |= like << KNOWN
            seats = state[SEATS]
            state[SEATS] = 0  # with no seats only plain stations are a way out: owners do not matter
            if leaves_all_open(board, state, number * LINE_SIZE, move):
                self.harmless[place] |= like
            state[SEATS] = seats
        return self.harmless[place] & like != 0

    def _chance_of_track(self, board: vec[u8], state: vec[i64], level: i64, number: i64, move: i64) -> float:
        tile, line, place = move & 63, number * LINE_SIZE, level * LINES + number
        out = other_edge(move >> 8 & EDGES, state[line + HEADING] ^ 2)
        one: i64 = 1
        if not self.harmless[place] >> out & (one << KNOWN | 1):
            self.harmless[place] |= one << (out + KNOWN)
            if leaves_all_open(board, state, line, move):
                self.harmless[place] |= one << out
        if not self.harmless[place] >> out & 1:
            return UNKNOWN
        if state[LABELS + number] == (S_LABEL if tile < FIRST_CURVE else C_LABEL):
            return UNKNOWN  # worth more, and so may be others (IU-6.4)
        return self.value.chance_with_track(state, level, number, (2 if tile < FIRST_CURVE else 4) - tile)


def _in_the_open(board: vec[u8], state: vec[i64], line: i64) -> i64:
    """What finishes nothing, as nothing else lies around the end of a line."""
    one: i64 = 1
    cell, heading = state[line + END], state[line + HEADING]
    harmless: i64 = 0
    out: i64 = 0
    while out < 4:
        if out != heading ^ 2 and in_the_open(board, cell + step(out), out):
            harmless |= one << out
        out += 1
    if harmless >> heading & 1 and in_the_open(board, cell + 2 * step(heading), heading):  # IU-4.C
        harmless |= PLAIN_STATIONS | CROSSING_STATIONS
    return harmless
