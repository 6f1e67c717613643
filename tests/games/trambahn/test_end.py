"""TB-5: the end of the game, and how long it lasts."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from stellwerk import moments
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.law.actions import EndTurn, Passenger
from tests.games.trambahn.table import legal, play, refused, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State

NINE = [("R", 1, 2)] * 9


def last_run(money: str = "", other_money: str = "", **places: Any) -> State:
    """A position after nine runs, in which a blue passenger starts the tenth."""
    return table(
        "B9 B5 R1",
        waiting="B8 B8 B7",
        passengers=0,
        money=money,
        other_money=other_money,
        **{"runs": NINE, **places},
    )


@pytest.mark.clause("TB-5.1")
def test_the_tenth_run_ends_the_game_at_once() -> None:
    state = play(last_run(rows=["B1 x2"], discard="G1"), "P B9")
    assert GAME.actor(state) is None
    assert legal(state) == []
    assert state.players[0].hand == ("B5", "R1"), "nothing is drawn"
    assert state.discard.cards == ("G1", "B8", "B8", "B7", "B9")
    assert len(state.runs) == 10
    for text in ("P B5", "S B5>1", "M B5", "T x2>1", "E"):
        assert refused(state, text) == ("TB-5.1", "game_over", {})


@pytest.mark.clause("TB-5.1")
def test_the_ninth_run_does_not_end_it() -> None:
    state = play(last_run(runs=NINE[:8]), "P B9")
    assert GAME.result(state) is None
    assert GAME.actor(state) == 0
    assert "P B5" in legal(state)


@pytest.mark.clause("TB-5.1")
def test_the_tenth_run_may_come_with_the_second_passenger() -> None:
    state = table("R9 B9", waiting="R6 R7 R8 B8 B8 B7", runs=NINE[:8], passengers=0)
    state = play(state, "P R9")
    assert GAME.result(state) is None
    state = play(state, "P B9")
    result = GAME.result(state)
    assert result is not None
    assert result.reason == "TB-5.1"


@pytest.mark.clause("TB-5.1")
def test_nothing_is_shuffled_after_the_end() -> None:
    state = play(last_run(), "P B9")
    assert refused(state, "! B1")[1] == "no_shuffle_due"


@pytest.mark.clause("TB-5.2")
def test_most_points_of_runs_and_special_runs_win() -> None:
    state = play(last_run(rows=["B1 x2"], special_runs=[(0, 8)], other_money="9"), "P B9")
    result = GAME.result(state)
    assert result is not None
    assert (result.scores, result.ranks, result.winners) == ((9 + 8 + 2, 18), (1, 2), (0,))
    assert msgspec.json.decode(msgspec.json.encode(result.sheet)) == {
        "runs": [{"line": "R", "points": [1, 2]}] * 9 + [{"line": "B", "points": [2, 0]}],
        "special_runs": [{"seat": 0, "row": 1, "line": "B", "points": 8}],
        "totals": [19, 18],
        "money": [0, 9],
    }


@pytest.mark.clause("TB-5.2")
def test_the_other_seat_may_win() -> None:
    result = GAME.result(play(last_run(money="9"), "P B9"))
    assert result is not None
    assert (result.scores, result.ranks, result.winners) == ((9, 18), (2, 1), (1,))


@pytest.mark.clause("TB-5.2")
@pytest.mark.parametrize(("money", "other", "winner"), [("3", "2", 0), ("2", "3", 1), ("", "1", 1)])
def test_equal_points_are_decided_by_money(money: str, other: str, winner: int) -> None:
    result = GAME.result(play(last_run(money, other, special_runs=[(0, 9)]), "P B9"))
    assert result is not None
    assert result.scores == (18, 18)
    assert result.winners == (winner,)
    assert result.ranks == ((1, 2) if winner == 0 else (2, 1))


@pytest.mark.clause("TB-5.2")
def test_hands_decide_nothing_and_equal_money_is_a_draw() -> None:
    result = GAME.result(play(last_run("3", "3", special_runs=[(0, 9)], other_hand="6"), "P B9"))
    assert result is not None
    assert (result.scores, result.ranks, result.winners) == ((18, 18), (1, 1), (0, 1))


@pytest.mark.clause("TB-5.3")
def test_two_empty_hands_end_the_game_after_refilling_the_offer() -> None:
    state = table(
        "B5", money="1", other_hand="", other_money="1", rest="rows", offer="x2", runs=NINE, passengers=0
    )
    state = play(state, "P B5", "E")
    result = GAME.result(state)
    assert result is not None
    assert result.reason == "TB-5.3"
    assert (result.scores, result.winners) == ((9, 18), (1,))
    assert GAME.actor(state) is None
    assert len(state.offer) == 3
    assert refused(state, "E") == ("TB-5.3", "game_over", {})
    assert refused(state, "P B5") == ("TB-5.3", "game_over", {})


@pytest.mark.clause("TB-5.3", "TB-3.1.3")
def test_a_player_with_an_empty_hand_may_end_the_game_too() -> None:
    state = table("", other_hand="", rest="rows", passengers=0)
    result = GAME.result(play(state, "E"))
    assert result is not None
    assert (result.reason, result.winners) == ("TB-5.3", (0, 1))


@pytest.mark.clause("TB-5.3")
@pytest.mark.parametrize(("hand", "other"), [("B5 B6", ""), ("B5", "B9")])
def test_one_empty_hand_does_not_end_the_game(hand: str, other: str) -> None:
    state = table(hand, other_hand=other, rest="rows", passengers=0)
    state = play(state, "P B5", "E")
    assert GAME.result(state) is None
    assert GAME.actor(state) == 1


@pytest.mark.clause("TB-5.3")
def test_hands_that_are_empty_before_drawing_do_not_end_the_game() -> None:
    state = play(table("B5", other_hand="", draw="R1", rest="rows"), "M B5", "E")
    assert GAME.result(state) is None
    assert state.players[0].hand == ("R1",)


@pytest.mark.parametrize("style", ["any", "one passenger", "two passengers"])
def test_a_game_without_an_empty_hand_lasts_20_to_49_turns(style: str) -> None:
    """A game has 40 to 49 passengers, one or two in each turn."""
    rng = random.Random(style)
    for _ in range(100):
        passengers = turns = 0
        for moment in moments(GAME, GAME.initial(), lambda state: _choice(state, style, rng), rng):
            assert moment.number <= GAME.info.max_actions
            passengers += isinstance(moment.action, Passenger)
            turns += isinstance(moment.action, EndTurn) or GAME.actor(moment.after) is None
            assert not isinstance(moment.action, EndTurn) or moment.before.passengers, "a hand was empty"
        assert 40 <= passengers <= 49
        assert 20 <= turns <= 49
        if style == "one passenger":
            assert turns == passengers
        if style == "two passengers":
            assert turns == (passengers + 1) // 2


def _choice(state: State, style: str, rng: random.Random) -> Action:
    actions = GAME.legal(state)
    passengers = tuple(action for action in actions if isinstance(action, Passenger))
    if style == "two passengers" and passengers:
        return rng.choice(passengers)
    if style == "one passenger" and state.passengers:
        return rng.choice(actions[len(passengers) :])
    return rng.choice(actions)
