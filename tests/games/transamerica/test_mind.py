"""How the bots think: turns, possible worlds, playing from views alone, reasons."""

from __future__ import annotations

import random
from itertools import islice
from math import log2
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk.core.texts import LANGUAGES, load_texts
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.law.actions import Marker
from stellwerk.games.transamerica.law.connection import cheapest
from stellwerk.games.transamerica.law.data import CITY_AT, LINE_NUMBER
from stellwerk.games.transamerica.mind.inference import (
    _rails_for,
    _turn_weight,
    hand_costs,
    hand_weights,
    unseen,
)
from stellwerk.games.transamerica.mind.position import TransAmericaMind
from stellwerk.games.transamerica.mind.possible_worlds import PossibleWorlds
from stellwerk.games.transamerica.mind.turns import best_turns
from stellwerk.native import is_compiled
from stellwerk.search import Effort, SearchBot
from tests.contract.worlds import positions
from tests.games.transamerica.table import NORTH, lines, play, table, tree

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View
    from stellwerk.games.transamerica.mind.possible_worlds import Hands

GAME = stellwerk.load("transamerica")
QUICK: SearchBot[View, Action] = SearchBot(TransAmericaMind(looks=2, futures=4), Effort(12, width=4))
MOMENTS = 12 if is_compiled("transamerica") else 3


def moments(seats: int, vexation: bool = False, count: int = MOMENTS) -> list[State]:
    """Positions from a game between simple bots, with markers, first and second rails due."""
    found: list[State] = []
    rng = random.Random(1)
    state = stellwerk.new_game("transamerica", seats, seed="mind", options={"vexation": vexation})
    bot = GAME.bots["simple"]()
    while len(found) < 4 * count:
        found.append(state)
        legal = GAME.legal(state)
        state = stellwerk.step(GAME, state, bot.choose(GAME.view(state, state.turn), legal, rng), rng)
    return found[::4]


def plan(bot: SearchBot[View, Action], state: State, seed: int = 5) -> tuple[Action, ...]:
    return bot.plan(GAME.view(state, state.turn), GAME.legal(state), random.Random(seed))


@pytest.mark.parametrize(("seats", "vexation"), [(2, False), (4, False), (3, True)])
def test_all_turns_can_be_played_on_the_law(seats: int, vexation: bool) -> None:
    for state in moments(seats, vexation):
        rated = best_turns(Core.from_state(state), 24)
        position = TransAmericaMind(looks=0).position(GAME.view(state, state.turn), random.Random(1), 24)
        assert 1 <= len(position.turns) <= 24
        assert [one.moves for one in rated] == [one.moves for one in position.rated]
        assert len({frozenset(turn.actions) for turn in position.turns}) == len(position.turns)
        for turn in position.turns:
            after = state
            for action in turn.actions:
                assert GAME.actor(after) == state.turn
                after = GAME.apply(after, action)
            assert after.turn != state.turn or len(after.rounds) > len(state.rounds)


@pytest.mark.parametrize("vexation", [False, True])
def test_random_positions_have_turns_too(vexation: bool) -> None:
    for state in islice(positions(GAME, GAME.setup(2, {"vexation": vexation}), "odd", every=45), MOMENTS):
        after = state
        for action in plan(QUICK, state):
            assert action in GAME.legal(after)
            after = GAME.apply(after, action)


def test_it_connects_its_last_city() -> None:
    state = table(rails=tree(126, NORTH) & ~lines("133-148"))
    assert plan(QUICK, state) == (stellwerk.load("transamerica").parse("R 133-148"),)


def test_it_goes_on_in_the_middle_of_a_turn() -> None:
    state = play(table(rails=tree(126, NORTH) & ~lines("133-148 118-133")), "R 118-133")
    assert [GAME.to_text(action) for action in plan(QUICK, state)] == ["R 133-148"]


def test_the_same_seed_gives_the_same_play() -> None:
    for state in moments(2)[:6]:
        assert plan(QUICK, state) == plan(QUICK, state)


def test_it_uses_nothing_hidden() -> None:
    for state in moments(4)[: MOMENTS // 2]:
        view = GAME.view(state, state.turn)
        other = GAME.sample(view, random.Random(9))
        assert plan(QUICK, state) == plan(QUICK, other)


def test_a_peeking_bot_sees_the_real_hands() -> None:
    state = moments(4, count=4)[3]
    hands = tuple(player.cities for player in state.players)
    worlds = PossibleWorlds(GAME.view(state, state.turn), state.turn, 1, True, hands)
    assert {worlds[number].hands for number in range(5)} == {hands}
    bot = QUICK
    assert bot.plan(GAME.view(state, state.turn), GAME.legal(state), random.Random(1), state)


def test_playouts_wander_by_the_world_if_the_mind_wants_it_or_peeks() -> None:
    wandered = varied = 0
    for state in moments(3, count=4)[1:]:
        view, hands = GAME.view(state, state.turn), tuple(player.cities for player in state.players)
        mind = TransAmericaMind(looks=0, futures=4, wander=False)
        peeking, again = (mind.position(view, random.Random(1), 4, state) for _ in range(2))
        futures = [peeking.line(0, world) for world in range(12)]
        assert futures == [again.line(0, world) for world in range(12)]
        wandered += len(set(futures)) > 1
        assert [peeking.playout(1, world) for world in range(6)] == [
            again.playout(1, world) for world in range(6)
        ]
        assert len(ends_of(mind, view, hands)) == 1
        varied += len(ends_of(TransAmericaMind(looks=0, futures=4), view, hands)) > 1
    assert wandered
    assert varied


def ends_of(mind: TransAmericaMind, view: View, hands: Hands) -> set[object]:
    """How playouts of an honest position end with these hands, with different later luck."""
    playouts, found = mind.position(view, random.Random(1), 4), set[object]()
    for seed in range(1, 25, 2):
        playouts._playouts.begin(playouts.rated[0].moves, hands, seed)
        playouts._playouts.game.rollout()
        found.add(tuple(playouts._playouts.game.losses))
    return found


def test_costs_of_hands_are_those_of_the_law() -> None:
    rng = random.Random(2)
    for state in moments(2, count=12)[3::3]:
        cities = unseen(GAME.view(state, 0), 0)
        costs = hand_costs(state.rails, 0, cities, 77)
        extra = []
        for _ in range(25):
            places = tuple(rng.randrange(len(row)) for row in cities)
            hand = [row[place] for row, place in zip(cities, places, strict=True)]
            extra.append(int(costs[places]) - cheapest(77, hand, state.rails).cost)
        assert set(extra) <= {0, 1}
        assert extra.count(1) <= 3


def test_rails_tell_what_an_opponent_holds() -> None:
    chances = []
    for state in moments(2, count=12)[2:]:
        seat = state.turn
        view = GAME.view(state, seat)
        if view.rounds or not view.turns:
            continue
        cities = unseen(view, seat)
        weights = hand_weights(view, seat)[1 - seat]
        real = tuple(
            row.index(city) for row, city in zip(cities, state.players[1 - seat].cities, strict=True)
        )
        chances.append(log2(weights[real] / weights.sum() * weights.size))
    assert len(chances) > 4
    assert sum(chances) / len(chances) > 5, "of the 10 bits that a hand of four cities of each colour has"
    assert chances[-1] > 9, "in the end nearly everything is known"


def test_a_turn_speaks_for_the_city_it_goes_to() -> None:
    """Two hands whose trees shrink alike: the one whose nearest city the turn went to is likelier."""
    state = next(state for state in moments(2, count=12)[2:] if not state.rounds and len(state.turns) > 4)
    seat, view = state.turn, GAME.view(state, state.turn)
    cities, other = unseen(view, seat), 1 - seat
    number = max(n for n in range(len(view.turns)) if (view.round_starter + n) % 2 == other)
    before, after = _rails_for(view, other, number), _rails_for(view, other, number + 1)
    marker, turn = view.players[other].marker, view.turns[number]
    assert marker is not None
    weights = _turn_weight(turn, before, after, cities, marker)
    gained = hand_costs(*before, cities, marker).astype(int) - hand_costs(*after, cities, marker)
    useful = gained == gained.max()
    assert len({round(float(weight), 6) for weight in weights[useful]}) > 1
    real = tuple(row.index(city) for row, city in zip(cities, state.players[other].cities, strict=True))
    assert weights[real] == weights[useful].max(), "a simple opponent goes to its nearest city"


def test_worlds_keep_to_what_is_known() -> None:
    for state in moments(6)[: MOMENTS // 2]:
        seat = state.turn
        worlds = PossibleWorlds(GAME.view(state, seat), seat, 3, True)
        for number in range(6):
            hands = worlds[number].hands
            assert hands[seat] == state.players[seat].cities
            assert len({city for hand in hands for city in hand}) == 30
            for colour in range(5):
                assert len({CITY_AT[hand[colour]].colour for hand in hands}) == 1
        assert worlds[0] == PossibleWorlds(GAME.view(state, seat), seat, 3, True)[0]


def test_no_world_has_a_connected_opponent() -> None:
    state = table(rails=tree(126, NORTH))
    view = GAME.view(state, state.turn)
    other = 1 - state.turn
    network = state.players[other].network
    for number in range(30):
        hand = PossibleWorlds(view, state.turn, number, False)[0].hands[other]
        assert not all(network >> city & 1 for city in hand)


def test_the_predicted_line_can_be_played() -> None:
    state = moments(2, count=5)[4]
    truth = state
    position = TransAmericaMind(looks=0).position(GAME.view(state, state.turn), random.Random(1), 4, truth)
    for action in position.turns[0].actions:
        state = GAME.apply(state, action)
    told = position.line(0, 0)
    assert told
    for line in told:
        assert GAME.actor(state) == line.seat
        for text in line.actions:
            state = GAME.apply(state, GAME.parse(text))


def test_every_reason_has_its_words() -> None:
    spoken: set[str] = set()
    for seats, vexation in ((2, False), (3, True)):
        for state in moments(seats, vexation):
            analysis = QUICK.analyse(GAME.view(state, state.turn), random.Random(1))
            for number in range(len(analysis.options)):
                for term in analysis.position.terms(number):
                    spoken.add(term.code)
                    for language in LANGUAGES:
                        texts = load_texts("transamerica", language)
                        assert texts.format(texts.section("reasons")[term.code], **term.params)
    assert {"missing", "near", "first", "own_loss", "others_lose", "central", "own_city"} <= spoken
    for language in LANGUAGES:
        assert spoken <= set(load_texts("transamerica", language).section("reasons"))


def test_the_terms_of_a_turn_that_was_not_played_out_are_its_rating() -> None:
    for state in moments(2):
        position = TransAmericaMind(looks=0).position(GAME.view(state, state.turn), random.Random(1), 6)
        sums = [sum(term.value for term in position.terms(turn)) for turn in range(len(position.turns))]
        for turn, prior in enumerate(turn.prior for turn in position.turns):
            if prior > 0 and position.rated[0].missing:
                assert sums[turn] - sums[0] == pytest.approx(prior - position.turns[0].prior)


def test_the_terms_of_the_round_are_what_playouts_found() -> None:
    codes = {"first", "own_loss", "others_lose", "holds_back"}
    for state in moments(2):
        position = TransAmericaMind(looks=0, futures=4).position(
            GAME.view(state, state.turn), random.Random(1), 4
        )
        worlds = range(6)
        found = [[position.playout(turn, world) for world in worlds] for turn in range(len(position.turns))]
        for turn in range(len(position.turns)):
            gain = sum(term.value for term in position.terms(turn) if term.code in codes)
            shares = [
                sum(position.share(world, position.losses(one, world)) for world in worlds) / len(worlds)
                for one in (0, turn)
            ]
            assert gain == pytest.approx(shares[1] - shares[0])
            assert shares[1] == pytest.approx(sum(found[turn]) / len(worlds), abs=0.25), "other luck later"


def test_every_bot_has_a_name_and_a_character() -> None:
    for language in LANGUAGES:
        bots = load_texts("transamerica", language).section("bots")
        assert set(bots) == set(GAME.bots)
        assert len({bot["name"] for bot in bots.values()}) == len(bots)
        assert all(bot["text"].endswith(".") for bot in bots.values())


def test_nearest_starts_in_the_middle_and_goes_to_the_nearest_city() -> None:
    bot = GAME.bots["nearest"]()
    state = stellwerk.new_game("transamerica", 2, seed="nearest")
    action = bot.choose(GAME.view(state, state.turn), GAME.legal(state), random.Random(1))
    assert isinstance(action, Marker)
    assert action.crossing in state.players[state.turn].cities
    state = table(rails=tree(126, NORTH) & ~lines("133-148 118-133 2-13"))
    action = bot.choose(GAME.view(state, state.turn), GAME.legal(state), random.Random(1))
    assert GAME.to_text(action) == "R 2-13"
    assert (2, 13) in LINE_NUMBER
