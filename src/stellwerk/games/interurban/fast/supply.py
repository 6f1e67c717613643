"""The supply in the fast core: taking open tiles, refilling (IU-3.5), shuffling, ending the game (IU-6.1).

    stacks    │ track, 42 tiles │ seat 0, 10 stations │ seat 1 │ … │ seat 4 │

A stack never shrinks: TRACK_DRAWN and STATIONS_DRAWN say how many tiles have left it. Open tiles are counted
by kind (OPEN_TRACK) or kept as sets (OPEN_PLAIN, OPEN_CROSSING); their places on the table do not matter
here. A seat has at most two equal stations; the second one is in the set in the next field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, u8

from stellwerk.games.interurban.fast.layout import (
    EDGES,
    FINISHED,
    FIRST_STATION,
    KEY,
    LAID,
    LINE_SIZE,
    LINES,
    OPEN_CROSSING,
    OPEN_PLAIN,
    OPEN_TRACK,
    SEATS,
    STATION_COUNT,
    STATION_LAID,
    STATIONS_DRAWN,
    STATIONS_LEFT,
    TRACK_COUNT,
    TRACK_DRAWN,
    TURN,
    edges_of,
    move_key,
    next_random,
    station_of,
    tile_of,
)

if TYPE_CHECKING:
    from librt.vecs import vec


def take(state: vec[i64], move: i64) -> None:
    """Remove the tile of a move from the open ones."""
    one: i64 = 1
    tile = tile_of(move)
    state[LAID] += 1
    state[KEY] ^= move_key(move)
    if tile < FIRST_STATION:
        state[OPEN_TRACK] -= one << (tile * 4)
        return
    station = station_of(tile)
    bit = one << station
    field: i64 = OPEN_CROSSING if edges_of(move) == EDGES else OPEN_PLAIN
    if state[field + 1] & bit:
        state[field + 1] ^= bit
    else:
        state[field] ^= bit
    state[STATION_LAID] = 1
    state[STATIONS_LEFT + (station >> 2)] -= 1


def open_station(state: vec[i64], seat: i64, kind: i64) -> None:
    """Open a station of a seat; its kind is value - 1, and 4 more for a crossing."""
    one: i64 = 1
    bit = one << (seat * 4 + (kind & 3))
    field: i64 = OPEN_CROSSING if kind & 4 else OPEN_PLAIN
    if state[field] & bit:
        state[field + 1] |= bit
    else:
        state[field] |= bit


def refill(state: vec[i64], stacks: vec[u8]) -> None:
    """Open tiles until three track tiles and three stations of each seat are open, as far as they last."""
    one: i64 = 1
    shown = state[OPEN_TRACK]
    count = (shown & 15) + (shown >> 4 & 15) + (shown >> 8 & 15) + (shown >> 12 & 15) + (shown >> 16)
    drawn = state[TRACK_DRAWN]
    while count < 3 and drawn < TRACK_COUNT:
        shown += one << (i64(stacks[drawn]) * 4)
        drawn += 1
        count += 1
    state[OPEN_TRACK] = shown
    state[TRACK_DRAWN] = drawn
    seat: i64 = 0
    while seat < state[SEATS]:
        drawn = state[STATIONS_DRAWN + seat]
        while drawn < STATION_COUNT and state[STATIONS_LEFT + seat] + drawn < STATION_COUNT + 3:
            open_station(state, seat, i64(stacks[TRACK_COUNT + STATION_COUNT * seat + drawn]))
            drawn += 1
        state[STATIONS_DRAWN + seat] = drawn
        seat += 1


def shuffle(state: vec[i64], stacks: vec[u8], random: i64) -> i64:
    """Put the face-down tiles of each stack into a new order; returns the next random number."""
    random = _shuffle(stacks, state[TRACK_DRAWN], TRACK_COUNT, random)
    seat: i64 = 0
    while seat < state[SEATS]:
        first = TRACK_COUNT + STATION_COUNT * seat
        random = _shuffle(stacks, first + state[STATIONS_DRAWN + seat], first + STATION_COUNT, random)
        seat += 1
    return random


def _shuffle(stacks: vec[u8], first: i64, end: i64, random: i64) -> i64:
    """Shuffle the tiles from `first` up to `end`; returns the next random number."""
    while end - first > 1:
        random = next_random(random)
        place = first + ((end - first) * random >> 32)
        end -= 1
        tile = stacks[place]
        stacks[place] = stacks[end]
        stacks[end] = tile
    return random


def end_reason(state: vec[i64]) -> i64:
    """Why the game ends at the end of this turn: 1 to 3 for IU-6.1a to IU-6.1c; 0 if it goes on."""
    number: i64 = 0
    while number < LINES and state[number * LINE_SIZE + FINISHED]:
        number += 1
    if number == LINES:
        return 1
    if state[TRACK_DRAWN] == TRACK_COUNT and not state[OPEN_TRACK]:
        return 2
    return 0 if state[STATIONS_LEFT + state[TURN]] else 3
