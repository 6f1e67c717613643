"""How a line grows in the fast core: which stations it refuses, and where a tile takes its end (IU-3.6).

The same questions as `law.lines`. A line is eleven integers of the state (see `layout`); what a station adds
to them is written by `add_station` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import (
    CROSSED,
    CROSSINGS,
    CURVES,
    ECONOMIC,
    EDGES,
    END,
    FIRST_CURVE,
    FIRST_STATION,
    HEADING,
    LINE_SIZE,
    OWNER,
    REFUSED,
    STRAIGHTS,
    TAKEN,
    TRACK_VALUE,
    VALUES,
    other_edge,
    station_of,
    step,
)

if TYPE_CHECKING:
    from librt.vecs import vec


def refused(state: vec[i64], line: i64) -> i64:
    """The set of stations that a line may not get next (IU-4.D, IU-4.G to IU-4.J)."""
    all_values: i64 = 15
    return state[line + TAKEN] | all_values << (state[line + OWNER] * 4) | 1 << REFUSED


def refused_at(state: vec[i64], line: i64, fits: i64) -> i64:
    """The set of stations that may not lie at a line's end; a crossing has to suit two lines (IU-4.L)."""
    if fits >> CROSSED:
        return refused(state, line) | refused(state, ((fits >> CROSSED) - 1) * LINE_SIZE)
    return refused(state, line)


def add_crossing(state: vec[i64], cell: i64, station: i64) -> None:
    """Enter a crossing in the list of those on the board."""
    state[CROSSINGS] += 1
    state[CROSSINGS + state[CROSSINGS]] = cell << 8 | station


def remove_crossing(state: vec[i64]) -> None:
    """Take the last crossing off the list again."""
    state[CROSSINGS + state[CROSSINGS]] = 0
    state[CROSSINGS] -= 1


def crossing_at(state: vec[i64], cell: i64) -> i64:
    """The station of the crossing on a cell."""
    place = CROSSINGS + state[CROSSINGS]
    while state[place] >> 8 != cell:
        place -= 1
    return state[place] & 255


def joins(state: vec[i64], line: i64, cell: i64, fits: i64) -> bool:
    """True if the free crossing that the only way from a cell runs into suits the line (IU-4.K)."""
    out: i64 = 0
    while not fits >> out & 1:
        out += 1
    return not refused(state, line) >> crossing_at(state, cell + step(out)) & 1


def add_station(state: vec[i64], line: i64, station: i64) -> None:
    """Add a station to what a line has."""
    values, taken, economic = station_changes(state, line, station)
    state[line + OWNER] = station >> 2
    state[line + VALUES] = values
    state[line + TAKEN] = taken
    state[line + ECONOMIC] = economic


def station_changes(state: vec[i64], line: i64, station: i64) -> tuple[i64, i64, i64]:
    """VALUES, TAKEN and ECONOMIC of a line once it has one more station."""
    one: i64 = 1
    every_seat: i64 = 0x11111
    seat, value = station >> 2, station & 3
    return (
        state[line + VALUES] | one << value,
        state[line + TAKEN] | (one << station if value == 3 else every_seat << value),
        state[line + ECONOMIC] + ((value + 1) << (seat * 5)),
    )


def extend(board: vec[u8], state: vec[i64], line: i64, tile: i64, edges: i64) -> i64:
    """Move a line on over a tile at its end; returns its new end if it runs into a crossing, otherwise -1."""
    cell, heading = state[line + END], state[line + HEADING]
    if tile >= FIRST_STATION:
        add_station(state, line, station_of(tile))
        state[line + END] = cell + step(heading)
        return -1
    out = other_edge(edges, heading ^ 2)
    state[line + HEADING] = out
    if tile < FIRST_CURVE:
        state[line + STRAIGHTS] += 1
    else:
        state[line + CURVES] += 1
    state[line + TRACK_VALUE] += track_value(tile)
    cell += step(out)
    if not i64(board[cell]) & EDGES:
        state[line + END] = cell
        return -1
    add_station(state, line, crossing_at(state, cell))  # IU-4.K: nothing else can lie there
    state[line + END] = cell + step(out)
    return cell + step(out)


def track_value(tile: i64) -> i64:
    """What a track tile is worth: 2, 1, 0 for straights, 1, 0 for curves."""
    return (2 if tile < FIRST_CURVE else 4) - tile
