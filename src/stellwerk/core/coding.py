"""How programs that learn number a game: actions as ids, chance as single pieces, views as tensors.

A game may bring a `Coding` (`games/<key>/encode/coding.py`). It is not part of the law: ids are given to what
`legal` lists, and a tensor says what a view says, in numbers. The adapters in `envs` know nothing else of a
game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from struct import pack_into
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from stellwerk.core.game import A, S, V
from stellwerk.core.parts import part
from stellwerk.core.registry import games, load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LOWEST, HIGHEST = -16.0, 32.0
"""No number of a tensor lies outside."""


class Urn(NamedTuple):
    """Pieces that chance draws one by one, without putting any back."""

    pieces: tuple[tuple[int, int], ...]
    """Outcomes and how many there are of each, outcomes rising."""
    draws: int


class Part(NamedTuple):
    """A named part of a tensor."""

    name: str
    size: int


class Runner(Protocol):
    """A game by ids on its fast core, changed in place; what it gives is never changed afterwards."""

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        ...

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        ...

    def legal(self) -> list[int]:
        """The ids of the legal actions, which rise."""
        ...

    def is_legal(self, number: int) -> bool:
        """Whether this is one of them."""
        ...

    def mask(self) -> Any:
        """A new buffer with a byte for every id: 1 for the legal ones."""
        ...

    def play(self, number: int) -> Any:
        """Do the legal action with this id; gives the fast core's move. Raises `KeyError` for any other."""
        ...

    def numbers(self, seat: int) -> Any:
        """A new buffer of 64-bit floats: as 32-bit ones they are what `Coding.write` writes."""
        ...

    def urns(self) -> tuple[Urn, ...]:
        """What chance draws from."""
        ...

    def deal(self, outcomes: Sequence[int]) -> None:
        """The chance action that is due, made of these outcomes."""
        ...

    def winners(self) -> tuple[int, ...]:
        """Who has won, after the end."""
        ...


@dataclass(frozen=True, slots=True)
class Coding(Generic[S, A, V]):
    """The numbers of a game; its ids and outcomes are the same for every number of seats."""

    ids: int
    """Actions have the ids 0 to `ids` − 1."""
    encode: Callable[[S, Sequence[A]], list[int]]
    """The ids of the actions that are legal in a state: different ones."""
    hidden: tuple[str, ...]
    """What somebody else sees of actions that are partly hidden, such as ``M ?``."""
    outcomes: int
    """Chance has the outcomes 0 to `outcomes` − 1."""
    urns: Callable[[S], tuple[Urn, ...]]
    """What chance draws from, one after the other, for the chance action that is due."""
    dealt: Callable[[S, Sequence[int]], A]
    """The chance action that is made of these outcomes."""
    pieces: Callable[[A], list[int]]
    """And back: the outcomes of a chance action."""
    bare_view: Callable[[S, int | None], V]
    """The view of a seat or a spectator, without what could be worked out from the rest of it."""
    layout: Callable[[int], tuple[Part, ...]]
    """The parts of a tensor for a number of seats."""
    write: Callable[[V, Floats], None]
    """Say in numbers what a view says; the tensor holds zeros before."""
    novelties: int
    news: Callable[[V, V], tuple[int, ...]]
    """What a seat or a spectator has learned between two views besides the action: novelties 0 to
    `novelties` − 1. Together with the actions they tell all that the observer has ever seen."""
    known_alone: Callable[[V], tuple[int, ...]]
    """What a seat of a sampled world knows and a spectator does not, as novelties."""
    most_news: Callable[[int], int]
    """For a number of seats, the most novelties in a game."""

    runner: Callable[[S], Runner]
    """The fast core at a state after the first deal."""
    decode: Callable[[S, int], A]
    """The action of one of its moves in a state."""
    runner_deals: bool = False
    """Whether it can begin before the first deal."""


AnyCoding = Coding[Any, Any, Any]


def put(tensor: Floats, start: int, numbers: Sequence[float]) -> None:
    """Write numbers into a tensor from a place on: several times as fast as NumPy does it from a list."""
    pack_into(f"{len(numbers)}f", tensor.data, 4 * start, *numbers)


@cache
def coded_games() -> tuple[str, ...]:
    """The keys of all games that have a coding; the others have no adapters."""
    return tuple(key for key in games() if part(key, "coding") is not None)


@cache
def coding_of(key: str) -> AnyCoding:
    """The numbers of a game; raises `SetupError` for an unknown one."""
    load(key)
    coding: AnyCoding = part(key, "coding").CODING
    return coding
