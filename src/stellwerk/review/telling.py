"""Turns told for a review: lines of the log, in codes, from what the seat could know.

A turn that was not played is told in worlds that the seat could imagine. Only what is true in all of them is
said. Lines are kept as plain data, so that any process can put them into words later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.core.errors import IllegalAction
from stellwerk.core.game import LogLine
from stellwerk.core.play import settle
from stellwerk.review.model import Told

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from stellwerk.core.game import AnyGame
    from stellwerk.search import Line

WORLDS = 4
"""Number of possible worlds that must agree on what a turn does before it is told."""


def imagined(game: AnyGame, view: Any, rng: Random) -> list[Any]:
    """Worlds in which a seat can imagine its turns."""
    return [game.sample(view, rng) for _ in range(WORLDS)]


def tell_option(game: AnyGame, worlds: Sequence[Any], actions: Sequence[Any], seat: int) -> tuple[Told, ...]:
    """What a turn does, in all worlds alike; what is drawn after it is not."""
    logged = [_logged(game, world, actions, seat)[0] for world in worlds]
    common = [line for line in logged[0] if all(line in other for other in logged)]
    return tuple(map(pack, game.tell(common)))


def _logged(
    game: AnyGame, state: Any, actions: Sequence[Any], observer: int | None
) -> tuple[list[LogLine], Any]:
    """The lines of some actions, and the state after them."""
    lines: list[LogLine] = []
    for action in actions:
        after = game.apply(state, action)
        lines += game.log(state, action, after, observer)
        state = after
    return lines, state


def tell_lines(
    game: AnyGame, world: Any, actions: Sequence[Any], lines: Sequence[Line], rng: Random
) -> list[tuple[Told, ...]]:
    """The turns of expected play after a turn, in one world, as a spectator would see them.

    What is shuffled on the way can differ from the playout. Turns that cannot be played then are left out.
    """
    told: list[tuple[Told, ...]] = []
    _, state = _logged(game, world, actions, None)
    for line in lines:
        state = settle(game, state, rng)
        try:
            logged, state = _logged(game, state, list(map(game.parse, line.actions)), None)
        except IllegalAction:
            break
        told.append(tuple(map(pack, game.tell(logged)[:1])))
    return told


def pack(line: LogLine) -> Told:
    """A line as plain data."""
    return Told(line.code, {name: _plain(value) for name, value in line.params.items()})


def unpack(told: Told) -> LogLine:
    """The line again."""
    return LogLine(told.code, {name: _line(value) for name, value in told.params.items()})


def _plain(value: object) -> Any:
    if isinstance(value, LogLine):
        return {"code": value.code, "params": {name: _plain(one) for name, one in value.params.items()}}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def _line(value: Any) -> object:
    if isinstance(value, dict):
        return LogLine(value["code"], {name: _line(one) for name, one in value["params"].items()})
    return tuple(_line(one) for one in value) if isinstance(value, list | tuple) else value
