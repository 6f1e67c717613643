"""A table at one moment: its seats, its game, what was proposed. `evolve` builds it from events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from stellwerk.core import registry
from stellwerk.core.chance import commitment, draw_start_seat
from stellwerk.core.match import GivenUp, MatchStanding, match_game, match_standing
from stellwerk.core.record import Note, Record
from stellwerk.core.setup import chosen_options
from stellwerk.tables.clocks import Times
from stellwerk.tables.config import TableConfig
from stellwerk.tables.events import Ended

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame, Result
    from stellwerk.core.setup import Setup

Spoiler = Literal["undo", "takeover", "bot_failed"]
"""What makes a game unfit for ratings."""
Status = Literal["open", "playing", "paused", "ended", "closed"]


class Seat(msgspec.Struct, frozen=True):
    """A seat: of a person (`player`), a bot of the game or the operator (`level`), a bot with an account
    (`player` and `bot`), or open."""

    name: str = ""
    player: str | None = None
    level: str | None = None
    bot: str | None = None
    """The login of a bot's account."""
    login: str | None = None
    """The login of any account."""
    former: str | None = None
    """The person whose seat this bot took while a game was played."""
    can_return: bool = False
    """True if that person may take it back."""
    former_name: str = ""

    @property
    def is_bot(self) -> bool:
        """True for bots of every kind."""
        return self.level is not None or self.bot is not None

    @property
    def is_open(self) -> bool:
        """True while nobody sits here."""
        return self.player is None and self.level is None


class Proposal(msgspec.Struct, frozen=True):
    """Something that a seat proposed and that is not settled yet."""

    seat: int
    wish: str
    actions: int
    agreed: tuple[int, ...]


class Challenge(msgspec.Struct, frozen=True):
    """A player who was asked to take a seat and has not answered."""

    number: int
    """The number of the event. Challenges are withdrawn by it, as names are not unique and ids are secret."""
    player: str
    name: str
    by: str


class Message(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something said at the table."""

    seat: int
    text: str
    time: float
    hidden_from: tuple[int, ...] = ()
    """Seats whose people do not hear it; never shown to anybody."""


class Position(msgspec.Struct, frozen=True, gc=False):
    """A position of the game to which an undo may return, and the action that was played in it."""

    state: Any
    last_actor: int | None
    action: Any


class Table(msgspec.Struct, frozen=True, gc=False):
    """A table at one moment.

    It holds only what was there before it, so nothing in it leads back to it: the garbage collector, which
    would otherwise look at thousands of tables and events again and again, need not know of them.
    """

    id: str
    seq: int
    time: float
    """Time of the last event."""
    code: str
    owner: str
    config: TableConfig
    seats: tuple[Seat, ...]
    seed: str
    """Secret until the game has ended."""
    rules_version: int
    """The rules of the current, the last or the next game."""
    status: Status = "open"
    game_number: int = 0
    """The number of the current or last game, from 1."""
    game_seq: int = 0
    """The event that began that game, or prepared the next one."""
    first_start: int = 0
    """The start seat of the first game; later games rotate from there."""
    start_seat: int = 0
    state: Any = None
    actions: tuple[str, ...] = ()
    last_action: Any = None
    """The last action as the game's own value: texts are parsed once, on their way in."""
    chance_actions: int = 0
    """Number of chance actions so far in this game."""
    position_seq: int = 0
    """The last event that changed the position."""
    last_actor: int | None = None
    """The actor of the last action."""
    undo_floor: int = 0
    """Number of actions that stand for good: nothing goes back across chance or a reveal."""
    undoable: tuple[Position, ...] = ()
    """The positions before each action that can still be taken back, the oldest first."""
    given_up: tuple[GivenUp, ...] = ()
    """Who gave up the current or last game."""
    turn_seq: int = 0
    """The event with which the current turn began."""
    moved: float = 0.0
    """When the position last changed."""
    nudged: float | None = None
    """When the seat whose turn it is was last reminded; None if not since the position changed."""
    returned: tuple[int, ...] = ()
    """The seats that were taken back in this game, which may happen once each."""
    removed: tuple[str, ...] = ()
    """People whom the owner removed."""
    ready: tuple[int, ...] = ()
    """The seats that are ready for the next game of a match."""
    leaving: tuple[int, ...] = ()
    """The seats that give it up."""
    ready_since: float | None = None
    """When the first of them said so."""
    endings: tuple[Ended, ...] = ()
    """How each game at this table ended."""
    notes: tuple[Note, ...] = ()
    """What was noted about actions of the current or last game: hints."""
    spoiled: tuple[Spoiler, ...] = ()
    """What happened in the current or last game that makes it unfit for ratings."""
    challenges: tuple[Challenge, ...] = ()
    proposal: Proposal | None = None
    times: Times = Times()
    chat: tuple[Message, ...] = ()

    @property
    def game(self) -> AnyGame:
        """The game that is played here."""
        return registry.load(self.config.game)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, if a game is going on."""
        return self.game.actor(self.state) if self.status == "playing" else None

    @property
    def commitment(self) -> str:
        """The published hash of the current seed."""
        return commitment(self.seed)

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of all games that have ended at this table."""
        return tuple([ended.result for ended in self.endings])

    @property
    def is_match_over(self) -> bool:
        """True once all games of the match have been played."""
        return len(self.endings) % self.config.games == 0

    @property
    def match_number(self) -> int:
        """The number of the current or last match at this table, from 1."""
        return (max(self.game_number, 1) - 1) // self.config.games + 1

    def match(self) -> MatchStanding | None:
        """How the current or last match stands; None if single games are played here."""
        games = self.config.games
        if games == 1:
            return None
        first = (self.match_number - 1) * games
        played = [match_game(one.result, one.given_up) for one in self.endings[first : first + games]]
        return match_standing(games, played)

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """The seats of a player: none for a spectator, several at a hot-seat table."""
        if player is None:
            return ()
        return tuple([place for place, seat in enumerate(self.seats) if seat.player == player])

    def challenge_of(self, player: str | None) -> Challenge | None:
        """The pending challenge of a player."""
        return next((challenge for challenge in self.challenges if challenge.player == player), None)

    def people(self) -> set[str]:
        """The ids of all seated players."""
        return {seat.player for seat in self.seats if seat.player is not None}

    def standing(self) -> tuple[int, ...]:
        """Each seat's points as the current or last game stands."""
        return self.game.standing(self.game.view(self.state, None))

    def setup(self, start_seat: int) -> Setup:
        """The set-up of the game at this table, begun by a seat; raises `SetupError`."""
        return self.game.setup(len(self.seats), self.config.options, start_seat, self.rules_version)

    def record(self) -> Record:
        """The current or last game as a record; its seed only when it has ended."""
        return Record(
            game=self.config.game,
            rules_version=self.rules_version,
            seats=len(self.seats),
            start_seat=self.start_seat,
            options=chosen_options(self.game.info, self.setup(self.start_seat)),
            players=tuple(seat.name for seat in self.seats),
            commitment=self.commitment,
            seed=self.seed if self.status in ("ended", "closed") else None,
            actions=self.actions,
            notes=self.notes or msgspec.UNSET,
        )


def next_start_seat(table: Table) -> int:
    """The seat that begins the next game: first the configured or drawn one, then each in turn."""
    if table.game_number > 0:
        return (table.first_start + table.game_number) % len(table.seats)
    if table.config.start == "drawn":
        return draw_start_seat(table.seed, len(table.seats))
    return table.config.start
