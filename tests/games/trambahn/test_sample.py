"""`sample` draws every possible world with the right probability; small cases are checked by enumeration."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from scipy.stats import chisquare

from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import cards, in_order, play, shuffle_of, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Card
    from stellwerk.games.trambahn.law.state import State

World = tuple[tuple["Card", ...], tuple["Card", ...], tuple["Card", ...]]
"""What seat 0 cannot see: seat 1's hand, the draw pile, seat 1's money."""


def world(state: State) -> World:
    """What seat 0 cannot see of a state."""
    other = state.players[1]
    return other.hand, state.draw, other.money.cards


def check(state: State, exact: Counter[World], count: int) -> None:
    """Compare `count` samples of seat 0's view with the exact distribution."""
    view, rng = GAME.view(state, 0), random.Random(4)
    found = Counter(world(GAME.sample(view, rng)) for _ in range(count))
    assert found.keys() <= exact.keys(), "an impossible world"
    assert world(state) in exact
    outcomes = sorted(exact)
    expected = [count * exact[outcome] / exact.total() for outcome in outcomes]
    assert min(expected) > 5, "too few samples for the test"
    assert chisquare([found[outcome] for outcome in outcomes], expected).pvalue > 0.001


def test_without_memory_all_deals_of_the_hidden_cards_are_equally_likely() -> None:
    state = table("B7", other_hand="G1 K", other_money="Y1", draw="G1 R2", rest="rows", passengers=0)
    exact: Counter[World] = Counter(
        (in_order(deal[:2]), deal[2:4], deal[4:]) for deal in permutations(cards("G1 K Y1 G1 R2"))
    )
    check(state, exact, 3_000)


def other_has_drawn() -> State:
    """Seat 1 has drawn two cards from a new pile, of which seat 0 remembers Y1 Y8 Y9 Y9."""
    state = table(
        "Y1 Y2 K K K K",
        turn=1,
        money="G1 G2",
        other_hand="B7",
        waiting="Y8 Y9 Y9",
        rest="rows",
        passengers=0,
    )
    return play(state, "P Y1", "P Y2", "E", shuffle_of("Y9 G2 Y1 Y8 Y9"))


def test_remembered_cards_are_in_the_pile_or_among_the_cards_drawn_from_it() -> None:
    state = other_has_drawn()
    assert GAME.view(state, 0).remembered == cards("Y1 Y8 Y9 Y9")
    exact: Counter[World] = Counter()
    for pile in permutations((*cards("Y1 Y8 Y9 Y9"), None)):
        for unknown in permutations(cards("K K K K G1 G2")):
            new = tuple(unknown[0] if card is None else card for card in pile)
            exact[in_order(new[:2] + unknown[1:5]), new[2:], unknown[5:]] += 1
    check(state, exact, 20_000)


@pytest.mark.parametrize("observer", [0, None])
def test_remembered_cards_are_never_put_into_older_money(observer: int | None) -> None:
    """Seat 1 kept a card of its income through a shuffle, so that card cannot come from the new pile."""
    hand, other_hand = "B1 B2 B3 B4 B5 B6", "Y1 G1 G2 G3 G4 G5"
    state = table(hand, other_hand=other_hand, turn=1, waiting="Y8 Y9 K>Y", rest="rows", passengers=0)
    state = play(state, "P B1", "M B2", "M B3", "M B4", "M B5", "E", shuffle_of("B4 B5"), shuffle_of("B3"))
    state = play(state, "P Y1", "E", shuffle_of("Y9 Y8 K Y1"), "P B6", "E")
    assert state.players[1].money.cards == ("B2",)
    assert state.players[1].drawn == 3
    view, rng = GAME.view(state, observer), random.Random(5)
    assert set(view.remembered) >= {"Y1", "Y8", "K"}
    for _ in range(200):
        sample = GAME.sample(view, rng)
        assert GAME.view(sample, observer) == view
        held = Counter(sample.draw) + Counter(sample.players[0].hand) + Counter(sample.players[1].hand)
        assert held >= Counter(view.remembered)
