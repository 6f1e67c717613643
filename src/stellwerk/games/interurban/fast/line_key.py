"""An unfinished line in one integer: all that the evaluation knows about it, and its inputs for the net.

Lines look alike in many positions of a search, so what they are worth is kept by this key (`worth`), and
everything that may matter has to be in it:

    bits  0– 5  its value                  6– 8  its label: 0 for a number, then S, C, H, L
          9–12  the station values it has 13–15  the owner of its last station
         16–35  economic value by seat, four bits each
         36–50  the highest open station of each seat that it accepts now, three bits each; 0: none
            51  an open station would complete its values (IU-5.1)
         52–54  how many seats play

`write_inputs` says what the net is told about a line, from one seat's point of view.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.layout import (
    ECONOMIC,
    LABELS,
    LINE_SIZE,
    OPEN_CROSSING,
    OPEN_PLAIN,
    OWNER,
    SEATS,
    TAKEN,
    VALUES,
    count_values,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

LABEL_BITS: Final = 6
VALUE_BITS: Final = 9
OWNER_BITS: Final = 13
ECONOMIC_BITS: Final = 16
OPEN_BITS: Final = 36
COMPLETE_BIT: Final = 51
COMPLETE: Final = 1 << COMPLETE_BIT
"""As a constant: compiled, a small number that is shifted this far is lost."""
SEAT_BITS: Final = 52
KEY_BITS: Final = 55
MOST_VALUE: Final = 63

INPUTS: Final = 42


def open_stations(state: vec[i64]) -> i64:
    """The stations that lie open, as a set."""
    return state[OPEN_PLAIN] | state[OPEN_PLAIN + 1] | state[OPEN_CROSSING] | state[OPEN_CROSSING + 1]


def open_without(state: vec[i64], station: i64) -> i64:
    """The same after one tile of this station has been laid."""
    one: i64 = 1
    copies = (
        (state[OPEN_PLAIN] >> station & 1)
        + (state[OPEN_PLAIN + 1] >> station & 1)
        + (state[OPEN_CROSSING] >> station & 1)
        + (state[OPEN_CROSSING + 1] >> station & 1)
    )
    return open_stations(state) if copies > 1 else open_stations(state) & ~(one << station)


def line_key(state: vec[i64], number: i64, value: i64, shown: i64) -> i64:
    """The key of a line with this value while these stations lie open."""
    line = number * LINE_SIZE
    values, owner, economic = state[line + VALUES], state[line + OWNER], state[line + ECONOMIC]
    return make_key(
        state[SEATS], value, state[LABELS + number], values, owner, economic, state[line + TAKEN], shown
    )


def make_key(
    seats: i64, value: i64, label: i64, values: i64, owner: i64, economic: i64, taken: i64, shown: i64
) -> i64:
    """The key of a line from its parts; `shown` is the set of open stations."""
    all_values: i64 = 15
    accepted = shown & ~(taken | all_values << (owner * 4))
    missing = 15 ^ values
    key = min(value, MOST_VALUE) | values << VALUE_BITS | owner << OWNER_BITS | seats << SEAT_BITS
    if label < 0:
        key |= -label << LABEL_BITS
    fitting: i64 = 0
    seat: i64 = 0
    while seat < seats:
        own = accepted >> (seat * 4) & 15
        fitting |= own
        key |= _highest(own) << (OPEN_BITS + 3 * seat)
        key |= (economic >> (seat * 5) & 15) << (ECONOMIC_BITS + 4 * seat)
        seat += 1
    if not missing & (missing - 1) and missing & fitting:
        key |= COMPLETE
    return key


def _highest(own: i64) -> i64:
    """The highest value in a set of station values; 0 if there is none."""
    if own & 8:
        return 4
    if own & 4:
        return 3
    return 2 if own & 2 else own


def value_of(key: i64) -> i64:
    """The line's value."""
    return key & 63


def values_of(key: i64) -> i64:
    """The station values that the line has."""
    return key >> VALUE_BITS & 15


def economic_of(key: i64, seat: i64) -> i64:
    """A seat's economic value on the line."""
    return key >> (ECONOMIC_BITS + 4 * seat) & 15


def open_of(key: i64, seat: i64) -> i64:
    """The value of a seat's highest open station that the line accepts; 0 if there is none."""
    return key >> (OPEN_BITS + 3 * seat) & 7


def seats_of(key: i64) -> i64:
    """How many seats play."""
    return key >> SEAT_BITS


def write_inputs(key: i64, me: i64, inputs: vec[float]) -> None:
    """Write what the net is told about a line, as a seat sees it."""
    seats, value, values = seats_of(key), value_of(key), values_of(key)
    own, open_own = economic_of(key, me), open_of(key, me)
    best: i64 = 0
    second: i64 = 0
    total: i64 = 0
    above: i64 = 0
    level: i64 = 0
    open_other: i64 = 0
    seat: i64 = 0
    while seat < seats:
        if seat != me:
            other = economic_of(key, seat)
            total += other
            if other > best:
                second = best
                best = other
            elif other > second:
                second = other
            above += 1 if other > own else 0
            level += 1 if other == own else 0
            open_other = max(open_other, open_of(key, seat))
        seat += 1
    lead = own - best
    short = float(min(max(lead, -6), 6)) / 4.0
    worth, missing = float(value) / 10.0, 4 - count_values(values)
    now = worth / float(1 << above) if own else 0.0
    owner = key >> OWNER_BITS & 7
    label = key >> LABEL_BITS & 7
    number: i64 = 0
    while number < 4:
        inputs[number] = 1.0 if label == number + 1 else 0.0
        inputs[4 + number] = 0.0 if values >> number & 1 else 1.0
        inputs[8 + number] = 1.0 if missing == number + 1 else 0.0
        number += 1
    inputs[12] = worth
    inputs[13] = float(own) / 5.0
    inputs[14] = float(best) / 5.0
    inputs[15] = float(second) / 5.0
    inputs[16] = float(total) / 10.0
    inputs[17] = 0.0 if own else 1.0
    inputs[18] = 0.0 if best else 1.0
    inputs[19] = 1.0 if lead > 0 else 0.0
    inputs[20] = 1.0 if lead == 0 and own else 0.0
    inputs[21] = short
    inputs[22] = max(short, 0.0)
    inputs[23] = 1.0 if lead >= 3 else 0.0
    inputs[24] = 1.0 if lead <= -3 else 0.0
    inputs[25] = now
    inputs[26] = 0.0 if own > best else worth if best else 0.0
    one_left = 1.0 if missing == 1 else 0.0
    inputs[27] = one_left * worth
    inputs[28] = one_left * short
    inputs[29] = one_left * now
    complete = float(key >> COMPLETE_BIT & 1)
    inputs[30] = complete
    inputs[31] = complete * short
    inputs[32] = complete * now
    inputs[33] = 1.0 if owner == me else 0.0
    inputs[34] = 1.0 if owner != me and owner < 5 else 0.0
    inputs[35] = float(open_own) / 4.0
    inputs[36] = float(open_other) / 4.0
    inputs[37] = float(min(max(lead + open_own, -6), 6)) / 4.0 if open_own else 0.0
    inputs[38] = float(min(max(lead - open_other, -6), 6)) / 4.0 if open_other else 0.0
    inputs[39] = float(above) / 4.0
    inputs[40] = float(level) / 4.0
    inputs[41] = float(seats - 2) / 3.0
