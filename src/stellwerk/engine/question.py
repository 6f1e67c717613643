"""What another program asks a bot about: the view of a seat and its legal actions, checked against the law.

A bot trusts its view. One that is of the right type, but of another seat or of no game at all, would let it
fail or answer nonsense, so the law looks first: a world that the view allows must look like it.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.core.errors import StellwerkError

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame


class EngineError(StellwerkError):
    """Raised for a request that cannot be answered."""


def read_question(game: AnyGame, view: Any, legal: tuple[str, ...]) -> tuple[Any, tuple[Any, ...]]:
    """The view and the legal actions as values of the game; raises `EngineError` or `NotationError`."""
    try:
        seen = msgspec.convert(view, game.view_type)
    except msgspec.ValidationError as error:
        raise EngineError("bad_view", {"problem": str(error)}) from error
    actions = tuple(map(game.parse, legal))
    if set(actions) != set(_legal_in(game, seen)) or len(set(actions)) != len(actions):
        raise EngineError("wrong_legal_actions")
    return seen, actions


def _legal_in(game: AnyGame, view: Any) -> tuple[Any, ...]:
    """The legal actions of a view's observer: they are the same in every world that looks like the view."""
    try:
        world = game.sample(view, Random(0))  # noqa: S311 (any world will do)
        is_to_act = view.seat is not None and game.actor(world) == view.seat
        looks_alike = game.view(world, view.seat) == view
        legal = game.legal(world) if is_to_act else ()
    except Exception:  # noqa: BLE001 (the law may raise anything where its own promises are not kept)
        raise EngineError("bad_view", {"problem": "view_does_not_fit"}) from None
    if not is_to_act:
        raise EngineError("bad_view", {"problem": "view_not_to_act"})
    if not looks_alike:
        raise EngineError("bad_view", {"problem": "view_does_not_fit"})
    return legal
