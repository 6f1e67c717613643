"""What a game is to the rest of Stellwerk: a bundle of pure functions over immutable values.

Everything that plays, stores, shows or searches a game uses these functions and knows nothing else about it.
States, actions and views are frozen `msgspec.Struct`s, so they convert to JSON and back without further code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from stellwerk.core.setup import GameInfo, OptionValue, Setup, make_setup

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from stellwerk.core.bot import Bot
    from stellwerk.core.chance import RandomSource

S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")

CHANCE: Final = -1
"""The actor when cards are shuffled or dealt."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 is the best; equal ranks share a place."""
    winners: tuple[int, ...]
    reason: str
    """The clause that ended the game."""
    sheet: Any
    """What the score sheet of this game shows: plain data."""


class LogLine(NamedTuple):
    """One thing that happened, as one observer may know it; `texts` turn it into a sentence.

    A parameter may be a line itself, or a tuple of lines: a place, a row, the deeds of a turn.
    """

    code: str
    params: Mapping[str, object]


class Caution(NamedTuple):
    """Something to consider before ending a turn; `caution_<code>` under `table` in the texts words it.

    Parameters are numbers, words of the texts, and tuples of such words.
    """

    code: str
    params: Mapping[str, object]


class Opening(NamedTuple):
    """What somebody began with; `openings` in the texts words it, from the third person."""

    code: str
    params: Mapping[str, str | int]


def _never(_then: object, _now: object) -> bool:
    return False


def _none(_: object) -> tuple[Caution, ...]:
    return ()


def _nameless(_turn: object, _seat: int) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Game(Generic[S, A, V]):
    """A game. `S`, `A`, `V` are its types of states, actions and views."""

    info: GameInfo
    begin: Callable[[Setup], S]
    """The first state of a valid set-up; different set-ups give different states. Callers use `initial`."""
    actor: Callable[[S], int | None]
    """The seat whose action is due, or `CHANCE`, or None when the game is over."""
    legal: Callable[[S], tuple[A, ...]]
    """The actor's actions in the fixed order of the notation: unique, and never empty while a seat is the
    actor. Empty for chance, whose outcomes are too many to list, and after the end."""
    apply: Callable[[S, A], S]
    """The state after an action; raises `IllegalAction` for any action that `legal` does not list."""
    chance: Callable[[S, RandomSource], A]
    """Draw an outcome of the chance action that is due; a `Chance` moves on to its next stream."""
    view: Callable[[S, int | None], V]
    """What a seat may know (None: a spectator), and nothing else."""
    standing: Callable[[V], tuple[int, ...]]
    """Each seat's points as things stand: what a score sheet would show if the game ended now."""
    sample: Callable[[V, RandomSource], S]
    """A full state that is consistent with this view, otherwise drawn at random."""
    result: Callable[[S], Result | None]
    """The result; None while the game is running."""
    to_text: Callable[[A], str]
    """The action in the notation of the game. Only the texts of chance actions start with ``! ``."""
    parse: Callable[[str], A]
    """The action of a text; raises `NotationError`."""
    public_text: Callable[[A], str]
    """The action in the form for observers who may not know what it hides, such as ``M ?``; ``!`` for every
    chance action. Never in records."""
    reveals: Callable[[S, A, S], bool]
    """True if an action showed an observer something that was hidden from them, such as a drawn card: such an
    action is never taken back. A card that its owner plays openly is not a reveal."""
    log: Callable[[S, A, S, int | None], tuple[LogLine, ...]]
    """What an observer sees happen between two states. Depends on the observer's two views only."""
    pieces: Callable[[S], Mapping[str, int]]
    """The number of each kind of piece, wherever they are: the same in every state of a game."""
    tally: Callable[[S, A, S], Mapping[str, int]]
    """What statistics count in one step, by names that the texts translate."""
    bots: Mapping[str, Callable[[], Bot[V, A]]]
    """The game's bots by name; they see views only. `GameInfo.levels` lists those offered to people."""
    state_type: type[S]
    action_type: Any
    """The union of the action structs. Each has a `tag`; its heading is under `actions` in the texts."""
    view_type: type[V]
    """Has a field `seat`: the observer, or None for a spectator. Nothing else of it is prescribed."""
    tell: Callable[[Sequence[LogLine]], tuple[LogLine, ...]] = tuple
    """The lines of one whole turn, or of the part played so far, told as a person would: a sentence for what
    the player did, then what came of it. Takes and returns what one observer may know; by default the lines
    stay as they are."""
    cautions: Callable[[S], tuple[Caution, ...]] = _none
    """What the actor may want to know before ending the turn now. Depends only on what the actor may know; by
    default there is nothing to say."""
    bare_view: Callable[[S, int | None], V] | None = None
    """The view without its aids: what follows from the rest of it, helps to choose and takes time to find.
    None for a game whose views have none."""
    opened: Callable[[S, S], bool] = _never
    """True if all that was hidden in an earlier state of a game lies open in a later one, such as hands after
    a round: then a bot may say why it acted there. By default that has to wait for the end of the game."""
    opening: Callable[[Sequence[A], int], Opening | None] = _nameless
    """What the first turn of a seat is called, from all its actions: so that somebody's favourites can be
    counted. By default nothing."""
    former_bot_names: Mapping[str, str] = field(default_factory=dict)
    """What bots were called at tables of version 0.1.0, whose events hold no names. Only for games of that
    version; never changed."""

    def initial(
        self,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        start_seat: int = 0,
        rules_version: int | None = None,
    ) -> S:
        """The first state of a game; raises `SetupError`."""
        return self.begin(self.setup(seats, options, start_seat, rules_version))

    def setup(
        self,
        seats: int | None = None,
        options: Mapping[str, OptionValue] | None = None,
        start_seat: int = 0,
        rules_version: int | None = None,
    ) -> Setup:
        """A checked set-up with all options filled in, by today's rules or an older version of them; raises
        `SetupError`."""
        chosen = self.info.seats.min if seats is None else seats
        return make_setup(self.info, chosen, options or {}, start_seat, rules_version)


AnyGame = Game[Any, Any, Any]
