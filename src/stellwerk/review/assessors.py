"""Who judges a game: the assessor that it brings, or a plain one where bots search on the law alone."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from stellwerk.core import registry
from stellwerk.core.parts import part
from stellwerk.review.errors import ReviewError
from stellwerk.search import PlainAssessor, PlainMind, SearchBot

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame
    from stellwerk.search import Assessor


@cache
def assessor_of(key: str) -> Assessor[Any]:
    """The assessor of a game; raises `ReviewError` for a game without a mind."""
    if (found := part(key, "review")) is not None:
        assessor: Assessor[Any] = found.ASSESSOR
        return assessor
    game = registry.load(key)
    if _is_plain(game):
        return PlainAssessor(game)
    raise ReviewError("no_review", {"game": game.info.title})


def can_review(key: str) -> bool:
    """True if a game can be reviewed."""
    return part(key, "review") is not None or _is_plain(registry.load(key))


def _is_plain(game: AnyGame) -> bool:
    bots = (make() for make in game.bots.values())
    return any(isinstance(bot, SearchBot) and isinstance(bot.mind, PlainMind) for bot in bots)
