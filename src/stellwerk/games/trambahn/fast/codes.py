"""Translation between the law and the core: states become flat lists, actions become moves and back.

`layout` has the pictures of both. A move names a row by its place among the player's rows, an action by its
number, so translating a move takes the numbers of the rows on the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Stop
from stellwerk.games.trambahn.law.data import CARDS, CONDUCTOR, LINE_OF, LINES, ORDER, VALUE_OF
from stellwerk.games.trambahn.law.scoring import totals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.data import Tram
    from stellwerk.games.trambahn.law.state import Player, Row, State

_TRAMS: tuple[Tram, ...] = (2, 3, 4)


def flatten(state: State) -> tuple[list[int], list[int]]:
    """`table` and `piles` of a state after the deal."""
    table = [0] * at.TABLE
    piles = [0] * at.PILES
    table[at.TURN] = state.turn
    table[at.STEP] = int(state.step)
    table[at.PASSENGERS_PLAYED] = state.passengers
    table[at.TRAMS_BOUGHT] = state.trams
    table[at.RUNS_DONE] = len(state.runs)
    table[at.SCORE : at.SCORE + 2] = totals(state)
    table[at.FREE_ROWS] = int(state.options.new_rows == "free")
    table[at.MAX_TRAMS] = state.options.max_trams_per_turn
    table[at.HALVES_UP] = int(state.options.halving == "up")
    table[at.NINE] = state.options.points_of_nine
    table[at.REPLACES_EMPTY] = int(state.options.reshuffle == "empty")
    table[at.RANDOM] = at.FIRST_RANDOM
    for tram in state.offer:
        table[at.OFFER + tram] += 1
    table[at.STACK] = len(state.stack)
    for line, terminal in enumerate(state.terminals):
        table[at.WAITING + line] = len(terminal)
        for place, card in enumerate(terminal):
            table[at.TERMINALS + 4 * line + place] = ORDER[card]
    for seat, player in enumerate(state.players):
        _flatten_player(table, piles, seat, player)
    table[at.DRAW] = len(state.draw)
    piles[: len(state.draw)] = [ORDER[card] for card in reversed(state.draw)]
    table[at.DISCARD] = len(state.discard.cards)
    for place, card in enumerate(state.discard.cards):
        piles[at.DISCARD_PILE + place] = ORDER[card]
    return table, piles


def _flatten_player(table: list[int], piles: list[int], seat: int, player: Player) -> None:
    table[at.HAND_SIZE + seat] = len(player.hand)
    for place, card in enumerate(player.hand):
        table[at.HANDS + at.HAND * seat + place] = ORDER[card]
    table[at.MONEY + seat] = len(player.money.cards)
    for place, card in enumerate(player.money.cards):
        piles[at.MONEY_PILE + at.CARDS * seat + place] = ORDER[card]
    table[at.ROW_COUNT + seat] = len(player.rows)
    table[at.NEXT_ROW + seat] = player.next_row
    for place, row in enumerate(player.rows):
        start = at.ROWS + at.SEAT_ROWS * seat + at.ROW * place
        table[start : start + at.ROW] = _row(row, table[at.NINE])


def _row(row: Row, nine: int) -> list[int]:
    fields = [0] * at.ROW
    fields[at.NUMBER] = row.number
    fields[at.LINE] = LINES.index(row.line)
    fields[at.ROW_END] = row.end
    fields[at.SIZE] = row.size
    fields[at.POINTS] = row.points(nine)
    fields[at.ROW_TRAM] = row.tram or 0
    fields[at.VALUES] = sum(1 << VALUE_OF[stop] for stop in row.stops)
    fields[at.CONDUCTORS] = row.conductors
    return fields


def move_of(action: Action, rows: Sequence[int]) -> int:
    """The move that stands for an action of a player whose rows have these numbers."""
    match action:
        case Passenger(card, line):
            return at.PASSENGER << 12 | ORDER[card] << 6 | LINES.index(line or LINE_OF[card])
        case Stop(card, None):
            return at.STOP << 12 | ORDER[card] << 6
        case Stop(card, int(row)):
            return at.STOP << 12 | ORDER[card] << 6 | rows.index(row) + 1
        case Income(card):
            return at.INCOME << 12 | ORDER[card] << 6
        case BuyTram(tram, row):
            return at.TRAM << 12 | tram << 6 | rows.index(row)
        case EndTurn():
            return at.END_TURN
        case _:
            raise TypeError(f"an action of chance has no move: {action!r}")


def action_of(move: int, rows: Sequence[int]) -> Action:
    """The action that a move stands for, of a player whose rows have these numbers."""
    kind, number, target = move >> 12, move >> 6 & 63, move & 63
    if kind == at.END:
        return EndTurn()
    if kind == at.TRAM:
        return BuyTram(_TRAMS[number - 2], rows[target])
    card = CARDS[number]
    if kind == at.PASSENGER:
        return Passenger(card, LINES[target] if card == CONDUCTOR else None)
    if kind == at.STOP:
        return Stop(card, rows[target - 1] if target else None)
    return Income(card)
