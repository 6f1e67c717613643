"""A game that is played by numbers: ids of actions, single pieces of chance, tensors of what a seat knows.

The adapters are thin covers of a `Position`. It keeps no random numbers, so copies share no luck. Where the
fast core is compiled it is what plays, and the law follows as soon as somebody wants to see a state; what
happened is kept as a chain of events that copies share, so that every state is worked out only once.
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
from stellwerk.envs.events import Event, LawRunner, events_to, first_novelty, state_after
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

    def __init__(self, game: AnyGame, coding: AnyCoding, state: Any, *, fast: bool | None = None) -> None:
        """From a state of the law; `fast` says whether the fast core plays, by default if it is compiled."""
        self.game = game
        self.coding = coding
        self.seats = len(state.players)
        self._is_fast = is_compiled(game.info.key) if fast is None else fast
        self._start = state
        self._past: Event | None = None
        self._told: dict[int | None, tuple[int, ...]] = {}
        """What each seat, and a spectator, had seen before."""
        self._law: LawRunner | None = LawRunner(game, coding, state)
        self._runner: Any = self._law
        """What plays: the law, or the fast core; then there is no law."""
        self._drawn: list[int] = []
        """The pieces of the chance action that is due, so far."""
        self._urns: list[Urn] | None = None
        """Its urns, the one that is drawn from first; None until somebody asks."""
        self._urn: dict[int, int] | None = None
        """What that one still holds."""
        self._draws = 0
        """And how many pieces it still gives."""
        self._pieces = 0
        """And how many it holds."""
        self.actor: int | None = game.actor(state)
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        self._speed_up()

    def _speed_up(self) -> None:
        """Let the fast core play on, as soon as it can."""
        can_begin = self.actor is not None and (self.actor != CHANCE or self.coding.runner_deals)
        if self._is_fast and self._law is not None and can_begin:
            self._runner, self._law = self.coding.runner(self._law.state), None

    def copy(self) -> Position:
        """The same position, to be moved on by itself."""
        other: Position = object.__new__(Position)
        other.game, other.coding, other.seats = self.game, self.coding, self.seats
        other._is_fast, other._start = self._is_fast, self._start
        other._past, other._told = self._past, self._told
        other._runner = self._runner.copy()
        other._law = None if self._law is None else other._runner
        other._drawn = self._drawn[:]
        other._urns, other._draws, other._pieces = self._urns, self._draws, self._pieces
        other._urn = None if self._urn is None else self._urn.copy()
        other.actor = self.actor
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [event.move if event.actor == CHANCE else event.number for event in events_to(self._past)]
        return _again, (self.game.info.key, self._is_fast, self._start, moves, self._drawn, self._told)

    @property
    def state(self) -> Any:
        """The state of the law."""
        return state_after(self.game, self.coding, self._start, self._past)

    # Actions

    def legal(self) -> list[int]:
        """The ids of the legal actions, which rise."""
        ids: list[int] = self._runner.legal()
        return ids

    def is_legal(self, number: int) -> bool:
        """Whether an action with this id is legal."""
        return bool(self._runner.is_legal(number))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for every legal id, 0 for the others and for everybody whose turn it is not; a new array."""
        if seat != self.actor:
            return np.zeros(self.coding.ids, np.int8)
        return np.frombuffer(self._runner.mask(), np.int8).copy()

    def actions(self) -> dict[int, Any]:
        """The legal actions of the law by their ids."""
        return LawRunner(self.game, self.coding, self.state).actions()

    def play(self, number: int) -> None:
        """Do the legal action with this id; raises `KeyError` for any other."""
        runner, law, actor = self._runner, self._law, self.actor
        move = runner.play(number)
        assert actor is not None
        self._past = Event(self._past, actor, number, move, None if law is None else law.state)
        self.actor = runner.actor

    # Chance

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """What chance can draw next, and how many pieces there are of each; outcomes rise."""
        return tuple((self._open_urn() if self._urn is None else self._urn).items())

    def chances(self) -> list[tuple[int, float]]:
        """What chance can draw next, and how likely each is; outcomes rise."""
        urn = self._open_urn() if self._urn is None else self._urn
        return list(zip(urn, map(_shares(self._pieces).__getitem__, urn.values()), strict=True))

    def _open_urn(self) -> dict[int, int]:
        if self._urns is None:
            self._urns = [urn for urn in self._runner.urns() if urn.draws]
        urn = dict(self._urns[0].pieces)
        self._urn, self._draws, self._pieces = urn, self._urns[0].draws, sum(urn.values())
        return urn

    def draw(self, outcome: int) -> None:
        """Let chance draw this piece; the last one completes the chance action."""
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
        self._drawn, self._urns, self._urn = [], None, None
        self.actor = self._runner.actor
        self._speed_up()

    def settle(self, rng: RandomSource) -> None:
        """Resolve all chance that is due at once, urn by urn."""
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
        """A position that this seat cannot tell from this one, everything hidden from it drawn anew.

        The others have a past that tells them what a spectator saw and what else they know in that world:
        nothing that only this seat saw, and nothing that the others have really done in secret.
        """
        world = self.game.sample(self.game.view(self.state, seat), rng)
        other = Position(self.game, self.coding, world, fast=self._is_fast)
        first, public = first_novelty(self.coding), self.history(None)
        other._told[None] = public
        for place in range(self.seats):
            known = self.coding.known_alone(self.coding.bare_view(world, place))
            other._told[place] = (*public, *(first + novelty for novelty in known))
        other._told[seat] = self.history(seat)
        return other

    def history(self, seat: int | None) -> tuple[int, ...]:
        """All that a seat has seen, as symbols: 1 + the id of an action, then partly hidden ones, then news.

        What a seat knows at any time follows from it and from the set-up: perfect recall. None: a spectator.
        """
        state_after(self.game, self.coding, self._start, self._past)
        symbols = [*self._told.get(seat, ())]
        before = self._start
        for event in events_to(self._past):
            symbols += event.seen(self.game, self.coding, before, seat)
            before = event.after
        return tuple(symbols)

    def observation(self, seat: int) -> Floats:
        """What a seat knows as a new tensor."""
        return np.frombuffer(self._runner.numbers(seat)).astype(np.float32)

    def text(self, seat: int) -> str:
        """What a seat knows as JSON."""
        return msgspec.json.encode(self.coding.bare_view(self.state, seat), order="deterministic").decode()

    # Everything

    def record(self) -> str:
        """The actions so far in the notation, chance too, and the pieces of chance that is being drawn."""
        state_after(self.game, self.coding, self._start, self._past)
        texts = [self.game.to_text(event.action) for event in events_to(self._past)]
        return "\n".join([*texts, *(f"draw {outcome}" for outcome in self._drawn)])

    def returns(self) -> list[float]:
        """See `returns_of`; zeros while the game is going on."""
        if self.actor is not None:
            return [0.0] * self.seats
        return returns_of(self._runner.winners(), self.seats)


def _again(
    key: str,
    fast: bool,
    start: Any,
    moves: list[Any],
    drawn: list[int],
    told: dict[int | None, tuple[int, ...]],
) -> Position:
    """A position from what was pickled of it."""
    position = Position(registry.load(key), coding_of(key), start, fast=fast)
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
    """How likely each number of pieces is among so many; there are never more than a deck's."""
    return tuple(count / pieces for count in range(pieces + 1))


def returns_of(winners: tuple[int, ...], seats: int) -> list[float]:
    """Winning as numbers that add up to 0: the only winner gets 1, whoever shares the victory less."""
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def symbols_of(coding: AnyCoding) -> int:
    """How many symbols a history is made of, 0 for none among them."""
    return first_novelty(coding) + coding.novelties
