"""The fast core plays as the law does, and the same compiled and interpreted."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

import stellwerk
from stellwerk.games.transamerica.fast.chance_play import random_move, random_round
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.future import loss_counts, win_share
from stellwerk.games.transamerica.fast.moves import DEAL, OVER, decode, encode
from stellwerk.games.transamerica.fast.network import reach
from stellwerk.games.transamerica.fast.rating import Ratings
from stellwerk.games.transamerica.fast.scoring import missing
from stellwerk.games.transamerica.law.actions import Rail
from stellwerk.games.transamerica.law.connection import cheapest
from stellwerk.games.transamerica.law.data import CROSSINGS, cities_in_play
from stellwerk.games.transamerica.law.sample import sample
from stellwerk.native import is_compiled
from tests.bench.cores.equal_transamerica import compare, costs, facts, law_costs, law_facts, setup_of
from tests.contract.worlds import positions
from tests.games.both_ways import both_ways

GAME = stellwerk.load("transamerica")
COMPILED = is_compiled("transamerica")
GAMES = 90 if COMPILED else 6


def test_random_games_are_the_same_on_both() -> None:
    actions = sum(compare(setup_of(7 * number), f"test {number}") for number in range(GAMES))
    assert actions > 100 * GAMES


@pytest.mark.parametrize("vexation", [False, True])
def test_it_reads_states_and_views(vexation: bool) -> None:
    setup = GAME.setup(4, {"vexation": vexation})
    for state in positions(GAME, setup, "read", every=40):
        fast = Core.from_state(state)
        assert facts(fast) == law_facts(state)
        assert costs(fast) == law_costs(state)
        view = GAME.view(state, state.turn)
        from_view = Core.from_view(view, random.Random(1))
        assert facts(from_view) == law_facts(sample(view, random.Random(1)))


def test_moves_are_encoded_and_decoded() -> None:
    for state in positions(GAME, GAME.setup(2, {"vexation": True}), "numbers", every=30):
        legal = GAME.legal(state)
        assert tuple(decode(encode(action)) for action in legal) == legal
        assert len({encode(action) for action in legal}) == len(legal)


def test_a_copy_goes_its_own_way() -> None:
    state = next(islice(positions(GAME, GAME.setup(3), "copy"), 20, None))
    fast = Core.from_state(state)
    before = facts(fast)
    other = fast.copy()
    assert facts(other) == before
    other.legal()
    other.play(other.moves[0])
    assert facts(other) != before
    assert facts(fast) == before
    other.become(fast)
    assert facts(other) == before


def test_ratings_say_what_is_missing_after_every_rail() -> None:
    ratings = Ratings()
    for state in positions(GAME, GAME.setup(2), "ratings", every=60):
        if state.step not in (2, 3):
            continue
        ratings.look(Core.from_state(state))
        plan = GAME.view(state, state.turn).plan
        assert plan is not None
        remaining = {candidate.line: candidate.remaining for candidate in plan.candidates}
        for number in range(ratings.count):
            move = decode(ratings.moves[number])
            expected = remaining[move.a, move.b] if isinstance(move, Rail) else plan.remaining
            assert ratings.missing[number] == expected


def test_trees_are_cheapest() -> None:
    rng = random.Random(3)
    for state in positions(GAME, GAME.setup(4), "trees", every=8):
        fast = Core.from_state(state)
        for count in range(6):
            hand = tuple(rng.choice(row) for row in cities_in_play(4))
            fast.set_hand(0, (*hand[:count], *(77,) * (5 - count)))
            fast.markers[0] = 77
            for crossing in range(CROSSINGS):
                fast.network[crossing] = 0
            reach(fast, 0, 77)
            assert missing(fast, 0) == cheapest(77, hand[:count], state.rails).cost


def test_what_earlier_trees_cost_is_forgotten() -> None:
    for state in islice(positions(GAME, GAME.setup(4), "forgotten", every=25), 1, 4):
        fast, fresh = Core.from_state(state), Core.from_state(state)
        fast.scratch.connector.zero = 500  # used up after two calls
        assert [missing(fast, seat) for seat in range(4)] == [missing(fresh, seat) for seat in range(4)]


def test_rollouts_end_the_round_by_the_law() -> None:
    for seats in (2, 6):
        state = stellwerk.new_game("transamerica", seats, seed="rollout")
        fast = Core.from_state(state)
        while fast.rounds == 0:
            move = fast.scratch.player.choose(fast)
            fast.play(move)
            state = GAME.apply(state, decode(move))
        assert facts(fast) == law_facts(state)
        again = Core.from_state(stellwerk.new_game("transamerica", seats, seed="rollout"))
        again.rollout()
        assert facts(again) == facts(fast)
        assert again.step in (DEAL, OVER)


@pytest.mark.parametrize("vexation", [False, True])
def test_random_rounds_are_legal_and_end_by_the_law(vexation: bool) -> None:
    for seats in (2, 4, 6):
        state = stellwerk.new_game("transamerica", seats=seats, seed="chance", options={"vexation": vexation})
        quick, slow = Core.from_state(state, seats), Core.from_state(state, seats)
        played = 0
        while slow.rounds == 0:
            move = random_move(slow)
            slow.play(move)
            state = GAME.apply(state, decode(move))  # refuses what is not legal
            played += 1
        assert random_round(quick) == played
        assert facts(quick) == facts(slow) == law_facts(state)


def test_random_moves_are_equally_likely() -> None:
    for state in positions(GAME, GAME.setup(3), "even", every=45):
        fast = Core.from_state(state)
        legal = {fast.moves[number] for number in range(fast.legal())}
        drawn = Counter(random_move(fast) for _ in range(100 * len(legal)))
        assert set(drawn) == legal
        assert 40 < min(drawn.values()) <= max(drawn.values()) < 160


def test_points_are_worth_more_when_others_have_fewer() -> None:
    fast = Core(3, False, 0, 0, 7)
    fast.rounds = 3
    values = []
    for own in (2, 6, 10):
        fast.scores[0], fast.scores[1], fast.scores[2] = own, 6, 6
        values.append(win_share(fast, 0, 400))
    assert values == sorted(values)
    assert values[0] < 0.2 < 0.4 < values[2]
    assert list(fast.scores) == [10, 6, 6]
    assert (fast.rounds, fast.barrier) == (3, 0)
    fast.step = OVER
    assert win_share(fast, 0, 1) == 1


def test_one_seat_connects_in_a_round_of_simple_players() -> None:
    rounds = 40 if COMPILED else 3
    counts = list(loss_counts(4, rounds, 5))
    assert sum(counts) == 4 * rounds
    assert counts[0] >= rounds


PLAY = """
import stellwerk
from random import Random
from stellwerk.games.transamerica.mind.position import TransAmericaMind
from stellwerk.search import Effort, SearchBot
game = stellwerk.load("transamerica")
state, rng = stellwerk.new_game("transamerica", 2, seed="twins"), Random(4)
bot, played = SearchBot(TransAmericaMind(looks=2, thoughts=THOUGHTS), Effort(8, width=3)), []
while len(played) < 7:
    seat = game.actor(state)
    for action in bot.plan(game.view(state, seat), game.legal(state), rng):
        played.append(game.to_text(action))
        state = stellwerk.step(game, state, action, rng)
print(played)
"""


@pytest.mark.parametrize("thoughts", [0, 2])
def test_compiled_and_interpreted_play_the_same(thoughts: int) -> None:
    compiled, interpreted = both_ways("transamerica", PLAY.replace("THOUGHTS", str(thoughts)))
    assert compiled == interpreted != ""
