"""TB-3.1: passengers."""

from __future__ import annotations

import pytest

from stellwerk import IllegalAction
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import Passenger
from stellwerk.games.trambahn.law.state import Step
from tests.games.trambahn.table import legal, play, refused, table


@pytest.mark.clause("TB-3.1.1")
@pytest.mark.parametrize(
    ("text", "place", "card"),
    [("P B7", 0, "B7"), ("P R7", 1, "R7"), ("P G7", 2, "G7"), ("P Y7", 3, "Y7")]
    + [(f"P K>{line}", place, "K") for place, line in enumerate("BRGY")],
)
def test_a_stop_goes_to_its_terminal_and_a_conductor_to_any(text: str, place: int, card: str) -> None:
    state = table("B7 R7 G7 Y7 K", waiting="B1 R1 G1 Y1", passengers=0)
    after = play(state, text)
    assert after.terminals[place] == (state.terminals[place][0], card)
    assert sum(map(len, after.terminals)) == 5
    assert card not in after.players[0].hand


@pytest.mark.clause("TB-3.1.1")
def test_no_stop_goes_to_another_terminal_and_no_conductor_to_none() -> None:
    state = table("B7 K", passengers=0)
    for action in (Passenger("B7", "R"), Passenger("B7", "B"), Passenger("K")):
        with pytest.raises(IllegalAction, match=r"^TB-3\.1\.1: no_such_terminal"):
            GAME.apply(state, action)


@pytest.mark.clause("TB-3.1.1")
def test_one_passenger_is_enough_two_are_allowed_three_are_not() -> None:
    state = table("B7 R7 G7", passengers=0)
    one = play(state, "P B7")
    assert "E" in legal(one)
    two = play(one, "P R7")
    assert "E" in legal(two)
    assert refused(two, "P G7") == ("TB-3.1.1", "two_passengers", {})


@pytest.mark.clause("TB-3.1.1")
def test_the_next_turn_counts_its_own_passengers() -> None:
    state = play(table("B7 R7", other_hand="G5 G6 G7", passengers=0), "P B7", "P R7", "E")
    assert play(state, "P G5", "P G6").passengers == 2


@pytest.mark.clause("TB-3.1.1", "TB-3.1.2")
def test_the_second_passenger_may_go_to_the_terminal_just_emptied() -> None:
    state = play(table("B4 B5", waiting="B1 B2 B3", passengers=0), "P B4", "P B5")
    assert state.terminals[0] == ("B5",)
    assert len(state.runs) == 1


@pytest.mark.clause("TB-3.1.1", "TB-3.1.2")
def test_two_runs_in_one_turn() -> None:
    state = table("B4 R4", rows=["B1 x2"], other_rows=["R1 x3"], waiting="B8 B2 B3 R8 R2 R3", passengers=0)
    state = play(state, "P B4", "P R4")
    assert [(run.line, run.points) for run in state.runs] == [("B", (2, 0)), ("R", (0, 3))]


@pytest.mark.clause("TB-3.1.2")
def test_the_fourth_card_scores_the_line_at_once() -> None:
    state = table("B4 B5", rows=["B1 x2"], waiting="B8 K>B", passengers=0)
    third = play(state, "P B4")
    assert third.runs == ()
    assert third.terminals[0] == ("B8", "K", "B4")
    fourth = play(third, "P B5")
    assert fourth.runs[0].points == (2, 0)
    assert fourth.terminals[0] == ()


@pytest.mark.clause("TB-3.1.2")
def test_a_run_comes_before_the_stops_of_the_turn() -> None:
    state = table("B4 B9", rows=["B1 x2"], waiting="B8 B2 B3", passengers=0)
    assert play(state, "P B4", "S B9>1").runs[0].points == (2, 0)


@pytest.mark.clause("TB-3.1.2")
def test_conductors_complete_a_terminal_too() -> None:
    state = table("K", rows=["G1 x4"], waiting="K>G K>G K>G", passengers=0)
    assert play(state, "P K>G").runs[0].points == (4, 0)


@pytest.mark.clause("TB-3.1.2")
def test_three_cards_at_each_of_four_terminals_score_nothing() -> None:
    waiting = "B1 B2 B3 R1 R2 R3 G1 G2 Y1 Y2 Y3"
    state = play(table("G3", waiting=waiting, passengers=0), "P G3")
    assert (state.runs, sum(map(len, state.terminals))) == ((), 12)


@pytest.mark.clause("TB-3.1.3")
def test_an_empty_hand_can_only_end_the_turn_and_then_draws() -> None:
    state = table("", rows=["B1"], money="15", draw="R1 R2 R3 R4 R5 R6", passengers=0)
    assert legal(state) == ["E"]
    for text in ("P B7", "S B7>1", "M B7", "T x2>1"):
        assert refused(state, text) == ("TB-3.1.3", "hand_empty", {})
    after = play(state, "E")
    assert after.players[0].hand == ("R1", "R2", "R3", "R4", "R5", "R6")
    assert after.turn == 1


@pytest.mark.clause("TB-3.1.3")
def test_a_hand_that_is_empty_after_the_passenger_goes_on() -> None:
    state = play(table("B7", rows=["B1"], money="5", passengers=0), "P B7")
    assert legal(state) == ["T x2>1", "E"]
    assert state.step is Step.PASSENGERS


@pytest.mark.clause("TB-3.1.1", "TB-3.1.2")
def test_the_worked_example_of_the_rule_book() -> None:
    """Two red passengers wait; a conductor and a red card, both for red, make it four."""
    state = table("K R7", rows=["R1 x2"], waiting="R2 R3", passengers=0)
    state = play(state, "P K>R")
    assert (len(state.terminals[1]), state.runs) == (3, ())
    assert [(run.line, run.points) for run in play(state, "P R7").runs] == [("R", (2, 0))]


@pytest.mark.clause("TB-3.1.1")
def test_two_passengers_may_go_to_different_lines() -> None:
    state = play(table("B7 G2", passengers=0), "P B7", "P G2")
    assert state.terminals == (("B7",), (), ("G2",), ())
