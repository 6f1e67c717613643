"""Explanations by every mind: reasons are what the best turn is ahead in, in every language."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

import stellwerk
from stellwerk.core.texts import LANGUAGES, load_texts
from stellwerk.native import is_compiled
from stellwerk.search import Effort, SearchBot
from stellwerk.search.analysis import REASONS
from tests.search.minds import games_with_minds, thinker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame
    from stellwerk.search import Analysis, Term

CASES = [(key, simulations) for key in games_with_minds() for simulations in (24, 0)]


def analyses(key: str, simulations: int) -> Iterator[Analysis[Any]]:
    """Decisions spread over a game, each considered for a moment."""
    game = stellwerk.load(key)
    strongest = thinker(game)
    assert strongest is not None
    bot = SearchBot(strongest.mind, Effort(simulations, width=6))
    views = list(decisions(game))
    for number, view in enumerate(views[:: -(-len(views) // (10 if is_compiled(key) else 4))]):
        analysis = bot.analyse(view, random.Random(number))
        if len(analysis.options) > 1:
            yield analysis


def decisions(game: AnyGame) -> Iterator[Any]:
    """The views of all players who have a choice in a game between simple bots."""
    player, rng = game.bots[game.info.substitute](), random.Random(4)
    state = stellwerk.new_game(game.info.key, seed="reasons")
    while (seat := game.actor(state)) is not None:
        view, legal = game.view(state, seat), game.legal(state)
        if len(legal) > 1:
            yield view
        state = stellwerk.step(game, state, player.choose(view, legal, rng), rng)


@pytest.mark.parametrize(("key", "simulations"), CASES)
def test_reasons_are_true_and_have_words(key: str, simulations: int) -> None:
    named = looked_at = 0
    for analysis in analyses(key, simulations):
        best, other = (analysis.position.terms(option.turn) for option in analysis.options[:2])
        mine, theirs = ({subject(term): term.value for term in terms} for terms in (best, other))
        assert len(mine) == len(best), "one term for each subject"
        reasons = analysis.reasons()
        leads = [mine[one] - theirs.get(one, 0.0) for one in map(subject, reasons)]
        assert len(leads) <= REASONS
        assert leads == sorted(leads, reverse=True)
        assert all(lead > 0 for lead in leads)
        assert not set(map(subject, reasons)) & set(map(subject, analysis.in_common()))
        for language in LANGUAGES:
            check_sentences(analysis.explain(texts := load_texts(key, language)))
            assert {term.code for term in (*best, *other)} <= set(texts.section("reasons"))
        looked_at += 1
        named += bool(reasons)
    assert looked_at >= 3
    assert named


def subject(term: Term) -> object:
    return term.code if term.subject is None else term.subject


def check_sentences(text: str) -> None:
    assert text.endswith(".")
    assert "{" not in text
    for sentence in text.split(". "):
        assert sentence[0].isupper() or sentence[0].isdigit(), text
