"""What a bot is: it gets the view of its seat and the legal actions, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.core.chance import RandomSource

V_contra = TypeVar("V_contra", contravariant=True)
V = TypeVar("V")
A = TypeVar("A")


class Bot(Protocol[V_contra, A]):
    """A player that chooses actions. It keeps nothing between calls: the view holds what a player knows."""

    def choose(self, view: V_contra, legal: tuple[A, ...], rng: RandomSource) -> A:
        """One of the legal actions."""
        ...


@runtime_checkable
class PlanningBot(Bot[V_contra, A], Protocol[V_contra, A]):
    """A bot that thinks in whole turns."""

    def plan(self, view: V_contra, legal: tuple[A, ...], rng: RandomSource) -> tuple[A, ...]:
        """Its next actions, of which the first is legal now; at most up to the end of its turn."""
        ...


class Seated(Generic[V, A]):
    """A bot at a seat. It is asked for a new plan when the last one is used up or somebody else has acted."""

    def __init__(self, bot: Bot[V, A], rng: RandomSource) -> None:
        self._bot = bot
        self._rng = rng
        self._rest: tuple[A, ...] = ()
        self._number = 0

    def choose(self, number: int, view: Callable[[], V], legal: tuple[A, ...]) -> A:
        """The bot's action at this number of the record."""
        if not (self._rest and number == self._number + 1 and self._rest[0] in legal):
            self._rest = plan_of(self._bot, view(), legal, self._rng)
        self._number = number
        action, *rest = self._rest
        self._rest = tuple(rest)
        return action


def plan_of(bot: Bot[V, A], view: V, legal: tuple[A, ...], rng: RandomSource) -> tuple[A, ...]:
    """A bot's next actions: its plan, or a single action if it makes no plans."""
    if isinstance(bot, PlanningBot):
        if plan := tuple(bot.plan(view, legal, rng)):
            return plan
        raise ValueError("a plan needs at least one action")
    return (bot.choose(view, legal, rng),)


def within(bot: Bot[V, A], seconds: float) -> Bot[V, A]:
    """The bot with a time limit for each plan, if it can keep one."""
    limited = getattr(bot, "within", None)
    return bot if limited is None else cast("Bot[V, A]", limited(seconds))


class RandomBot:
    """Plays any legal action, all equally likely: the floor of every comparison."""

    def choose(self, view: object, legal: tuple[A, ...], rng: RandomSource) -> A:  # noqa: ARG002 (it looks at nothing)
        """Any of the legal actions."""
        return legal[rng.randrange(len(legal))]
