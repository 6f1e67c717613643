"""TB-1: material, and TB-2: set-up."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk import CHANCE
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.data import DECK
from tests.games.trambahn.table import in_order, legal, play, refused, shuffle_of, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.state import State

BACKWARDS = tuple(reversed(DECK))


def dealt(start_seat: int) -> State:
    """A game whose cards were dealt in the order `BACKWARDS`."""
    return play(GAME.initial(start_seat=start_seat), shuffle_of(*BACKWARDS))


@pytest.mark.clause("TB-1.1", "TB-1.3")
def test_the_deck_has_28_stops_of_each_line_and_eight_conductors() -> None:
    copies = {1: 2, 2: 3, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 3, 10: 2}
    stops = {f"{line}{value}": count for line in "BRGY" for value, count in copies.items()}
    assert Counter(GAME.initial().draw) == {**stops, "K": 8}
    assert sum(stops.values()) == 4 * 28 == 112


@pytest.mark.clause("TB-1.2")
@pytest.mark.parametrize("line", "BRGY")
@pytest.mark.parametrize(
    ("value", "points"),
    [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 2), (8, 2), (9, 2), (10, 3)],
)
def test_points_of_every_stop(line: str, value: int, points: int) -> None:
    state = table(f"{line}5", rows=[f"{line}{value} x2"], waiting=f"{line}4 {line}3 {line}8", passengers=0)
    assert play(state, f"P {line}5").runs[0].points == (2 * points, 0)


@pytest.mark.clause("TB-1.2", "TB-4.1", "TB-4.3")
@pytest.mark.parametrize(("nine", "points"), [(2, 13), (3, 14)])
def test_the_points_of_a_nine_are_an_option(nine: int, points: int) -> None:
    """In runs, in special runs, and in what a line is worth now; nothing but the 9 changes."""
    row = "B1 B2 B3 B4 B7 B8 B9"
    waiting = "B5 B5 K>B"
    state = table("B6", rows=[f"{row} B10 x3"], waiting=waiting, passengers=0, points_of_nine=nine)
    assert GAME.view(state, 0).worth[0] == (3 * points, 0)
    assert play(state, "P B6").runs[0].points == (3 * points, 0)
    special = play(table("B10", rows=[f"{row} x4"], points_of_nine=nine), "S B10>1")
    assert special.special_runs[0].points == 4 * points


@pytest.mark.clause("TB-1.2")
def test_a_nine_gives_two_points_unless_the_table_chooses_three() -> None:
    assert GAME.setup().options["points_of_nine"] == 2
    assert GAME.setup(rules_version=1).options["points_of_nine"] == 2


@pytest.mark.clause("TB-1.2", "TB-1.3", "TB-4.1")
@pytest.mark.parametrize(
    ("row", "points"),
    [("R1 R2 R5 R6 x3", 12), ("K R2 R3 R4 R7 x2", 10), ("R3 R5 R8 R10 x2", 14)],
)
def test_the_worked_examples_of_the_rule_book(row: str, points: int) -> None:
    state = table("R9", rows=[row], waiting="R8 R8 K>R", passengers=0)
    assert play(state, "P R9").runs[0].points == (points, 0)


@pytest.mark.clause("TB-1.4")
def test_sixteen_trams() -> None:
    state = GAME.initial()
    assert Counter(state.offer + state.stack) == {2: 5, 3: 4, 4: 7}


@pytest.mark.clause("TB-1.4", "TB-3.4.1")
@pytest.mark.parametrize(("tram", "price"), [("x2", 5), ("x3", 10), ("x4", 15)])
def test_prices_of_the_trams(tram: str, price: int) -> None:
    state = table(rows=["B1"], money=str(price), offer=tram)
    after = play(state, f"T {tram}>1")
    assert len(after.players[0].money.cards) == 0
    assert len(after.discard.cards) == price
    short = table(rows=["B1"], money=str(price - 1), offer=tram)
    expected = ("TB-3.4.1", "too_expensive", {"price": price, "money": price - 1})
    assert refused(short, f"T {tram}>1") == expected


@pytest.mark.clause("TB-1.5")
def test_a_card_is_stop_passenger_or_money_as_it_is_played() -> None:
    state = table("B7")
    assert legal(state) == ["P B7", "S B7>new", "M B7", "E"]
    assert play(state, "P B7").terminals[0] == ("B7",)
    assert play(state, "S B7>new").players[0].rows[0].cards == ("B7",)
    assert play(state, "M B7").players[0].money.cards == ("B7",)


@pytest.mark.clause("TB-1.5")
def test_a_conductor_is_passenger_stop_or_money() -> None:
    state = table("K", rows=["B1 x2"])
    assert legal(state) == ["P K>B", "P K>R", "P K>G", "P K>Y", "S K>1", "M K", "E"]


@pytest.mark.clause("TB-2.1")
@pytest.mark.parametrize("start", [0, 1])
def test_the_deal_gives_12_cards_of_money_to_the_starter_and_15_to_the_other(start: int) -> None:
    state = dealt(start)
    assert state.players[start].money.cards == BACKWARDS[:12]
    assert state.players[1 - start].money.cards == BACKWARDS[12:27]
    assert GAME.actor(state) == start


@pytest.mark.clause("TB-2.1")
def test_nobody_may_look_at_the_starting_money() -> None:
    state = dealt(0)
    for observer in (0, 1, None):
        for player in GAME.view(state, observer).players:
            assert {card.card for card in player.money} == {None}


@pytest.mark.clause("TB-2.1")
def test_chance_deals_first_and_deals_all_cards() -> None:
    state = GAME.initial()
    assert GAME.actor(state) == CHANCE
    assert legal(state) == []
    assert refused(state, "P B7") == ("TB-2.1", "deal_due", {})
    assert refused(state, "E") == ("TB-2.1", "deal_due", {})
    assert refused(state, shuffle_of(*BACKWARDS[:-1])) == ("TB-2.1", "other_cards", {"count": 120})
    twice = (*BACKWARDS[:-1], BACKWARDS[0])
    assert refused(state, shuffle_of(*twice)) == ("TB-2.1", "other_cards", {"count": 120})


@pytest.mark.clause("TB-2.2")
@pytest.mark.parametrize("start", [0, 1])
def test_hands_of_six_and_81_cards_to_draw(start: int) -> None:
    state = dealt(start)
    assert state.players[start].hand == in_order(BACKWARDS[27:33])
    assert state.players[1 - start].hand == in_order(BACKWARDS[33:39])
    assert state.draw == BACKWARDS[39:]
    assert len(state.draw) == 81


@pytest.mark.clause("TB-2.3")
def test_trams_lie_x2_on_top_then_x3_then_x4() -> None:
    state = dealt(0)
    assert state.offer == (2, 2, 2)
    assert state.stack == (2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4)


@pytest.mark.clause("TB-2.4")
def test_the_starting_player_is_drawn_unless_the_table_chooses() -> None:
    starters = {stellwerk.new_game("trambahn", seed=f"ride {number}").turn for number in range(12)}
    assert starters == {0, 1}
    assert [stellwerk.new_game("trambahn", seed="ride", start_seat=seat).turn for seat in (0, 1)] == [0, 1]


@pytest.mark.clause("TB-2.4")
def test_everything_else_starts_empty() -> None:
    state = dealt(0)
    assert state.terminals == ((), (), (), ())
    assert state.discard.cards == ()
    assert [player.rows for player in state.players] == [(), ()]
    assert (state.runs, state.special_runs) == ((), ())
    assert GAME.result(state) is None
