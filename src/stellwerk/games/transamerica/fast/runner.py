"""One game of TransAmerica played by ids, compiled with its fast core, so that no step needs the law.

What is the same in every game (which ids are legal now, refusing the others) is in `envs.position`. A
`Runner` joins the core and a `Frontier`, which lists rails faster than the core can.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, final

from stellwerk.core.coding import Urn
from stellwerk.games.transamerica.fast.board import bytes_of, numbers_of
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.frontier import Frontier, no_frontier
from stellwerk.games.transamerica.fast.ids import IDS, id_of, move_of
from stellwerk.games.transamerica.fast.moves import DEAL, FIRST_RAIL, OVER, SECOND_RAIL
from stellwerk.games.transamerica.fast.tensor import numbers
from stellwerk.games.transamerica.law.data import COLOURS, cities_in_play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from librt.vecs import vec
    from mypy_extensions import i64, u8

    from stellwerk.games.transamerica.law.state import State

CHANCE: Final = -1
"""As in `core.game`: compiled code takes constants from its own folder and the law alone."""
_NO_MASK: Final = bytes_of(IDS, 0)
_NOT_LISTED: Final = numbers_of(0, 0)
_NUMBERS: Final[list[Any]] = list(range(IDS))
"""All ids as Python integers: handing these out is twice as fast as making new ones."""


@final
class Runner:
    """One game; see `core.coding.Runner`."""

    def __init__(self, core: Core, frontier: Frontier, listed: vec[i64]) -> None:
        self._core = core
        self._frontier = frontier
        self._listed = listed
        """What `ids` has listed last; replaced, never changed."""

    @staticmethod
    def of(state: State) -> Runner:
        """The game at a state of the law."""
        core = Core.from_state(state)
        return Runner(core, no_frontier(core), _NOT_LISTED)

    def copy(self) -> Runner:
        """The same game, to be played independently."""
        return Runner(self._core.copy(), self._frontier.copy(), self._listed)

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None once the game is over."""
        step = self._core.step
        if step == OVER:
            return None
        return CHANCE if step == DEAL else int(self._core.turn)

    def ids(self) -> list[int]:
        """The ids of the legal moves, rising as the core lists them."""
        core = self._core
        is_building = core.step == FIRST_RAIL or core.step == SECOND_RAIL
        count = self._frontier.list_rails(core) if is_building and not core.vexation else core.legal()
        moves = core.moves
        for place in range(count):
            moves[place] = id_of(moves[place])
        self._listed = moves[:count]
        return [_NUMBERS[number] for number in self._listed]

    def mask(self) -> vec[u8]:
        """A new mask with a 1 for each id that `ids` has listed."""
        mask = _NO_MASK[:]
        for number in self._listed:
            mask[number] = 1
        return mask

    def play(self, number: int) -> int:
        """Play the action with this id, and return its move."""
        if number not in self._listed:
            raise KeyError(number)
        move = move_of(number)
        self._core.play(move)
        return int(move)

    def numbers(self, seat: int) -> vec[float]:
        """What a seat knows, as a new tensor."""
        return numbers(self._core, seat)

    def urns(self) -> tuple[Urn, ...]:
        """The cities of each colour."""
        return urns_of(int(self._core.seats))

    def deal(self, outcomes: Sequence[int]) -> None:
        """Begin a round with these cities."""
        for seat, hand in enumerate(hands_of(outcomes, int(self._core.seats))):
            self._core.set_hand(seat, hand)
        self._core.begin_round()

    def winners(self) -> tuple[int, ...]:
        """The winning seats, once the game is over."""
        return tuple([seat for seat in range(int(self._core.seats)) if self._core.score(seat)])


@cache
def urns_of(seats: int) -> tuple[Urn, ...]:
    """The cities of each colour, from which every seat is dealt one."""
    return tuple(
        [Urn(tuple([(city, 1) for city in sorted(cities)]), seats) for cities in cities_in_play(seats)]
    )


def hands_of(outcomes: Sequence[int], seats: int) -> tuple[tuple[int, ...], ...]:
    """Each seat's cities, from cities that are dealt colour by colour to every seat."""
    colours = [outcomes[start : start + seats] for start in range(0, len(COLOURS) * seats, seats)]
    return tuple(zip(*colours, strict=True))
