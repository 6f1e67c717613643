"""All that search needs to know about a game: its whole turns, its possible worlds, its playouts.

A game brings one `Mind`. For each decision the mind makes a `Position`, which lists the turns worth
considering with the evaluation's opinion of each (the prior) and plays any of them out in any sampled world.
What a world is, how a playout continues and when the evaluation ends it are up to the game; it all happens in
one call, usually in the fast core. A mind keeps nothing between decisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stellwerk.core.chance import RandomSource

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


class Term(NamedTuple):
    """One part of a mind's opinion of a turn: a code under `reasons` in the texts, and its value.

    The values of one position are comparable: each is a share of the win probability, or proportional to it.
    A turn has at most one term for each subject. A subject that never speaks for a turn needs no term. If a
    turn can be better by doing less harm, every turn has the term, in words that are true either way.
    """

    code: str
    value: float
    params: Mapping[str, object] = {}
    subject: object = None
    """The subject in which two turns are compared, whatever the words; None: the code."""
    is_deed: bool = False
    """True if the words say what the turn does, which needs no comparison with another turn."""


class Turn(NamedTuple, Generic[A]):
    """A whole turn, or the rest of one: its actions up to its end or the next chance action."""

    actions: tuple[A, ...]
    prior: float
    """The probability of winning by the evaluation alone, 0 to 1."""
    settled: int | None = None
    """How many of the actions can be settled now; None: all of them. The bot thinks again after these,
    because they may tell it something."""


class Line(NamedTuple):
    """One turn of the expected play: the seat, and its actions in the notation."""

    seat: int
    actions: tuple[str, ...]


class Position(Protocol[A_co]):
    """One decision of one seat."""

    @property
    def turns(self) -> Sequence[Turn[Any]]:
        """The turns worth considering, the best prior first; never empty."""
        ...

    def consider(self, actions: tuple[Any, ...]) -> int:
        """Add a legal turn to `turns`, unless the same turn is there, in any order; returns its number.

        A review asks for the turn that was played, however odd. `width` does not limit it.
        """
        ...

    def playout(self, turn: int, world: int) -> float:
        """The observer's probability of winning, 0 to 1, after a turn in a world and some further play.

        The same arguments always give the same number: all luck in a world comes from its number and the
        position's seed, so all turns meet the same luck.
        """
        ...

    def world(self, number: int) -> Any:
        """A state of the law that looks like the world with this number, in which `line` can be told."""
        ...

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """The play expected after a turn in one world, as whole turns that can be played there."""
        ...

    def terms(self, turn: int) -> Sequence[Term]:
        """The parts of the mind's opinion of a turn, which `Analysis.reasons` compares."""
        ...


class Mind(Protocol[V_contra, A_co]):
    """A game's part of the search, made once for one way of thinking (weights, knowledge)."""

    def position(
        self, view: V_contra, rng: RandomSource, width: int, truth: Any | None = None
    ) -> Position[A_co]:
        """The decision that is due in a view, with at most `width` turns.

        `truth` is the real state, for measuring what a bot would gain by peeking: in every world the hidden
        things are as they really are. If all playouts would then be the same, the players in them wander:
        depending on the number of the world, they play good turns other than the best. Without `truth`,
        worlds are sampled from what the view allows, and whether players wander is up to the mind
        (docs/decisions/0013-peeking.md, 0052-transamerica-infers.md).
        """
        ...
