"""What has happened in a game played by numbers: a chain of events that copies of the game share.

An event knows the one before it. The law follows lazily: an event's action and the state after it are worked
out when somebody first asks, and then kept for every copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from stellwerk.core.game import CHANCE

if TYPE_CHECKING:
    from stellwerk.core.coding import AnyCoding
    from stellwerk.core.game import AnyGame


class Event(Struct):  # a struct, because every step makes one and structs are made fast
    """One action of a game, linked to the event before it."""

    previous: Event | None
    actor: int
    number: int
    """Its id; −1 for chance."""
    move: Any
    """The runner's move; for chance, the pieces drawn."""
    after: Any
    """The state of the law, None until somebody asks."""
    action: Any = None
    """The action of the law, None until somebody asks."""
    symbols: dict[int | None, tuple[int, ...]] | None = None
    """What each observer who asked saw of it (see `seen`)."""

    def seen(self, game: AnyGame, coding: AnyCoding, before: Any, seat: int | None) -> tuple[int, ...]:
        """What a seat or a spectator saw of this event, as symbols (see `Position.history`)."""
        if self.symbols is None:
            self.symbols = {}
        symbols = self.symbols.get(seat)
        if symbols is None:
            first = first_novelty(coding)
            was, now = (coding.sight.bare_view(state, seat) for state in (before, self.after))
            news = coding.sight.news(was, now)
            symbols = (*self._act(game, coding, seat), *(first + novelty for novelty in news))
            self.symbols[seat] = symbols
        return symbols

    def _act(self, game: AnyGame, coding: AnyCoding, seat: int | None) -> tuple[int, ...]:
        if self.actor == CHANCE:
            return ()
        if self.actor != seat and (shown := game.public_text(self.action)) in coding.ids.hidden:
            return (1 + coding.ids.count + coding.ids.hidden.index(shown),)
        return (1 + self.number,)

    def happen(self, game: AnyGame, coding: AnyCoding, before: Any) -> None:
        """Work out the action and the state after it."""
        if self.actor == CHANCE:
            self.action = coding.chance.action(before, self.move)
        elif self.after is None:  # the fast core has played
            assert coding.fast is not None
            self.action = coding.fast.decode(before, self.move)
        else:
            self.action = self.move
        if self.after is None:
            self.after = game.apply(before, self.action)


def first_novelty(coding: AnyCoding) -> int:
    """The symbol of novelty 0: after 0 for nothing, the ids and the partly hidden actions."""
    return 1 + coding.ids.count + len(coding.ids.hidden)


def events_to(last: Event | None) -> list[Event]:
    """All events up to this one, oldest first."""
    events = []
    while last is not None:
        events.append(last)
        last = last.previous
    events.reverse()
    return events


def state_after(game: AnyGame, coding: AnyCoding, start: Any, last: Event | None) -> Any:
    """The state of the law after an event, once all events before it are worked out."""
    missing = []
    while last is not None and last.action is None:
        missing.append(last)
        last = last.previous
    state = start if last is None else last.after
    for event in reversed(missing):
        event.happen(game, coding, state)
        state = event.after
    return state
