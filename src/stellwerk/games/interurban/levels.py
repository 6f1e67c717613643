"""The bots of InterUrban: levels differ by how long they think and how much they blur, never by peeking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.bot import RandomBot
from stellwerk.games.interurban.bot import SimpleBot
from stellwerk.games.interurban.mind import InterUrbanMind
from stellwerk.search import Effort, SearchBot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from stellwerk.core.bot import Bot
    from stellwerk.games.interurban.actions import Action
    from stellwerk.games.interurban.view import View

EFFORTS: Final[Mapping[str, Effort]] = {
    "easy": Effort(0, width=40, noise=0.12),
    "medium": Effort(0, width=24, noise=0.03),
    "hard": Effort(60, width=8),
    "master": Effort(900, width=24),
    "greedy": Effort(0, width=1),
}


def level(key: str) -> SearchBot[View, Action]:
    """The bot of a level."""
    return SearchBot(InterUrbanMind(), EFFORTS[key])


def _maker(key: str) -> Callable[[], Bot[View, Action]]:
    return lambda: level(key)


BOTS: Final[Mapping[str, Callable[[], Bot[View, Action]]]] = {
    **{key: _maker(key) for key in EFFORTS},
    "simple": SimpleBot,
    "random": RandomBot,
}
