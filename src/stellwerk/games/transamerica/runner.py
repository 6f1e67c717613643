"""TransAmerica by ids on its fast core, for adapters that need no law at every step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from stellwerk.core.coding import put
from stellwerk.core.game import CHANCE
from stellwerk.games.transamerica import fast_moves
from stellwerk.games.transamerica.data import COLOURED_RAILS, COLOURS, CROSSINGS, LINES, RAILS, SHED
from stellwerk.games.transamerica.fast import FastGame
from stellwerk.games.transamerica.ids import hands_of, id_of, urns_of
from stellwerk.games.transamerica.state import Step
from stellwerk.games.transamerica.tensor import NO_BARRIER, PLAYER, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Floats, Urn
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

    def observe(self, seat: int, tensor: Floats) -> bool:
        """See `tensor.write`; what it leaves out of a view is not looked at here either."""
        fast = self._fast
        seats = fast.seats
        put(tensor, 0, self._table())
        for place in range(seats):
            put(tensor, PLAYERS + PLAYER * place, self._player((seat + place) % seats))
        cities = PLAYERS + PLAYER * seats
        markers = cities + CROSSINGS
        ones = []
        if fast.step != fast_moves.DEAL:
            own = memoryview(fast.cities)[len(COLOURS) * seat : len(COLOURS) * (seat + 1)].tolist()
            ones = [cities + city for city in own if city >= 0]
        for place in range(seats):
            marker = fast.markers[(seat + place) % seats]
            if marker >= 0:
                ones.append(markers + place * CROSSINGS + marker)
        tensor[ones] = 1
        rails = markers + seats * CROSSINGS
        owners = np.frombuffer(memoryview(fast.owner), np.uint8)
        tensor[rails : rails + len(LINES)] = owners == fast_moves.NEUTRAL
        if fast.vexation:
            own_rails = owners == fast_moves.OWNED + seat
            tensor[rails + len(LINES) : rails + 2 * len(LINES)] = own_rails
            tensor[rails + 2 * len(LINES) :] = (owners >= fast_moves.OWNED) & ~own_rails
        return True

    def _table(self) -> list[float]:
        fast = self._fast
        steps = [0.0] * len(Step)
        steps[fast.step] = 1.0
        return [
            *steps,
            (RAILS - fast.rails) / RAILS,
            fast.rounds / 6,
            NO_BARRIER if fast.fixed_rounds else fast.barrier / SHED,
            float(fast.vexation),
            fast.fixed_rounds / 6,
        ]

    def _player(self, seat: int) -> tuple[float, ...]:
        fast = self._fast
        return (
            float(fast.turn == seat and fast_moves.DEAL < fast.step < fast_moves.OVER),
            float((fast.start_seat + fast.rounds) % fast.seats == seat),
            float(fast.markers[seat] >= 0),
            fast.scores[seat] / 100,
            fast.coloured_left[seat] / COLOURED_RAILS,
        )

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
