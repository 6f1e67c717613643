"""What lines are worth and who gets it, in the fast core: IU-6.3 to IU-6.6."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

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


def line_values(state: vec[i64], values: vec[i64]) -> None:
    """What each line is worth as it stands, written into `values`."""
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
    """How many different economic values are above a seat's (IU-6.6); 4 for a seat without stations."""
    own = economic >> (seat * 5) & 31
    if not own:
        return 4
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


def totals(state: vec[i64], values: vec[i64], scores: vec[i64]) -> None:
    """Each seat's points if the game ends now, written into `scores`; `values` is room for the lines'."""
    line_values(state, values)
    seats = state[SEATS]
    seat: i64 = 0
    while seat < seats:
        total: i64 = 0
        number: i64 = 0
        while number < LINES:
            place = rank(state[number * LINE_SIZE + ECONOMIC], seat, seats)
            if place < 4:
                total += (values[number] + (i64(1) << place) - 1) >> place
            number += 1
        scores[seat] = total
        seat += 1
