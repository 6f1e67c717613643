"""The bots of InterUrban. Levels differ in how much they search and how much noise blurs their choice.

No level sees more than its seat may see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.bot import RandomBot
from stellwerk.games.interurban.mind.position import InterUrbanMind
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
    "hard": Effort(24, width=4, prior_weight=10),
    "master": Effort(1900, width=48, prior_weight=5),
    "greedy": Effort(0, width=1),
}


def level(key: str) -> SearchBot[View, Action]:
    """The bot of a level that searches."""
    return SearchBot(InterUrbanMind(), EFFORTS[key])


def _maker(key: str) -> Callable[[], Bot[View, Action]]:
    return lambda: level(key)


BOTS: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = {
    **{key: _maker(key) for key in EFFORTS},
    "simple": SimpleBot,
    "random": RandomBot,
}
