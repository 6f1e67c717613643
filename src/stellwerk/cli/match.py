"""A game while it is played on this device: its moments, its record, the bots' random numbers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from stellwerk.core.chance import commitment
from stellwerk.core.record import Record, make_record
from stellwerk.core.telling import tell_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame, LogLine
    from stellwerk.core.play import Moment
    from stellwerk.core.setup import Setup


def bots_rng(seed: str) -> Random:
    """The random numbers of all bots of a game: the same seed gives the same game again."""
    return Random(f"{seed}:bots")  # noqa: S311 (a bot's whim is no secret)


class Match:
    """The moments of a game in order. Who chooses the actions is decided elsewhere."""

    def __init__(self, game: AnyGame, setup: Setup, players: tuple[str, ...], seed: str) -> None:
        self.game = game
        self.setup = setup
        self.players = players
        self.seed = seed
        self.state: Any = game.begin(setup)
        self.moments: list[Moment[Any, Any]] = []

    def add(self, moment: Moment[Any, Any]) -> None:
        """Add an action that has been played."""
        self.moments.append(moment)
        self.state = moment.after

    @property
    def is_over(self) -> bool:
        """True once the game is over."""
        return self.game.actor(self.state) is None

    def log(self, observer: int | None, since: int = 0) -> Iterator[LogLine]:
        """What an observer saw happen from a moment on, turn by turn."""
        for turn in tell_turns(self.game, self.moments[since:], observer):
            yield from turn.lines

    def record(self) -> Record:
        """The game so far; its seed stays secret until it has ended."""
        actions = (moment.action for moment in self.moments)
        record = make_record(self.game, self.setup, self.players, actions, self.seed)
        return record if self.is_over else replace(record, seed=None, commitment=commitment(self.seed))
