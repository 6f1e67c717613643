"""TB-3.2: stops, and TB-3.3: income."""

from __future__ import annotations

import pytest

from stellwerk.games.trambahn.law.state import Row, State
from tests.games.trambahn.table import legal, play, refused, table


def row(state: State, number: int) -> Row:
    """The row of seat 0 with this number."""
    return next(row for row in state.players[0].rows if row.number == number)


@pytest.mark.clause("TB-3.2.1")
def test_any_number_of_stops_in_several_rows() -> None:
    state = table("B2 B4 R1 R9 Y5", rows=["B1 x2"])
    state = play(state, "S B2>1", "S R1>new", "S R9>2", "S B4>1", "S Y5>new")
    assert [row.cards for row in state.players[0].rows] == [("B1", "B2", "B4"), ("R1", "R9"), ("Y5",)]
    assert state.players[0].hand == ()
    assert state.turn == 0


@pytest.mark.clause("TB-3.2.1")
def test_a_row_holds_one_line_only() -> None:
    state = table("R9", rows=["B1"])
    expected = ("TB-3.2.1", "other_line", {"card": "R9", "row": 1, "line": "B"})
    assert refused(state, "S R9>1") == expected


@pytest.mark.clause("TB-3.2.1")
def test_only_your_rows() -> None:
    state = table("B9", other_rows=["B1", "B2"])
    assert refused(state, "S B9>1") == ("TB-3.2.1", "no_such_row", {"row": 1, "rows": "–"})
    state = table("B9 R9", rows=["B1"], other_rows=["B1", "B2"])
    assert refused(state, "S B9>2") == ("TB-3.2.1", "no_such_row", {"row": 2, "rows": (1,)})


@pytest.mark.clause("TB-3.2.1")
def test_row_numbers_are_never_used_again() -> None:
    state = table("B5 R5", rows=["G1 x2", "G2"], draw="Y5 Y6", passengers=0)
    state = play(state, "P R5", "S B5>new", "E", "P B1", "E", "P Y5", "S Y6>new")
    assert [row.number for row in state.players[0].rows] == [1, 4], "2 and 3 were cleared"


@pytest.mark.clause("TB-3.2.2")
@pytest.mark.parametrize("value", [1, 4, 5])
def test_a_value_that_does_not_rise_is_refused(value: int) -> None:
    state = table(f"B{value}", rows=["B2 B5 x2"])
    expected = ("TB-3.2.2", "not_rising", {"card": f"B{value}", "row": 1, "needed": 6})
    assert refused(state, f"S B{value}>1") == expected


@pytest.mark.clause("TB-3.2.2")
@pytest.mark.parametrize("value", [6, 7, 9, 10])
def test_a_rising_value_is_added_at_the_end_with_or_without_a_gap(value: int) -> None:
    state = play(table(f"B{value}", rows=["B2 B5 x2"]), f"S B{value}>1")
    assert row(state, 1).stops == ("B2", "B5", f"B{value}")


@pytest.mark.clause("TB-3.2.2")
def test_ten_is_more_than_nine() -> None:
    assert row(play(table("B10", rows=["B9"]), "S B10>1"), 1).cards == ("B9", "B10")


@pytest.mark.clause("TB-3.2.3")
def test_nothing_follows_a_ten() -> None:
    state = table("B10 K B3", rows=["B2 B10 x2"])
    for card in ("B10", "B3", "K"):
        assert refused(state, f"S {card}>1") == ("TB-3.2.3", "row_closed", {"row": 1})


@pytest.mark.clause("TB-3.2.3")
def test_a_ten_laid_in_this_turn_closes_its_row_at_once() -> None:
    state = play(table("B10 K", rows=["B2 x2"]), "S B10>1")
    assert refused(state, "S K>1") == ("TB-3.2.3", "row_closed", {"row": 1})


@pytest.mark.clause("TB-3.2.4")
@pytest.mark.parametrize("tram", ["", " x2"])
def test_no_new_row_for_a_stop_that_fits_one_of_your_open_rows(tram: str) -> None:
    state = table("B5", rows=[f"B4{tram}", "R1 x2", f"B1{tram}"])
    expected = ("TB-3.2.4", "fits_a_row", {"card": "B5", "rows": (1, 3)})
    assert refused(state, "S B5>new") == expected
    assert [text for text in legal(state) if text.startswith("S")] == ["S B5>1", "S B5>3"]


@pytest.mark.clause("TB-3.2.4")
@pytest.mark.parametrize("rows", [["B5 x2"], ["B6 x2"], ["B1 B10 x2"], ["R1 x2"], []])
def test_a_new_row_for_a_stop_that_fits_nowhere(rows: list[str]) -> None:
    state = table("B5", rows=rows, other_rows=["B1 x2"])
    after = play(state, "S B5>new")
    assert after.players[0].rows[-1] == Row(len(rows) + 1, ("B5",))
    assert after.players[0].rows[:-1] == state.players[0].rows


@pytest.mark.clause("TB-3.2.4")
def test_a_row_begun_in_this_turn_blocks_too() -> None:
    state = play(table("B5 B6"), "S B5>new")
    assert refused(state, "S B6>new")[:2] == ("TB-3.2.4", "fits_a_row")


@pytest.mark.clause("TB-3.2.4")
def test_of_several_fitting_rows_the_player_picks_one() -> None:
    state = table("B5", rows=["B4 x2", "B1 x2"])
    assert row(play(state, "S B5>1"), 1).cards == ("B4", "B5")
    assert row(play(state, "S B5>2"), 2).cards == ("B1", "B5")


@pytest.mark.clause("TB-3.2.4")
def test_option_free_always_allows_a_new_row() -> None:
    state = table("B5 K", rows=["B4 x2"], new_rows="free")
    assert [text for text in legal(state) if text.startswith("S")] == ["S B5>1", "S B5>new", "S K>1"]
    assert row(play(state, "S B5>new"), 2).cards == ("B5",)
    assert refused(state, "S K>new")[:2] == ("TB-3.2.5", "conductor_begins_no_row")


@pytest.mark.clause("TB-3.2.5")
def test_a_conductor_never_begins_a_row() -> None:
    for state in (table("K"), table("K", rows=["B1"])):
        assert refused(state, "S K>new") == ("TB-3.2.5", "conductor_begins_no_row", {})


@pytest.mark.clause("TB-3.2.5")
def test_any_number_of_conductors_lie_in_front_and_leave_the_end_value() -> None:
    state = play(table("K K K B4", rows=["R9 x2", "B3"]), "S K>2", "S K>2", "S B4>2", "S K>2")
    laid = row(state, 2)
    assert laid.cards == ("K", "K", "K", "B3", "B4")
    assert (laid.end, laid.size, laid.line) == (4, 5, "B")


@pytest.mark.clause("TB-3.2.5")
def test_a_conductor_goes_to_any_of_your_open_rows_only() -> None:
    state = table("K", rows=["R9 x2", "B3", "Y4 Y10"], other_rows=["G1", "G2", "G3", "G4"])
    assert [text for text in legal(state) if text.startswith("S")] == ["S K>1", "S K>2"]
    assert refused(state, "S K>4")[:2] == ("TB-3.2.1", "no_such_row")


@pytest.mark.clause("TB-3.2.5", "TB-4.1")
def test_conductors_give_no_points() -> None:
    state = table("B9", rows=["K K B3 x4"], waiting="B7 B7 B7", passengers=0)
    assert play(state, "P B9").runs[0].points == (4, 0)


@pytest.mark.clause("TB-3.2.6", "TB-4.3")
def test_the_eighth_card_triggers_the_special_run() -> None:
    state = table("B7 B8 B9", rows=["B1 B2 B3 B4 B5 B6 x3"])
    seventh = play(state, "S B7>1")
    assert seventh.special_runs == ()
    eighth = play(seventh, "S B8>1")
    assert [(entry.seat, entry.row, entry.points) for entry in eighth.special_runs] == [(0, 1, 30)]


@pytest.mark.clause("TB-3.2.6", "TB-3.2.5")
def test_the_eighth_card_may_be_a_conductor_and_conductors_count() -> None:
    state = table("K", rows=["K K B1 B2 B3 B4 B5 x3"])
    assert play(state, "S K>1").special_runs[0].points == 15


@pytest.mark.clause("TB-3.2.6")
def test_the_tram_does_not_count_as_a_card_of_the_row() -> None:
    state = table("B7", rows=["B1 B2 B3 B4 B5 B6 x4"])
    assert play(state, "S B7>1").special_runs == ()


@pytest.mark.clause("TB-3.2.6")
def test_two_special_runs_in_one_turn() -> None:
    rows = ["B1 B2 B3 B4 B5 B6 B7 x2", "R1 R2 R3 R4 R5 R6 R7 x3"]
    state = play(table("B8 R8", rows=rows, turn=1), "S B8>1", "S R8>2")
    assert [(entry.seat, entry.row, entry.line, entry.points) for entry in state.special_runs] == [
        (1, 1, "B", 20),
        (1, 2, "R", 30),
    ]


@pytest.mark.clause("TB-3.3.1")
def test_any_number_of_hand_cards_go_face_down_on_your_money() -> None:
    state = table("B2 R3 K", money="G1 G2", other_money="Y1")
    state = play(state, "M R3", "M K", "M B2")
    assert state.players[0].money.cards == ("G1", "G2", "R3", "K", "B2")
    assert state.players[1].money.cards == ("Y1",)
    assert state.players[0].hand == ()
    assert legal(state) == ["E"]


@pytest.mark.clause("TB-3.2.2", "TB-3.2.4", "TB-3.2.5")
def test_the_worked_example_of_the_rule_book() -> None:
    """A green 3 cannot extend 4-7-9 and begins a row; a conductor and a red 6 extend 2-3-5."""
    state = table("G3 K R6", rows=["G4 G7 G9 x2", "R2 R3 R5 x2"])
    assert refused(state, "S G3>1")[:2] == ("TB-3.2.2", "not_rising")
    rows = play(state, "S G3>new", "S K>2", "S R6>2").players[0].rows
    assert [row.cards for row in rows] == [("G4", "G7", "G9"), ("K", "R2", "R3", "R5", "R6"), ("G3",)]
