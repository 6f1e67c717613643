"""TB-4: runs and special runs."""

from __future__ import annotations

import pytest

from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import Stop
from stellwerk.games.trambahn.law.scoring import totals
from stellwerk.games.trambahn.law.state import Step
from tests.games.trambahn.table import play, table

SEVEN = "G1 G2 G3 G4 G5 G6 G7"


@pytest.mark.clause("TB-4.1")
def test_a_run_scores_all_rows_of_the_line_of_both_players() -> None:
    state = table(
        "B9",
        rows=["B1 B7 x2", "R1 R2 x4", "B2 x3"],
        other_rows=["B4 B5 B10 x4", "G1 x2", "B6 x2"],
        waiting="K>B B8 B8",
        passengers=0,
    )
    (run,) = play(state, "P B9").runs
    assert (run.line, run.points) == ("B", (2 * 3 + 3 * 1, 4 * 5 + 2 * 1))


@pytest.mark.clause("TB-4.1")
def test_points_are_written_by_seat_whoever_triggers_the_run() -> None:
    state = table("B9", rows=["B1 x2"], waiting="B8 B8 B7", passengers=0, turn=1)
    assert play(state, "P B9").runs[0].points == (0, 2)


@pytest.mark.clause("TB-4.1")
def test_a_run_without_points_is_written_down_too() -> None:
    state = table("B9", rows=["R1 x2"], waiting="B8 B8 B7", passengers=0, runs=[("G", 5, 6)])
    runs = play(state, "P B9").runs
    assert [(run.line, run.points) for run in runs] == [("G", (5, 6)), ("B", (0, 0))]


@pytest.mark.clause("TB-4.1")
def test_the_passengers_go_to_the_discard_and_the_rows_stay() -> None:
    state = table("B9 B2", rows=["B1 x2"], waiting="B8 K>B B7 R1", discard="G1", passengers=0)
    after = play(state, "P B9")
    assert after.discard.cards == ("G1", "B8", "K", "B7", "B9")
    assert after.terminals == ((), ("R1",), (), ())
    assert after.players[0].rows == state.players[0].rows


@pytest.mark.clause("TB-4.1")
def test_points_of_all_runs_are_added_up() -> None:
    state = table("B9", rows=["B1 x2"], waiting="B8 B8 B7", passengers=0, runs=[("G", 5, 6), ("R", 0, 1)])
    assert totals(play(state, "P B9")) == (7, 7)


@pytest.mark.clause("TB-4.2")
def test_a_row_without_a_tram_scores_nothing() -> None:
    state = table("B9", rows=["B1 B2 B10", "B3 x2"], other_rows=["B1 B2"], waiting="B8 B8 B7", passengers=0)
    assert play(state, "P B9").runs[0].points == (2, 0)


@pytest.mark.clause("TB-4.3")
def test_a_special_run_scores_only_its_row_as_it_lies() -> None:
    state = table("G9 G10", rows=[f"{SEVEN} x4", "G1 G2 x2"], other_rows=["G3 x2"])
    state = play(state, "S G9>1")
    (entry,) = state.special_runs
    assert (entry.seat, entry.row, entry.line, entry.points) == (0, 1, "G", 4 * (6 + 2 + 2))
    assert state.runs == (), "it is none of the ten runs"
    assert totals(state) == (40, 0)


@pytest.mark.clause("TB-4.3")
def test_a_row_has_one_special_run_at_most() -> None:
    state = table("G8 G9 G10 K", rows=[f"{SEVEN} x4"])
    state = play(state, "S G8>1", "S G9>1", "S K>1", "S G10>1")
    assert len(state.special_runs) == 1
    assert state.players[0].rows[0].size == 11


@pytest.mark.clause("TB-4.3")
def test_a_special_run_ends_nothing_and_rows_stay() -> None:
    state = table("G8 B1", rows=[f"{SEVEN} x4"], runs=[("B", 0, 0)] * 9)
    state = play(state, "S G8>1")
    assert state.step is Step.STOPS
    assert GAME.result(state) is None
    assert play(state, "S B1>new").players[0].rows[0].size == 8


@pytest.mark.clause("TB-4.3")
def test_special_runs_count_in_the_total_of_their_seat() -> None:
    state = table("G8", rows=[f"{SEVEN} x4"], turn=1, special_runs=[(0, 11), (1, 5)], runs=[("B", 1, 2)])
    assert totals(play(state, "S G8>1")) == (12, 2 + 5 + 40)


@pytest.mark.clause("TB-4.3")
def test_a_row_of_eight_without_a_tram_cannot_be() -> None:
    state = table("G8", rows=[SEVEN])
    with pytest.raises(AssertionError, match="has a tram"):
        GAME.apply(state, Stop("G8", 1))
