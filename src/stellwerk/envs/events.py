"""What happened in a game that is played by numbers: a chain of events, with states when they are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from stellwerk.core.game import CHANCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from stellwerk.core.coding import AnyCoding, Urn
    from stellwerk.core.game import AnyGame


class Event:
    """An action that happened, after all those before it."""

    __slots__ = ("_seen", "action", "actor", "after", "move", "number", "previous")

    def __init__(self, previous: Event | None, actor: int, number: int, move: Any, after: Any) -> None:
        self.previous = previous
        self.actor = actor
        self.number = number
        """Its id; −1 for chance."""
        self.move = move
        """As its runner knows it; the pieces of chance."""
        self.after = after
        """The state of the law, None until it is wanted."""
        self.action: Any = None
        """The same."""
        self._seen: dict[int | None, tuple[int, ...]] | None = None

    def seen(self, game: AnyGame, coding: AnyCoding, before: Any, seat: int | None) -> tuple[int, ...]:
        """What a seat or a spectator saw of it, as symbols (see `Position.history`)."""
        if self._seen is None:
            self._seen = {}
        symbols = self._seen.get(seat)
        if symbols is None:
            first = first_novelty(coding)
            news = coding.news(coding.bare_view(before, seat), coding.bare_view(self.after, seat))
            symbols = (*self._act(game, coding, seat), *(first + novelty for novelty in news))
            self._seen[seat] = symbols
        return symbols

    def _act(self, game: AnyGame, coding: AnyCoding, seat: int | None) -> tuple[int, ...]:
        if self.actor == CHANCE:
            return ()
        if self.actor != seat and (shown := game.public_text(self.action)) in coding.hidden:
            return (1 + coding.ids + coding.hidden.index(shown),)
        return (1 + self.number,)

    def happen(self, game: AnyGame, coding: AnyCoding, before: Any) -> None:
        """Let the law follow: find the action and the state after it."""
        if self.actor == CHANCE:
            self.action = coding.dealt(before, self.move)
        elif isinstance(self.move, int):
            self.action = coding.decode(before, self.move)
        else:
            self.action = self.move
        if self.after is None:
            self.after = game.apply(before, self.action)


def first_novelty(coding: AnyCoding) -> int:
    """The symbol of novelty 0: behind none, the ids and the partly hidden actions."""
    return 1 + coding.ids + len(coding.hidden)


def events_to(last: Event | None) -> list[Event]:
    """All events up to this one, the first one first."""
    events = []
    while last is not None:
        events.append(last)
        last = last.previous
    events.reverse()
    return events


def state_after(game: AnyGame, coding: AnyCoding, start: Any, last: Event | None) -> Any:
    """The state of the law after an event; every one before it has happened then."""
    missing = []
    while last is not None and last.action is None:
        missing.append(last)
        last = last.previous
    state = start if last is None else last.after
    for event in reversed(missing):
        event.happen(game, coding, state)
        state = event.after
    return state


class LawRunner:
    """A game on its law as a `Runner`: its moves are actions, and it knows the state after each."""

    __slots__ = ("_coding", "_game", "_legal", "state")

    def __init__(self, game: AnyGame, coding: AnyCoding, state: Any) -> None:
        self._game = game
        self._coding = coding
        self._legal: dict[int, Any] | None = None
        self.state = state

    def copy(self) -> LawRunner:
        """The same game, to be played on its own."""
        return LawRunner(self._game, self._coding, self.state)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        return self._game.actor(self.state)

    def actions(self) -> dict[int, Any]:
        """The legal actions by their ids, which rise."""
        if self._legal is None:
            actions = self._game.legal(self.state)
            ids = self._coding.encode(self.state, actions)
            self._legal = dict(sorted(zip(ids, actions, strict=True), key=_first))
        return self._legal

    def legal(self) -> list[int]:
        """The ids of the legal actions, which rise."""
        return list(self.actions())

    def is_legal(self, number: int) -> bool:
        """Whether this is one of them."""
        return number in self.actions()

    def mask(self) -> bytearray:
        """1 for every legal id."""
        mask = bytearray(self._coding.ids)
        for number in self.actions():
            mask[number] = 1
        return mask

    def play(self, number: int) -> Any:
        """Do the legal action with this id."""
        action = self.actions()[number]
        self._apply(action)
        return action

    def _apply(self, action: Any) -> None:
        self.state = self._game.apply(self.state, action)
        self._legal = None

    def numbers(self, seat: int) -> NDArray[np.float64]:
        """From the view."""
        tensor = np.zeros(tensor_size(self._coding, len(self.state.players)), np.float32)
        self._coding.write(self._coding.bare_view(self.state, seat), tensor)
        return tensor.astype(np.float64)

    def urns(self) -> tuple[Urn, ...]:
        """What chance draws from."""
        return self._coding.urns(self.state)

    def deal(self, outcomes: Sequence[int]) -> None:
        """The chance action that is due, made of these outcomes."""
        self._apply(self._coding.dealt(self.state, outcomes))

    def winners(self) -> tuple[int, ...]:
        """Who has won, after the end."""
        result = self._game.result(self.state)
        assert result is not None
        return result.winners


def _first(pair: tuple[int, Any]) -> int:
    return pair[0]


def tensor_size(coding: AnyCoding, seats: int) -> int:
    """How long a tensor is."""
    return sum(part.size for part in coding.layout(seats))
