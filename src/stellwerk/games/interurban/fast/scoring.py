"""What lines are worth and who gets the points, in the fast core: IU-6.3 to IU-6.6.

The same as `law.scoring`. Results are written into vectors that the caller keeps: six values, five scores.
The economic values of a line are five bits per seat in one integer, seat 0 lowest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.layout import (
    C_LABEL,
    CURVES,
    ECONOMIC,
    H_LABEL,
    L_LABEL,
    LABELS,
    LINE_SIZE,
    LINES,
    S_LABEL,
    SEATS,
    STRAIGHTS,
    TRACK_VALUE,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

LAST_RANK: Final = 4
"""IU-6.6: from the fifth rank on there are no points."""


def line_values(state: vec[i64], values: vec[i64]) -> None:
    """Write what each line is worth as it stands into `values`."""
    highest: i64 = 0
    lowest: i64 = 99
    number: i64 = 0
    while number < LINES:
        start = state[LABELS + number]
        if start > H_LABEL:
            if start == S_LABEL:
                start = state[number * LINE_SIZE + STRAIGHTS]
            elif start == C_LABEL:
                start = state[number * LINE_SIZE + CURVES]
            values[number] = start
            highest = max(highest, start)
            lowest = min(lowest, start)
        number += 1
    number = 0
    while number < LINES:
        start = state[LABELS + number]
        if start == H_LABEL:
            values[number] = highest
        elif start == L_LABEL:
            values[number] = lowest
        values[number] += state[number * LINE_SIZE + TRACK_VALUE]
        number += 1


def rank(economic: i64, seat: i64, seats: i64) -> i64:
    """How many different economic values are above a seat's; LAST_RANK for a seat without stations."""
    own = economic >> (seat * 5) & 31
    if not own:
        return LAST_RANK
    seen: i64 = 0
    above: i64 = 0
    one: i64 = 1
    other: i64 = 0
    while other < seats:
        value = economic >> (other * 5) & 31
        if value > own and not seen >> value & 1:
            seen |= one << value
            above += 1
        other += 1
    return above


def points(state: vec[i64], values: vec[i64], number: i64, seat: i64) -> i64:
    """What a line gives a seat if the game ends now: the full value, half, a quarter, …, rounded up."""
    one: i64 = 1
    place = rank(state[number * LINE_SIZE + ECONOMIC], seat, state[SEATS])
    if place < LAST_RANK:
        return (values[number] + (one << place) - 1) >> place
    return 0


def totals(state: vec[i64], values: vec[i64], scores: vec[i64]) -> None:
    """Write each seat's points if the game ends now into `scores`; `values` is room for the lines' values."""
    line_values(state, values)
    seat: i64 = 0
    while seat < state[SEATS]:
        total: i64 = 0
        number: i64 = 0
        while number < LINES:
            total += points(state, values, number, seat)
            number += 1
        scores[seat] = total
        seat += 1
