"""InterUrban by ids on its fast core, for adapters that need no law at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban import fast_layout as at
from stellwerk.games.interurban import fast_read
from stellwerk.games.interurban.fast import FastTable
from stellwerk.games.interurban.grid import CURVES, STRAIGHTS
from stellwerk.games.interurban.ids import END_ID, station_id, track_id

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Floats, Urn
    from stellwerk.games.interurban.actions import Action
    from stellwerk.games.interurban.state import State

_EDGES: Final = {
    sum(1 << "NESW".index(edge) for edge in edges): place for place, edges in enumerate(STRAIGHTS + CURVES)
}


class Runner:
    """One game; moves are those of the fast core."""

    def __init__(self, fast: FastTable) -> None:
        self._fast = fast

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law, after the deal."""
        return Runner(FastTable.from_state(state))

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        return Runner(self._fast.copy())

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, or None when the game is over."""
        state = self._fast.state
        return None if state[at.REASON] else state[at.TURN]

    def legal(self) -> dict[int, int]:
        """The legal moves by their ids, which rise."""
        fast = self._fast
        count = fast.legal()
        numbers = memoryview(fast.state)[: at.LINES * at.LINE_SIZE].tolist()
        line_at = {
            numbers[start + at.END]: start // at.LINE_SIZE
            for start in range((at.LINES - 1) * at.LINE_SIZE, -1, -at.LINE_SIZE)
            if not numbers[start + at.FINISHED]
        }
        pairs = [(_id(move, line_at), move) for move in memoryview(fast.moves)[:count].tolist()]
        pairs.sort()
        return dict(pairs)

    def play(self, move: int) -> None:
        """Make a legal move."""
        self._fast.play(move)

    def observe(self, seat: int, tensor: Floats) -> bool:
        """Not from here: the order of laying is known to the law alone."""
        del seat, tensor
        return False

    def urns(self) -> tuple[Urn, ...]:
        """Nothing is drawn after the deal."""
        raise NotImplementedError

    def deal(self, outcomes: Sequence[int]) -> None:
        """Nothing is drawn after the deal."""
        raise NotImplementedError

    def winners(self) -> tuple[int, ...]:
        """After the end (IU-6.7)."""
        scores = self._fast.score()
        best = max(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best)


def _id(move: int, line_at: dict[int, int]) -> int:
    if move == at.END_TURN:
        return END_ID
    tile, line = move & 63, line_at[move >> 12]
    if tile < at.FIRST_STATION:
        return track_id(tile, line, _EDGES[move >> 8 & 15])
    return station_id(tile - at.FIRST_STATION, line)


def decode(state: State, move: int) -> Action:
    """The action of a move in a state."""
    del state
    return fast_read.decode(move)
