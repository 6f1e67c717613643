"""TA-V.3: completed connections are told at once, and nothing else is."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest
from msgspec.structs import replace
from scipy.stats import chisquare

from stellwerk.core.coding import coding_of
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.tensor import numbers
from stellwerk.games.transamerica.law.data import CITY_AT, CROSSINGS, cities_in_play
from stellwerk.games.transamerica.law.state import Step
from stellwerk.games.transamerica.mind.inference import hand_weights, unseen
from stellwerk.games.transamerica.mind.position import TransAmericaMind
from stellwerk.games.transamerica.mind.possible_worlds import PossibleWorlds
from stellwerk.search import Effort, SearchBot
from tests.contract.worlds import dump
from tests.games.transamerica.table import NORTH, SOUTH, hand, legal, lines, play, table, tree

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View

BOTH = tree(126, NORTH) | tree(65, SOUTH, tree(126, NORTH))
OPEN = BOTH & ~lines("133-148 145-160")
"""Each player lacks one rail: 133-148 connects NORTH, 145-160 connects SOUTH."""
ELSEWHERE = SOUTH.replace("Dallas", "El Paso")
"""A hand of the second player that the rail 145-160 does not connect."""
THIRD = "Medford, Bismarck, Salt Lake City, Phoenix, Winston"


def told(other: str = SOUTH, announce: bool = True) -> State:
    """After a first rail of seat 0 that connects seat 1 if it holds SOUTH."""
    return play(table([NORTH, other], rails=OPEN, announce=announce), "R 145-160")


@pytest.mark.clause("TA-V.3", "TA-4.2")
def test_everybody_is_told_who_is_connected_and_the_turn_goes_on() -> None:
    state = told()
    assert (state.turn, state.step) == (0, Step.SECOND_RAIL)
    for observer in (0, 1, None):
        assert GAME.view(state, observer).announced == (1,)
        assert GAME.view(told(ELSEWHERE), observer).announced == ()
    assert legal(state) == legal(told(ELSEWHERE)) == legal(told(announce=False))
    assert play(state, "E").rounds[0].losses == (1, 0)
    assert play(state, "R 133-148").rounds[0].losses == (0, 0)


@pytest.mark.clause("TA-V.3")
def test_several_are_told_at_once_and_nothing_stays_told() -> None:
    hands = [NORTH, SOUTH, SOUTH.replace("Minneapolis", "Bismarck").replace("Omaha", "Salt Lake City")]
    track = OPEN | tree(65, hands[2], OPEN)
    state = play(table(hands, (126, 65, 48), track & ~lines("133-148 145-160"), announce=True), "R 145-160")
    assert state.announced == (1, 2)
    after = play(state, "E")
    assert after.announced == GAME.view(after, 0).announced == ()


@pytest.mark.clause("TA-V.3")
def test_without_the_option_nobody_is_told() -> None:
    assert GAME.setup().options["announce"] is False
    assert GAME.setup(rules_version=1).options["announce"] is False
    assert told(announce=False).announced == ()


@pytest.mark.clause("TA-V.3", "TA-4.4")
@pytest.mark.parametrize("announce", [False, True])
def test_the_cities_of_a_connected_player_stay_secret_in_mid_turn(announce: bool) -> None:
    before = table([NORTH, SOUTH, THIRD], (126, 65, 60), OPEN, announce=announce)
    state = play(before, "R 145-160")
    assert [player.is_connected for player in state.players] == [False, True, False]
    for observer in (0, 1, 2, None):
        view = GAME.view(state, observer)
        for seat, player in enumerate(view.players):
            assert player.cities == (state.players[seat].cities if seat == observer else None)
        assert view.last_round is None
    told_by_log = [
        value
        for observer in (0, 2, None)
        for line in GAME.log(before, GAME.parse("R 145-160"), state, observer)
        for value in line.params.values()
    ]
    assert not {CITY_AT[city].name for city in hand(SOUTH)} & set(map(str, told_by_log))


@pytest.mark.clause("TA-V.3", "TA-4.4")
def test_connected_hands_cannot_be_told_apart() -> None:
    """Whatever hand makes the announcement true, everybody else sees and reads the same."""
    before, action = table([NORTH, SOUTH], rails=OPEN, announce=True), GAME.parse("R 145-160")
    hands = possible(told())
    assert len(hands) > 1
    worlds = []
    for cities in sorted(hands):
        players = (before.players[0], replace(before.players[1], cities=cities))
        world = replace(before, players=players)
        worlds.append((world, GAME.apply(world, action)))
    for observer in (0, None):
        assert len({dump(GAME.view(after, observer)) for _, after in worlds}) == 1
        assert len({dump(GAME.log(world, action, after, observer)) for world, after in worlds}) == 1


@pytest.mark.clause("TA-V.3")
def test_the_log_names_the_seat_and_no_city() -> None:
    before = table([NORTH, SOUTH], rails=OPEN, announce=True)
    action = GAME.parse("R 145-160")
    for observer in (0, 1, None):
        lines_told = GAME.log(before, action, told(), observer)
        assert [(line.code, dict(line.params)) for line in lines_told][1:] == [("announced", {"seat": 1})]
    assert len(GAME.log(before, action, told(ELSEWHERE), 0)) == 1


@pytest.mark.clause("TA-V.3")
def test_a_rail_that_tells_something_is_never_taken_back() -> None:
    """Being told of nobody is news too, if somebody could have been connected."""

    def reveals(state: State, text: str) -> bool:
        return GAME.reveals(state, GAME.parse(text), play(state, text))

    for other in (SOUTH, ELSEWHERE):
        before = table([NORTH, other], rails=OPEN, announce=True)
        assert reveals(before, "R 145-160")
    assert not reveals(table(announce=True), "R 126-127"), "nobody is near being connected"
    aside = table(rails=OPEN, announce=True, vexation=True)
    assert not reveals(aside, "V 145-160"), "the network of the other player has not grown"


# possible worlds


def possible(state: State) -> set[tuple[int, ...]]:
    """The hands of seat 1 in a game of two that the announcement allows."""
    now = state.players[1].network
    earlier = table([NORTH, SOUTH], rails=OPEN).players[1].network
    colours = [[city for city in cities if city not in hand(NORTH)] for cities in cities_in_play(2)]
    every = set(product(*colours))
    connected = {cities for cities in every if all(now >> city & 1 for city in cities)}
    before = {cities for cities in every if all(earlier >> city & 1 for city in cities)}
    return connected - before if state.announced else every - connected


@pytest.mark.clause("TA-V.3")
@pytest.mark.parametrize("other", [SOUTH, ELSEWHERE])
def test_worlds_are_exactly_those_that_the_announcement_allows(other: str) -> None:
    state = told(other)
    view, hands, rng = GAME.view(state, 0), possible(state), random.Random(2)
    count = 40 * len(hands) if state.announced else 2_000
    drawn = Counter(GAME.sample(view, rng).players[1].cities for _ in range(count))
    assert set(drawn) <= hands
    if state.announced:
        assert chisquare([drawn[cities] for cities in sorted(hands)]).pvalue > 0.001
    for _ in range(20):
        assert dump(GAME.view(GAME.sample(view, rng), 0)) == dump(view)
        spectator = GAME.view(state, None)
        assert dump(GAME.view(GAME.sample(spectator, rng), None)) == dump(spectator)


@pytest.mark.clause("TA-V.3")
@pytest.mark.parametrize("believe", [False, True])
@pytest.mark.parametrize("other", [SOUTH, ELSEWHERE])
def test_bots_believe_what_is_announced(other: str, believe: bool) -> None:
    state = told(other)
    view, hands = GAME.view(state, 0), possible(state)
    cities = unseen(view, 0)
    weights = hand_weights(view, 0, believe)[1]
    likely = {
        tuple(row[i] for row, i in zip(cities, place, strict=True)) for place in np.argwhere(weights > 0)
    }
    assert likely == hands
    worlds = PossibleWorlds(view, 0, 5, believe)
    assert {worlds[number].hands[1] for number in range(60)} <= hands


@pytest.mark.clause("TA-V.3")
def test_bots_think_again_after_a_first_rail() -> None:
    """A plan of two rails is not settled: the first may tell that the round is ending."""
    bot: SearchBot[View, Action] = SearchBot(TransAmericaMind(looks=0), Effort(0, width=8))
    plans = {}
    for announce in (False, True):
        state = table(rails=OPEN & ~lines("33-34"), announce=announce)
        plans[announce] = bot.plan(GAME.view(state, 0), GAME.legal(state), random.Random(1))
    assert plans[True] == plans[False][:1]
    knowing, last = told(), GAME.parse("R 133-148")
    assert bot.plan(GAME.view(knowing, 0), GAME.legal(knowing), random.Random(1)) == (last,)


# numbers


@pytest.mark.clause("TA-V.3")
@pytest.mark.parametrize("announce", [False, True])
def test_tensors_and_news_tell_what_the_view_tells(announce: bool) -> None:
    coding = coding_of("transamerica")
    before = table([NORTH, SOUTH, THIRD], (126, 65, 60), OPEN, announce=announce)
    after = play(before, "R 145-160")
    for seat in range(3):
        view = GAME.view(after, seat)
        tensor = np.zeros(coding.tensor.size(3), np.float32)
        coding.tensor.write(view, tensor)
        assert np.array_equal(np.array(list(numbers(Core.from_state(after), seat)), np.float32), tensor)
        parts = dict(zip(*_parts(3), strict=True))
        players = tensor[parts["players"]].reshape(3, -1)
        assert players[:, -1].tolist() == [float(announce and (seat + place) % 3 == 1) for place in range(3)]
        news = coding.sight.news(GAME.view(before, seat), view)
        assert news == ((CROSSINGS + 1,) if announce else ())
        assert max(news, default=0) < coding.sight.novelties


def _parts(seats: int) -> tuple[list[str], list[slice]]:
    names, places, start = [], [], 0
    for part in coding_of("transamerica").tensor.layout(seats):
        names.append(part.name)
        places.append(slice(start, start + part.size))
        start += part.size
    return names, places
