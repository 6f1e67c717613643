"""TA-V: coloured rails and fixed numbers of rounds. `test_announce` has TA-V.3."""

from __future__ import annotations

import random

import pytest

from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.connection import cheapest
from stellwerk.games.transamerica.law.data import COLOURED_RAILS, LINES, PAIRS, RAILS, members
from stellwerk.games.transamerica.law.network import bridges, lines_at, reached
from stellwerk.games.transamerica.law.state import State, Step
from tests.games.transamerica.table import (
    NORTH,
    SOUTH,
    fresh,
    hand,
    legal,
    lines,
    play,
    refused,
    table,
    texts_of,
    tree,
)

EVERYWHERE = (1 << 188) - 1
ALL = (1 << 509) - 1


def vexed(**more: object) -> State:
    return table(vexation=True, **more)  # type: ignore[arg-type]


@pytest.mark.clause("TA-V.1")
def test_coloured_rails_are_laid_like_any_rail_and_mixed() -> None:
    state = vexed()
    two = play(state, "V 126-127", "V 127-128")
    assert (two.turn, two.rails, two.players[0].coloured) == (1, 0, lines("126-127 127-128"))
    mixed = play(state, "R 126-127", "V 127-128")
    assert (mixed.turn, mixed.rails, mixed.players[0].coloured) == (1, lines("126-127"), lines("127-128"))
    assert play(state, "V 126-127", "E").turn == 1  # it counts as the rail of TA-3.4
    double = play(vexed(turn=1), "V 65-66")
    assert double.turn == 0
    assert refused(play(vexed(turn=1), "V 64-65"), "V 65-66")[:2] == ("TA-3.2", "double_line_second")
    assert legal(state) == [f"{kind} {line}" for line in _around(126) for kind in "RV"]


def _around(crossing: int) -> list[str]:
    return texts_of(sum(1 << n for n, pair in enumerate(PAIRS) if crossing in pair))


@pytest.mark.clause("TA-V.1")
def test_each_player_has_three_in_every_round() -> None:
    state = vexed(coloured=["126-127 127-128", ""])
    state = play(state, "V 128-129")
    assert refused(state, "V 129-130") == ("TA-V.1", "no_coloured_rail_left", {"count": COLOURED_RAILS})
    assert not any(text.startswith("V") for text in legal(state))
    assert any(text.startswith("V") for text in legal(play(state, "E")))  # the other has three
    track = tree(126, NORTH)
    finished = play(
        vexed(rails=track & ~lines("2-13"), scores=(13, 50), coloured=["3-13", "64-65"]), "R 2-13"
    )
    assert all(player.coloured == 0 for player in finished.players)
    assert finished.last_round is not None
    assert finished.last_round.coloured == (lines("3-13"), lines("64-65"))


@pytest.mark.clause("TA-V.1")
def test_neutral_rails_are_counted_without_the_coloured_ones() -> None:
    view = GAME.view(play(vexed(), "V 126-127", "R 127-128"), 0)
    assert view.rails_left == 83
    assert [player.coloured_left for player in view.players] == [2, 3]
    assert GAME.view(table(), 0).players[0].coloured_left == 0


@pytest.mark.clause("TA-V.1", "TA-4.3")
def test_coloured_rails_do_not_count_towards_the_84() -> None:
    """82 neutral rails lie on the board, and coloured ones beside them: only the 84th neutral one ends it."""
    far = "Portland, Chicago, Salt Lake City, New Orleans, New York"
    near = reached(1 << 126, tree(126, "Los Angeles, Helena, Santa Fe, Phoenix, Winston"))
    track = 0
    for number in members(lines_at(near)):
        if track.bit_count() < RAILS - 2 and PAIRS[number] not in ((126, 127), (126, 141)):
            track |= 1 << number
    assert track.bit_count() == RAILS - 2
    hands = [far, far.replace("Portland", "Medford")]
    state = table(hands, (126, 187), track, coloured=["", "186-187"], vexation=True)
    state = play(state, "V 126-127")
    assert not state.rounds, "84 rails, two of them coloured"
    state = play(state, "R 126-141")
    assert not state.rounds, "85 rails, two of them coloured"
    assert (state.turn, GAME.view(state, 0).rails_left) == (1, 1)
    after = play(state, next(text for text in legal(state) if text.startswith("R ")))
    assert [score.reason for score in after.rounds] == ["TA-4.3"]


@pytest.mark.clause("TA-V.1")
def test_only_the_owner_may_use_a_coloured_rail() -> None:
    state = vexed(coloured=["126-127 127-128", ""], markers=(126, 127))
    assert "R 128-129" in legal(state)
    state = play(state, "R 125-126", "E")
    assert "R 128-129" not in legal(state)
    assert refused(state, "R 128-129") == ("TA-3.3", "not_touching", {"a": 128, "b": 129})
    assert refused(state, "R 126-127") == ("TA-V.1", "foreign_rail", {"owner": 1})
    assert refused(state, "V 127-128") == ("TA-V.1", "foreign_rail", {"owner": 1})


@pytest.mark.clause("TA-V.1")
def test_a_network_need_not_be_mutual() -> None:
    state = vexed(coloured=["126-127", ""], markers=(126, 127))
    own, other = (player.network for player in state.players)
    assert own >> 127 & 1
    assert not other >> 126 & 1
    state = play(state, "R 127-128", "E")  # reaches the other marker over its own coloured rail
    assert state.players[1].network == 1 << 127 | 1 << 128


@pytest.mark.clause("TA-V.1")
def test_a_line_with_your_coloured_rail_is_taken_like_any_other() -> None:
    state = vexed(coloured=["126-127", ""])
    assert refused(state, "R 126-127") == ("TA-3.2", "line_taken", {"a": 126, "b": 127})
    assert refused(state, "V 126-127") == ("TA-3.2", "line_taken", {"a": 126, "b": 127})


@pytest.mark.clause("TA-V.1", "TA-5.1")
def test_costs_differ_from_player_to_player() -> None:
    """In the scoring a coloured rail is free for its owner, and others need a detour."""
    track = tree(126, NORTH)
    last = lines("133-148")
    shared = track | tree(65, SOUTH, track)
    state = vexed(rails=shared & ~last & ~lines("145-160"), coloured=["145-160", ""])
    assert cheapest(65, hand(SOUTH), state.rails, lines("145-160")).cost > 1
    scored = play(state, "R 133-148")
    assert scored.rounds[0].losses == (
        0,
        cheapest(65, hand(SOUTH), shared & ~lines("145-160"), lines("145-160")).cost,
    )
    mine = vexed(rails=shared & ~last & ~lines("145-160 33-34"), coloured=["", "145-160"])
    assert play(mine, "R 133-148").rounds[0].losses == (0, 1)


@pytest.mark.clause("TA-V.1", "TA-4.1")
def test_a_coloured_rail_connects_its_owner() -> None:
    state = vexed(rails=tree(126, NORTH) & ~lines("133-148"))
    assert play(state, "V 133-148").rounds[0].losses[0] == 0


@pytest.mark.clause("TA-V.1")
def test_at_most_two_coloured_rails_meet_at_a_crossing() -> None:
    state = vexed(coloured=["126-127", "126-141"], markers=(125, 126), rails="125-126")
    assert refused(state, "V 111-126") == ("TA-V.1", "crossing_full", {"place": "126 Santa Fe"})
    assert "R 111-126" in legal(state)
    assert "V 127-128" in legal(state)


@pytest.mark.clause("TA-V.1")
def test_no_coloured_rail_cuts_the_board_in_two_for_another() -> None:
    """Four lines lead to crossings 22 and 23. Seat 1 owns one of them, so only seat 2 would be cut off."""
    third = "Medford, Bismarck, Salt Lake City, Phoenix, Winston"
    state = table(
        [NORTH, SOUTH, third], (22, 65, 60), "22-23", coloured=["22-37 22-38", "23-38", ""], vexation=True
    )
    assert refused(state, "V 23-39") == ("TA-V.1", "cuts_the_board", {"a": 23, "b": 39})
    assert "R 23-39" in legal(state)
    two = table([NORTH, SOUTH], (22, 65), "22-23", coloured=["22-37 22-38", "23-38"], vexation=True)
    assert "V 23-39" in legal(two)
    assert play(two, "V 23-39").players[0].coloured == lines("22-37 22-38 23-39")
    theirs = table([NORTH, SOUTH], (22, 65), "22-23", coloured=["", "22-37 22-38 23-38"], vexation=True)
    assert "V 23-39" in legal(theirs)  # it cuts nobody off but could only serve its owner


@pytest.mark.clause("TA-V.1")
def test_two_coloured_rails_in_one_turn_obey_the_same_limits() -> None:
    state = vexed(markers=(22, 65), rails="22-23", coloured=["", "22-37"])
    state = play(state, "V 22-38")
    assert "V 23-38" in legal(state)
    assert play(state, "V 23-38").players[0].coloured == lines("22-38 23-38")


@pytest.mark.clause("TA-V.1")
def test_bridges_are_the_lines_whose_loss_cuts_the_board() -> None:
    """`bridges` agrees with taking each line away in turn, on boards with many closed lines."""
    rng = random.Random(6)
    cut = 0
    for size in (0, 15, 60, 120, 160):
        closed = 0
        for number in rng.sample(range(len(LINES)), size):
            if reached(1, ALL & ~closed & ~(1 << number)) == EVERYWHERE:
                closed |= 1 << number
        expected = sum(
            1 << number
            for number in range(len(LINES))
            if not closed >> number & 1 and reached(1, ALL & ~closed & ~(1 << number)) != EVERYWHERE
        )
        assert bridges(closed) == expected
        cut += expected.bit_count()
    assert cut > 10


@pytest.mark.clause("TA-V.1")
def test_in_random_play_the_board_stays_in_one_piece_for_everyone() -> None:
    rng = random.Random(12)
    state = fresh(6, vexation=True)
    while not state.rounds:
        actions = GAME.legal(state)
        coloured = [action for action in actions if GAME.to_text(action).startswith("V")]
        state = GAME.apply(state, rng.choice(coloured or actions))
        meeting = [c for player in state.players for n in members(player.coloured) for c in PAIRS[n]]
        assert all(meeting.count(crossing) <= 2 for crossing in meeting)
        for seat in range(6):
            assert reached(1, ALL & ~state.foreign(seat)) == EVERYWHERE


@pytest.mark.clause("TA-V.1")
def test_without_the_option_there_are_no_coloured_rails() -> None:
    state = table()
    assert refused(state, "V 126-127") == ("TA-V.1", "no_vexation", {})
    assert refused(state, "V 64-65") == ("TA-3.3", "not_touching", {"a": 64, "b": 65})


@pytest.mark.clause("TA-V.2")
@pytest.mark.parametrize(("seats", "rounds"), [(2, 1), (3, 2), (2, 6)])
def test_each_player_starts_that_many_rounds(seats: int, rounds: int) -> None:
    rng = random.Random(1)
    state = GAME.initial(seats, {"rounds": rounds})
    assert state.barrier is None
    while (actor := GAME.actor(state)) is not None:
        assert len(state.rounds) < seats * rounds
        state = GAME.apply(state, GAME.chance(state, rng) if actor < 0 else rng.choice(GAME.legal(state)))
    assert len(state.rounds) == seats * rounds
    assert state.barrier is None  # nor does it appear after the second round
    result = GAME.result(state)
    assert result is not None
    assert result.reason == "TA-V.2"
    assert result.scores == tuple(
        13 - sum(entry.losses[seat] for entry in state.rounds) for seat in range(seats)
    )
    assert min(result.scores) <= 0, "random play loses so much that a barrier would have ended the game"


@pytest.mark.clause("TA-V.2")
def test_without_a_barrier_nobody_passes_it() -> None:
    track = tree(126, NORTH)
    state = play(table(rails=track & ~lines("2-13"), scores=(1, 1), rounds=1), "R 2-13")
    assert (state.step, state.players[1].score) == (Step.DEAL, -15)
    over = play(table(rails=track & ~lines("2-13"), losses=[(0, 0)], rounds=1), "R 2-13")
    assert over.step is Step.OVER
    assert refused(over, "E") == ("TA-V.2", "game_over", {})
