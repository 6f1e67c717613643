"""A game of Trambahn that ends by TB-5.3: both hands are empty and there is nothing left to draw.

It takes two players who work together and much luck. Three rows of each line can hold all of its stops; what
is left over must wait as passengers, before there is a tenth run. Seat 0 lays blue and red, seat 1 green and
yellow; both raise the money for six trams first and lay stops then. Luck is legal chance: nobody has seen the
order of a draw pile, so it is decided card by card as it is drawn. Therefore the record carries no seed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from stellwerk import CHANCE
from stellwerk.core.record import Record, make_record
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Shuffle, Stop
from stellwerk.games.trambahn.law.data import (
    CONDUCTOR,
    COPIES_OF,
    DECK,
    HAND_SIZE,
    LINE_OF,
    LINES,
    ORDER,
    PRICE_OF,
    VALUE_OF,
)
from stellwerk.games.trambahn.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.games.trambahn.law.data import Card, Line
    from stellwerk.games.trambahn.law.state import State

OPTIONS = {"new_rows": "free"}
ROWS_OF_A_LINE = 3
ROWS_OF_A_SEAT = 6
OWNER: dict[Line, int] = {"B": 0, "R": 0, "G": 1, "Y": 1}
SPARE = 1
"""Number of cards of a line that may be left without a row."""
LUCK = 39
"""The first seed of the tie-breaks with which the game dries up."""


def value(card: Card) -> int:
    """The value of a stop; a conductor has none."""
    return VALUE_OF.get(card, 0)


def is_own(seat: int, card: Card) -> bool:
    """Whether a card is a stop of this seat's lines."""
    return card != CONDUCTOR and OWNER[LINE_OF[card]] == seat


class Layout:
    """The rows of a seat as they lie, and as they would with further stops."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.ends: dict[Line, dict[int, int]] = {line: {} for line in LINES}
        for row in state.players[seat].rows:
            self.ends[row.line][row.number] = row.end
        self.placed = Counter(card for terminal in state.terminals for card in terminal)
        for player in state.players:
            self.placed.update(stop for row in player.rows for stop in row.stops)

    def row_for(self, card: Card) -> int | None:
        """The row that this card should extend: no more cards than are to spare may find no row later."""
        if not is_own(self.seat, card):
            return None
        ends = self.ends[LINE_OF[card]]
        allowed = max(SPARE, self._stranded(LINE_OF[card], ends))
        self.placed[card] += 1
        ratings = [
            (-self._stranded(LINE_OF[card], {**ends, number: value(card)}), end, number)
            for number, end in ends.items()
            if end < value(card)
        ]
        self.placed[card] -= 1
        stranded, _, number = max(ratings, default=(-allowed - 1, 0, 0))
        return number if -stranded <= allowed else None

    def _stranded(self, line: Line, ends: dict[int, int]) -> int:
        """How many of the other cards of a line would find no row."""
        new = ROWS_OF_A_LINE - len(ends)
        stops = [card for card in COPIES_OF if LINE_OF.get(card) == line]
        return sum(
            max(
                0, COPIES_OF[stop] - self.placed[stop] - new - sum(end < value(stop) for end in ends.values())
            )
            for stop in stops
        )

    def lay(self, cards: Iterable[Card]) -> list[Card]:
        """Lay what can be laid, low stops first, and say what that was."""
        laid = []
        for card in sorted(cards, key=value):
            if number := self.row_for(card):
                self.ends[LINE_OF[card]][number] = value(card)
                self.placed[card] += 1
                laid.append(card)
        return laid

    def gap(self, card: Card) -> int:
        """How many values the row of this card rises by."""
        return value(card) - self.ends[LINE_OF[card]][self.row_for(card) or 0]

    def is_too_low(self, card: Card) -> bool:
        """Whether an own stop fits no row any more."""
        if not is_own(self.seat, card):
            return False
        return all(end >= value(card) for end in self.ends[LINE_OF[card]].values())


class Players:
    """What both of them do, and which cards they are lucky to draw."""

    def __init__(self, luck: int) -> None:
        self.rng = random.Random(luck)
        self.first_pile = True

    def saves(self, state: State, seat: int) -> bool:
        """Whether a seat raises money: for the dear trams only when the first halving is over."""
        if len(state.players[seat].rows) == ROWS_OF_A_SEAT:
            return False
        return not (self.first_pile and _next_price(state) == max(PRICE_OF.values()))

    def draws(self, state: State, pile: Iterable[Card]) -> tuple[Card, ...]:
        """The pile with the cards on top that the seat to move would like to draw."""
        left = sorted(pile, key=ORDER.__getitem__)
        missing = HAND_SIZE - len(state.players[state.turn].hand)
        lucky = self._for_money if self.saves(state, state.turn) else self._for_rows
        wanted = lucky(state, left, missing)
        return (*wanted, *sorted((Counter(left) - Counter(wanted)).elements(), key=ORDER.__getitem__))

    def _for_money(self, state: State, left: list[Card], missing: int) -> list[Card]:
        """The first stop of a row that can be paid for soon, and cards that no row waits for."""
        seat, wanted = state.turn, []
        player = state.players[seat]
        first = sorted((card for card in left if _begins(state, seat, card)), key=value)
        soon = len(player.money.cards) + 4 >= _next_price(state)
        if first and soon and not any(_begins(state, seat, card) for card in player.hand):
            wanted.append(first[0])
            left = _without(left, first[0])
        sign = 1 if self.first_pile else -1
        ranked = sorted(
            left,
            key=lambda card: (
                any(_begins(state, other, card) for other in (0, 1)),
                value(card) <= 2,
                sign * value(card),
            ),
        )
        return (wanted + ranked)[:missing]

    def _for_rows(self, state: State, left: list[Card], missing: int) -> list[Card]:
        """Stops that can be laid, the closest ones first, and a passenger."""
        wanted: list[Card] = []
        layout = Layout(state, state.turn)
        layout.lay(state.players[state.turn].hand)
        while len(wanted) < missing - 1:
            gaps = [
                (layout.gap(card) + self.rng.random(), value(card), card)
                for card in left
                if layout.row_for(card)
            ]
            if not gaps:
                break
            card = min(gaps)[2]
            layout.lay([card])
            left = _without(left, card)
            wanted.append(card)
        ranked = sorted(left, key=lambda card: (not layout.is_too_low(card), card != CONDUCTOR, -value(card)))
        return (wanted + ranked)[:missing]

    def choose(self, state: State) -> Action:
        """The next action of the seat to move."""
        legal = GAME.legal(state)
        passengers = [action for action in legal if isinstance(action, Passenger)]
        if state.passengers == 0:
            return self._passenger(state, passengers) if passengers else EndTurn()
        stop = self._stop(state) if state.step <= Step.STOPS else None
        income = self._income(state) if state.step <= Step.INCOME else None
        trams = [action for action in legal if isinstance(action, BuyTram)]
        return stop or income or (trams[0] if trams else EndTurn())

    def _passenger(self, state: State, passengers: list[Passenger]) -> Passenger:
        """A card that is wanted nowhere, to a terminal that does not run yet."""
        seat = state.turn
        saves, layout = self.saves(state, seat), Layout(state, seat)
        useful = [] if saves else layout.lay(state.players[seat].hand)

        def rank(action: Passenger) -> tuple[int | bool, ...]:
            card = action.card
            waiting = len(state.terminals[LINES.index(action.line or LINE_OF[card])])
            if saves:
                return _begins(state, seat, card), card == CONDUCTOR, -value(card), waiting
            foreign = card != CONDUCTOR and not is_own(seat, card)
            best = not layout.is_too_low(card), waiting == 3, card != CONDUCTOR, foreign
            return card in useful, *best, waiting, -value(card)

        return min(passengers, key=rank)

    def _stop(self, state: State) -> Stop | None:
        player = state.players[state.turn]
        if not self.saves(state, state.turn):
            layout = Layout(state, state.turn)
            for card in sorted(player.hand, key=value):
                if number := layout.row_for(card):
                    return Stop(card, number)
        waiting = sum(row.tram is None for row in player.rows) + 1
        money = len(player.money.cards) + len(player.hand) - 1
        if waiting <= len(state.offer) and _price(state, waiting) <= money:
            return next((Stop(card) for card in player.hand if _begins(state, state.turn, card)), None)
        return None

    def _income(self, state: State) -> Income | None:
        seat, player = state.turn, state.players[state.turn]
        given = list(player.hand)
        enough = _price(state, sum(row.tram is None for row in player.rows)) <= len(player.money.cards)
        if not enough or self.saves(state, seat):
            kept = [card for card in given if enough and _begins(state, seat, card)]
            given = _without(given, kept[0]) if kept else given
        else:
            layout = Layout(state, seat)
            given = [card for card in given if not is_own(seat, card) or layout.is_too_low(card)]
        return Income(given[0]) if given else None


def _price(state: State, trams: int) -> int:
    return sum(PRICE_OF[tram] for tram in state.offer[:trams])


def _next_price(state: State) -> int:
    return PRICE_OF[(state.offer + state.stack)[0]]


def _begins(state: State, seat: int, card: Card) -> bool:
    """Whether this card should begin an own row: a 1, then a 1 or 2, then anything up to 4."""
    if not is_own(seat, card):
        return False
    rows = sum(row.line == LINE_OF[card] for row in state.players[seat].rows)
    return rows < ROWS_OF_A_LINE and value(card) <= (1, 2, 4)[rows]


def _without(cards: list[Card], card: Card) -> list[Card]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _deal() -> tuple[Card, ...]:
    """High cards as money, and to each hand two 1s and four low cards."""
    money = sorted(DECK, key=value, reverse=True)[:27]
    hands: tuple[tuple[Card, ...], ...] = (("B1", "R1"), ("G1", "Y1"))
    left = Counter(DECK) - Counter(money) - Counter(hands[0] + hands[1])
    low = sorted(left.elements(), key=lambda card: (value(card) <= 2, value(card)))
    return (*money, *hands[0], *low[:4], *hands[1], *low[4:])


def play(luck: int) -> tuple[State, list[Action]]:
    """The game with these tie-breaks, to its end."""
    players = Players(luck)
    deal = Shuffle(_deal())
    state = GAME.apply(GAME.initial(options=OPTIONS), deal)
    actions: list[Action] = [deal]
    piles = [list(deal.cards[: -len(state.draw)])]
    """The cards of every draw pile in the order in which they were drawn."""
    while (actor := GAME.actor(state)) is not None:
        action: Action
        if actor == CHANCE:
            players.first_pile = False
            due = GAME.to_text(GAME.chance(state, players.rng)).split()[1:]
            action = Shuffle(players.draws(state, cast("list[Card]", due)))
            piles.append([])
            state = replace(state, draw=action.cards)
        else:
            action = players.choose(state)
            if isinstance(action, EndTurn):
                state = replace(state, draw=players.draws(state, state.draw))
        pile, state = state.draw, GAME.apply(state, action)
        actions.append(action)
        piles[-1] += pile[: len(pile) - len(state.draw)]
    piles[-1] += state.draw
    orders = iter(piles)
    return state, [Shuffle(tuple(next(orders))) if isinstance(a, Shuffle) else a for a in actions]


def dry_game() -> Record:
    """The record."""
    _, actions = play(LUCK)
    return make_record(GAME, GAME.setup(2, OPTIONS), ("blue and red", "green and yellow"), actions)
