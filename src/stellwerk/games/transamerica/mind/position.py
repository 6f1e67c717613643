"""What the search needs of TransAmerica: a decision with its turns, its possible worlds and its playouts.

A playout goes to the end of the round; what the scores are worth then is estimated by `fast.future`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.future import win_share
from stellwerk.games.transamerica.fast.moves import decode, encode
from stellwerk.games.transamerica.fast.playout import Playouts
from stellwerk.games.transamerica.fast.replies import Replies, Tree
from stellwerk.games.transamerica.fast.scoring import take_losses
from stellwerk.games.transamerica.law.notation import to_text
from stellwerk.games.transamerica.law.sample import sample
from stellwerk.games.transamerica.mind.possible_worlds import PossibleWorlds
from stellwerk.games.transamerica.mind.reasons import terms_of
from stellwerk.games.transamerica.mind.turns import best_turns, rated_turn
from stellwerk.search import Line, Turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.fast.forecast import Forecast
    from stellwerk.games.transamerica.law.actions import Action
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View
    from stellwerk.games.transamerica.mind.turns import RatedTurn
    from stellwerk.search import Term

SEEDS = 1 << 62
FUTURES = 24
"""How many possible rests of the game are averaged after each playout."""
SLOPE = 0.0025
"""How much win probability one point of a turn's rating is worth."""
LOOKS = 16
"""How many playouts of the best turn estimate a position before the search."""
FEW_SEATS = 2
"""With more players nobody's replies are thought about."""
THOUGHT_WORLDS = 16
"""In how many worlds replies are thought about; they are met again and again, and known better each time."""
LINE_TURNS = 8
"""How many turns, everybody's counted, a predicted line has at most."""


class TransAmericaMind:
    """Makes positions; with `believe`, hands that explain the rails of opponents are more likely.

    With `wander`, players in playouts may put off a city. A mind that knows little else has that variety from
    the hands it deals; one that is nearly sure of a hand would take a single guess of the play for certain.
    With a forecast, rounds are not played out: it says after the turn how they end. With `thoughts`, between
    two players, a playout is the mean of that many in which next turns are thought about (`fast.replies`).
    """

    def __init__(
        self,
        believe: bool = True,
        looks: int = LOOKS,
        futures: int = FUTURES,
        wander: bool = True,
        forecast: Forecast | None = None,
        thoughts: int = 0,
    ) -> None:
        self._thoughts = thoughts
        self._believe = believe
        self._wander = wander
        self._looks = looks
        self._futures = futures
        self._forecast = forecast

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> TransAmericaPosition:
        """The decision due in a view. With `truth` everybody holds their real cities, and players wander."""
        root = Core.from_view(view, rng)
        hands = tuple(player.cities for player in truth.players) if truth else None
        worlds = PossibleWorlds(view, view.turn, rng.randrange(SEEDS), self._believe, hands)
        playouts = Playouts(root, self._futures, self._wander or truth is not None, self._forecast)
        thoughts = self._thoughts if root.seats <= FEW_SEATS else 0
        return TransAmericaPosition(
            view, root, worlds, best_turns(root, width), self._looks, playouts, thoughts
        )


class TransAmericaPosition:
    """One decision of one seat."""

    def __init__(
        self,
        view: View,
        root: Core,
        worlds: PossibleWorlds,
        rated: list[RatedTurn],
        looks: int,
        playouts: Playouts,
        thoughts: int = 0,
    ) -> None:
        self._view = view
        self.root = root
        self.rated = rated
        self._worlds = worlds
        self._playouts = playouts
        self._thoughts = thoughts
        self._replies = Replies(root)
        self._trees: dict[tuple[int, int], Tree] = {}
        """What is known about replies, by turn and world."""
        self.played = [0] * len(rated)
        """How many worlds each turn was played out in; they are counted from world 0."""
        base = sum(self._run(0, world) for world in range(looks)) / looks if looks else 0.5
        best = rated[0].rating
        settled = 1 if root.announce else None  # TA-V.3: the first rail may tell who is connected
        self.turns: list[Turn[Action]] = [
            Turn(tuple(map(decode, turn.moves)), max(0.0, base - SLOPE * (turn.rating - best)), settled)
            for turn in rated
        ]

    def consider(self, actions: tuple[Action, ...]) -> int:
        """The number of a turn, which is added if it is a new one."""
        moves = tuple(int(encode(action)) for action in actions)
        for number, known in enumerate(self.rated):
            if frozenset(known.moves) == frozenset(moves):
                return number
        turn, first = rated_turn(self.root, moves), self.turns[0]
        prior = first.prior - SLOPE * (turn.rating - self.rated[0].rating)
        self.rated.append(turn)
        self.played.append(0)
        self.turns.append(Turn(actions, max(0.0, prior), first.settled))
        return len(self.turns) - 1

    def playout(self, turn: int, world: int) -> float:
        """The share of the win after playing a turn out in a world."""
        self.played[turn] += 1
        return self._value(turn, world)

    def _value(self, turn: int, world: int) -> float:
        """The value of a simple playout, or the mean of `thoughts` playouts of the tree in this world."""
        if not self._thoughts:
            return self._run(turn, world)
        again, number = divmod(world, THOUGHT_WORLDS)
        tree = self._tree(turn, number)
        if tree is None:
            return self._run(turn, world)
        last = (again + 1) * self._thoughts
        for times in range(len(tree.values), last):
            others = self._worlds[(number + 1 + times) % THOUGHT_WORLDS].hands
            share = self._replies.play_out(tree, self.root.turn, others, self._playouts.futures)
            tree.values.append(share)
        return sum(tree.values[last - self._thoughts : last]) / self._thoughts

    def _tree(self, turn: int, world: int) -> Tree | None:
        """The tree below a turn in a world; None if the turn ends the round."""
        if (turn, world) not in self._trees:
            hidden, playouts = self._worlds[world], self._playouts
            playouts.begin(self.rated[turn].moves, hidden.hands, hidden.seed)
            if playouts.game.rounds != self.root.rounds:
                return None
            self._trees[turn, world] = Tree(playouts.game)
        return self._trees[turn, world]

    def _run(self, turn: int, world: int) -> float:
        hidden = self._worlds[world]
        return self._playouts.run(self.rated[turn].moves, hidden.hands, hidden.seed)

    def compared(self, turn: int, most: int) -> range:
        """Up to `most` worlds in which to compare a turn with the first one.

        If replies are thought about, the last that both have met: there they are known best.
        """
        if not self._thoughts:
            return range(min(most, self.played[turn]))
        met = min(self.played[0], self.played[turn])
        return range(max(0, met - most), met)

    def losses(self, turn: int, world: int) -> list[int]:
        """What each seat loses in the round after a turn, in a world; with several playouts, in the first."""
        if self._thoughts:
            self._value(turn, world)
            again, number = divmod(world, THOUGHT_WORLDS)
            if tree := self._tree(turn, number):
                return list(tree.losses[again * self._thoughts])
        self._run(turn, world)
        return list(self._playouts.game.losses)

    def share(self, world: int, losses: Sequence[int]) -> float:
        """The share of the win if the round ends with these losses, with the later luck of a world."""
        game = self.root.copy()
        game.random = self._worlds[world].seed | 1
        for seat, loss in enumerate(losses):
            game.losses[seat] = loss
        take_losses(game)
        return win_share(game, self.root.turn, self._playouts.futures)

    def world(self, number: int) -> State:
        """The same world as a state of the law."""
        state = sample(self._view, Random(1))  # noqa: S311 (only what is not hidden is kept of it)
        hands = self._worlds[number].hands
        players = [replace(player, cities=hand) for player, hand in zip(state.players, hands, strict=True)]
        return replace(state, players=tuple(players))

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """How the round is expected to go on after a turn, in one world."""
        hidden, playouts = self._worlds[world], self._playouts
        playouts.begin(self.rated[turn].moves, hidden.hands, hidden.seed)
        game, rounds = playouts.game, self.root.rounds
        lines: list[Line] = []
        while game.rounds == rounds and len(lines) < LINE_TURNS:
            seat, moves = game.turn, []
            while game.rounds == rounds and game.turn == seat:
                moves.append(to_text(decode(playouts.next_move())))
            lines.append(Line(seat, tuple(moves)))
        return tuple(lines)

    def terms(self, turn: int) -> Sequence[Term]:
        """What speaks for a turn, part by part."""
        return terms_of(self, turn, SLOPE)
