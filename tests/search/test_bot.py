"""The bot that searches: plans, noise, time limits, analysis and reasons."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import stellwerk
from stellwerk.core.texts import Texts, load_texts
from stellwerk.search import Analysis, Effort, PlainMind, SearchBot
from tests.search.toy import Toy, ToyMind

LEGAL = ("turn 0", "turn 1", "turn 2")
TEXTS = Texts(
    {
        "reasons": {
            "lead": "leads the {line} line by {length}",
            "money": "keeps money",
            "harm": "harms less",
            "tiny": "nothing",
            "savings": "saves",
        },
        "thinking": dict(load_texts(None, "en").section("thinking")),
    }
)


def bot(toy: Toy, **effort: float) -> SearchBot[object, str]:
    return SearchBot(ToyMind(toy), Effort(**{"simulations": 300, "prior_weight": 0, **effort}))  # type: ignore[arg-type]  # floats stand for ints


def test_a_plan_is_the_whole_turn() -> None:
    player = bot(Toy([0.1, 0.2, 0.9]))
    assert player.plan(None, LEGAL, random.Random(1)) == ("turn 2", "end")
    assert player.choose(None, LEGAL, random.Random(1)) == "turn 2"


def test_a_single_legal_action_needs_no_thought() -> None:
    toy = Toy([0.5, 0.5])
    assert bot(toy).plan(None, ("only",), random.Random(1)) == ("only",)
    assert toy.asked == []


def test_noise_blurs_and_is_drawn_from_the_seed() -> None:
    toy = Toy([0.4, 0.5, 0.6])
    played = [bot(toy, noise=0.3).plan(None, LEGAL, random.Random(seed)) for seed in range(40)]
    assert len(set(played)) == 3
    assert played == [bot(toy, noise=0.3).plan(None, LEGAL, random.Random(seed)) for seed in range(40)]
    assert played.count(("turn 2", "end")) > played.count(("turn 0", "end"))


def test_a_time_limit_makes_another_bot() -> None:
    player = bot(Toy([0.5, 0.6]))
    assert player.within(0.5).effort.seconds == 0.5
    assert player.effort.seconds is None


def test_the_clock_runs_while_the_position_is_made() -> None:
    class Slow(ToyMind):
        def position(self, view: object, rng: object, width: int, truth: object = None) -> Toy:
            time.sleep(0.03)
            return super().position(view, rng, width, truth)

    toy = Toy([0.1, 0.9], [0.6, 0.4])
    player: SearchBot[object, str] = SearchBot(Slow(toy), Effort(1_000_000, seconds=0.02))
    assert player.plan(None, LEGAL, random.Random(1)) == ("turn 0", "end")
    assert toy.asked == [], "time was up when thinking could begin"


def test_analysis_tells_values_visits_and_the_line_expected() -> None:
    analysis = bot(Toy([0.1, 0.2, 0.9])).analyse(None, random.Random(1))
    assert next(option.actions[0] for option in analysis.options) == "turn 2"
    assert analysis.options[0].value == pytest.approx(0.9, abs=0.1)
    assert analysis.simulations == sum(option.visits for option in analysis.options)
    assert analysis.line()[0].actions == ("answer to 2 in 0",)


def ordered(first: int, second: int, priors: list[float] | None = None) -> Analysis[str]:
    """An analysis in which these turns are the best ones."""
    worth = [0.1, 0.1, 0.1]
    worth[first], worth[second] = 0.9, 0.5
    analysis = bot(Toy(worth, priors)).analyse(None, random.Random(1))
    assert [option.turn for option in analysis.options[:2]] == [first, second]
    return analysis


def test_reasons_are_what_sets_the_best_turn_apart_the_largest_first() -> None:
    assert [term.code for term in ordered(2, 1).reasons()] == ["harm", "lead", "money"]
    assert [term.code for term in ordered(2, 0).reasons()] == ["lead", "money"]
    assert ordered(2, 0).explain(TEXTS) == (
        "Leads the blue line by 3; keeps money. The next-best turn does this too: saves."
    )
    assert bot(Toy([0.5])).analyse(None, random.Random(1)).explain(TEXTS) == ""


def test_what_the_next_best_turn_has_too_is_no_reason() -> None:
    analysis = ordered(1, 2, [0.3, 0.6, 0.4])
    assert analysis.reasons() == ()
    assert [term.code for term in analysis.in_common()] == ["savings"], "it leads, but the other by more"
    assert analysis.explain(TEXTS).startswith(
        "The next-best turn does this too: saves. Playing it out decided:"
    )
    analysis = ordered(0, 1)
    assert [term.code for term in analysis.reasons()] == ["harm"], "the other leads by more"
    assert analysis.explain(TEXTS) == "Harms less. The next-best turn does this too: saves."


def test_what_decided_is_said_where_no_term_does_and_where_the_evaluation_was_against_it() -> None:
    values = [f"{100 * option.value:.1f}" for option in ordered(1, 2).options[:2]]
    assert (
        ordered(1, 2).explain(TEXTS).endswith(f"Playing it out decided: {values[0]} % against {values[1]} %.")
    )
    against = ordered(2, 0, [0.6, 0.5, 0.4])
    assert against.reasons()
    assert " Playing it out decided: " in against.explain(TEXTS)
    at_a_glance = bot(Toy([0.5, 0.5, 0.5], [0.2, 0.525, 0.5]), simulations=0).analyse(None, random.Random(1))
    assert at_a_glance.explain(TEXTS).endswith("The overall evaluation decided: 52.5 % against 50.0 %.")
    even = bot(Toy([0.5, 0.5, 0.5], [0.2, 0.5, 0.5]), simulations=0).analyse(None, random.Random(1))
    assert even.explain(TEXTS).endswith("The next-best turn is just as good: 50.0 %.")


@pytest.mark.parametrize("key", stellwerk.games())
def test_any_game_can_be_searched_on_its_law(key: str) -> None:
    game = stellwerk.load(key)
    state = stellwerk.new_game(key, seed="plain")
    player: SearchBot[Any, Any] = SearchBot(PlainMind(game), Effort(simulations=12, width=4, prior_weight=0))
    for number in range(3):
        seat = game.actor(state)
        assert seat is not None
        plan = player.plan(game.view(state, seat), game.legal(state), random.Random(number))
        assert plan == player.plan(game.view(state, seat), game.legal(state), random.Random(number))
        for action in plan:
            if game.actor(state) == seat and action in game.legal(state):
                state = stellwerk.step(game, state, action, random.Random(number))


def test_search_on_the_law_beats_chance() -> None:
    game = stellwerk.load("interurban")
    thinker: SearchBot[Any, Any] = SearchBot(PlainMind(game), Effort(simulations=20, width=8, prior_weight=0))
    wins = 0.0
    for number in range(4):
        state = stellwerk.new_game("interurban", seed=f"law {number}")
        rng, me = random.Random(number), number % 2
        while (seat := game.actor(state)) is not None:
            legal = game.legal(state)
            action = thinker.choose(game.view(state, seat), legal, rng) if seat == me else rng.choice(legal)
            state = stellwerk.step(game, state, action, rng)
        result = game.result(state)
        assert result is not None
        wins += (me in result.winners) / len(result.winners)
    assert wins >= 3
