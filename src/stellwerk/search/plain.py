"""A mind for any game, on its law alone, for authors of new games; no level of the games here uses it.

It gives a new game an opponent that searches, before there is an evaluation or a fast core, and something to
measure those against. The tests let it play every game. Its turns are the legal actions, each completed at
random; its playouts are random to the end of the game. It plays soundly but slowly, and explains nothing.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from stellwerk.core.game import CHANCE
from stellwerk.search.assessor import Look
from stellwerk.search.mind import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.core.game import AnyGame
    from stellwerk.search.assessor import Read
    from stellwerk.search.mind import Line, Term

SEEDS = 1 << 62


class PlainMind:
    """Thinks about a game through its law."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def position(self, view: Any, rng: RandomSource, width: int, truth: Any | None = None) -> PlainPosition:
        """The decision that is due in a view."""
        return PlainPosition(self._game, view, rng.randrange(SEEDS), width, truth)


class PlainPosition:
    """One decision, on the law."""

    def __init__(self, game: AnyGame, view: Any, seed: int, width: int, truth: Any | None) -> None:
        self._game = game
        self._view = view
        self._seed = seed
        self._truth = truth
        world = self._world(-1)
        actor = game.actor(world)
        assert actor is not None, "a view is only thought about when a seat has to act"
        self._seat: int = actor
        self.turns: list[Turn[Any]] = self._make_turns(world, width)

    def consider(self, actions: tuple[Any, ...]) -> int:
        """The number of a turn, which is added if it is a new one."""
        for number, turn in enumerate(self.turns):
            if sorted(map(self._game.to_text, turn.actions)) == sorted(map(self._game.to_text, actions)):
                return number
        self.turns.append(Turn(actions, 0.5))
        return len(self.turns) - 1

    def playout(self, turn: int, world: int) -> float:
        """The seat's share of the win after a turn and random play to the end."""
        game, rng = self._game, self._random(world)
        state = self._world(world)
        for action in self.turns[turn].actions:
            if game.actor(state) != self._seat or action not in game.legal(state):
                break  # in this world the rest of the turn cannot be played
            state = game.apply(state, action)
        return _random_shares(game, state, rng, (self._seat,))[0]

    def world(self, number: int) -> Any:
        """The state of a world."""
        return self._world(number)

    def line(self, turn: int, world: int) -> tuple[Line, ...]:  # noqa: ARG002 (random play expects nothing)
        """Nothing is expected."""
        return ()

    def terms(self, turn: int) -> Sequence[Term]:  # noqa: ARG002 (there is no evaluation)
        """There is no evaluation."""
        return ()

    def _random(self, world: int) -> Random:
        return Random(f"{self._seed}:{world}")  # noqa: S311 (no secret)

    def _world(self, number: int) -> Any:
        if self._truth is not None:
            return self._truth
        return self._game.sample(self._view, Random(f"{self._seed}:world:{number}"))  # noqa: S311 (no secret)

    def _make_turns(self, world: Any, width: int) -> list[Turn[Any]]:
        """The legal actions, each with a random rest of the turn; at most `width` of them."""
        rng = self._random(-1)
        first = list(self._game.legal(world))
        rng.shuffle(first)
        return [Turn(self._complete(world, action, rng), 0.5) for action in first[:width]]

    def _complete(self, state: Any, action: Any, rng: Random) -> tuple[Any, ...]:
        actions = [action]
        state = self._game.apply(state, action)
        while self._game.actor(state) == self._seat:
            actions.append(_any(self._game, state, rng))
            state = self._game.apply(state, actions[-1])
        return tuple(actions)


class PlainAssessor:
    """Reviews a game through its law: every face-down thing that is not dealt by chance counts as open."""

    since = 1
    prior_weight = 0.0
    patience = 1
    contest = 0
    has_stacks = True
    power = 1.0
    trust = 1.0

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.mind = PlainMind(game)

    def outlook(self, state: Any, seed: int) -> PlainOutlook:
        """The table at a state in which a seat begins its turn."""
        return PlainOutlook(self._game, state, seed)

    def reads(self, view: Any) -> Sequence[Read]:  # noqa: ARG002 (the law alone infers nothing)
        """Nothing is inferred."""
        return ()

    def truth(self, state: Any, read: Read) -> Sequence[str]:  # noqa: ARG002 (there are no reads)
        """Nothing is asked."""
        return ()


class PlainOutlook:
    """The table with open hands, played out at random."""

    most_worlds: int | None = None

    def __init__(self, game: AnyGame, state: Any, seed: int) -> None:
        self._game = game
        self._state = state
        self._seed = seed

    def looks(self, actions: Sequence[Any], world: int) -> tuple[Look]:
        """Everybody's share of the win after a turn and random play to the end."""
        game, state = self._game, self._state
        for action in actions:
            state = game.apply(state, action)
        rng = Random(f"{self._seed}:{world}")  # noqa: S311 (no secret)
        seats = range(len(game.standing(game.view(state, None))))
        return (Look(1.0, _random_shares(game, state, rng, seats)),)


def _random_shares(game: AnyGame, state: Any, rng: Random, seats: Iterable[int]) -> tuple[float, ...]:
    """The shares of the win of some seats after random play to the end."""
    while (actor := game.actor(state)) is not None:
        state = game.apply(state, game.chance(state, rng) if actor == CHANCE else _any(game, state, rng))
    result = game.result(state)
    assert result is not None, "a game in which nobody has to act is over"
    return tuple((seat in result.winners) / len(result.winners) for seat in seats)


def _any(game: AnyGame, state: Any, rng: Random) -> Any:
    legal = game.legal(state)
    return legal[rng.randrange(len(legal))]
