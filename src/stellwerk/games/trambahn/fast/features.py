"""The features of the linear evaluation: 48 numbers about a turn that is finished except for drawing cards.

Each feature times its weight says how many points it will add to the lead by the end of the game. Everything
is seen by `me`, who has just played; "net" means mine minus the other player's. `to_come` is the share of the
ten runs still to come. `walk` adds up the same sum card by card (see `linear`).

     0  BIAS             always 1
     1  RUNS_LEFT        to_come
     2  LEADS            my lead in lines where I lead, by waiting passengers (0 to 3)
     6  LEADS_TO_COME    the same × to_come
    10  BEHINDS          my lead in the other lines (0 or negative), by waiting passengers
    14  BEHINDS_TO_COME  the same × to_come
    18  MONEYS           net money, counting each player's up to 5, 10, 15, 30, and all of it
    23  MONEYS_TO_COME   the same × to_come
    28  GROWTH           net trams of open rows × to_come, by the last value of the row (1 to 9)
    37  SPECIAL          net worth of open rows of 4, 5, 6, 7 cards
    41  HELD             my cards in hand
    42  HELD_CONDUCTORS  conductors among them
    43  HELD_LED         stops of lines where I lead
    44  HELD_BEHIND      stops of the other lines
    45  HELD_FITS        × to_come: trams of the rows that held stops fit, by gap (1, 2, more)
    48  FEATURES, the number of features
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.fast import layout as at

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

BIAS: Final = 0
RUNS_LEFT: Final = 1
LEADS: Final = 2
LEADS_TO_COME: Final = 6
BEHINDS: Final = 10
BEHINDS_TO_COME: Final = 14
MONEYS: Final = 18
MONEYS_TO_COME: Final = 23
GROWTH: Final = 28
SPECIAL: Final = 37
HELD: Final = 41
HELD_CONDUCTORS: Final = 42
HELD_LED: Final = 43
HELD_BEHIND: Final = 44
HELD_FITS: Final = 45
FEATURES: Final = 48


def capped_money(kind: i64, money: i64) -> i64:
    """Money as the feature `MONEYS + kind` counts it."""
    limit: i64 = 1000
    if kind < 3:
        limit = 5 * kind + 5
    elif kind == 3:
        limit = 30
    return min(limit, money)


def clear(numbers: vec[float], count: i64) -> None:
    """Set the first `count` numbers to 0."""
    place: i64 = 0
    while place < count:
        numbers[place] = 0.0
        place += 1


def write_features(table: vec[i64], me: i64, out: vec[float]) -> None:
    """Write the features of a table to `out`."""
    clear(out, FEATURES)
    to_come = at.share_to_come(table[at.RUNS_DONE])
    out[BIAS] = 1.0
    out[RUNS_LEFT] = to_come
    kind: i64 = 0
    while kind < 5:
        money = float(capped_money(kind, table[at.MONEY + me]) - capped_money(kind, table[at.MONEY + 1 - me]))
        out[MONEYS + kind] = money
        out[MONEYS_TO_COME + kind] = money * to_come
        kind += 1
    line: i64 = 0
    while line < 4:
        _write_line(table, me, line, to_come, out)
        line += 1
    _write_rows(table, me, 1.0, to_come, out)
    _write_rows(table, 1 - me, -1.0, to_come, out)
    _write_hand(table, me, to_come, out)


def line_worth(table: vec[i64], seat: i64, line: i64) -> i64:
    """What a run of this line would give a seat now (TB-4.1)."""
    row = at.first_row(seat)
    end = at.end_of_rows(table, seat)
    total: i64 = 0
    while row < end:
        if table[row + at.LINE] == line:
            total += table[row + at.POINTS] * table[row + at.ROW_TRAM]
        row += at.ROW
    return total


def line_lead(table: vec[i64], me: i64, line: i64) -> i64:
    """By how much a run of this line would improve the lead of `me` now."""
    return line_worth(table, me, line) - line_worth(table, 1 - me, line)


def _write_line(table: vec[i64], me: i64, line: i64, to_come: float, out: vec[float]) -> None:
    lead = float(line_lead(table, me, line))
    waiting = table[at.WAITING + line]
    if lead > 0.0:
        out[LEADS + waiting] += lead
        out[LEADS_TO_COME + waiting] += lead * to_come
    else:
        out[BEHINDS + waiting] += lead
        out[BEHINDS_TO_COME + waiting] += lead * to_come


def _write_rows(table: vec[i64], seat: i64, sign: float, to_come: float, out: vec[float]) -> None:
    row = at.first_row(seat)
    end = at.end_of_rows(table, seat)
    while row < end:
        last, size, tram = table[row + at.ROW_END], table[row + at.SIZE], table[row + at.ROW_TRAM]
        if last < 10:
            out[GROWTH + last - 1] += sign * to_come * float(tram)
            if size >= 4 and size < 8:
                out[SPECIAL + size - 4] += sign * float(tram * table[row + at.POINTS])
        row += at.ROW


def _write_hand(table: vec[i64], me: i64, to_come: float, out: vec[float]) -> None:
    place: i64 = at.HANDS + at.HAND * me
    end: i64 = place + table[at.HAND_SIZE + me]
    while place < end:
        card = table[place]
        place += 1
        out[HELD] += 1.0
        if card == at.CONDUCTOR:
            out[HELD_CONDUCTORS] += 1.0
            continue
        out[HELD_LED if line_lead(table, me, card // 10) > 0 else HELD_BEHIND] += 1.0
        fit = best_fit(table, me, card)
        if fit > 0:
            out[HELD_FITS + (fit & 3)] += to_come * float(fit >> 2)


def best_fit(table: vec[i64], me: i64, card: i64) -> i64:
    """How well a stop fits the nearest of my rows that has a tram; 0 if it fits none.

    Bits 0 and 1 hold the gap: 0 if the row lacks nothing in between, 1 if it lacks one value, 2 if more. The
    bits above hold the tram.
    """
    row = at.first_row(me)
    end = at.end_of_rows(table, me)
    value = card % 10 + 1
    best: i64 = 0
    smallest: i64 = 100
    while row < end:
        gap = value - table[row + at.ROW_END]
        if table[row + at.LINE] == card // 10 and gap > 0 and gap < smallest and table[row + at.ROW_TRAM] > 0:
            smallest = gap
            best = table[row + at.ROW_TRAM] << 2 | (gap - 1 if gap < 3 else 2)
        row += at.ROW
    return best
