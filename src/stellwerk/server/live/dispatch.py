"""Commands from clients, carried out at tables: one line for each kind of command."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stellwerk.server.live.wire import (
    Act,
    Answer,
    Command,
    HandOver,
    Join,
    Leave,
    NextGame,
    Nudge,
    Propose,
    Remove,
    Resign,
    Resume,
    Say,
    SeatBot,
    TakeBack,
    Undo,
)
from stellwerk.tables import absence, commands, matches, play

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from stellwerk.tables.draft import Draft
    from stellwerk.tables.table import Table


class Asker(NamedTuple):
    """Who gives a command."""

    player: str
    name: str
    bot: str | None = None
    """The login of a player who is a bot."""
    login: str | None = None
    """The login of any player with an account."""
    apart: frozenset[str] = frozenset()
    """The ids of people whom they have blocked, or who have blocked them."""


class House(NamedTuple):
    """What a server adds to a table."""

    fresh: Callable[[], str]
    """Makes a seed for another game."""
    programs: Callable[[str], Collection[str]]
    """The bots that the operator brings to a game, besides its own."""


def execute(command: Command, table: Table, asker: Asker, house: House, now: float) -> Draft:  # noqa: C901 (one line per command)
    """What a command does to a table; raises `StellwerkError`."""
    player, name, bot, login, apart = asker
    match command:
        case Act(text, expected, seat):
            return play.act(table, player, text, expected, seat, now)
        case Undo(seat):
            return play.undo(table, player, seat, now)
        case Join(seat):
            return commands.join(table, player, name, seat, now, bot, login, apart)
        case Leave():
            return commands.leave(table, player, now)
        case SeatBot(seat, level):
            return commands.seat_bot(table, player, seat, level, now, house.programs(table.config.game))
        case Remove(seat):
            return commands.remove(table, player, seat, now)
        case HandOver(seat):
            return commands.hand_over(table, player, seat, now)
        case Nudge(seat):
            return absence.nudge(table, player, seat, now)
        case TakeBack():
            return absence.take_back(table, player, name, login, now)
        case Propose(wish, actions, seat):
            return play.propose(table, player, wish, actions, seat, now, house.fresh)
        case Answer(agree, seat):
            return play.answer(table, player, agree=agree, seat=seat, now=now, fresh=house.fresh)
        case Resume(seat):
            return play.resume(table, player, seat, now)
        case Resign(seat):
            if matches.is_between_games(table):
                return matches.leave(table, player, now, house.fresh)
            return play.resign(table, player, seat, now)
        case NextGame():
            return matches.get_ready(table, player, now, house.fresh)
        case Say(text, seat):
            return commands.say(table, player, text, seat, now, apart)
