"""What a seat of Trambahn knows, as numbers read from the fast core: the twin of `encode.tensor`.

It writes exactly what `encode.tensor.write` makes of the seat's view, in the places of `tensor_layout`
(`to.HAND` and so on). `Memory` tells it which face-down cards the seat has seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.fast import tensor_layout as to
from stellwerk.games.trambahn.fast.ids import KINDS
from stellwerk.games.trambahn.fast.layout import (
    CARDS,
    CONDUCTOR,
    CONDUCTORS,
    DISCARD,
    DISCARD_PILE,
    DRAW,
    FREE_ROWS,
    HALVES_UP,
    HAND,
    HAND_SIZE,
    HANDS,
    LINE,
    MAX_TRAMS,
    MONEY,
    MONEY_PILE,
    NINE,
    OFFER,
    PASSENGERS,
    PASSENGERS_PLAYED,
    POINTS,
    REPLACES_EMPTY,
    ROW,
    ROW_COUNT,
    ROW_END,
    ROW_TRAM,
    ROWS,
    RUNS,
    RUNS_DONE,
    SCORE,
    SEAT_ROWS,
    SIZE,
    STACK,
    STEP,
    TERMINALS,
    TRAMS,
    TRAMS_BOUGHT,
    TURN,
    WAITING,
)
from stellwerk.games.trambahn.law.data import CARDS as KINDS_OF_CARDS
from stellwerk.games.trambahn.law.data import COPIES_OF

if TYPE_CHECKING:
    from stellwerk.games.trambahn.fast.core import Core
    from stellwerk.games.trambahn.fast.memory import Memory

_ZEROS: Final = vec[float]([0.0] * to.SIZE)
_SHARES: Final = vec[float]([1 / COPIES_OF[card] for card in KINDS_OF_CARDS])
"""What one card adds, by its kind: all of a kind add up to 1."""


def numbers(core: Core, memory: Memory, start_seat: i64, seat: i64) -> vec[float]:
    """What a seat knows, as a new tensor."""
    table = core.table
    found: vec[float] = _ZEROS[:]
    _write_table(table, found, start_seat, seat)
    place: i64 = HANDS + HAND * seat
    end = place + table[HAND_SIZE + seat]
    while place < end:
        _add(found, to.HAND, table[place])
        place += 1
    _write_player(core, memory, found, to.OWN, seat, seat)
    _write_player(core, memory, found, to.OTHER, 1 - seat, seat)
    _write_terminals(table, found)
    _write_supply(table, found)
    card: i64 = 0
    while card < KINDS:
        count = memory.faces[KINDS * seat + card]
        while count > 0:
            _add(found, to.REMEMBERED, card)
            count -= 1
        card += 1
    _write_known(core, memory, found, to.DISCARD, DISCARD_PILE, table[DISCARD], seat)
    found[to.POINTS] = float(table[SCORE + seat]) / 100.0
    found[to.POINTS + 1] = float(table[SCORE + 1 - seat]) / 100.0
    found[to.POINTS + 2] = float(table[RUNS_DONE]) / RUNS
    return found


def _add(found: vec[float], start: i64, card: i64) -> None:
    """Add one card to the numbers of its kind."""
    found[start + card] += _SHARES[card]


def _write_table(table: vec[i64], found: vec[float], start_seat: i64, seat: i64) -> None:
    step = table[STEP]
    found[to.STEP + step] = 1.0
    chosen = step >= PASSENGERS and step <= TRAMS
    own = table[TURN] == seat
    found[to.TURN] = 1.0 if own else 0.0
    found[to.TURN + 1] = 1.0 if start_seat == seat else 0.0
    found[to.TURN + 2] = float(table[PASSENGERS_PLAYED]) / 2.0
    found[to.TURN + 3] = float(table[TRAMS_BOUGHT]) / 3.0
    found[to.TURN + 4] = 1.0 if chosen else 0.0
    found[to.TURN + 5] = 1.0 if chosen and own else 0.0
    found[to.OPTIONS] = float(table[FREE_ROWS])
    found[to.OPTIONS + 1] = 1.0 if table[MAX_TRAMS] == 2 else 0.0
    found[to.OPTIONS + 2] = float(table[HALVES_UP])
    found[to.OPTIONS + 3] = 1.0 if table[NINE] == 3 else 0.0
    found[to.OPTIONS + 4] = float(table[REPLACES_EMPTY])


def _write_player(
    core: Core, memory: Memory, found: vec[float], start: i64, player: i64, observer: i64
) -> None:
    table = core.table
    money = table[MONEY + player]
    found[start] = float(table[HAND_SIZE + player]) / 6.0
    found[start + 1] = float(money) * to.PILE
    found[start + 2] = float(memory.drawn[player]) * to.PILE
    _write_known(core, memory, found, start + to.MONEY, MONEY_PILE + CARDS * player, money, observer)
    start += to.ROWS
    row: i64 = ROWS + SEAT_ROWS * player
    end = row + ROW * table[ROW_COUNT + player]
    while row < end:
        found[start + table[row + LINE]] = 1.0
        found[start + 4] = float(table[row + ROW_END]) / 10.0
        found[start + 5] = float(table[row + SIZE] - table[row + CONDUCTORS]) / 10.0
        found[start + 6] = float(table[row + CONDUCTORS]) / 8.0
        found[start + 7] = float(table[row + ROW_TRAM]) / 4.0
        found[start + 8] = float(table[row + POINTS]) / 15.0
        start += to.ROW
        row += ROW


def _write_known(
    core: Core, memory: Memory, found: vec[float], start: i64, pile: i64, count: i64, observer: i64
) -> None:
    """The faces in a pile that the observer has seen."""
    seen, piles = memory.seen, core.piles
    end = pile + count
    while pile < end:
        if i64(seen[pile]) >> observer & 1:
            _add(found, start, i64(piles[pile]))
        pile += 1


def _write_terminals(table: vec[i64], found: vec[float]) -> None:
    """The waiting stops by card, then by line how many wait and how many of them are conductors."""
    counts: i64 = to.WAITING
    line: i64 = 0
    while line < 4:
        waiting = table[WAITING + line]
        conductors: i64 = 0
        place: i64 = 0
        while place < waiting:
            card = table[TERMINALS + 4 * line + place]
            if card == CONDUCTOR:
                conductors += 1
            else:
                _add(found, to.TERMINALS, card)
            place += 1
        found[counts + line] = float(waiting) / 4.0
        found[counts + 4 + line] = float(conductors) / 4.0
        line += 1


def _write_supply(table: vec[i64], found: vec[float]) -> None:
    """Trams on offer and below (TB-2.3: x2 on top, then x3, then x4), and how many cards the piles have."""
    stack = table[STACK]
    tram: i64 = 2
    while tram <= 4:
        found[to.TRAMS + tram - 2] = float(table[OFFER + tram]) / 7.0
        tram += 1
    found[to.TRAMS + 3] = float(max(stack - 11, 0)) / 7.0
    found[to.TRAMS + 4] = float(min(max(stack - 7, 0), 4)) / 7.0
    found[to.TRAMS + 5] = float(min(stack, 7)) / 7.0
    found[to.PILES] = float(table[DRAW]) * to.PILE
    found[to.PILES + 1] = float(table[DISCARD]) * to.PILE
