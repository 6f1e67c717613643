"""The linear evaluation, piece by piece, over the scratch lists of the turn generator: a part of `fast.walk`.

`table` holds integers: the own rows as far as they have been laid, and what else changes during a turn.
`worth` holds the weights of `fast.features` and what follows from them for the runs and passengers of now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.fast.features import (
    BEHINDS,
    BEHINDS_R,
    FEATURES,
    GROWTH,
    LEADS,
    LEADS_R,
    MONEYS,
    MONEYS_R,
    SPECIAL,
    capped_money,
)

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

# Where what lies in `table`: first the own rows, by their places.
LINES: Final = 0
ENDS: Final = 32
SIZES: Final = 64
SUMS: Final = 96
"""The points of its stops."""
TRAMS_OF: Final = 128
BARE: Final = 160
"""1 for a row that had no tram before this turn buys one."""
LEAD_OF: Final = 192
"""What a run of each line would win or lose."""
OPEN: Final = 194
"""How many x2, x3, x4 lie open: OPEN + 2, OPEN + 3, OPEN + 4."""
WAITERS: Final = 199
"""Waiting passengers, by line."""
CARDS_LEFT: Final = 203
CHOICES: Final = 209
BEGUN: Final = 215
"""1 if this card began a row."""
BOARDED: Final = 221
"""The passengers of this turn, as moves."""
IDLE: Final = 223
"""1 for a card that is not held: it fits no row, and the line is not led."""
SCRATCH: Final = 229

# Where what lies in `worth`, behind the weights.
LED: Final = FEATURES
"""What a point of lead is worth, by line."""
BEHIND: Final = FEATURES + 4
HOLDING: Final = FEATURES + 8
PURSE: Final = FEATURES + 14
"""What so much money is worth."""
MOST_MONEY: Final = 128
WORTH: Final = PURSE + MOST_MONEY


def weigh_runs(worth: vec[float], r: float) -> None:
    """What money is worth with so many runs to come."""
    money: i64 = 0
    while money < MOST_MONEY:
        value = 0.0
        kind: i64 = 0
        while kind < 5:
            weight = worth[MONEYS + kind] + r * worth[MONEYS_R + kind]
            value += weight * float(capped_money(kind, money))
            kind += 1
        worth[PURSE + money] = value
        money += 1


def weigh_lines(table: vec[i64], worth: vec[float], r: float) -> None:
    """What a point of lead is worth in each line."""
    line: i64 = 0
    while line < 4:
        waiting = table[WAITERS + line]
        worth[LED + line] = worth[LEADS + waiting] + r * worth[LEADS_R + waiting]
        worth[BEHIND + line] = worth[BEHINDS + waiting] + r * worth[BEHINDS_R + waiting]
        line += 1


def value_of_lead(table: vec[i64], worth: vec[float], line: i64) -> float:
    """What the lead in a line is worth beyond this turn."""
    lead = table[LEAD_OF + line]
    return float(lead) * (worth[LED + line] if lead > 0 else worth[BEHIND + line])


def growth_of(worth: vec[float], end: i64, tram: i64) -> float:
    """What an open row may still become; to be multiplied by r."""
    return 0.0 if end >= 10 else float(tram) * worth[GROWTH + end - 1]


def special_of(worth: vec[float], end: i64, size: i64, points: i64) -> float:
    """What is hoped of a special run."""
    if end >= 10 or size < 4 or size > 7:
        return 0.0
    return float(points) * worth[SPECIAL + size - 4]


def value_of_row(table: vec[i64], worth: vec[float], row: i64, r: float) -> float:
    """Of a row and the lead in its line."""
    end, tram = table[ENDS + row], table[TRAMS_OF + row]
    hope = special_of(worth, end, table[SIZES + row], table[SUMS + row] * tram)
    return r * growth_of(worth, end, tram) + hope + value_of_lead(table, worth, table[LINES + row])
