"""A game told turn by turn, as a log that people read.

The law logs every action by itself; a `Game` tells the lines of a whole turn together (`Game.tell`). Both
know only what the observer may know, so nothing here can give a secret away.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from stellwerk.core.game import AnyGame, LogLine
    from stellwerk.core.play import Moment


class ToldTurn(NamedTuple):
    """One turn of a player, or one chance action, in the words of the log."""

    actor: int
    first: int
    """The number of its first action."""
    last: int
    lines: tuple[LogLine, ...]


def tell_turns(
    game: AnyGame, moments: Iterable[Moment[Any, Any]], observer: int | None
) -> Iterator[ToldTurn]:
    """The turns of a game or of a part of it; actions in a row by the same actor are one turn."""
    for actor, group in groupby(moments, key=lambda moment: moment.actor):
        turn = list(group)
        logged = [game.log(moment.before, moment.action, moment.after, observer) for moment in turn]
        yield ToldTurn(actor, turn[0].number, turn[-1].number, game.tell(tuple(chain(*logged))))
