"""What a seat may know of Trambahn as numbers, from the fast core: what `tensor.write` says, exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.trambahn.encode.tensor import layout
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
    OFFER,
    PASSENGERS,
    PASSENGERS_PLAYED,
    POINTS,
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
from stellwerk.games.trambahn.fast.memory import KINDS
from stellwerk.games.trambahn.law.data import CARDS as KINDS_OF_CARDS
from stellwerk.games.trambahn.law.data import COPIES_OF

if TYPE_CHECKING:
    from stellwerk.games.trambahn.fast.core import Core
    from stellwerk.games.trambahn.fast.memory import Memory

_ZEROS: Final = vec[float]([0.0] * sum([part.size for part in layout(2)]))
_SHARES: Final = vec[float]([1 / COPIES_OF[card] for card in KINDS_OF_CARDS])
_PILE: Final = 1 / 120
_TURN: Final = 7
"""After the step."""
_OPTIONS: Final = _TURN + 6
_HAND: Final = _OPTIONS + 3
_PLAYERS: Final = _HAND + KINDS
_ROW: Final = 9
_PLAYER: Final = 3 + KINDS + 21 * _ROW
_TERMINALS: Final = _PLAYERS + 2 * _PLAYER
_TRAMS: Final = _TERMINALS + KINDS - 1 + 8
_REMEMBERED: Final = _TRAMS + 8
_DISCARD: Final = _REMEMBERED + KINDS
_POINTS: Final = _DISCARD + KINDS


def numbers(fast: Core, memory: Memory, start_seat: i64, seat: i64) -> vec[float]:
    """A new tensor."""
    table = fast.table
    found: vec[float] = _ZEROS[:]
    _write_table(table, found, start_seat, seat)
    place: i64 = HANDS + HAND * seat
    end = place + table[HAND_SIZE + seat]
    while place < end:
        _add(found, _HAND, table[place])
        place += 1
    _write_player(fast, memory, found, _PLAYERS, seat, seat)
    _write_player(fast, memory, found, _PLAYERS + _PLAYER, 1 - seat, seat)
    _write_terminals(table, found)
    _write_supply(table, found)
    card: i64 = 0
    while card < KINDS:
        count = memory.faces[KINDS * seat + card]
        while count > 0:
            _add(found, _REMEMBERED, card)
            count -= 1
        card += 1
    _write_known(fast, memory, found, _DISCARD, DISCARD_PILE, table[DISCARD], seat)
    found[_POINTS] = float(table[SCORE + seat]) / 100.0
    found[_POINTS + 1] = float(table[SCORE + 1 - seat]) / 100.0
    found[_POINTS + 2] = float(table[RUNS_DONE]) / RUNS
    return found


def _add(found: vec[float], start: i64, card: i64) -> None:
    """One more of a kind of card."""
    found[start + card] += _SHARES[card]


def _write_table(table: vec[i64], found: vec[float], start_seat: i64, seat: i64) -> None:
    step = table[STEP]
    found[step] = 1.0
    chosen = step >= PASSENGERS and step <= TRAMS
    own = table[TURN] == seat
    found[_TURN] = 1.0 if own else 0.0
    found[_TURN + 1] = 1.0 if start_seat == seat else 0.0
    found[_TURN + 2] = float(table[PASSENGERS_PLAYED]) / 2.0
    found[_TURN + 3] = float(table[TRAMS_BOUGHT]) / 3.0
    found[_TURN + 4] = 1.0 if chosen else 0.0
    found[_TURN + 5] = 1.0 if chosen and own else 0.0
    found[_OPTIONS] = float(table[FREE_ROWS])
    found[_OPTIONS + 1] = 1.0 if table[MAX_TRAMS] == 2 else 0.0
    found[_OPTIONS + 2] = float(table[HALVES_UP])


def _write_player(
    fast: Core, memory: Memory, found: vec[float], start: i64, player: i64, observer: i64
) -> None:
    table = fast.table
    money = table[MONEY + player]
    found[start] = float(table[HAND_SIZE + player]) / 6.0
    found[start + 1] = float(money) * _PILE
    found[start + 2] = float(memory.drawn[player]) * _PILE
    _write_known(fast, memory, found, start + 3, MONEY_PILE + CARDS * player, money, observer)
    start += 3 + KINDS
    row: i64 = ROWS + SEAT_ROWS * player
    end = row + ROW * table[ROW_COUNT + player]
    while row < end:
        found[start + table[row + LINE]] = 1.0
        found[start + 4] = float(table[row + ROW_END]) / 10.0
        found[start + 5] = float(table[row + SIZE] - table[row + CONDUCTORS]) / 10.0
        found[start + 6] = float(table[row + CONDUCTORS]) / 8.0
        found[start + 7] = float(table[row + ROW_TRAM]) / 4.0
        found[start + 8] = float(table[row + POINTS]) / 15.0
        start += _ROW
        row += ROW


def _write_known(
    fast: Core, memory: Memory, found: vec[float], start: i64, pile: i64, count: i64, observer: i64
) -> None:
    """The faces in a pile that the observer has seen."""
    seen, piles = memory.seen, fast.piles
    end = pile + count
    while pile < end:
        if i64(seen[pile]) >> observer & 1:
            _add(found, start, i64(piles[pile]))
        pile += 1


def _write_terminals(table: vec[i64], found: vec[float]) -> None:
    """The waiting stops by card, then by line how many wait and how many of them are conductors."""
    counts: i64 = _TERMINALS + KINDS - 1
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
                _add(found, _TERMINALS, card)
            place += 1
        found[counts + line] = float(waiting) / 4.0
        found[counts + 4 + line] = float(conductors) / 4.0
        line += 1


def _write_supply(table: vec[i64], found: vec[float]) -> None:
    """Trams on offer and below (TB-2.3: x2 on top, then x3, then x4), and how many cards the piles have."""
    stack = table[STACK]
    tram: i64 = 2
    while tram <= 4:
        found[_TRAMS + tram - 2] = float(table[OFFER + tram]) / 7.0
        tram += 1
    found[_TRAMS + 3] = float(max(stack - 11, 0)) / 7.0
    found[_TRAMS + 4] = float(min(max(stack - 7, 0), 4)) / 7.0
    found[_TRAMS + 5] = float(min(stack, 7)) / 7.0
    found[_TRAMS + 6] = float(table[DRAW]) * _PILE
    found[_TRAMS + 7] = float(table[DISCARD]) * _PILE
