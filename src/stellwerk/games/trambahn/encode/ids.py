"""Trambahn's actions as numbers for programs that learn, and its shuffles as single cards.

A row is called by its place among the player's rows, from left to right, not by its number, which grows
through the game: there are never more than 21, one for each of the 16 trams and five that a hand can begin.
Ids rise in the order of the notation:

| ids | action |
|---|---|
| 0–39 | passenger, by card |
| 40–43 | a conductor as passenger, by line |
| 44–945 | stop: 44 + 22 × card + place; place 21 begins a new row |
| 946–986 | income, by card |
| 987–1049 | tram: 987 + 21 × (multiplier − 2) + place |
| 1050 | end of turn |

A chance outcome is a card, 0 to 40 in the order of the notation: the next one from the top of the new pile.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Urn
from stellwerk.games.trambahn.law.actions import Action, BuyTram, EndTurn, Income, Passenger, Shuffle, Stop
from stellwerk.games.trambahn.law.cards import to_shuffle
from stellwerk.games.trambahn.law.data import CARDS, LINES, ORDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.state import State

ROWS: Final = 21
_CONDUCTOR_TO: Final = {line: 40 + place for place, line in enumerate(LINES)}
_STOP: Final = 44
_INCOME: Final = _STOP + (ROWS + 1) * len(CARDS)
_TRAM: Final = _INCOME + len(CARDS)
_END: Final = _TRAM + 3 * ROWS
IDS: Final = _END + 1
HIDDEN: Final = ("M ?",)


def encode(state: State, actions: Sequence[Action]) -> list[int]:
    """The ids of legal actions, rising."""
    places: dict[int, int] = {row.number: place for place, row in enumerate(state.players[state.turn].rows)}
    return [id_of(action, places) for action in actions]


def id_of(action: Action, places: dict[int, int]) -> int:
    """The id of an action of somebody whose rows have these places by their numbers."""
    kind = type(action)
    if kind is Passenger:
        assert isinstance(action, Passenger)
        return ORDER[action.card] if action.line is None else _CONDUCTOR_TO[action.line]
    if kind is Stop:
        assert isinstance(action, Stop)
        return _STOP + (ROWS + 1) * ORDER[action.card] + (ROWS if action.row is None else places[action.row])
    if kind is Income:
        assert isinstance(action, Income)
        return _INCOME + ORDER[action.card]
    if kind is BuyTram:
        assert isinstance(action, BuyTram)
        return _TRAM + ROWS * (action.tram - 2) + places[action.row]
    if kind is EndTurn:
        return _END
    raise TypeError(f"{action!r} is no action of a player, so it has no id.")


def urns(state: State) -> tuple[Urn, ...]:
    """All cards that are shuffled."""
    cards = Counter(to_shuffle(state).cards)
    return (Urn(tuple((ORDER[card], cards[card]) for card in CARDS if cards[card]), cards.total()),)


def dealt(state: State, outcomes: Sequence[int]) -> Shuffle:
    """The shuffle that draws these cards."""
    del state
    return Shuffle(tuple(CARDS[outcome] for outcome in outcomes))


def pieces(action: Action) -> list[int]:
    """The cards of a shuffle."""
    assert isinstance(action, Shuffle)
    return [ORDER[card] for card in action.cards]
