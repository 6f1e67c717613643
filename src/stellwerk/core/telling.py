"""A game told turn by turn, as a log that people read.

The law logs every action by itself; a `Game` tells the lines of a whole turn together (`Game.tell`). Both
know only what the observer may know, so nothing here can give a secret away.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from stellwerk.core.game import LogLine

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from stellwerk.core.game import AnyGame
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


def one_sentence(
    lines: Sequence[LogLine],
    deeds: Collection[str],
    phrases: Callable[[Sequence[LogLine]], Iterable[LogLine]],
) -> tuple[LogLine, ...]:
    """A turn as one sentence, for a game's `tell`: the phrases made of its deeds, then what came of them.

    `deeds` are the codes of what a player does; that a turn has ended goes without saying. Lines without
    deeds, such as those of a chance action, stay as they are.
    """
    done: list[LogLine] = []
    after: list[LogLine] = []
    for line in lines:
        if line.code in deeds:
            done.append(line)
        elif line.code != "end_turn":
            after.append(line)
    if not done:
        return tuple(lines)
    return LogLine("turn", {"seat": done[0].params["seat"], "deeds": tuple(phrases(done))}), *after
