"""What a bot is: it gets the view of its seat and the legal actions, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource

V_contra = TypeVar("V_contra", contravariant=True)
A = TypeVar("A")


class Bot(Protocol[V_contra, A]):
    """Somebody who chooses actions. May keep nothing between calls: the view holds what a player knows."""

    def choose(self, view: V_contra, legal: tuple[A, ...], rng: RandomSource) -> A:
        """One of the legal actions."""
        ...


class RandomBot:
    """Plays any legal action, all equally likely: the floor of every comparison."""

    def choose(self, view: object, legal: tuple[A, ...], rng: RandomSource) -> A:  # noqa: ARG002 (it looks at nothing)
        """Any of the legal actions."""
        return legal[rng.randrange(len(legal))]
