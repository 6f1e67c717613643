"""How much Trambahn's players know about each other's hand: `python3 run.py bench hands [--games N]`.

Strong bots without search play. Before every turn the hand of the other player is looked up, and the law's
`sample` is asked for its probability, worked out exactly: −log2 of it is how many bits are missing. The next
column is the same if all that the other player took as income lay open, which no inference can surpass as
long as hands are drawn afresh. How many cards players keep from one turn to the next says whether they are.
"""

from __future__ import annotations

import random
from collections import Counter
from math import comb, log2
from typing import TYPE_CHECKING, Final, NamedTuple

import stellwerk
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import EndTurn
from stellwerk.games.trambahn.law.data import DECK
from stellwerk.games.trambahn.law.memory import OLDER, SEEN_BY
from stellwerk.games.trambahn.mind.evaluation import learned
from stellwerk.games.trambahn.mind.thinking import Knowledge, TrambahnMind
from stellwerk.search import Effort, SearchBot
from tests.bench import asked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import FaceDown, View

PHASES: Final = ((0, 2), (3, 5), (6, 7), (8, 9))
"""Parts of a game, by the number of runs done."""


class Hidden(NamedTuple):
    """The cards that a seat cannot see, and the places where they lie."""

    remembered: Counter[Card]
    """Those known to lie in the draw pile, or with the other player, who drew from it."""
    others: Counter[Card]
    hand: int
    """The number of cards in the other player's hand."""
    income: int
    """Those that it took as income since the last shuffle."""
    draw: int
    drawn: int
    """The cards that it has drawn since then."""


class Look(NamedTuple):
    """What is missing before one turn, in bits."""

    runs: int
    neutral: float
    with_income: float


def run(arguments: Sequence[str]) -> None:
    """Play games and print a table."""
    asking = asked.parser("hands")
    asking.add_argument("--games", dest="number", type=asked.above_zero(int), default=100)
    options = asking.parse_args(arguments)
    looks: list[Look] = []
    kept: Counter[int] = Counter()
    for number in range(options.number):
        for state, cards in turns(f"hands:{number}"):
            looks.append(look(state))
            if cards is not None:
                kept[cards] += 1
    mean = sum(kept.elements()) / kept.total()
    print(f"Trambahn, {options.number} games: {mean:.3f} cards are kept from a turn to the next.")
    print("| runs done | decisions | bits of the hand | with all income known |")
    print("|---|---|---|---|")
    for first, last in (*PHASES, (0, 9)):
        some = [one for one in looks if first <= one.runs <= last]
        if some:
            neutral = sum(one.neutral for one in some) / len(some)
            known = sum(one.with_income for one in some) / len(some)
            print(f"| {first} – {last} | {len(some)} | {neutral:.2f} | {known:.2f} |")


def turns(seed: str) -> Iterator[tuple[State, int | None]]:
    """The states at the beginning of all turns of a game, and how many cards the turn keeps in hand.

    The last turn keeps none for another: None.
    """
    bot: SearchBot[View, Action] = SearchBot(TrambahnMind(Knowledge(learned())), Effort(0))
    rng = random.Random(seed)
    state: State = stellwerk.new_game("trambahn", seed=seed)
    while (seat := GAME.actor(state)) is not None:
        begun, left = state, None
        for action in bot.plan(GAME.view(state, seat), GAME.legal(state), rng):
            if isinstance(action, EndTurn):
                left = len(state.players[seat].hand)
            state = stellwerk.step(GAME, state, action, rng)
        yield begun, left


def look(state: State) -> Look:
    """What the seat whose turn it is does not know about the other's hand."""
    view = GAME.view(state, state.turn)
    other, found = state.players[1 - state.turn], hidden(view)
    recent, older = _income(view, state)
    remembered = recent & found.remembered  # shown cards are struck from memory first, as the law does
    known = found._replace(
        remembered=found.remembered - remembered,
        others=found.others - (recent - remembered) - older,
        income=0,
    )
    chances = (chance_of(hand, other.hand) for hand in (found, known))
    return Look(len(view.runs), *(-log2(chance) for chance in chances))


def hidden(view: View) -> Hidden:
    """What a view hides from its seat."""
    assert view.seat is not None
    seat, other = view.players[view.seat], view.players[1 - view.seat]
    seen = Counter(seat.hand or ())
    for player in view.players:
        seen.update(card for row in player.rows for card in row.cards)
    seen.update(card for terminal in view.terminals for card in terminal)
    seen.update(face.card for face in _faces(view) if face.card is not None)
    remembered = Counter(view.remembered)
    mark = SEEN_BY[1 - view.seat]
    income = sum(face.card is None and face.seen == mark for face in _faces(view))
    others = Counter(DECK) - seen - remembered
    return Hidden(remembered, others, other.hand_size, income, view.draw_size, other.drawn)


def _faces(view: View) -> tuple[FaceDown, ...]:
    return (*view.players[0].money, *view.players[1].money, *view.discard)


def _income(view: View, state: State) -> tuple[Counter[Card], Counter[Card]]:
    """The other player's income that the view hides: since the last shuffle, and before it."""
    cards = (*state.players[0].money.cards, *state.players[1].money.cards, *state.discard.cards)
    mark = SEEN_BY[1 - state.turn]
    unknown = [(card, face.seen) for card, face in zip(cards, _faces(view), strict=True) if face.card is None]
    recent = Counter(card for card, seen in unknown if seen == mark)
    return recent, Counter(card for card, seen in unknown if seen == mark | OLDER)


def chance_of(hidden: Hidden, hand: Sequence[Card]) -> float:
    """The probability of a hand by the law's `sample`.

    Remembered cards are spread over the draw pile and as many of the other player's hidden cards as it has
    drawn, all others over the places that remain. `ways` counts, by how many of the hand are remembered.
    """
    ways = [1]
    for card, count in Counter(hand).items():
        split = [
            comb(hidden.remembered[card], some) * comb(hidden.others[card], count - some)
            for some in range(count + 1)
        ]
        longer = [0] * (len(ways) + count)
        for before, number in enumerate(ways):
            for some, more in enumerate(split):
                longer[before + some] += number * more
        ways = longer
    remembered, others = hidden.remembered.total(), hidden.others.total()
    places = hidden.hand + hidden.income
    drawn = min(hidden.drawn, places)
    total = 0.0
    for fresh in range(
        min(hidden.hand, drawn) + 1
    ):  # cards of the hand that may be among the remembered ones
        lots = comb(drawn, fresh) * comb(places - drawn, hidden.hand - fresh) / comb(places, hidden.hand)
        for some in range(min(fresh, remembered) + 1):
            places_found = comb(fresh, some) * comb(hidden.draw + drawn - fresh, remembered - some)
            spread = places_found / comb(hidden.draw + drawn, remembered)
            deals = comb(remembered, some) * comb(others, hidden.hand - some)
            total += lots * spread * ways[some] / deals if deals else 0.0
    return total
