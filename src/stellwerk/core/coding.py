"""A game in numbers, for programs that learn: actions as ids, chance as single pieces, views as tensors.

A game may bring a `Coding` (`games/<key>/encode/coding.py`). It is not part of the law: it numbers what
`legal` lists and says in numbers what a view says. The adapters in `envs` know nothing else about a game. A
coding has four subjects, each described by one of the structs below, and a fifth if the game has a fast core:

    ids      which number stands for which action
    chance   the pieces that chance draws, one by one
    tensor   what a seat knows now
    sight    what an observer learns from one moment to the next
    fast     the compiled core that plays by ids
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from struct import pack_into
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from stellwerk.core.game import A, S, V
from stellwerk.core.parts import part
from stellwerk.core.registry import games, load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LOWEST, HIGHEST = -16.0, 32.0
"""The bounds of every number in a tensor."""


class NoCoding(ValueError):
    """A game that has no coding, and so no adapter."""


class Urn(NamedTuple):
    """Pieces that chance draws one by one, without putting any back."""

    pieces: tuple[tuple[int, int], ...]
    """Each outcome with its number of pieces, outcomes rising."""
    draws: int


class Part(NamedTuple):
    """A named part of a tensor."""

    name: str
    size: int


@dataclass(frozen=True, slots=True)
class Ids(Generic[S, A]):
    """The ids of actions, the same for every number of seats."""

    count: int
    """Actions have the ids 0 to `count` − 1."""
    of: Callable[[S, Sequence[A]], list[int]]
    """The ids of actions that are legal in a state, all different."""
    hidden: tuple[str, ...] = ()
    """What others see of actions that are partly hidden, such as ``M ?``."""


@dataclass(frozen=True, slots=True)
class Pieces(Generic[S, A]):
    """Chance as single pieces, the same for every number of seats."""

    outcomes: int
    """A piece is one of the outcomes 0 to `outcomes` − 1."""
    urns: Callable[[S], tuple[Urn, ...]]
    """The urns of the chance action that is due, in the order in which they are drawn from."""
    action: Callable[[S, Sequence[int]], A]
    """The chance action in which these pieces are drawn."""
    of: Callable[[A], list[int]]
    """The pieces drawn in a chance action."""


@dataclass(frozen=True, slots=True)
class Tensor(Generic[V]):
    """What a seat knows now, as numbers."""

    layout: Callable[[int], tuple[Part, ...]]
    """The parts of a tensor, for a number of seats."""
    write: Callable[[V, Floats], None]
    """Write what a view says into a tensor of zeros."""

    def size(self, seats: int) -> int:
        """The length of a tensor."""
        return _size(self.layout, seats)


@dataclass(frozen=True, slots=True)
class Sight(Generic[S, V]):
    """What an observer learns: views without extras, and their differences as numbers."""

    bare_view: Callable[[S, int | None], V]
    """The view of a seat or a spectator, without what can be worked out from the rest of it."""
    novelties: int
    """A novelty is a number from 0 to `novelties` − 1."""
    news: Callable[[V, V], tuple[int, ...]]
    """The novelties between two views of one observer, beside the action itself.

    Together with the actions they tell everything that the observer has ever seen.
    """
    known_alone: Callable[[V], tuple[int, ...]]
    """What a seat of a sampled world knows and a spectator does not, as novelties."""
    most_news: Callable[[int], int]
    """The largest number of novelties in a game, for a number of seats."""


class Runner(Protocol):
    """One game on its fast core, played by ids and changed in place. Whatever it returns stays as it is."""

    def copy(self) -> Runner:
        """The same game, to be played independently."""
        ...

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None once the game is over."""
        ...

    def ids(self) -> list[int]:
        """The ids of the legal actions, rising; a new list. `mask` and `play` go by it."""
        ...

    def mask(self) -> Any:
        """A new buffer with one byte for every id of the game: 1 for those that `ids` has listed."""
        ...

    def play(self, number: int) -> Any:
        """Play the action with an id that `ids` has listed, and return the fast core's move.

        Raises `KeyError` for any other id. Before another action, `ids` must list again.
        """
        ...

    def numbers(self, seat: int) -> Any:
        """A new buffer of 64-bit floats, which as 32-bit floats equal what `Tensor.write` writes."""
        ...

    def urns(self) -> tuple[Urn, ...]:
        """The urns of the chance action that is due."""
        ...

    def deal(self, outcomes: Sequence[int]) -> None:
        """Play the chance action that is due, with these pieces."""
        ...

    def winners(self) -> tuple[int, ...]:
        """The winning seats, once the game is over."""
        ...


@dataclass(frozen=True, slots=True)
class FastPlay(Generic[S, A]):
    """How the fast core plays by ids."""

    runner: Callable[[S], Runner]
    """The fast core at a state of the law; after the first deal, unless `deals`."""
    decode: Callable[[S, int], A]
    """The action of one of its moves in a state."""
    deals: bool = False
    """True if it can also start before the first deal."""


@dataclass(frozen=True, slots=True)
class Coding(Generic[S, A, V]):
    """A game in numbers."""

    ids: Ids[S, A]
    chance: Pieces[S, A]
    tensor: Tensor[V]
    sight: Sight[S, V]
    fast: FastPlay[S, A] | None = None
    """None for a game that only its law can play."""


AnyCoding = Coding[Any, Any, Any]


def put(tensor: Floats, start: int, numbers: Sequence[float]) -> None:
    """Write numbers into a tensor from a place on, several times as fast as NumPy does from a list."""
    pack_into(f"{len(numbers)}f", tensor.data, 4 * start, *numbers)


def parts_between(starts: Mapping[str, int], end: int) -> tuple[Part, ...]:
    """The parts of a tensor, from the places where they begin and the end of the last one."""
    places = [*starts.values(), end]
    return tuple(
        Part(name, after - start) for name, (start, after) in zip(starts, pairwise(places), strict=True)
    )


@cache
def _size(layout: Callable[[int], tuple[Part, ...]], seats: int) -> int:
    return sum(part.size for part in layout(seats))


@cache
def coded_games() -> tuple[str, ...]:
    """The keys of all games that have a coding; the others have no adapters."""
    return tuple(key for key in games() if part(key, "coding") is not None)


@cache
def coding_of(key: str) -> AnyCoding:
    """The coding of a game; raises `SetupError` for an unknown game and `NoCoding` for one without."""
    title, module = load(key).info.title, part(key, "coding")
    if module is None:
        raise NoCoding(f"{title} has no coding, so there is no adapter for it. Coded: {_listed()}.")
    coding: AnyCoding = module.CODING
    return coding


def _listed() -> str:
    return ", ".join(coded_games()) or "no game"
