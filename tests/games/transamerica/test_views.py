"""What observers know: their own cities, the plan, possible worlds."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import pytest
from scipy.stats import chisquare

from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.connection import cheapest
from stellwerk.games.transamerica.law.data import CROSSINGS, LINE_NUMBER, LINES, cities_in_play, members
from stellwerk.games.transamerica.law.network import reached
from tests.contract.worlds import random_game
from tests.games.transamerica.table import NORTH, SOUTH, fresh, hand, legal, lines, play, table, tree

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State

THIRD = "Medford, Bismarck, Salt Lake City, Phoenix, Winston"


@pytest.mark.clause("TA-2.3", "TA-4.4")
def test_a_player_sees_only_their_own_cities_and_a_spectator_none() -> None:
    state = table([NORTH, SOUTH, THIRD], (126, 65, 60))
    for observer in (0, 1, 2, None):
        view = GAME.view(state, observer)
        for seat, player in enumerate(view.players):
            assert player.cities == (state.players[seat].cities if seat == observer else None)
        assert (view.plan is None) == (observer is None)


@pytest.mark.parametrize("vexation", [False, True])
def test_the_rails_of_a_view_are_the_neutral_ones_in_order(vexation: bool) -> None:
    """They are read off the turns of the round, unless some of these laid coloured rails."""
    laid = 0
    for moment in random_game(GAME, GAME.setup(3, {"vexation": vexation}), "rails"):
        rails = [LINES[number] for number in members(moment.after.rails)]
        assert list(GAME.view(moment.after, None).rails) == [(line.a, line.b) for line in rails]
        laid = max(laid, len(rails))
    assert laid > 20


def test_the_plan_tells_what_is_connected_and_what_is_missing() -> None:
    track = tree(126, NORTH)
    view = GAME.view(table(rails=track & ~lines("2-13 133-148")), 0)
    assert view.plan is not None
    assert view.plan.connected == hand("Helena, Santa Fe, Washington")
    assert view.plan.remaining == 2
    assert view.plan.missing == ((2, 13), (133, 148))
    assert set(view.plan.network) == set(members(reached(1 << 126, track & ~lines("2-13 133-148"))))


@pytest.mark.parametrize("vexation", [False, True])
def test_the_plan_is_exact_in_random_games(vexation: bool) -> None:
    """Cost, missing rails and the effect of each candidate agree with full calculations."""
    rng = random.Random(7)
    setup = GAME.setup(4, {"vexation": vexation})
    for moment in list(random_game(GAME, setup, "plan"))[6::13]:
        state: State = moment.after
        for seat, player in enumerate(state.players):
            plan = GAME.view(state, seat).plan
            if plan is None or player.marker is None:
                continue
            rails, closed = state.rails | player.coloured, state.foreign(seat)
            found = cheapest(player.marker, player.cities, rails, closed)
            assert plan.remaining == found.cost
            ways = [cheapest(player.marker, (city,), rails, closed).cost for city in player.cities]
            assert list(plan.distances) == ways
            assert sum(1 << LINE_NUMBER[line] for line in plan.missing) == found.missing
            assert set(plan.connected) == {city for city in player.cities if player.network >> city & 1}
            free = player.touching & ~state.taken
            assert [LINE_NUMBER[candidate.line] for candidate in plan.candidates] == list(members(free))
            for candidate in rng.sample(plan.candidates, min(3, len(plan.candidates))):
                number = LINE_NUMBER[candidate.line]
                assert candidate.cost == LINES[number].cost
                after = cheapest(player.marker, player.cities, rails | 1 << number, closed)
                assert candidate.remaining == after.cost


def test_before_the_marker_stands_the_plan_rates_every_crossing() -> None:
    state = fresh(3)
    view = GAME.view(state, 1)
    assert view.plan is not None
    assert view.plan.remaining is None
    assert len(view.plan.starts) == CROSSINGS
    for crossing in (0, 65, 126, 187):
        assert view.plan.starts[crossing] == cheapest(crossing, state.players[1].cities, 0).cost


def test_candidates_of_the_player_to_move_are_the_legal_rails() -> None:
    state = table(rails="126-127 127-128")
    plan = GAME.view(state, 0).plan
    assert plan is not None
    assert [f"R {a}-{b}" for a, b in (candidate.line for candidate in plan.candidates)] == legal(state)


# possible worlds


def possible_hands(own: str, network: int) -> set[tuple[int, ...]]:
    """All hands that the opponent in a game of two can hold without being connected."""
    colours = [[city for city in cities if city not in hand(own)] for cities in cities_in_play(2)]
    return {cities for cities in product(*colours) if not all(network >> city & 1 for city in cities)}


@pytest.mark.clause("TA-4.1", "TA-4.2")
def test_worlds_are_all_hands_that_are_not_connected_equally_likely() -> None:
    """Most cities are reached, so it says much about the others' hands that the round still goes on."""
    reach = sum(1 << city for cities in cities_in_play(2) for city in cities[1:4])
    track = _track_through(reach)
    state = table(rails=track, markers=(126, 65))
    network = state.players[1].network
    hands = possible_hands(NORTH, network)
    assert len(hands) < 4**5
    rng = random.Random(11)
    view = GAME.view(state, 0)
    drawn = Counter(GAME.sample(view, rng).players[1].cities for _ in range(8_000))
    assert set(drawn) <= hands
    counts = [drawn[cities] for cities in sorted(hands)]
    assert chisquare(counts).pvalue > 0.001


def _track_through(cities: int) -> int:
    """Some track from Omaha through many cities."""
    rails = 0
    for city in members(cities):
        rails |= cheapest(65, (city,), rails).missing
    return rails


@pytest.mark.clause("TA-4.2")
def test_after_a_first_rail_others_may_be_connected_and_the_actor_is_not() -> None:
    both = tree(126, NORTH) | tree(65, SOUTH, tree(126, NORTH))
    before = table(rails=both & ~lines("145-160 133-148"))
    state = play(before, "R 145-160")
    rng = random.Random(3)
    earlier = before.players[1].network
    worlds = [GAME.sample(GAME.view(state, 0), rng) for _ in range(1_000)]
    assert any(world.players[1].is_connected for world in worlds)
    assert all(not all(earlier >> city & 1 for city in world.players[1].cities) for world in worlds)
    for observer in (1, None):  # to the others the actor is known not to be connected
        for _ in range(300):
            assert not GAME.sample(GAME.view(state, observer), rng).players[0].is_connected
    over = play(before, "R 126-127", "E")  # nothing happened, so nobody is connected
    for _ in range(300):
        assert not GAME.sample(GAME.view(over, 0), rng).players[1].is_connected


def test_the_end_of_a_turn_reveals_only_where_somebody_could_be_connected() -> None:
    def reveals(state: State, text: str) -> bool:
        return GAME.reveals(state, GAME.parse(text), play(state, text))

    early = play(table(), "R 126-127")
    assert not reveals(early, "E")
    both = tree(126, NORTH) | tree(65, SOUTH, tree(126, NORTH))
    late = table(rails=both & ~lines("133-148 33-34"))
    assert not reveals(late, "R 126-127")
    assert reveals(play(late, "R 126-127"), "E")
    assert reveals(late, "R 133-148")
