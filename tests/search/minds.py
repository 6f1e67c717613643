"""The games that bring a mind, and bots of them that answer quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import stellwerk
from stellwerk.search import Effort, SearchBot

if TYPE_CHECKING:
    from stellwerk.core.bot import Bot
    from stellwerk.core.game import AnyGame


def thinker(game: AnyGame) -> SearchBot[Any, Any] | None:
    """The strongest bot that the game offers, if it searches."""
    bot = game.bots[game.info.levels[-1]]()
    return bot if isinstance(bot, SearchBot) else None


def quick_bot(game: AnyGame) -> Bot[Any, Any]:
    """A bot that answers at once: the evaluation alone where there is one."""
    bot = thinker(game)
    return SearchBot(bot.mind, Effort(0)) if bot else game.bots[game.info.substitute]()


def games_with_minds() -> list[str]:
    return [key for key in stellwerk.games() if thinker(stellwerk.load(key))]
