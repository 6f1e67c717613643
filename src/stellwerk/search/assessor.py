"""All that a review needs to know about a game: its mind, and how the table stands with open hands.

A game that can be reviewed brings an `Assessor` as its part `review` (`core/parts.py`). Decisions are judged
by its `mind`, from views alone. Table values come from `outlook`, which knows every hand but not the order of
face-down stacks; they exist for finished games only. `stellwerk.review` makes judgements of both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from stellwerk.search.mind import Mind

S_contra = TypeVar("S_contra", contravariant=True)


class Read(NamedTuple):
    """What an observer can infer about one hidden thing of another seat, such as a city of one colour."""

    seat: int
    """Whose secret it is."""
    subject: str
    """A code under `reads` in the texts."""
    chances: Sequence[tuple[str, float]]
    """The possible things by name (a name, or a word of the texts), each with its probability."""
    is_single: bool
    """True if exactly one of the things is true: their probabilities add up to 1. Otherwise each may be true
    or not."""


Shares = tuple[float, ...]
"""A share of the win for each seat; they add up to 1."""


class Look(NamedTuple):
    """One look at a table in a playout: everybody's share of the win as the evaluation sees it."""

    weight: float
    """How much it counts; the weights of all looks of a playout add up to 1."""
    shares: Shares


class Outlook(Protocol):
    """The table at the beginning of a turn, with open hands and face-down stacks in unknown order."""

    most_worlds: int | None
    """More worlds than this take longer than they are worth; None: as many as somebody wants."""

    def looks(self, actions: Sequence[Any], world: int) -> Sequence[Look]:
        """How the table looks after these actions and strong play, in one world.

        The actions are one whole turn, or none. What chance does after the turn belongs to the world. The
        estimate is the same in every place: the one after a turn is the mean, over what chance can do then,
        of the estimates of the turns that follow. So what chance brings adds up to 0 in the long run.
        """
        ...


def weighed(looks: Sequence[Look], power: float) -> Shares:
    """Everybody's share of the win by several looks, each raised to a power and made to add up to 1 again.

    A power above 1 makes a lead count for more. What is raised are single looks, not their mean over worlds:
    so the mean over what chance can do stays the mean, and luck has mean 0 with every power.
    """
    total = [0.0] * len(looks[0].shares)
    for weight, shares in looks:
        raised = shares if power == 1 else [share**power for share in shares]
        part = weight / sum(raised)
        total = [sum_ + part * share for sum_, share in zip(total, raised, strict=True)]
    return tuple(total)


class Assessor(Protocol[S_contra]):
    """A game's part of its review."""

    @property
    def mind(self) -> Mind[Any, Any]:
        """The mind that judges decisions."""
        ...

    @property
    def since(self) -> int:
        """The number of the first reviewer (`stellwerk.review.VERSION`) that says the same of this game as
        the present one: what was proven of it since then still holds."""
        ...

    @property
    def prior_weight(self) -> float:
        """Number of playouts that the mind's prior counts for when turns are sorted out."""
        ...

    @property
    def patience(self) -> int:
        """How many times the playouts of a budget find the best turn: more than 1 where they end in 0 or 1,
        since a good turn that meets a few bad worlds is dropped early."""
        ...

    @property
    def contest(self) -> int:
        """In how many new worlds the leading turns meet before the best is chosen; 0 if halving finds it."""
        ...

    @property
    def has_stacks(self) -> bool:
        """True if turns end with something drawn from a face-down stack. Otherwise only chance actions draw,
        and what else a turn shows was in somebody's hand."""
        ...

    @property
    def power(self) -> float:
        """The power to which looks are raised (`weighed`) so that what is said happens as often: 1 for none.

        `bench calibration` fits it on games between bots.
        """
        ...

    @property
    def trust(self) -> float:
        """How much of a difference between two turns comes true if strong bots play on: 1 for all of it.

        The turn that a mind likes best is also one that it overrates. `bench judgements --fit` measures it.
        """
        ...

    def outlook(self, state: S_contra, seed: int) -> Outlook:
        """The table at a state in which a seat begins its turn."""
        ...

    def reads(self, view: Any) -> Sequence[Read]:
        """What the view's seat can infer about the others; empty in a game that hides no hands."""
        ...

    def truth(self, state: S_contra, read: Read) -> Collection[str]:
        """The things of a read that are really true."""
        ...
