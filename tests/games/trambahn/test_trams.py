"""TB-3.4: trams."""

from __future__ import annotations

import pytest

from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import legal, play, refused, table


@pytest.mark.clause("TB-3.4.1")
def test_all_three_open_trams_may_be_bought_in_one_turn() -> None:
    state = table(rows=["B1", "R1", "G1", "Y1"], money="31", offer="x2 x3 x4")
    state = play(state, "T x4>3", "T x2>1", "T x3>2")
    assert [row.tram for row in state.players[0].rows] == [2, 3, 4, None]
    assert len(state.players[0].money.cards) == 1
    assert state.offer == ()
    assert refused(state, "T x2>4") == ("TB-3.4.1", "enough_trams", {"count": 3})


@pytest.mark.clause("TB-3.4.1")
def test_option_two_allows_two() -> None:
    state = table(rows=["B1", "R1", "G1"], money="30", max_trams_per_turn=2)
    state = play(state, "T x2>1", "T x2>2")
    assert refused(state, "T x2>3") == ("TB-3.4.1", "enough_trams", {"count": 2})
    assert legal(state) == ["E"]


@pytest.mark.clause("TB-3.4.1")
def test_the_next_turn_counts_its_own_trams() -> None:
    state = table("R5", rows=["B1", "R1"], money="10", other_hand="G1 G2 Y1 Y2 B5", other_money="10")
    state = play(state, "T x2>1", "T x2>2", "E", "P B5", "S G1>new", "S Y1>new", "T x2>1", "T x2>2")
    assert state.trams == 2
    assert play(state, "E").trams == 0


@pytest.mark.clause("TB-3.4.1")
def test_only_open_trams_are_sold() -> None:
    state = table(rows=["B1"], money="30", offer="x2 x3")
    expected = ("TB-3.4.1", "not_on_offer", {"tram": "x4", "offer": ("x2", "x3")})
    assert refused(state, "T x4>1") == expected


@pytest.mark.clause("TB-3.4.1", "TB-3.5.5")
def test_the_last_tram_is_sold_and_nothing_is_left_on_offer() -> None:
    taken = [
        f"{line}{value} x{tram}"
        for line, value, tram in zip("BRGY" * 4, "1111222233334444", "2222233334444444", strict=True)
    ]
    state = table("B5", rows=[*taken[:7], "Y4"], other_rows=taken[7:15], money="30", other_hand="Y9")
    assert (state.offer, state.stack) == ((4,), ())
    state = play(state, "T x4>8")
    assert refused(state, "T x4>8") == ("TB-3.4.1", "not_on_offer", {"tram": "x4", "offer": "–"})
    assert play(state, "E").offer == ()


@pytest.mark.clause("TB-3.4.1")
def test_equal_open_trams_give_one_action_per_row() -> None:
    state = table(rows=["B1", "R1"], money="5")
    assert legal(state) == ["T x2>1", "T x2>2", "E"]


@pytest.mark.clause("TB-3.4.1")
def test_neither_hand_nor_the_other_money_pays() -> None:
    state = table("B2 B3 B4 B5", rows=["B1"], money="4", other_money="20")
    assert refused(state, "T x2>1") == ("TB-3.4.1", "too_expensive", {"price": 5, "money": 4})


@pytest.mark.clause("TB-3.4.2")
def test_a_row_has_one_tram_at_most() -> None:
    state = table(rows=["B1 x2"], money="30", offer="x3")
    assert refused(state, "T x3>1") == ("TB-3.4.2", "row_has_tram", {"row": 1, "tram": "x2"})


@pytest.mark.clause("TB-3.4.2")
def test_a_tram_goes_to_one_of_your_rows_at_once() -> None:
    state = table(rows=["B1"], other_rows=["R1", "R2"], money="30")
    assert refused(state, "T x2>2") == ("TB-3.4.2", "no_such_row", {"row": 2, "rows": (1,)})
    none = table(other_rows=["R1"], money="30")
    assert refused(none, "T x2>1") == ("TB-3.4.2", "no_such_row", {"row": 1, "rows": "–"})
    assert play(state, "T x2>1").players[0].rows[0].tram == 2


@pytest.mark.clause("TB-3.4.2")
def test_a_closed_row_may_still_get_a_tram_with_an_empty_hand() -> None:
    state = play(table("B10", rows=["B9"], money="5"), "S B10>1", "T x2>1")
    assert state.players[0].hand == ()
    assert state.players[0].rows[0].tram == 2


@pytest.mark.clause("TB-3.4.2")
def test_a_tram_stays_with_its_row() -> None:
    state = table("R5", rows=["B1"], money="5", passengers=0)
    state = play(state, "P R5", "T x2>1", "E")
    assert [(row.number, row.tram) for row in state.players[0].rows] == [(1, 2)]


@pytest.mark.clause("TB-3.4.3", "TB-3.5.5")
def test_the_offer_is_refilled_at_the_end_of_the_turn_only() -> None:
    state = table("R9", rows=["B1", "R1"], money="30", offer="x2 x2 x3")
    state = play(state, "T x2>1")
    assert state.offer == (2, 3)
    state = play(state, "T x3>2")
    assert state.offer == (2,)
    assert state.stack == (2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4)
    state = play(state, "E")
    assert state.offer == (2, 2, 2)
    assert state.stack == (2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4)


@pytest.mark.clause("TB-3.4.4")
def test_the_card_put_on_last_is_paid_first() -> None:
    state = table("K B5", rows=["B1"], money="Y1 Y2 Y3 Y4 Y5 Y6", discard="R1")
    state = play(state, "M B5", "M K", "T x2>1")
    assert state.players[0].money.cards == ("Y1", "Y2", "Y3")
    assert sorted(state.discard.cards[1:]) == sorted(("Y4", "Y5", "Y6", "B5", "K"))


@pytest.mark.clause("TB-3.4.4")
def test_faces_of_money_are_hidden_and_its_size_is_open() -> None:
    state = table("K B5", money="4", other_money="7")
    for observer in (0, 1, None):
        first, second = GAME.view(state, observer).players
        assert (len(first.money), len(second.money)) == (4, 7)
        assert {card.card for card in first.money + second.money} == {None}


@pytest.mark.clause("TB-1.4", "TB-3.4.1", "TB-3.4.2")
def test_the_worked_example_of_the_rule_book() -> None:
    """Two horse trams and a steam tram lie open; one of each, for two new rows, costs 15 cards of money."""
    state = table("Y7", rows=["B1", "R1"], money="15", offer="x2 x2 x3")
    after = play(state, "T x2>1", "T x3>2")
    assert [row.tram for row in after.players[0].rows] == [2, 3]
    assert (len(after.players[0].money.cards), len(after.discard.cards), after.offer) == (0, 15, (2,))


@pytest.mark.clause("TB-3.4.1")
def test_neither_hand_cards_nor_stops_are_money() -> None:
    state = table("Y1 Y2 Y3 Y4 Y5", rows=["B1", "R1 R2 R3 R4 R5 R6 x2"], money="4")
    assert refused(state, "T x2>1") == ("TB-3.4.1", "too_expensive", {"price": 5, "money": 4})
