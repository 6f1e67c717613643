"""Possible worlds: states of InterUrban that look like a given view, with their face-down tiles shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from stellwerk.core.chance import shuffle
from stellwerk.games.interurban.law.state import Player, State

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.interurban.law.view import View

Tile = TypeVar("Tile")


def sample(view: View, rng: RandomSource) -> State:
    """A random state with this view, which knows the face-down tiles: every order is equally likely."""
    return State(
        options=view.options,
        rules_version=view.rules_version,
        start_seat=view.start_seat,
        turn=view.turn,
        step=view.step,
        turns=view.turns,
        laid=view.laid,
        station_laid=view.station_laid,
        box=view.box,
        open=view.open,
        stack=_shuffled(view.hidden, rng),
        players=tuple(Player(player.open, _shuffled(player.hidden, rng)) for player in view.players),
        tiles=view.tiles,
        lines=view.lines,
        reason=view.reason,
    )


def _shuffled(tiles: tuple[Tile, ...], rng: RandomSource) -> tuple[Tile, ...]:
    order = list(tiles)
    shuffle(order, rng)
    return tuple(order)
