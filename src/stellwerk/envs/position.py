"""A game played by numbers: ids of actions, single pieces of chance, tensors of what a seat knows.

The adapters are thin covers of a `Position`. It holds no random numbers, so copies share no luck. A *runner*
plays: the fast core where it is compiled, otherwise the law. What has happened is kept as a chain of events
that copies share; with the fast core, the law follows only when somebody asks for a state, and works out
every state once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from stellwerk.core import registry
from stellwerk.core.chance import begin_action, shuffle
from stellwerk.core.coding import coding_of
from stellwerk.core.game import CHANCE
from stellwerk.envs.events import Event, events_to, first_novelty, state_after
from stellwerk.envs.law import LawRunner
from stellwerk.native import is_compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from stellwerk.core.chance import RandomSource
    from stellwerk.core.coding import AnyCoding, Floats, Urn
    from stellwerk.core.game import AnyGame


class Position:
    """A game at one moment; `play` and `draw` move it on."""

    __slots__ = (
        "_drawn",
        "_draws",
        "_ids",
        "_is_fast",
        "_law",
        "_past",
        "_pieces",
        "_runner",
        "_start",
        "_told",
        "_urn",
        "_urns",
        "actor",
        "coding",
        "game",
        "seats",
    )

    def __init__(
        self,
        game: AnyGame,
        coding: AnyCoding,
        state: Any,
        *,
        seats: int | None = None,
        fast: bool | None = None,
    ) -> None:
        """Start from a state of the law, with this number of seats (None: counted).

        `fast` says whether the game's fast core plays, if it has one; by default it does if it is compiled.
        """
        self.game = game
        self.coding = coding
        self.seats = seats_in(game, state) if seats is None else seats
        wants_fast = is_compiled(game.info.key) if fast is None else fast
        self._is_fast = wants_fast and coding.fast is not None
        self._start = state
        self._past: Event | None = None
        self._told: dict[int | None, tuple[int, ...]] = {}
        """What each seat, and a spectator (None), had seen before the start."""
        self._law: LawRunner | None = LawRunner(game, coding, state, self.seats)
        self._runner: Any = self._law
        """What plays: the law, or the fast core, in which case `_law` is None."""
        self._ids: list[int] | None = None
        """The ids of the legal actions, None until somebody asks; shared by copies, never changed."""
        self._drawn: list[int] = []
        """The pieces drawn so far for the chance action that is due."""
        self._urns: list[Urn] | None = None
        """The urns it still draws from, the current one first; None until somebody asks."""
        self._urn: dict[int, int] | None = None
        """What the current urn still holds: each outcome with its number of pieces."""
        self._draws = 0
        """How many pieces are still to be drawn from the current urn."""
        self._pieces = 0
        """How many pieces the current urn holds."""
        self.actor: int | None = game.actor(state)
        """The seat whose action is due, `CHANCE`, or None once the game is over."""
        self._speed_up()

    def _speed_up(self) -> None:
        """Hand the game to the fast core as soon as that can play."""
        fast = self.coding.fast if self._is_fast else None
        if fast is None or self._law is None or self.actor is None:
            return
        if self.actor != CHANCE or fast.deals:
            self._runner, self._law = fast.runner(self._law.state), None

    def copy(self) -> Position:
        """The same position, to be moved on independently."""
        other: Position = object.__new__(Position)
        other.game, other.coding, other.seats = self.game, self.coding, self.seats
        other._is_fast, other._start = self._is_fast, self._start
        other._past, other._told = self._past, self._told
        other._runner, other._ids = self._runner.copy(), self._ids
        other._law = None if self._law is None else other._runner
        other._drawn = self._drawn[:]
        other._urns, other._draws, other._pieces = self._urns, self._draws, self._pieces
        other._urn = None if self._urn is None else self._urn.copy()
        other.actor = self.actor
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [event.move if event.actor == CHANCE else event.number for event in events_to(self._past)]
        return _again, (
            self.game.info.key,
            self.seats,
            self._is_fast,
            self._start,
            moves,
            self._drawn,
            self._told,
        )

    @property
    def state(self) -> Any:
        """The state of the law."""
        return state_after(self.game, self.coding, self._start, self._past)

    # Actions

    def _listed(self) -> list[int]:
        """The ids of the legal actions, listed once; never given away."""
        if self._ids is None:
            self._ids = self._runner.ids()
        return self._ids

    def legal(self) -> list[int]:
        """The ids of the legal actions, rising; a new list."""
        return (self._ids or self._listed())[:]

    def is_legal(self, number: int) -> bool:
        """True if the action with this id is legal."""
        return number in (self._ids or self._listed())

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for every legal id, 0 for the others and for a seat that is not the actor; a new array."""
        if seat != self.actor:
            return np.zeros(self.coding.ids.count, np.int8)
        if self._ids is None:
            self._listed()
        return np.frombuffer(self._runner.mask(), np.int8).copy()

    def actions(self) -> dict[int, Any]:
        """The legal actions of the law by their ids."""
        return LawRunner(self.game, self.coding, self.state, self.seats).actions()

    def play(self, number: int) -> None:
        """Play the legal action with this id; raises `KeyError` for any other id."""
        if self._ids is None:
            self._listed()
        runner, law, actor = self._runner, self._law, self.actor
        move = runner.play(number)
        assert actor is not None
        self._past = Event(self._past, actor, number, move, None if law is None else law.state)
        self.actor = runner.actor
        self._ids = None

    # Chance

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """The outcomes that chance can draw next, rising, each with its number of pieces."""
        return tuple((self._open_urn() if self._urn is None else self._urn).items())

    def chances(self) -> list[tuple[int, float]]:
        """The outcomes that chance can draw next, rising, each with its probability."""
        urn = self._open_urn() if self._urn is None else self._urn
        return list(zip(urn, map(_shares(self._pieces).__getitem__, urn.values()), strict=True))

    def _open_urn(self) -> dict[int, int]:
        if self._urns is None:
            self._urns = [urn for urn in self._runner.urns() if urn.draws]
        urn = dict(self._urns[0].pieces)
        self._urn, self._draws, self._pieces = urn, self._urns[0].draws, sum(urn.values())
        return urn

    def draw(self, outcome: int) -> None:
        """Let chance draw this piece; the last piece completes the chance action."""
        urn = self._open_urn() if self._urn is None else self._urn
        left = urn[outcome] - 1
        if left:
            urn[outcome] = left
        else:
            del urn[outcome]
        self._drawn.append(outcome)
        self._pieces -= 1
        self._draws -= 1
        if not self._draws:
            assert self._urns is not None
            self._urn, self._urns = None, self._urns[1:]
            if not self._urns:
                self._deal(tuple(self._drawn))

    def _deal(self, outcomes: tuple[int, ...]) -> None:
        self._runner.deal(outcomes)
        after = None if self._law is None else self._law.state
        self._past = Event(self._past, CHANCE, -1, outcomes, after)
        self._drawn, self._urns, self._urn, self._ids = [], None, None, None
        self.actor = self._runner.actor
        self._speed_up()

    def settle(self, rng: RandomSource) -> None:
        """Resolve all chance that is due, one whole chance action at a time."""
        while self.actor == CHANCE:
            begin_action(rng)
            drawn: list[int] = []
            for pieces, draws in self._runner.urns():
                urn = [outcome for outcome, count in pieces for _ in range(count)]
                shuffle(urn, rng)
                drawn += urn[:draws]
            self._deal(tuple(drawn))

    # What a seat knows

    def sampled(self, seat: int, rng: RandomSource) -> Position:
        """A position that this seat cannot tell from this one; everything hidden from it is drawn anew.

        The histories of the other seats hold what a spectator saw and what else they know in the new world:
        nothing that only this seat saw, and nothing that they have really done in secret.
        """
        world = self.game.sample(self.game.view(self.state, seat), rng)
        other = Position(self.game, self.coding, world, seats=self.seats, fast=self._is_fast)
        sight = self.coding.sight
        first, public = first_novelty(self.coding), self.history(None)
        other._told[None] = public
        for place in range(self.seats):
            known = sight.known_alone(sight.bare_view(world, place))
            other._told[place] = (*public, *(first + novelty for novelty in known))
        other._told[seat] = self.history(seat)
        return other

    def history(self, seat: int | None) -> tuple[int, ...]:
        """All that a seat, or a spectator (None), has seen, as symbols.

        The symbol of an action is 1 + its id; after those come partly hidden actions, and then novelties.
        What a seat knows at any time follows from its history and the set-up: perfect recall.
        """
        state_after(self.game, self.coding, self._start, self._past)
        symbols = [*self._told.get(seat, ())]
        before = self._start
        for event in events_to(self._past):
            symbols += event.seen(self.game, self.coding, before, seat)
            before = event.after
        return tuple(symbols)

    def observation(self, seat: int) -> Floats:
        """What a seat knows, as a new tensor."""
        return np.frombuffer(self._runner.numbers(seat)).astype(np.float32)

    def text(self, seat: int) -> str:
        """What a seat knows, as JSON."""
        view = self.coding.sight.bare_view(self.state, seat)
        return msgspec.json.encode(view, order="deterministic").decode()

    # Everything

    def record(self) -> str:
        """The actions so far in the notation, and the pieces of a chance action that is being drawn."""
        state_after(self.game, self.coding, self._start, self._past)
        texts = [self.game.to_text(event.action) for event in events_to(self._past)]
        return "\n".join([*texts, *(f"draw {outcome}" for outcome in self._drawn)])

    def returns(self) -> list[float]:
        """The returns of a finished game (see `returns_of`); zeros before."""
        if self.actor is not None:
            return [0.0] * self.seats
        return returns_of(self._runner.winners(), self.seats)


def seats_in(game: AnyGame, state: Any) -> int:
    """The number of seats in a game, from any of its states: each has its points."""
    return len(game.standing(game.view(state, None)))


def _again(
    key: str,
    seats: int,
    fast: bool,
    start: Any,
    moves: list[Any],
    drawn: list[int],
    told: dict[int | None, tuple[int, ...]],
) -> Position:
    """A position, rebuilt from its pickle."""
    position = Position(registry.load(key), coding_of(key), start, seats=seats, fast=fast)
    position._told = told
    for move in moves:
        if isinstance(move, tuple):
            position._deal(move)
        else:
            position.play(move)
    for outcome in drawn:
        position.draw(outcome)
    return position


@cache
def _shares(pieces: int) -> tuple[float, ...]:
    """The probability of drawing an outcome that has 0, 1, … of these pieces."""
    return tuple(count / pieces for count in range(pieces + 1))


def returns_of(winners: tuple[int, ...], seats: int) -> list[float]:
    """Winning as numbers that add up to 0: a sole winner gets 1, winners who share get less."""
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def symbols_of(coding: AnyCoding) -> int:
    """The number of different symbols in histories, counting 0, which stands for nothing."""
    return first_novelty(coding) + coding.sight.novelties
