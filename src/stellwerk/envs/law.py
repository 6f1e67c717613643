"""A game on its law, played by ids: for games without a compiled fast core, and before the first deal."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from stellwerk.core.coding import AnyCoding, Urn
    from stellwerk.core.game import AnyGame


class LawRunner:
    """A `core.coding.Runner` whose moves are actions; it has the state after each."""

    __slots__ = ("_coding", "_game", "_legal", "_seats", "state")

    def __init__(self, game: AnyGame, coding: AnyCoding, state: Any, seats: int) -> None:
        self._game = game
        self._coding = coding
        self._seats = seats
        self._legal: dict[int, Any] | None = None
        self.state = state

    def copy(self) -> LawRunner:
        """The same game, to be played independently."""
        return LawRunner(self._game, self._coding, self.state, self._seats)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None once the game is over."""
        return self._game.actor(self.state)

    def actions(self) -> dict[int, Any]:
        """The legal actions by their ids, ids rising."""
        if self._legal is None:
            actions = self._game.legal(self.state)
            ids = self._coding.ids.of(self.state, actions)
            self._legal = dict(sorted(zip(ids, actions, strict=True), key=itemgetter(0)))
        return self._legal

    def ids(self) -> list[int]:
        """The ids of the legal actions, rising."""
        return list(self.actions())

    def mask(self) -> bytearray:
        """A new mask with a 1 for each legal id."""
        mask = bytearray(self._coding.ids.count)
        for number in self.actions():
            mask[number] = 1
        return mask

    def play(self, number: int) -> Any:
        """Play the action with this id, and return it."""
        action = self.actions()[number]
        self._apply(action)
        return action

    def _apply(self, action: Any) -> None:
        self.state = self._game.apply(self.state, action)
        self._legal = None

    def numbers(self, seat: int) -> NDArray[np.float64]:
        """What a seat knows, as a new tensor written from its view."""
        coding = self._coding
        tensor = np.zeros(coding.tensor.size(self._seats), np.float32)
        coding.tensor.write(coding.sight.bare_view(self.state, seat), tensor)
        return tensor.astype(np.float64)

    def urns(self) -> tuple[Urn, ...]:
        """The urns of the chance action that is due."""
        return self._coding.chance.urns(self.state)

    def deal(self, outcomes: Sequence[int]) -> None:
        """Play the chance action that is due, with these pieces."""
        self._apply(self._coding.chance.action(self.state, outcomes))

    def winners(self) -> tuple[int, ...]:
        """The winning seats, once the game is over."""
        result = self._game.result(self.state)
        assert result is not None
        return result.winners
