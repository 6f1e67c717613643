"""What search has to know of a game, and nothing more: its whole turns, its possible worlds, its playouts.

A game brings one `Mind`. For one decision it makes a `Position`, which lists the turns worth a thought with
the evaluation's opinion of each (the prior) and plays any of them out in any of the sampled worlds. What a
world is, how a playout goes on and when it ends in the evaluation is the game's business: it happens in the
fast core, in one call. A mind keeps nothing between decisions.
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
    """One part of what a mind thinks of a turn: a code under `reasons` in the texts, and what it gives.

    Values of one position are comparable: each is a share of the win probability, or in proportion to it.
    A turn has at most one term for each subject. What no turn is ever named for needs no term; where a turn
    can be better by doing less harm there is one for every turn, with words that are true then.
    """

    code: str
    value: float
    params: Mapping[str, object] = {}
    subject: object = None
    """What two turns are compared in, whatever the words; None: the code."""
    is_deed: bool = False
    """Whether the words say what the turn does, and so are true without comparing it to another."""


class Turn(NamedTuple, Generic[A]):
    """A whole turn (or what is left of it), as actions up to its end or to the next chance."""

    actions: tuple[A, ...]
    prior: float
    """What the evaluation alone expects: the probability to win, 0 to 1."""


class Line(NamedTuple):
    """One turn of the play that is expected: who, and the actions in the notation."""

    seat: int
    actions: tuple[str, ...]


class Position(Protocol[A_co]):
    """One decision of one seat."""

    @property
    def turns(self) -> Sequence[Turn[Any]]:
        """The turns worth a thought, the best prior first; never empty."""
        ...

    def playout(self, turn: int, world: int) -> float:
        """Play a turn in a world, go on a little, and evaluate: the observer's probability to win, 0 to 1.

        The same arguments always give the same number: all chance of a world comes from its number and the
        position's seed, so that all turns meet the same luck.
        """
        ...

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """How play is expected to go on after a turn, in one world: whole turns that can be played there."""
        ...

    def terms(self, turn: int) -> Sequence[Term]:
        """What is thought of a turn, part by part: what `Analysis.reasons` compares."""
        ...


class Mind(Protocol[V_contra, A_co]):
    """A game's part of the search; made once, for one way to think (weights, knowledge)."""

    def position(
        self, view: V_contra, rng: RandomSource, width: int, truth: Any | None = None
    ) -> Position[A_co]:
        """The decision that is due in a view, with at most `width` turns.

        `truth` is the real state, for measuring what a bot would gain by peeking: what is hidden is in every
        world as it really is. Where playouts would then all be the same one, players in them wander: by
        the number of the world they play other good turns than the best. Without `truth` worlds are sampled
        from what the view allows, and nobody wanders (docs/decisions/0013-peeking.md).
        """
        ...
