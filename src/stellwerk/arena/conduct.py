"""How entrants behave: decisions are timed, and faults are recorded but never fatal.

A program that stays silent a few times in a block is not asked again in that block. Classes of the user run
in this process and cannot be interrupted.
"""

from __future__ import annotations

import traceback
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.arena.entrants import PEEK, make_bot
from stellwerk.core.bot import plan_of
from stellwerk.core.errors import StellwerkError
from stellwerk.core.game import LogLine

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.core.game import AnyGame

SILENCES: Final = 3
"""Number of times in a row that a program may exceed its time."""
TOO_SLOW: Final = "program_too_slow"
LONGEST: Final = 300
"""Longest message kept from somebody else's code."""


class Reason(msgspec.Struct, frozen=True):
    """Why an entrant failed: `code` has a sentence in the texts."""

    code: str
    params: dict[str, str | int | float]

    @property
    def error(self) -> StellwerkError:
        """The error that the texts turn into a sentence."""
        return StellwerkError(self.code, self.params)


class Conduct:
    """What the games of a block record about an entrant."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.faults = 0
        self.reason: Reason | None = None
        self.silences = 0

    def fail(self, reason: Reason | None) -> None:
        """Record a fault; None if the entrant was not even asked."""
        self.faults += 1
        self.reason = self.reason or reason
        if reason is not None:
            self.silences = self.silences + 1 if reason.code == TOO_SLOW else 0


class Entrant:
    """A bot in a game of the arena."""

    def __init__(self, game: AnyGame, name: str, seconds: float, conduct: Conduct) -> None:
        self.name = name
        self.truth: Any = None
        """The real state, for bots that peek."""
        self._game = game
        self._bot = make_bot(game, name, seconds)
        self._conduct = conduct

    def close(self) -> None:
        """Close the bot if it is a program."""
        if hasattr(self._bot, "close"):
            self._bot.close()

    def choose(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> Any:
        """The first action of its plan."""
        return self.plan(view, legal, rng)[0]

    def plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        """The bot's plan, or a random legal action if that plan cannot be played."""
        if self._conduct.silences >= SILENCES:
            self._conduct.fail(None)
            return (legal[rng.randrange(len(legal))],)
        begun = perf_counter()
        plan, reason = self._try(view, legal, rng)
        if len(legal) > 1:
            self._conduct.times.append(round((perf_counter() - begun) * 1000, 3))
        if reason is None:
            self._conduct.silences = 0
            return plan
        self._conduct.fail(reason)
        return (legal[rng.randrange(len(legal))],)

    def _try(
        self, view: Any, legal: tuple[Any, ...], rng: RandomSource
    ) -> tuple[tuple[Any, ...], Reason | None]:
        try:
            plan = self._plan(view, legal, rng)
            reason = (
                None if plan[0] in legal else Reason("bot_chose_illegal", {"action": self._text(plan[0])})
            )
        except Exception as error:  # noqa: BLE001 (an entrant may be anybody's code: it is reported, never fatal)
            return (), reason_of(error)
        return plan, reason

    def _plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        if self.name.startswith(PEEK):
            return tuple(self._bot.plan(view, legal, rng, self.truth))
        return plan_of(self._bot, view, legal, rng)

    def _text(self, action: Any) -> str:
        """The text of an action, or a description of something that is not an action."""
        try:
            return self._game.to_text(action)[:LONGEST]
        except Exception:  # noqa: BLE001 (a bot may return anything)
            return repr(action)[:LONGEST]


def reason_of(error: Exception) -> Reason:
    """What went wrong: a program's own sentence, or the first line of another error with its place."""
    if isinstance(error, StellwerkError):
        kept = {name: _short(value) for name, value in error.params.items()}
        return Reason(error.code, kept)
    line = traceback.format_exception_only(error)[-1].strip().splitlines()[0]
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return Reason("bot_raised", {"problem": line[:LONGEST] + place})


def _short(value: object) -> str | int | float:
    if isinstance(value, LogLine):  # something that a language names: its parts are enough
        value = " ".join(str(_short(one)) for one in value.params.values())
    return value if isinstance(value, int | float) else str(value)[:LONGEST]
