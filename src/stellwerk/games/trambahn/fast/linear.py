"""The linear evaluation in pieces, so that the generator can carry its value along instead of summing anew.

A card laid or a tram bought changes one row and the lead in one line. `value_of_row` before and after says by
how much the evaluation changes. The lists are those of `scratch`; `to_come` is the share of runs to come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.fast import features as f
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast import scratch

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64


def weigh_money(worth: vec[float], to_come: float) -> None:
    """Write what each amount of money is worth."""
    money: i64 = 0
    while money < scratch.MOST_MONEY:
        value = 0.0
        kind: i64 = 0
        while kind < 5:
            weight = worth[f.MONEYS + kind] + to_come * worth[f.MONEYS_TO_COME + kind]
            value += weight * float(f.capped_money(kind, money))
            kind += 1
        worth[scratch.PURSE + money] = value
        money += 1


def weigh_lines(notes: vec[i64], worth: vec[float], to_come: float) -> None:
    """Write what a point of lead is worth in each line."""
    line: i64 = 0
    while line < 4:
        waiting = notes[scratch.WAITING + line]
        worth[scratch.LED + line] = worth_of_point(worth, True, waiting, to_come)
        worth[scratch.BEHIND + line] = worth_of_point(worth, False, waiting, to_come)
        line += 1


def worth_of_point(weights: vec[float], led: bool, waiting: i64, to_come: float) -> float:
    """What a point of lead is worth in a line with `waiting` passengers, if I lead it or not."""
    if led:
        return weights[f.LEADS + waiting] + to_come * weights[f.LEADS_TO_COME + waiting]
    return weights[f.BEHINDS + waiting] + to_come * weights[f.BEHINDS_TO_COME + waiting]


def value_of_lead(notes: vec[i64], worth: vec[float], line: i64) -> float:
    """What the lead in a line is worth beyond this turn."""
    lead = notes[scratch.LEAD + line]
    return float(lead) * (worth[scratch.LED + line] if lead > 0 else worth[scratch.BEHIND + line])


def value_of_growth(weights: vec[float], end: i64, tram: i64) -> float:
    """What the future stops of a row are worth, still to be multiplied by `to_come`."""
    return 0.0 if end >= 10 else float(tram) * weights[f.GROWTH + end - 1]


def value_of_hope(weights: vec[float], end: i64, size: i64, worth: i64) -> float:
    """What the hope of a special run is worth in a row that would score `worth` now."""
    if end >= 10 or size < 4 or size > 7:
        return 0.0
    return float(worth) * weights[f.SPECIAL + size - 4]


def value_of_row(notes: vec[i64], worth: vec[float], row: i64, to_come: float) -> float:
    """The value of a row and of the lead in its line."""
    end, tram = notes[row + at.ROW_END], notes[row + at.ROW_TRAM]
    hope = value_of_hope(worth, end, notes[row + at.SIZE], notes[row + at.POINTS] * tram)
    growth = to_come * value_of_growth(worth, end, tram)
    return growth + hope + value_of_lead(notes, worth, notes[row + at.LINE])
