"""A game that is played by numbers: ids of actions, single pieces of chance, tensors of what a seat knows.

The adapters are thin covers of a `Position`. It can be copied at once, since it only ever replaces what it
holds; it keeps no random numbers, so copies share no luck. What happened is kept as a chain that copies
share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from stellwerk.core import registry
from stellwerk.core.coding import coding_of
from stellwerk.core.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.core.chance import RandomSource
    from stellwerk.core.coding import AnyCoding, Floats
    from stellwerk.core.game import AnyGame


class Event:
    """An action that happened, after all those before it."""

    __slots__ = ("_seen", "action", "actor", "after", "before", "number", "previous")

    def __init__(self, previous: Event | None, actor: int, number: int, before: Any, action: Any) -> None:
        self.previous = previous
        self.actor = actor
        self.number = number
        """Its id; −1 for chance."""
        self.before = before
        self.action = action
        self.after: Any = None
        self._seen: dict[int, tuple[int, ...]] = {}

    def seen(self, game: AnyGame, coding: AnyCoding, seat: int) -> tuple[int, ...]:
        """What a seat saw of it, as symbols (see `Position.history`)."""
        symbols = self._seen.get(seat)
        if symbols is None:
            first = 1 + coding.ids + len(coding.hidden)
            news = coding.news(coding.glance(self.before, seat), coding.glance(self.after, seat))
            symbols = (*self._act(game, coding, seat), *(first + novelty for novelty in news))
            self._seen[seat] = symbols
        return symbols

    def _act(self, game: AnyGame, coding: AnyCoding, seat: int) -> tuple[int, ...]:
        if self.actor == CHANCE:
            return ()
        if self.actor != seat and (shown := game.public_text(self.action)) in coding.hidden:
            return (1 + coding.ids + coding.hidden.index(shown),)
        return (1 + self.number,)


class Position:
    """A game at one moment; `play` and `draw` move it on."""

    __slots__ = ("_drawn", "_left", "_legal", "_past", "_told", "coding", "game", "state")

    def __init__(self, game: AnyGame, coding: AnyCoding, state: Any) -> None:
        self.game = game
        self.coding = coding
        self.state = state
        """Of the law."""
        self._past: Event | None = None
        self._told: dict[int, tuple[int, ...]] = {}
        """What each seat had seen where the chain of the past begins."""
        self._legal: dict[int, Any] | None = None
        self._drawn: tuple[int, ...] = ()
        """The pieces of the chance action that is due, so far."""
        self._left: list[tuple[tuple[tuple[int, int], ...], int]] | None = None
        """What its urns hold, and how many pieces they still give."""

    def copy(self) -> Position:
        """The same position, to be moved on by itself."""
        other = Position(self.game, self.coding, self.state)
        other._past, other._told, other._legal = self._past, self._told, self._legal
        other._drawn = self._drawn
        other._left = None if self._left is None else self._left[:]
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        events = [*self._events()][::-1]
        start = events[0].before if events else self.state
        moves = [(event.actor, event.number, event.action) for event in events]
        return _again, (self.game.info.key, start, moves, self._drawn, self._told)

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.state.players)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        return self.game.actor(self.state)

    # Actions

    def legal(self) -> dict[int, Any]:
        """The legal actions by their ids, which rise."""
        if self._legal is None:
            actions = self.game.legal(self.state)
            pairs = zip(self.coding.encode(self.state, actions), actions, strict=True)
            self._legal = dict(sorted(pairs, key=_first))
        return self._legal

    def play(self, number: int) -> None:
        """Do the legal action with this id; raises `KeyError` for any other."""
        action = self.legal()[number]
        self._apply(self.game.actor(self.state) or 0, number, action)

    def _apply(self, actor: int, number: int, action: Any) -> None:
        event = Event(self._past, actor, number, self.state, action)
        self.state = event.after = self.game.apply(self.state, action)
        self._past, self._legal, self._drawn, self._left = event, None, (), None

    # Chance

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """What chance can draw next, and how many pieces there are of each."""
        return self._urns()[0][0]

    def _urns(self) -> list[tuple[tuple[tuple[int, int], ...], int]]:
        if self._left is None:
            self._left = [(urn.pieces, urn.draws) for urn in self.coding.urns(self.state) if urn.draws]
        return self._left

    def draw(self, outcome: int) -> None:
        """Let chance draw this piece; the last one completes the chance action."""
        urns = self._urns()
        pieces, draws = urns[0]
        if draws == 1:
            del urns[0]
        else:
            urns[0] = (tuple(_without(pieces, outcome)), draws - 1)
        self._drawn = (*self._drawn, outcome)
        if not urns:
            self._apply(CHANCE, -1, self.coding.dealt(self.state, self._drawn))

    def settle(self, rng: RandomSource) -> None:
        """Resolve all chance that is due at once."""
        while self.game.actor(self.state) == CHANCE:
            self._apply(CHANCE, -1, self.game.chance(self.state, rng))

    # What a seat knows

    def sampled(self, seat: int, rng: RandomSource) -> Position:
        """A position that this seat cannot tell from this one, everything hidden from it drawn anew.

        The other seats' pasts are told as far as everybody saw them, with what they would know now.
        """
        world = self.game.sample(self.game.view(self.state, seat), rng)
        other = Position(self.game, self.coding, world)
        first = 1 + self.coding.ids + len(self.coding.hidden)
        start = self.game.begin(self.game.setup(self.seats))
        for place in range(self.seats):
            if place == seat:
                other._told[place] = self.history(seat)
                continue
            known = self.coding.news(self.coding.glance(start, place), self.coding.glance(world, place))
            public = [symbol for symbol in self.history(seat) if symbol < first]
            other._told[place] = (*public, *(first + novelty for novelty in known))
        return other

    def history(self, seat: int) -> tuple[int, ...]:
        """All that a seat has seen, as symbols: 1 + the id of an action, then partly hidden ones, then news.

        What a seat knows at any time follows from it and from the set-up: perfect recall.
        """
        seen = [event.seen(self.game, self.coding, seat) for event in self._events()]
        return (*self._told.get(seat, ()), *(symbol for symbols in reversed(seen) for symbol in symbols))

    def _events(self) -> Iterator[Event]:
        event = self._past
        while event is not None:
            yield event
            event = event.previous

    def observe(self, seat: int, tensor: Floats) -> None:
        """Write what a seat knows into a tensor of zeros."""
        self.coding.write(self.coding.glance(self.state, seat), tensor)

    def observation(self, seat: int) -> Floats:
        """What a seat knows as a new tensor."""
        tensor = np.zeros(tensor_size(self.coding, self.seats), np.float32)
        self.observe(seat, tensor)
        return tensor

    def text(self, seat: int) -> str:
        """What a seat knows as JSON."""
        return msgspec.json.encode(self.coding.glance(self.state, seat), order="deterministic").decode()

    # Everything

    def record(self) -> str:
        """The actions so far in the notation, chance too, and the pieces of chance that is being drawn."""
        texts = [self.game.to_text(event.action) for event in self._events()][::-1]
        return "\n".join([*texts, *(f"draw {outcome}" for outcome in self._drawn)])

    def returns(self) -> list[float]:
        """See `returns_of`; zeros while the game is going on."""
        result = self.game.result(self.state)
        return [0.0] * self.seats if result is None else returns_of(result.winners, self.seats)


def _again(
    key: str,
    start: Any,
    moves: list[tuple[int, int, Any]],
    drawn: tuple[int, ...],
    told: dict[int, tuple[int, ...]],
) -> Position:
    """A position from what was pickled of it."""
    position = Position(registry.load(key), coding_of(key), start)
    position._told = told
    for move in moves:
        position._apply(*move)
    for outcome in drawn:
        position.draw(outcome)
    return position


def returns_of(winners: tuple[int, ...], seats: int) -> list[float]:
    """Winning as numbers that add up to 0: the only winner gets 1, whoever shares the victory less."""
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1) / (seats - 1) for seat in range(seats)]


def tensor_size(coding: AnyCoding, seats: int) -> int:
    """How long a tensor is."""
    return sum(part.size for part in coding.layout(seats))


def symbols_of(coding: AnyCoding) -> int:
    """How many symbols a history is made of, 0 for none among them."""
    return 1 + coding.ids + len(coding.hidden) + coding.novelties


def _first(pair: tuple[int, Any]) -> int:
    return pair[0]


def _without(pieces: tuple[tuple[int, int], ...], outcome: int) -> Iterator[tuple[int, int]]:
    for piece, count in pieces:
        left = count - (piece == outcome)
        if left:
            yield piece, left
