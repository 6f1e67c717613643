"""Games that bots play for an export: game i of seed S is the arena's block i in its first seating."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Final, NoReturn

from stellwerk.arena.block import Terms, play_game
from stellwerk.arena.conduct import Conduct, Entrant, Reason
from stellwerk.core import registry
from stellwerk.export.files import Batch, ExportError, batch_of
from stellwerk.export.rows import Finished

if TYPE_CHECKING:
    from collections.abc import Iterable

CODES: Final = {"bot_raised": "bot_failed", "bot_chose_illegal": "bot_illegal"}
"""Faults that the arena only counts, but that end an export; a failing program brings its own error."""


class Strict(Conduct):
    """The conduct of an entrant that may make no mistake: a game finished at random would be bad data."""

    def __init__(self, bot: str) -> None:
        super().__init__()
        self._bot = bot

    def fail(self, reason: Reason | None) -> NoReturn:
        """Raise `ExportError`, or the error of a program."""
        assert reason is not None, "a bot is only passed over after its first fault"
        if code := CODES.get(reason.code):
            raise ExportError(code, {"bot": self._bot, **reason.params})
        raise reason.error


def play_batch(terms: Terms, bots: tuple[str, ...], numbers: Iterable[int]) -> Batch:
    """Play some of the games with these entrants at the seats (runs in a worker)."""
    game = registry.load(terms.game)
    with ExitStack() as ending:
        entrants = [
            ending.enter_context(closing(Entrant(game, name, terms.seconds, Strict(name)))) for name in bots
        ]
        return batch_of((number, Finished(*play_game(terms, number, entrants))) for number in numbers)
