"""Games that bots play for the data: game i of seed S is the arena's block i in its first seating."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from random import Random
from traceback import format_exception_only
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.arena.entrants import make_bot
from stellwerk.core import registry
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.errors import StellwerkError
from stellwerk.core.play import moments
from stellwerk.core.record import Record, make_record
from stellwerk.core.setup import OptionValue
from stellwerk.export.files import Batch, ExportError, batch_of
from stellwerk.export.rows import Finished, finished

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_NAME = 80
"""Of a player in a record."""


class SelfPlay(msgspec.Struct, frozen=True):
    """Which games are played."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    bots: tuple[str, ...]
    """Entrants of the arena, one for each seat."""
    seed: str


def play_batch(plan: SelfPlay, numbers: Iterable[int]) -> Batch:
    """Play some of the games (runs in a worker); raises what a bot raises, for its games would be no data."""
    game = registry.load(plan.game)
    with ExitStack() as closing:
        bots = [make_bot(game, name) for name in plan.bots]
        for bot in bots:
            if hasattr(bot, "close"):  # a program
                closing.callback(bot.close)
        played = [(number, _finished(play(plan, bots, f"{plan.seed}:{number}"))) for number in numbers]
    return batch_of(played)


def _finished(record: Record) -> Finished:
    game = finished(record)
    assert game is not None, "a game that nobody acts in is over"
    return game


@contextmanager
def _telling(bot: str) -> Iterator[None]:
    """Whatever somebody's own class raises, with its name; a program has its own words."""
    try:
        yield
    except StellwerkError:
        raise
    except Exception as error:  # noqa: BLE001 (somebody else's code may raise anything)
        problem = format_exception_only(error)[-1].strip()[:300]
        raise ExportError("bot_failed", {"bot": bot, "problem": problem}) from None


def play(plan: SelfPlay, bots: list[Any], seed: str) -> Record:
    """The game of a seed: it draws the start, all chance and the bots' whims."""
    game = registry.load(plan.game)
    setup = game.setup(plan.seats, plan.options, draw_start_seat(seed, plan.seats))
    players = [
        Seated(bot, Random(f"{seed}:0:{seat}"))  # noqa: S311 (a whim is no secret)
        for seat, bot in enumerate(bots)
    ]
    actions: list[Any] = []

    def choose(state: Any) -> Any:
        seat = game.actor(state)
        assert seat is not None  # `moments` asks only while somebody has to act
        legal = game.legal(state)
        with _telling(plan.bots[seat]):
            action = players[seat].choose(len(actions) + 1, lambda: game.view(state, seat), legal)
            is_legal = action in legal
        if not is_legal:
            raise ExportError("bot_illegal", {"bot": plan.bots[seat], "action": repr(action)[:200]})
        return action

    for moment in moments(game, game.begin(setup), choose, Chance(seed)):
        actions += (moment.action,)  # seen by `choose` before the next one
    names = [name[:LONGEST_NAME] for name in plan.bots]
    return make_record(game, setup, names, actions, seed)
