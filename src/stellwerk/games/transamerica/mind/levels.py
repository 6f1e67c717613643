"""The bots of TransAmerica by name. The levels differ in how far they look ahead and in what they notice.

Between two players, master also thinks about what will be replied to its turns (decision 0064).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from stellwerk.core.bot import RandomBot
from stellwerk.games.transamerica.mind.nearest import NearestBot
from stellwerk.games.transamerica.mind.position import TransAmericaMind
from stellwerk.games.transamerica.mind.simple import SimpleBot
from stellwerk.search import Effort, SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stellwerk.core.bot import Bot
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.view import View


def _search_bot(mind: TransAmericaMind, effort: Effort) -> SearchBot[View, Action]:
    return SearchBot(mind, effort)


_QUICK: Final = TransAmericaMind(believe=False, looks=0)
_WATCHFUL: Final = TransAmericaMind()
_THOUGHTFUL: Final = TransAmericaMind(thoughts=2)

BOTS: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = {
    "easy": partial(_search_bot, _QUICK, Effort(0, width=24, noise=0.045)),
    "medium": partial(_search_bot, _QUICK, Effort(0, width=16, noise=0.02)),
    "hard": partial(_search_bot, _WATCHFUL, Effort(80, width=12, prior_weight=10)),
    "master": partial(_search_bot, _THOUGHTFUL, Effort(2000, width=12, prior_weight=10)),
    "greedy": partial(_search_bot, _QUICK, Effort(0)),
    "nearest": NearestBot,
    "simple": SimpleBot,
    "random": RandomBot,
}
