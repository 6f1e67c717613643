"""Games while they are played on this device: their moments, their records, the bots' random numbers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from stellwerk.core.chance import commitment
from stellwerk.core.match import GivenUp, MatchGame, given_up_result, match_game
from stellwerk.core.match_record import MatchRecord, make_match
from stellwerk.core.record import Record, make_record
from stellwerk.core.telling import tell_turns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.game import AnyGame, LogLine, Result
    from stellwerk.core.play import Moment
    from stellwerk.core.setup import Setup


def bots_rng(seed: str) -> Random:
    """The random numbers of all bots of a game: the same seed gives the same game again."""
    return Random(f"{seed}:bots")  # noqa: S311 (a bot's whim is no secret)


class LocalGame:
    """The moments of a game in order. Who chooses the actions is decided elsewhere."""

    def __init__(self, game: AnyGame, setup: Setup, players: tuple[str, ...], seed: str) -> None:
        self.game = game
        self.setup = setup
        self.players = players
        self.seed = seed
        self.state: Any = game.begin(setup)
        self.moments: list[Moment[Any, Any]] = []
        self.given_up: tuple[GivenUp, ...] = ()

    def add(self, moment: Moment[Any, Any]) -> None:
        """Add an action that has been played."""
        self.moments.append(moment)
        self.state = moment.after

    def give_up(self, seat: int) -> None:
        """End the game because a seat gives up."""
        standing = self.game.standing(self.game.view(self.state, None))
        self.given_up = (GivenUp(seat, "resigned", standing),)

    @property
    def result(self) -> Result | None:
        """The result; None while the game is running."""
        return given_up_result(self.given_up[0]) if self.given_up else self.game.result(self.state)

    def log(self, observer: int | None, since: int = 0) -> Iterator[LogLine]:
        """What an observer saw happen from a moment on, turn by turn."""
        for turn in tell_turns(self.game, self.moments[since:], observer):
            yield from turn.lines

    def record(self) -> Record:
        """The game so far; its seed stays secret until it has ended."""
        actions = (moment.action for moment in self.moments)
        record = make_record(self.game, self.setup, self.players, actions, self.seed)
        return record if self.result else replace(record, seed=None, commitment=commitment(self.seed))


class LocalMatch:
    """The games of a match, the last of which may be running."""

    def __init__(self) -> None:
        self.games: list[LocalGame] = []

    def played(self) -> list[MatchGame]:
        """What each finished game adds to the match."""
        return [match_game(game.result, game.given_up) for game in self.games if game.result]

    def record(self) -> MatchRecord:
        """The match so far."""
        return make_match([game.record() for game in self.games], self.played())
