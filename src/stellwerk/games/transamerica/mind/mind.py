"""TransAmerica's part of the search: whole turns, worlds drawn by inference, playouts to a round's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.future import win_share
from stellwerk.games.transamerica.fast.moves import decode
from stellwerk.games.transamerica.fast.playout import Playouts
from stellwerk.games.transamerica.fast.scoring import take_losses
from stellwerk.games.transamerica.law.notation import to_text
from stellwerk.games.transamerica.mind.reasons import terms_of
from stellwerk.games.transamerica.mind.turns import plans_of
from stellwerk.games.transamerica.mind.worlds import Worlds
from stellwerk.search import Line, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View
    from stellwerk.games.transamerica.mind.turns import Plan
    from stellwerk.search import Term

SEEDS = 1 << 62
FUTURES = 24
SLOPE = 0.0025
"""How much of the win probability a point of the rating is worth."""
LOOKS = 16
"""Playouts that say what a position is worth before any search."""
LINE_TURNS = 8
"""How many turns of others and oneself are foretold."""


class TransAmericaMind:
    """Thinks about one round at a time; `believe` is whether others' rails tell it what they hold."""

    def __init__(self, believe: bool = True, looks: int = LOOKS, futures: int = FUTURES) -> None:
        self._believe = believe
        self._looks = looks
        self._futures = futures

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> TransAmericaPosition:
        """The decision that is due in a view; with `truth` all hold their real cities, and players wander."""
        root = Core.from_view(view, rng)
        hands = tuple(player.cities for player in truth.players) if truth else None
        worlds = Worlds(view, view.turn, rng.randrange(SEEDS), self._believe, hands)
        playouts = Playouts(root, self._futures, truth is not None)
        return TransAmericaPosition(root, worlds, plans_of(root, width), self._looks, playouts)


class TransAmericaPosition:
    """One decision of one seat."""

    def __init__(self, root: Core, worlds: Worlds, plans: list[Plan], looks: int, playouts: Playouts) -> None:
        self.root = root
        self.plans = plans
        self._worlds = worlds
        self._playouts = playouts
        self.played = [0] * len(plans)
        """In how many worlds, from 0 on, each turn was played out."""
        base = sum(self._run(0, world) for world in range(looks)) / looks if looks else 0.5
        best = plans[0].rating
        self.turns: Sequence[Turn[Action]] = [
            Turn(tuple(map(decode, plan.moves)), max(0.0, base - SLOPE * (plan.rating - best)))
            for plan in plans
        ]

    def playout(self, turn: int, world: int) -> float:
        """The share of the win after a turn, in a world."""
        self.played[turn] += 1
        return self._run(turn, world)

    def _run(self, turn: int, world: int) -> float:
        hidden = self._worlds[world]
        return self._playouts.run(self.plans[turn].moves, hidden.hands, hidden.seed)

    def losses(self, turn: int, world: int) -> list[int]:
        """What everybody loses in the round after a turn, in a world."""
        self._run(turn, world)
        return list(self._playouts.game.losses)

    def share(self, world: int, losses: Sequence[int]) -> float:
        """The share of the win if everybody loses so much in the round, by the later luck of a world."""
        game = self.root.copy()
        game.random = self._worlds[world].seed | 1
        for seat, loss in enumerate(losses):
            game.losses[seat] = loss
        take_losses(game)
        return win_share(game, self.root.turn, self._playouts.futures)

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """How the round is expected to go on after a turn, in one world."""
        hidden, playouts = self._worlds[world], self._playouts
        playouts.begin(self.plans[turn].moves, hidden.hands, hidden.seed)
        game, rounds = playouts.game, self.root.rounds
        lines: list[Line] = []
        while game.rounds == rounds and len(lines) < LINE_TURNS:
            seat, moves = game.turn, []
            while game.rounds == rounds and game.turn == seat:
                moves.append(to_text(decode(playouts.next_move())))
            lines.append(Line(seat, tuple(moves)))
        return tuple(lines)

    def terms(self, turn: int) -> Sequence[Term]:
        """What speaks for a turn."""
        return terms_of(self, turn, SLOPE)
