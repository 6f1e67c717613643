"""The bots that think: four levels, and a plain one to compare them with.

They differ in what they know, how long they think and how often they miss the best turn. None of them sees
more than its view. Their names and characters are in the texts under `bots`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from stellwerk.games.trambahn.mind.evaluation import hand_set, learned
from stellwerk.games.trambahn.mind.thinking import Knowledge, TrambahnMind
from stellwerk.search import Effort, SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.view import View

    Bot = SearchBot[View, Action]


def _greedy(noise: float) -> Bot:
    """A bot that plays the best turn by the weights set by hand, without search."""
    knowledge = Knowledge(hand_set(), uses=1, judged=16)
    return SearchBot(TrambahnMind(knowledge), Effort(0, width=16, noise=noise))


def _linear(noise: float) -> Bot:
    """A bot that plays the best turn by the learned linear weights, without the net and without search."""
    knowledge = Knowledge(learned()._replace(net=[]), uses=2, judged=24)
    return SearchBot(TrambahnMind(knowledge), Effort(0, width=16, noise=noise))


def _master() -> Bot:
    """A bot with everything that has been learned, and a search."""
    return SearchBot(TrambahnMind(Knowledge(learned())), Effort(simulations=2000, width=16, prior_weight=30))


LEVELS: dict[str, Callable[[], Bot]] = {
    "easy": partial(_greedy, 0.15),
    "medium": partial(_greedy, 0.015),
    "hard": partial(_linear, 0.0),
    "master": _master,
    "greedy": partial(_greedy, 0.0),
}
