"""TA-5 and TA-6: losses, the barrier, the next round, the end of the game."""

from __future__ import annotations

import pytest

from stellwerk import CHANCE
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.connection import cheapest
from stellwerk.games.transamerica.law.state import State, Step
from tests.games.transamerica.table import NORTH, SOUTH, hand, lines, play, refused, table, tree

OWN = lines("2-13")
TRACK = tree(126, NORTH)


def finished(scores: tuple[int, ...] = (13, 13), **more: object) -> State:
    """The state after a round in which seat 0 connects and seat 1 loses 16."""
    return play(table(rails=TRACK & ~OWN, scores=scores, **more), "R 2-13")  # type: ignore[arg-type]


@pytest.mark.clause("TA-5.1")
def test_whoever_is_not_connected_loses_the_cheapest_cost_of_what_is_missing() -> None:
    state = finished()
    assert state.rounds[-1].losses == (0, cheapest(65, hand(SOUTH), TRACK).cost) == (0, 16)
    assert [player.score for player in state.players] == [13, -3]


@pytest.mark.clause("TA-5.1")
def test_a_missing_double_line_costs_two() -> None:
    both = TRACK | tree(65, SOUTH, TRACK)
    for missing, cost in (("48-65", 2), ("145-160", 1), ("145-160 33-34", 2), ("48-65 73-89", 3)):
        state = play(table(rails=both & ~OWN & ~lines(missing)), "R 2-13")
        assert state.rounds[-1].losses == (0, cost)


@pytest.mark.clause("TA-5.2")
def test_missing_rails_are_shown_and_not_laid() -> None:
    state = finished(losses=[(1, 1)], scores=(12, 50))
    assert state.last_round is not None
    assert state.last_round.missing[1] == tree(65, SOUTH, TRACK)
    assert state.last_round.rails == TRACK
    assert state.rails == 0


@pytest.mark.clause("TA-5.2")
def test_locomotives_share_fields_and_pass_each_other() -> None:
    assert [player.score for player in finished((4, 20)).players] == [4, 4]
    assert [player.score for player in finished((4, 19)).players] == [4, 3]


@pytest.mark.clause("TA-5.3")
@pytest.mark.parametrize(("lowest", "barrier"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (9, 6), (13, 10)])
def test_the_barrier_moves_after_the_second_round_by_the_lowest_score(lowest: int, barrier: int) -> None:
    state = finished((13, lowest + 16), losses=[(0, 0)])
    assert state.barrier == barrier
    assert state.step is Step.DEAL
    behind = finished((lowest, 40), losses=[(0, 0)])
    assert behind.barrier == barrier


@pytest.mark.clause("TA-5.3")
@pytest.mark.parametrize("before", [[], [(0, 0)] * 2, [(0, 0)] * 3])
def test_the_barrier_moves_after_no_other_round(before: list[tuple[int, int]]) -> None:
    assert finished((13, 29), losses=before).barrier == 0
    assert finished((13, 29), losses=before, barrier=5).barrier == 5


@pytest.mark.clause("TA-6.1")
def test_the_next_deal_is_due_directly_and_the_board_is_cleared() -> None:
    state = finished((13, 29), start_seat=1)
    assert GAME.actor(state) == CHANCE
    assert (state.rails, state.turns) == (0, ())
    assert all(player.marker is None and player.network == 0 for player in state.players)
    assert refused(state, "M 65") == ("TA-6.1", "deal_due", {})
    assert refused(state, "R 64-65") == ("TA-6.1", "deal_due", {})
    assert refused(state, "E") == ("TA-6.1", "deal_due", {})
    dealt = play(state, "! 10,13,60,140,73 | 40,17,65,148,89")
    assert [player.cities for player in dealt.players] == [(10, 13, 60, 140, 73), (40, 17, 65, 148, 89)]
    assert [player.score for player in dealt.players] == [13, 13]
    assert dealt.turn == 0  # seat 1 had the first round
    assert dealt.last_round == state.last_round
    assert refused(dealt, "! 10,13,60,140,73 | 40,17,65,148,89") == ("TA-6.1", "no_deal_due", {})


@pytest.mark.clause("TA-6.2", "TA-2.1")
@pytest.mark.parametrize(("points", "over"), [(18, False), (17, False), (16, True), (15, True), (3, True)])
def test_the_game_ends_when_somebody_has_passed_the_barrier(points: int, over: bool) -> None:
    state = finished((13, points))
    assert (GAME.actor(state) is None) == over
    result = GAME.result(state)
    assert (result is not None) == over
    if result is not None:
        assert result.scores == (13, points - 16)  # no floor
        assert (result.ranks, result.winners, result.reason) == ((1, 2), (0,), "TA-6.2")
        assert refused(state, "R 64-65") == ("TA-6.2", "game_over", {})


@pytest.mark.clause("TA-6.2", "TA-5.3")
def test_a_moved_barrier_ends_the_game_sooner() -> None:
    assert finished((13, 22), losses=[(0, 0)] * 2, barrier=6).step is Step.OVER
    assert finished((13, 23), losses=[(0, 0)] * 2, barrier=6).step is Step.DEAL


@pytest.mark.clause("TA-6.2")
def test_ties_share_the_win_and_ranks_count_those_ahead() -> None:
    third = "Medford, Bismarck, Salt Lake City, Phoenix, Winston"
    fourth = "Sacramento, Chicago, St. Louis, El Paso, Charleston"
    hands = [NORTH, SOUTH, third, fourth]
    markers = (126, 65, 60, 101)
    state = play(table(hands, markers, TRACK & ~OWN), "R 2-13")
    losses = state.rounds[-1].losses
    level = tuple(loss + target for loss, target in zip(losses, (5, 5, 0, -2), strict=True))
    result = GAME.result(play(table(hands, markers, TRACK & ~OWN, scores=level), "R 2-13"))
    assert result is not None
    assert result.scores == (5, 5, 0, -2)
    assert result.ranks == (1, 1, 3, 4)
    assert result.winners == (0, 1)
    assert result.sheet["totals"] == [5, 5, 0, -2]
    assert result.sheet["rounds"] == [{"losses": list(losses), "reason": "TA-4.1"}]
