"""Trambahn's bots: their turns are legal, depend on the view alone, and come with reasons."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import stellwerk
from stellwerk.games.trambahn import GAME
from stellwerk.games.trambahn.fast.codes import flatten
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.fast.features import RUNS_LEFT
from stellwerk.games.trambahn.fast.kept import GROUPS, MOST_KEPT, TURNS
from stellwerk.games.trambahn.fast.layout import DRAWING, END_TURN, STEP
from stellwerk.games.trambahn.law.actions import EndTurn, Passenger
from stellwerk.games.trambahn.mind.evaluation import hand_set, learned
from stellwerk.games.trambahn.mind.levels import LEVELS
from stellwerk.games.trambahn.mind.thinking import Knowledge, TrambahnMind
from stellwerk.search import Effort, SearchBot
from tests.games.both_ways import both_ways
from tests.games.trambahn.table import table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.setup import OptionValue
    from stellwerk.games.trambahn.fast.turns import Turns
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import View

LANGUAGES = ("de", "en")
FREE: dict[str, OptionValue] = {"new_rows": "free", "max_trams_per_turn": 2, "halving": "up"}


def quick_bot(simulations: int = 24) -> SearchBot[View, Action]:
    return SearchBot(TrambahnMind(Knowledge(learned(), depth=1, judged=12)), Effort(simulations, width=4))


def positions(seed: str, options: dict[str, OptionValue] | None = None) -> Iterator[State]:
    """The states of a game that the greedy bot plays, one for each action."""
    rng, bot = random.Random(seed), LEVELS["greedy"]()
    state: State = stellwerk.settle(GAME, GAME.initial(options=options), rng)
    plan: tuple[Action, ...] = ()
    while (seat := GAME.actor(state)) is not None:
        yield state
        plan = plan or bot.plan(GAME.view(state, seat), GAME.legal(state), rng)
        state = stellwerk.step(GAME, state, plan[0], rng)
        plan = plan[1:]


@pytest.mark.parametrize("options", [None, FREE], ids=["usual", "other options"])
def test_plans_are_legal_to_their_end_and_also_in_the_middle_of_a_turn(
    options: dict[str, OptionValue] | None,
) -> None:
    rng = random.Random(1)
    bot = LEVELS["medium"]()
    steps = set()
    for state in positions("legal", options):
        steps.add(state.step)
        plan = bot.plan(GAME.view(state, state.turn), GAME.legal(state), rng)
        after = state
        for action in plan:
            assert action in GAME.legal(after)
            after = GAME.apply(after, action)
        assert plan[-1] == EndTurn() or GAME.actor(after) is None
    assert len(steps) == 4


def test_every_kept_turn_is_legal() -> None:
    chooser = hand_set().chooser()
    for number, state in enumerate(positions("turns")):
        if number % 25:
            continue
        core = Core.from_state(state)
        for turn in range(int(chooser.turns.generate(core, 3))):
            after, law = core.copy(), state
            for action in actions(chooser.turns, core, turn):
                law = GAME.apply(law, action)
                after.play(after.encode(action))
            assert flatten(law)[0][:5] == list(after.table)[:5]


def actions(turns: Turns, core: Core, turn: int) -> Iterator[Action]:
    after = core.copy()
    for move in turns.kept.moves_of(turn):
        yield after.decode(move)
        after.play(move)


def test_the_value_carried_along_is_the_sum_of_the_features() -> None:
    """Except for the cards in hand, which the walk weighs by the rows as they were before the turn."""
    weights = hand_set()
    weights.linear[RUNS_LEFT] = 1.0
    bare = weights._replace(linear=weights.linear[:41] + [0.0] * 7)
    chooser = bare.chooser()
    compared = 0
    for number, state in enumerate(positions("sum")):
        if number % 3 or state.passengers:
            continue
        core = Core.from_state(state)
        for turn in range(int(chooser.turns.generate(core, 2))):
            after = core.copy()
            if chooser.turns.play(after, turn):
                expected = chooser.net.expected_lead(after, state.turn)
                assert chooser.turns.kept.values[turn] == pytest.approx(expected)
                compared += 1
    assert compared > 200


@pytest.mark.parametrize("level", sorted(LEVELS))
def test_the_same_view_and_seed_give_the_same_plan(level: str) -> None:
    """This includes bots that sample hidden cards, here with few simulations."""
    rng = random.Random(3)
    bot = LEVELS[level]()
    if bot.effort.simulations:
        bot = SearchBot(bot.mind, replace(bot.effort, simulations=24, width=4))
    for number, state in enumerate(positions("same")):
        if number % 40:
            continue
        view, legal = GAME.view(state, state.turn), GAME.legal(state)
        other = GAME.sample(view, rng)  # a world in which everything hidden is different
        plans = {bot.plan(GAME.view(world, state.turn), legal, random.Random(7)) for world in (state, other)}
        assert len(plans) == 1


def test_search_thinks_about_the_turns_it_likes() -> None:
    for number, state in enumerate(positions("search")):
        if number % 60:
            continue
        analysis = quick_bot().analyse(GAME.view(state, state.turn), random.Random(5))
        assert analysis.simulations > 0 or len(analysis.options) == 1
        assert len({option.actions for option in analysis.options}) == len(analysis.options)
        assert all(0 <= option.value <= 1 for option in analysis.options)
        assert analysis.position.playout(0, 3) == analysis.position.playout(0, 3)
        for line in analysis.line():
            assert line.actions


def test_a_playout_plays_what_the_net_likes_and_ends_with_its_opinion() -> None:
    chooser, replies = learned().chooser(), 8
    for number, state in enumerate(positions("playout")):
        if number % 40 or state.passengers or len(state.runs) > 7:
            continue
        seat, core = state.turn, Core.from_state(state)
        chooser.rank(core, 1, replies)
        first = chooser.chances[0]
        assert chooser.play_out(core.copy(), seat, 1, replies) == first
        assert chooser.play_out(core.copy(), 1 - seat, 1, replies) == 1 - first
        after = core.copy()
        chooser.rank(core, 1, replies)
        assert chooser.turns.play(after, chooser.order[0])
        after.play(END_TURN)
        if after.table[STEP] != DRAWING:
            chooser.rank(after, 1, replies)
            assert 1 - chooser.chances[0] == chooser.play_out(core.copy(), seat, 2, replies)


def test_all_turns_can_be_judged_however_many_there_are() -> None:
    """Four different stops and two conductors: the hand with the most choices of passengers."""
    knowledge = Knowledge(hand_set(), uses=MOST_KEPT, judged=10_000)
    state = table("B2 R3 G4 Y5 K K", rows=["B1 x2", "R1 R2 x2", "G1 G2 G3 x2"], money="20", passengers=0)
    position = TrambahnMind(knowledge).position(GAME.view(state, 0), random.Random(1), 10_000)
    assert 256 < len(position.turns) <= TURNS
    chances = [turn.prior for turn in position.turns]
    assert chances == sorted(chances, reverse=True)
    assert len({turn.actions for turn in position.turns}) == len(position.turns)
    choices = {tuple(sorted(map(str, turn.actions[:2]))) for turn in position.turns if is_pair(turn.actions)}
    singles = {turn.actions[0] for turn in position.turns if not is_pair(turn.actions)}
    assert len(choices) + len(singles) == GROUPS


def is_pair(actions: tuple[Action, ...]) -> bool:
    return isinstance(actions[1], Passenger)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"uses": MOST_KEPT + 1}, "uses must be from 1 to 25, not 26"),
        ({"uses": 0}, "uses must be from 1 to 25, not 0"),
        ({"judged": 0}, "judged must be at least 1, not 0"),
        ({"depth": 0}, "depth must be at least 1, not 0"),
        ({"replies": -1}, "replies must be at least 1, not -1"),
    ],
)
def test_numbers_out_of_range_are_refused(change: dict[str, int], message: str) -> None:
    knowledge = Knowledge(hand_set())._replace(**change)  # type: ignore[arg-type]  # none of them changes the weights
    with pytest.raises(ValueError, match=message):
        TrambahnMind(knowledge)


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_have_words_and_add_up_to_the_evaluation(language: str) -> None:
    known = stellwerk.load_texts("trambahn", language).section("reasons")
    said = set()
    for number, state in enumerate(positions("reasons")):
        if number % 11:
            continue
        analysis = quick_bot(0).analyse(GAME.view(state, state.turn), random.Random(5))
        for place in range(len(analysis.options)):
            codes = {term.code for term in analysis.position.terms(place)}
            assert codes <= known.keys()
            said |= codes
            values = [term.value for term in analysis.position.terms(place)]
            assert sum(values) == pytest.approx(analysis.position.turns[place].prior), "all that is evaluated"
    assert said >= known.keys() - {"last_run", "special_run"}


def test_the_truth_can_be_given_to_measure_what_peeking_is_worth() -> None:
    state = next(positions("truth"))
    honest, peeking = (
        TrambahnMind(Knowledge(learned())).position(GAME.view(state, state.turn), random.Random(2), 4, truth)
        for truth in (None, state)
    )
    real = list(Core.from_state(state).piles)
    for world in range(5):
        assert list(peeking._world(world).piles) == real
    assert any(list(honest._world(world).piles) != real for world in range(5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_of_its_own_and_a_character(language: str) -> None:
    texts = stellwerk.load_texts("trambahn", language).section("bots")
    assert texts.keys() == GAME.bots.keys()
    assert len({text["name"] for text in texts.values()}) == len(texts)
    assert all(text["text"].endswith(".") for text in texts.values())


def test_interpreted_and_compiled_search_the_same() -> None:
    script = (
        "import random, stellwerk\n"
        "from stellwerk.games.trambahn import GAME\n"
        "from stellwerk.games.trambahn.mind.evaluation import learned\n"
        "from stellwerk.games.trambahn.mind.thinking import Knowledge, TrambahnMind\n"
        "from stellwerk.search import Effort, SearchBot\n"
        "bot = SearchBot(TrambahnMind(Knowledge(learned(), depth=1, judged=6)), Effort(6, width=3))\n"
        "greedy = GAME.bots['greedy']()\n"
        "for seed in ('same', 'again', 'more'):\n"
        "    state, rng = stellwerk.new_game('trambahn', seed=seed), random.Random(2)\n"
        "    for number in range(45):\n"
        "        view, legal = GAME.view(state, state.turn), GAME.legal(state)\n"
        "        if number % 11 == 0 and len(legal) > 1:\n"
        "            analysis = bot.analyse(view, random.Random(1))\n"
        "            print([(option.actions, option.value, option.prior) for option in analysis.options])\n"
        "        state = stellwerk.step(GAME, state, greedy.choose(view, legal, rng), rng)\n"
    )
    compiled, interpreted = both_ways("trambahn", script)
    assert compiled == interpreted
    assert len(compiled.splitlines()) >= 10
