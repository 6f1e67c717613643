"""A simple opponent for Trambahn: it rates each legal action by a few rules of thumb, without any search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.trambahn.law.actions import Action, BuyTram, Income, Passenger, Stop
from stellwerk.games.trambahn.law.data import (
    CONDUCTOR,
    LINE_OF,
    LINES,
    POINTS_OF,
    PRICE_OF,
    TERMINAL_SIZE,
    VALUE_OF,
)

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import Row
    from stellwerk.games.trambahn.law.view import PlayerView, View

RESERVE = 20
"""With this much money, cards are better used as stops."""


class SimpleBot:
    """Starts runs of lines it leads, lays stops that leave small gaps, saves for the next tram."""

    def choose(self, view: View, legal: tuple[Action, ...], rng: RandomSource) -> Action:
        """The action with the best rating; a random one of those if several share it."""
        ratings = [(_rate(view, action), rng.randrange(1 << 30)) for action in legal]
        return legal[ratings.index(max(ratings))]


def _rate(view: View, action: Action) -> float:
    """How good an action looks; ending the turn is worth 0."""
    me = view.players[view.turn]
    match action:
        case Passenger(card, line):
            return _rate_passenger(view, card, LINES.index(line or LINE_OF[card]))
        case Stop(card, row):
            return _rate_new_row(view, me, card) if row is None else _rate_extension(view, card, row)
        case Income(card):
            poor = len(me.money) < RESERVE
            return 1 - _usefulness(me, card) if poor else -1
        case BuyTram(tram, row):
            return 10 * tram + _row_of(me, row).points(view.options.points_of_nine)
    return 0


def _rate_passenger(view: View, card: Card, terminal: int) -> float:
    """The lead in that line counts more the closer its run; useful cards are kept; a second must pay off."""
    own, other = view.worth[terminal][view.turn], view.worth[terminal][1 - view.turn]
    nearness = (len(view.terminals[terminal]) + 1) / TERMINAL_SIZE
    rating = (own - other) * nearness**2 - 4 * _usefulness(view.players[view.turn], card)
    return rating - 3 if view.passengers else rating


def _rate_extension(view: View, card: Card, number: int) -> float:
    row = _row_of(view.players[view.turn], number)
    if card == CONDUCTOR:
        return 2 if row.size >= 5 else -1
    gap = VALUE_OF[card] - row.end - 1
    points = POINTS_OF[view.options.points_of_nine][card]
    return 3 + points - gap if gap <= 2 or row.size >= 5 else -1


def _rate_new_row(view: View, me: PlayerView, card: Card) -> float:
    """New rows need an affordable tram and a low first stop."""
    waiting = sum(row.tram is None for row in me.rows)
    prices = sorted(PRICE_OF[tram] for tram in view.offer)[: waiting + 1]
    affordable = len(prices) > waiting and sum(prices) <= len(me.money)
    return 4 - VALUE_OF[card] if affordable and VALUE_OF[card] <= 3 else -1


def _usefulness(me: PlayerView, card: Card) -> float:
    """How useful a card is as a stop: 1 if it is the next value of a row, less the larger the gap."""
    if card == CONDUCTOR:
        return 0.5
    gaps = [VALUE_OF[card] - row.end for row in me.rows if row.line == LINE_OF[card]]
    close = [1 / gap for gap in gaps if gap > 0]
    return max(close, default=0.6 if VALUE_OF[card] <= 2 else 0.1)


def _row_of(me: PlayerView, number: int) -> Row:
    return next(row for row in me.rows if row.number == number)
