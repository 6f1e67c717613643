"""What a game brings so that its evaluation can be learned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    Arrays = Mapping[str, NDArray[Any]]
    """Positions, or weights: whatever the game makes of them, by name."""
else:
    Arrays = Any


class Learned(NamedTuple):
    """What a lesson gave."""

    weights: Arrays
    measures: Mapping[str, float]
    """Numbers for the learning curve, by name: the loss, the share of games won, …"""


class School(Protocol):
    """How a game plays against itself and learns from it. Everything random follows from the seed."""

    games: int
    """The number of games in each lesson, unless somebody asks for another."""
    lessons: int
    remembered: int
    """How many lessons are learned from at a time."""

    def first(self) -> Arrays:
        """The weights to begin with."""
        ...

    def play(self, weights: Arrays, lesson: int, games: int, seed: str, tick: Callable[[], None]) -> Arrays:
        """The positions of some games played with these weights; `tick` is called after each game."""
        ...

    def learn(self, weights: Arrays, positions: Sequence[Arrays], lesson: int) -> Learned:
        """Better weights from the positions of the last lessons, the newest ones last."""
        ...
