"""TransAmerica by ids on its fast core, for adapters that need no law at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.game import CHANCE
from stellwerk.games.transamerica import fast_moves
from stellwerk.games.transamerica.data import COLOURS, CROSSINGS, LINES
from stellwerk.games.transamerica.fast import FastGame
from stellwerk.games.transamerica.ids import hands_of, id_of, urns_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Urn
    from stellwerk.games.transamerica.actions import Action
    from stellwerk.games.transamerica.state import State

_MOVES: Final = (
    *range(CROSSINGS),
    *(int(first) + line for first in (fast_moves.RAIL, fast_moves.COLOURED) for line in range(len(LINES))),
    int(fast_moves.END),
)
_ID: Final = {move: id_of(fast_moves.decode(move)) for move in _MOVES}


class Runner:
    """One game; moves are those of the fast core."""

    def __init__(self, fast: FastGame) -> None:
        self._fast = fast

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law."""
        return Runner(FastGame.from_state(state))

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        return Runner(self._fast.copy())

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        step = self._fast.step
        if step == fast_moves.OVER:
            return None
        return CHANCE if step == fast_moves.DEAL else self._fast.turn

    def legal(self) -> dict[int, int]:
        """The legal moves by their ids, which rise."""
        fast = self._fast
        count = fast.legal()
        return {_ID[move]: move for move in memoryview(fast.moves)[:count].tolist()}

    def play(self, move: int) -> None:
        """Make a legal move."""
        self._fast.play(move)

    def urns(self) -> tuple[Urn, ...]:
        """The cities of each colour."""
        return urns_of(self._fast.seats)

    def deal(self, outcomes: Sequence[int]) -> None:
        """Begin a round with these cities."""
        for seat, hand in enumerate(hands_of(outcomes, len(outcomes) // len(COLOURS))):
            self._fast.set_hand(seat, hand)
        self._fast.begin_round()

    def winners(self) -> tuple[int, ...]:
        """After the end."""
        return tuple(seat for seat in range(self._fast.seats) if self._fast.score(seat))


def decode(state: State, move: int) -> Action:
    """The action of a move in a state."""
    del state
    return fast_moves.decode(move)
