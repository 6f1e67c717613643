"""How TransAmerica is reviewed: the round with open cities, and what can be inferred about hidden ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.deal import deal
from stellwerk.games.transamerica.fast.future import win_share
from stellwerk.games.transamerica.fast.moves import DEAL, encode
from stellwerk.games.transamerica.law.data import CITY_AT, COLOURS
from stellwerk.games.transamerica.mind.inference import hand_weights, unseen
from stellwerk.games.transamerica.mind.position import FUTURES, TransAmericaMind
from stellwerk.search import Look, Read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View

DECIDED: Final = 0.8
"""How much of a round its cities decide, as playouts show it: real players find ways that playouts do not."""
SPREAD: Final = 0x9E3779B1
"""Spreads the numbers of worlds over the generator's states."""


class TransAmericaAssessor:
    """Judges decisions with what rails tell about the others' cities."""

    mind: Final = TransAmericaMind(wander=False)
    since: Final = 7
    prior_weight: Final = 30.0
    patience: Final = 1
    contest: Final = 0
    has_stacks: Final = False
    power: Final = 2.2
    trust: Final = 1.0

    def outlook(self, state: State, seed: int) -> TransAmericaOutlook:
        """The table at a state in which a seat begins its turn."""
        return TransAmericaOutlook(state, seed)

    def reads(self, view: View) -> Sequence[Read]:
        """How likely each city of each colour is, for each opponent."""
        return tuple(_reads(view))

    def truth(self, state: State, read: Read) -> Collection[str]:
        """The city that the opponent really has."""
        return (CITY_AT[state.players[read.seat].cities[COLOURS.index(read.subject)]].name,)


class TransAmericaOutlook:
    """The round with open cities: only how everybody builds, and later rounds, are unknown."""

    most_worlds: int | None = None

    def __init__(self, state: State, seed: int) -> None:
        self._root = Core.from_state(state)
        self._game = self._root.copy()
        self._seed = seed

    def looks(self, actions: Sequence[Action], world: int) -> tuple[Look, Look]:
        """Everybody's share of the win after a turn, the rest of the round, and possible later rounds; and
        the same as if this round were one of the later ones, of which only the scores are known.

        If the turn ends the round, the next one is dealt and played too.
        """
        game = self._game
        game.become(self._root)
        game.random = ((self._seed + 1) * SPREAD + world * 7919 * SPREAD) >> 7 & 0xFFFFFFFF | 1
        rounds = game.rounds
        for action in actions:
            game.play(encode(action))
        if game.rounds > rounds and game.step == DEAL:
            deal(game)
        scores = Look(1 - DECIDED, self._later())
        game.scratch.player.begin(game, True)
        game.rollout()
        return Look(DECIDED, self._later()), scores

    def _later(self) -> tuple[float, ...]:
        """Everybody's share of the win if nothing but the scores is known."""
        game, random, found = self._game, self._game.random, []
        for seat in range(game.seats):
            game.random = random  # the same later rounds for everybody: the shares add up to 1
            found.append(win_share(game, seat, FUTURES))
        return tuple(found)


def _reads(view: View) -> Iterator[Read]:
    assert view.seat is not None
    cities = unseen(view, view.seat)
    for other, weights in hand_weights(view, view.seat).items():
        total = weights.sum()
        for axis, colour in enumerate(COLOURS):
            others = tuple(one for one in range(len(COLOURS)) if one != axis)
            chances = weights.sum(axis=others) / total
            named = [
                (CITY_AT[city].name, float(chance))
                for city, chance in zip(cities[axis], chances, strict=True)
            ]
            yield Read(other, colour, named, is_single=True)


ASSESSOR: Final = TransAmericaAssessor()
