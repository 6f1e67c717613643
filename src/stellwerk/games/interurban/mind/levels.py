"""The bots of InterUrban. Levels differ in what they know, how much they search and how much noise blurs it.

Hard and master have learned what lines are worth; the others go by constants set by hand. With three players
master also sees all lines together (decision 0055) and expects others to play by constants in half of its
worlds (decision 0063); with four and five it goes by constants too.

No level sees more than its seat may see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.bot import RandomBot
from stellwerk.games.interurban.mind.evaluation import learned, learned_whole
from stellwerk.games.interurban.mind.position import DEFAULT_WEIGHTS, InterUrbanMind
from stellwerk.games.interurban.mind.simple import SimpleBot
from stellwerk.search import Effort, SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stellwerk.core.bot import Bot
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.view import View

EFFORTS: Final[Mapping[str, Effort]] = {  # the first number: simulations per decision
    "easy": Effort(0, width=400, noise=0.3),
    "medium": Effort(0, width=48, noise=0.04),
    "hard": Effort(24, width=8, prior_weight=20),
    "master": Effort(1900, width=48, prior_weight=5),
    "greedy": Effort(0, width=1),
}


def level(key: str) -> SearchBot[View, Action]:
    """The bot of a level that searches."""
    return SearchBot(_mind(key), EFFORTS[key])


def _mind(key: str) -> InterUrbanMind:
    if key == "hard":
        return InterUrbanMind(learned())
    if key == "master":
        return InterUrbanMind(learned_whole(), crowded=DEFAULT_WEIGHTS)
    return InterUrbanMind()


def _maker(key: str) -> Callable[[], Bot[View, Action]]:
    return lambda: level(key)


BOTS: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = {
    **{key: _maker(key) for key in EFFORTS},
    "simple": SimpleBot,
    "random": RandomBot,
}
