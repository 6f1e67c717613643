"""Playouts in which replies are thought about (`fast.replies`), and what they choose from (`fast.turns`)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.deal import deal
from stellwerk.games.transamerica.fast.moves import DEAL, END, RAIL, SECOND_RAIL
from stellwerk.games.transamerica.fast.rating import Ratings
from stellwerk.games.transamerica.fast.replies import MOST_POSITIONS, Replies, Tree
from stellwerk.games.transamerica.fast.turns import EARLY_ENDS, SECOND_RAILS, cost_of, rating_of
from stellwerk.games.transamerica.mind.position import THOUGHT_WORLDS, TransAmericaMind
from stellwerk.games.transamerica.mind.turns import RatedTurn, best_turns, rated_turn
from stellwerk.native import is_compiled
from tests.games.transamerica.table import NORTH, lines, table, tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.games.transamerica.mind.position import TransAmericaPosition

GAME = stellwerk.load("transamerica")
ROUNDS = 8 if is_compiled("transamerica") else 2


def positions(seats: int, rounds: int, vexation: bool = False) -> Iterator[Core]:
    """Some positions of rounds in which the simple player often errs."""
    rng = random.Random(seats)
    for number in range(rounds):
        game = Core(seats, vexation, 0, 0, 77 * number + 1)
        deal(game)
        while game.step != DEAL:
            if rng.random() < 0.3:
                yield game
            count = game.legal()
            is_odd = rng.random() < 0.3
            game.play(game.moves[rng.randrange(count)] if is_odd else game.scratch.player.choose(game))


def listed(game: Core, width: int, first_rails: int) -> list[RatedTurn]:
    """The best turns of rails again, from lists of all that could be among them."""
    firsts = rated(game, ())
    turns = list(firsts)
    if game.step != SECOND_RAIL:
        turns = [turn for turn in firsts if cost_of(turn.moves[0]) == 2 or not turn.missing]
        singles = sorted(turn for turn in map(key, firsts) if cost_of(turn[1][0]) == 1)
        for _, moves, missing in singles[:first_rails]:
            after = game.copy()
            after.play(moves[0])
            if not missing:
                continue
            if after.turn != game.turn or after.step != SECOND_RAIL:
                turns.append(rated_turn(game, moves))
                continue
            seconds = sorted(map(key, rated(after, moves)))
            ends = [one for one in seconds if one[1][-1] == END]
            others = [one for one in seconds if one[1][-1] != END][:SECOND_RAILS]
            turns += [RatedTurn(moves, rating, missing) for rating, moves, missing in (*others, *ends)]
    best: dict[frozenset[int], RatedTurn] = {}
    for turn in sorted(turns, key=key):
        best.setdefault(frozenset(turn.moves), turn)
    early = [turn for turn in best.values() if turn.moves[-1] == END]
    kept = [turn for turn in best.values() if turn.moves[-1] != END][: max(1, width - EARLY_ENDS)]
    kept += early[: max(0, width - len(kept))][:EARLY_ENDS]
    return sorted(kept or early[:1], key=key)


def rated(game: Core, before: tuple[int, ...]) -> list[RatedTurn]:
    ratings = Ratings()
    ratings.look(game)
    return [
        RatedTurn(
            (*before, ratings.moves[number]),
            rating_of(ratings, number, len(before)),
            ratings.missing[number],
        )
        for number in range(ratings.count)
    ]


def key(turn: RatedTurn) -> tuple[float, tuple[int, ...], int]:
    return turn.rating, turn.moves, turn.missing


@pytest.mark.parametrize(("seats", "vexation"), [(2, False), (5, False), (3, True)])
def test_the_best_turns_are_those_of_a_whole_list(seats: int, vexation: bool) -> None:
    looked_at = 0
    for game in positions(seats, ROUNDS, vexation):
        if min(game.markers[: game.seats]) < 0:
            continue
        for width, first_rails in ((12, 10), (6, 4), (1, 10), (10_000, 10)):
            found = best_turns(game, width, first_rails)
            assert found == listed(game, width, first_rails)
            assert rated_turn(game, found[-1].moves) == found[-1]
            looked_at += 1
    assert looked_at >= 3 * ROUNDS


def test_markers_are_listed_by_what_their_cities_cost() -> None:
    game = next(positions(2, 1))
    found = best_turns(game, 12)
    assert len(found) == 12 - EARLY_ENDS
    assert [turn.rating for turn in found] == sorted(turn.rating for turn in found)
    assert all(rated_turn(game, turn.moves) == turn for turn in found)


def test_who_can_connect_at_once_does_so() -> None:
    """The simple player may put off a city; a reply that wins the round is found after a few playouts."""
    state = table(rails=tree(126, NORTH) & ~lines("133-148 118-133"))
    game = Core.from_state(state, 5)
    replies, tree_below = Replies(game), Tree(game)
    shares = [replies.play_out(tree_below, 1 - game.turn, hands_of(game), 4) for _ in range(24)]
    assert len(tree_below.positions) <= MOST_POSITIONS
    rows = range(tree_below.sizes[0])
    best = max(rows, key=lambda row: tree_below.visits[row])
    moves = {tree_below.first[best], tree_below.second[best]}
    assert moves == {RAIL + number for number in numbers("133-148 118-133")}
    assert tree_below.visits[best] > 16
    assert sum(shares[12:]) <= sum(shares[:12])


def hands_of(game: Core) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(game.cities[5 * seat : 5 * seat + 5]) for seat in range(game.seats))


def numbers(text: str) -> list[int]:
    found = lines(text)
    return [number for number in range(found.bit_length()) if found >> number & 1]


def position(thoughts: int, seats: int = 2) -> TransAmericaPosition:
    state = stellwerk.new_game("transamerica", seats, seed="replies")
    rng = random.Random(2)
    bot = GAME.bots["simple"]()
    for _ in range(12):
        choice = bot.choose(GAME.view(state, state.turn), GAME.legal(state), rng)
        state = stellwerk.step(GAME, state, choice, rng)
    mind = TransAmericaMind(looks=0, futures=4, thoughts=thoughts)
    return mind.position(GAME.view(state, state.turn), random.Random(1), 4)


def test_the_same_playout_always_gives_the_same_share() -> None:
    """A world is met again and again, and replies are known better each time; the order does not matter."""
    worlds = [3, 0, THOUGHT_WORLDS + 3, 2 * THOUGHT_WORLDS]
    one, other = position(2), position(2)
    first = {(turn, world): one.playout(turn, world) for world in worlds for turn in (0, 1)}
    again = {(turn, world): other.playout(turn, world) for turn in (1, 0) for world in reversed(worlds)}
    assert first == again
    assert first == {place: one.playout(*place) for place in first}
    assert len(set(first.values())) > 1
    assert all(0 <= share <= 1 for share in first.values())


def test_replies_are_thought_about_between_two_players_only() -> None:
    plain, thoughtful = position(0, seats=3), position(2, seats=3)
    assert [plain.playout(0, world) for world in range(4)] == [
        thoughtful.playout(0, world) for world in range(4)
    ]
    plain, thoughtful = position(0), position(2)
    assert [plain.playout(0, world) for world in range(4)] != [
        thoughtful.playout(0, world) for world in range(4)
    ]


@pytest.mark.parametrize("peeks", [False, True])
@pytest.mark.parametrize("options", [{"vexation": True}, {"announce": True}, {"rounds": 2}])
def test_replies_are_thought_about_whatever_is_played(options: dict[str, Any], peeks: bool) -> None:
    state = stellwerk.new_game("transamerica", 2, "variants", options)
    rng, bot = random.Random(3), GAME.bots["simple"]()
    for number in range(20):
        if number in (0, 1, 9, 18):
            mind = TransAmericaMind(looks=1, futures=2, thoughts=1)
            asked = mind.position(GAME.view(state, state.turn), random.Random(1), 3, state if peeks else None)
            places = [(turn, world) for turn in range(len(asked.turns)) for world in (0, THOUGHT_WORLDS)]
            shares = [asked.playout(*place) for place in places]
            assert all(0 <= share <= 1 for share in shares)
            assert shares == [asked.playout(*place) for place in places]
        choice = bot.choose(GAME.view(state, state.turn), GAME.legal(state), rng)
        state = stellwerk.step(GAME, state, choice, rng)


def test_nothing_follows_a_turn_that_ends_the_round() -> None:
    state = table(rails=tree(126, NORTH) & ~lines("133-148 118-133"))
    plain, thoughtful = (
        TransAmericaMind(looks=0, futures=4, thoughts=thoughts).position(
            GAME.view(state, state.turn), random.Random(1), 3
        )
        for thoughts in (0, 2)
    )
    assert not thoughtful.rated[0].missing
    for world in (0, 1, THOUGHT_WORLDS):
        assert thoughtful.playout(0, world) == plain.playout(0, world)


def test_reasons_speak_of_the_playouts_that_decide() -> None:
    """What seats lose in them, where both turns were played and replies are known best."""
    thoughtful = position(2)
    thoughtful._playouts.futures = 400
    for world in range(40):
        thoughtful.playout(0, world)
    for world in range(30):
        thoughtful.playout(1, world)
    worlds = thoughtful.compared(1, 8)
    assert worlds == range(22, 30)
    for world in worlds:
        tree_below = thoughtful._trees[1, world % THOUGHT_WORLDS]
        first = 2 * (world // THOUGHT_WORLDS)
        losses = thoughtful.losses(1, world)
        assert losses == list(tree_below.losses[first])
        assert abs(thoughtful.share(world, losses) - tree_below.values[first]) < 0.15
    assert len(thoughtful.terms(1)) > 3
    assert thoughtful.compared(2, 8) == range(0)
