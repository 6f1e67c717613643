"""TA-4: when a round ends, and what players learn before that."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from stellwerk import CHANCE
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.data import LINE_NUMBER, PAIRS, RAILS, SINGLE, members
from stellwerk.games.transamerica.law.network import lines_at, reached
from stellwerk.games.transamerica.law.state import Step
from tests.contract.worlds import dump
from tests.games.transamerica.table import NORTH, SOUTH, hand, legal, lines, play, table, tree

OWN = lines("133-148")
"""A single line without which NORTH isn't connected: it leads to Memphis."""
OTHER = lines("145-160")
"""A single line without which SOUTH isn't connected: it leads to Dallas."""
BOTH = tree(126, NORTH) | tree(65, SOUTH, tree(126, NORTH))
MARKERS = (126, 65)


@pytest.mark.clause("TA-4.1")
def test_the_round_ends_when_your_cities_are_connected() -> None:
    before = table(rails=BOTH & ~OWN & ~OTHER)
    state = play(before, "R 133-148")
    assert len(state.rounds) == 1
    assert state.rounds[0].reason == "TA-4.1"
    assert state.rounds[0].losses == (0, 1)


@pytest.mark.clause("TA-4.1")
def test_the_round_ends_whoever_lays_the_rail() -> None:
    state = play(table(rails=BOTH & ~OWN & ~OTHER), "R 145-160", "E")
    assert state.rounds[0].losses == (1, 0)
    assert GAME.actor(state) == -1


@pytest.mark.clause("TA-4.1")
def test_four_cities_are_not_enough_nor_five_without_the_marker() -> None:
    four = play(table(rails=BOTH & ~OWN & ~OTHER & ~lines("33-34")), "R 145-160", "E")
    assert not four.rounds
    apart = table(rails=BOTH & ~OWN & ~OTHER, markers=(126, 187))
    assert not play(apart, "R 145-160", "E").rounds


@pytest.mark.clause("TA-4.2")
def test_a_first_rail_that_connects_your_cities_ends_the_round_at_once() -> None:
    state = play(table(rails=BOTH & ~OWN), "R 133-148")
    assert state.rounds[0].losses == (0, 0)
    assert state.step is Step.DEAL


@pytest.mark.clause("TA-4.2")
def test_a_first_rail_that_connects_only_others_leaves_the_choice_of_a_second() -> None:
    before = table(rails=BOTH & ~OWN & ~OTHER)
    state = play(before, "R 145-160")
    assert (state.turn, state.step, state.rounds) == (0, Step.SECOND_RAIL, ())
    assert play(state, "E").rounds[0].losses == (1, 0)
    assert play(state, "R 126-127").rounds[0].losses == (1, 0)
    assert play(state, "R 133-148").rounds[0].losses == (0, 0)  # your cities are connected too


@pytest.mark.clause("TA-4.2")
def test_nobody_is_told_before_the_turn_is_over() -> None:
    """The same position twice: the opponent's cities are connected in one and not in the other."""
    other = "San Francisco, Minneapolis, Omaha, El Paso, New York"
    worlds = [
        play(table([NORTH, names], rails=BOTH & ~OWN & ~OTHER), "R 145-160") for names in (SOUTH, other)
    ]
    assert [world.players[1].is_connected for world in worlds] == [True, False]
    assert legal(worlds[0]) == legal(worlds[1])
    for observer in (0, None):
        assert dump(GAME.view(worlds[0], observer)) == dump(GAME.view(worlds[1], observer))
    before = table([NORTH, SOUTH], rails=BOTH & ~OWN & ~OTHER)
    action = GAME.parse("R 145-160")
    assert [line.code for line in GAME.log(before, action, worlds[0], 1)] == ["rail"]
    assert not GAME.reveals(before, action, worlds[0])


@pytest.mark.clause("TA-4.2")
def test_a_second_rail_that_completes_anybody_ends_the_round() -> None:
    state = play(table(rails=BOTH & ~OWN & ~OTHER), "R 126-127")
    assert play(state, "R 145-160").rounds[0].losses == (1, 0)
    assert play(state, "R 133-148").rounds[0].losses == (0, 1)


@pytest.mark.clause("TA-4.2")
def test_a_double_line_that_completes_anybody_ends_the_round() -> None:
    double = lines("48-65")
    assert not SINGLE & double
    state = play(table(rails=BOTH & ~OWN & ~double), "R 48-65")
    assert state.rounds[0].losses == (1, 0)


@pytest.mark.clause("TA-4.3")
@pytest.mark.parametrize("second", [False, True])
def test_the_84th_rail_ends_the_round_at_once(second: bool) -> None:
    """Some track in the north-west, far from everybody's cities in the east."""
    track = 0
    for number in members(
        lines_at(reached(1 << 126, tree(126, "Los Angeles, Helena, Santa Fe, Phoenix, Winston")))
    ):
        if track.bit_count() < RAILS - 1 - second and number != LINE_NUMBER[126, 127]:
            track |= 1 << number
    assert track.bit_count() == RAILS - 1 - second
    names = "Portland, Chicago, Salt Lake City, New Orleans, New York"
    state = table([names, names.replace("Portland", "Medford")], (126, 187), track)
    if second:
        state = play(state, next(text for text in legal(state) if state.rails >> _number(text) & 1 == 0
                                 and SINGLE >> _number(text) & 1 and text != "R 126-127"))  # fmt: skip
        assert state.step is Step.SECOND_RAIL
    after = play(state, "R 126-127")
    assert after.rounds[0].reason == "TA-4.3"
    assert min(after.rounds[0].losses) > 0
    assert after.last_round is not None
    assert after.last_round.rails.bit_count() == RAILS


def _number(text: str) -> int:
    a, b = text[2:].split("-")
    return LINE_NUMBER[int(a), int(b)]


@pytest.mark.clause("TA-4.4")
def test_all_cities_are_open_after_the_round_and_hidden_before() -> None:
    before = play(table(rails=BOTH & ~OWN & ~OTHER), "R 145-160")
    assert GAME.view(before, 0).players[1].cities is None
    assert GAME.view(before, None).players[0].cities is None
    after = play(before, "E")
    for observer in (0, 1, None):
        finished = GAME.view(after, observer).last_round
        assert finished is not None
        assert finished.cities == (hand(NORTH), hand(SOUTH))
        assert finished.markers == MARKERS
        assert finished.losses == (1, 0)
        assert [PAIRS[n] for n in members(before.rails)] == list(finished.rails)
        assert finished.missing == (((133, 148),), ())
    assert all(player.cities == () for player in GAME.view(after, 0).players)


def test_what_a_round_hid_lies_open_when_it_is_over() -> None:
    rng = random.Random(1)
    states = [GAME.initial(3, {"rounds": 1})]
    while len(states[-1].rounds) < 2:
        state = states[-1]
        is_dealt = GAME.actor(state) == CHANCE
        action = GAME.chance(state, rng) if is_dealt else rng.choice(GAME.legal(state))
        states.append(GAME.apply(state, action))
    for before, after in pairwise(states):
        assert not GAME.opened(after, after)
        if after.last_round != before.last_round:  # everybody sees the cards of the round that is over
            assert GAME.opened(before, after)
            shown = GAME.view(after, None).last_round
            assert shown is not None
            assert shown.cities == tuple(player.cities for player in before.players)
        else:
            assert not GAME.opened(before, after)
