"""Views against an independent witness: a player who only reads their own log and keeps notes.

What the notes say must be what the view says, card by card, in whole games. The witness is as careful as the
rules ask, and as docs/decisions/0002 says: at a shuffle the notes on the old draw pile are thrown away.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from tests.contract.worlds import random_game, setups

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stellwerk.games.trambahn.law.view import View

GAME = stellwerk.load("trambahn")
PAID = {"x2": 5, "x3": 10, "x4": 15}
Faces = list[str | None]


class Notes:
    """What one observer writes down; `None` stands for a face never seen."""

    def __init__(self, observer: int | None, start_seat: int, *, halve_up: bool) -> None:
        self.observer = observer
        self.halve_up = halve_up
        self.money: list[Faces] = [[], []]
        self.money[start_seat], self.money[1 - start_seat] = [None] * 12, [None] * 15
        self.discard: Faces = []
        self.waiting: dict[str, list[str]] = {}
        self.rows: dict[tuple[int, int], list[str]] = {}
        self.remembered: Counter[str] = Counter()
        self.has_drawn = [False, False]

    def hear(self, code: str, params: Mapping[str, Any]) -> None:
        """Write down one line of the log."""
        note = getattr(self, f"on_{code}", None)
        if note is not None:
            note(**params)

    def on_passenger(self, seat: int, card: str, line: str) -> None:
        self.show(seat, card)
        self.waiting.setdefault(line, []).append(card)

    def on_run(self, number: int, line: str, points: object) -> None:
        del number, points
        self.discard += self.waiting.pop(line)

    def on_new_row(self, seat: int, card: str, row: int, **_more: object) -> None:
        self.show(seat, card)
        self.rows[seat, row] = [card]

    def on_stop(self, seat: int, card: str, row: int, **_more: object) -> None:
        self.show(seat, card)
        self.rows[seat, row].append(card)

    def on_income(self, seat: int, card: str) -> None:
        self.money[seat].append(None if card == "?" else card)

    def on_tram(self, seat: int, tram: str, row: int, price: int, **_more: object) -> None:
        del row
        assert price == PAID[tram]
        for _ in range(price):
            self.discard.append(self.money[seat].pop())

    def on_cleared(self, seat: int, row: int, count: int, **_more: object) -> None:
        cards = self.rows.pop((seat, row))
        assert len(cards) == count
        conductors = [card for card in cards if card == "K"]
        self.money[seat] += conductors + [card for card in cards if card != "K"]

    def on_drew(self, seat: int, count: int) -> None:
        assert count > 0
        self.has_drawn[seat] = True

    def on_drew_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        self.has_drawn[seat] = True
        self.remembered -= Counter(cards)

    def on_shuffle(self, count: int) -> None:
        shuffled = self.discard
        for pile in self.money:
            for _ in range((len(pile) + self.halve_up) // 2):
                shuffled.append(pile.pop())
        assert len(shuffled) == count
        self.discard = []
        self.remembered = Counter(card for card in shuffled if card is not None)
        self.has_drawn = [False, False]

    def show(self, seat: int, card: str) -> None:
        """Forget a remembered face when a player who drew from the pile shows one like it."""
        if seat != self.observer and self.has_drawn[seat]:
            self.remembered -= Counter([card])


@pytest.mark.parametrize("observer", [0, 1, None])
@pytest.mark.parametrize("name", setups(GAME))
def test_the_view_knows_what_a_careful_witness_knows(name: str, observer: int | None) -> None:
    setup = setups(GAME)[name]
    shuffles = 0
    for seed in range(6):
        notes = Notes(observer, setup.start_seat, halve_up=setup.options["halving"] == "up")
        for moment in random_game(GAME, setup, f"witness {seed}"):
            for code, params in GAME.log(moment.before, moment.action, moment.after, observer):
                shuffles += code == "shuffle"
                notes.hear(code, params)
            if moment.number > 1:
                compare(notes, GAME.view(moment.after, observer))
    assert shuffles >= 6


def compare(notes: Notes, view: View) -> None:
    for seat, player in enumerate(view.players):
        assert [card.card for card in player.money] == notes.money[seat]
    assert Counter(card.card for card in view.discard) == Counter(notes.discard)
    assert Counter(view.remembered) == notes.remembered


def test_memory_is_true() -> None:
    """All that an observer remembers of the draw pile is in it, or with a player who drew from it."""
    remembered = 0
    for name, setup in setups(GAME).items():
        for seed in range(4):
            for moment in random_game(GAME, setup, f"{name} {seed}"):
                state = moment.after
                for observer in (0, 1, None):
                    memory = Counter(GAME.view(state, observer).remembered)
                    places = Counter(state.draw)
                    for seat, player in enumerate(state.players):
                        if seat != observer and player.drawn:
                            places.update(player.hand)
                            places.update(_own_income(player.money, seat))
                            places.update(_own_income(state.discard, seat))
                    assert memory <= places
                    remembered += memory.total()
    assert remembered > 1000


def _own_income(pile: Any, seat: int) -> list[str]:
    """Cards that this seat has put face down since the last shuffle and that nobody else has seen."""
    return [card for card, seen in zip(pile.cards, pile.seen, strict=True) if seen == 1 << seat]
