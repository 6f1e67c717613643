"""What `stellwerk.search` needs to know about InterUrban: the good turns of a position, and their playouts.

The work is done in the fast core; this module translates between its moves and the law's actions. How hard a
bot thinks is in `levels`, what it says about its turns in `reasons`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from stellwerk.games.interurban.fast import ask
from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import END_TURN, REASON, SEATS, TURN, TURNS
from stellwerk.games.interurban.fast.playout import Playout
from stellwerk.games.interurban.fast.read import decode, encode
from stellwerk.games.interurban.fast.worth import Weights
from stellwerk.games.interurban.law.actions import EndTurn
from stellwerk.games.interurban.law.notation import to_text
from stellwerk.games.interurban.law.sample import sample
from stellwerk.games.interurban.mind.reasons import turn_terms
from stellwerk.search import Line, Term, Turn

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State
    from stellwerk.games.interurban.law.view import View

SEEDS: Final = (1 << 31) - 1
DEFAULT_WEIGHTS: Final = Weights()
BEAM: Final = 8
"""How many beginnings of a turn are followed in playouts."""
HORIZONS: Final = {2: 9, 3: 9, 4: 6, 5: 4}
"""How many turns are played out before the evaluation, by players: with more of them a turn takes longer."""
LEARNED_HORIZONS: Final = {2: 4, 3: 8, 4: 6, 5: 4}
"""The same with learned weights: between two players they judge so well that playouts can be short."""


class InterUrbanMind:
    """The weights of the evaluation, and how carefully playouts go on."""

    def __init__(
        self,
        weights: Weights = DEFAULT_WEIGHTS,
        beam: int = BEAM,
        with_more: Weights | None = None,
        horizon: int | None = None,
    ) -> None:
        self.weights = weights
        self.beam = beam
        self.with_more = weights if with_more is None else with_more
        """The weights with more than two players."""
        self.horizon = horizon
        """How many turns are played out; None: as many as suit a bot, by players."""

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> InterUrbanPosition:
        """The decision due in a view. With `truth` every world is the real one, and players wander."""
        seats = len(view.players)
        weights = self.weights if seats == 2 else self.with_more
        horizons = LEARNED_HORIZONS if weights.learned else HORIZONS
        horizon = horizons[seats] if self.horizon is None else self.horizon
        playout = Playout(weights, self.beam, horizon, truth is not None)
        core = Core.from_view(view, rng) if truth is None else Core.from_state(truth)
        return InterUrbanPosition(core, playout, view, width, 1 + rng.randrange(SEEDS))


class InterUrbanPosition:
    """One decision: the best turns by the evaluation, and their playouts."""

    def __init__(self, core: Core, playout: Playout, view: View, width: int, seed: int) -> None:
        self._core = core
        self._playout = playout
        self._view = view
        self._seed = seed
        ask.find_all(playout.finder, core, width)
        best = playout.finder.best
        self._moves = [
            (int(best.moves[3 * place]), int(best.moves[3 * place + 1]), int(best.moves[3 * place + 2]))
            for place in range(best.count)
        ]
        self.turns = [
            Turn(_play(core.copy(), moves), best.chances[place]) for place, moves in enumerate(self._moves)
        ]

    def consider(self, actions: tuple[Action, ...]) -> int:
        """The number of a turn, which is added if it is a new one."""
        laid = [move for move in map(encode, actions) if move != END_TURN] or [END_TURN]
        for number, known in enumerate(self._moves):
            if sorted(move for move in known if move) == sorted(laid):
                return number
        after = self._core.copy()
        for move in laid:
            if move != END_TURN:
                after.lay(move)
        first, second, third = (*laid, 0, 0)[:3]
        self._moves.append((first, second, third))
        self.turns.append(Turn(actions, ask.chance_after_turn(self._playout.finder.evaluation, after)))
        return len(self.turns) - 1

    def playout(self, turn: int, world: int) -> float:
        """Play a turn in a world, some more turns, and evaluate."""
        moves = self._moves[turn]
        return self._playout.playout(self._core, self._seed, world, self._core.state[TURN], *moves)

    def world(self, number: int) -> State:
        """The same world as a state of the law."""
        core = self._playout.world(self._core, self._seed, number)
        state = sample(self._view, Random(1))  # noqa: S311 (only what is not face-down is kept of it)
        track, stations = ask.stacks_of(core)
        players = [replace(player, stack=own) for player, own in zip(state.players, stations, strict=True)]
        return replace(state, stack=track, players=tuple(players))

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """The turns expected after a turn in one world, one for each seat."""
        core, finder = self._playout.world(self._core, self._seed, world), self._playout.finder
        _play(core, self._moves[turn])
        expected: list[Line] = []
        while len(expected) < self._core.state[SEATS] and not core.state[REASON]:
            ask.find_few(finder, core, self._playout.beam, 1)
            first, second, third = (int(finder.best.moves[place]) for place in range(3))
            seat = int(core.state[TURN])
            expected.append(Line(seat, tuple(map(to_text, _play(core, (first, second, third))))))
        return tuple(expected)

    def terms(self, turn: int) -> tuple[Term, ...]:
        """What the turn changes, line by line."""
        after = self._core.copy()
        for move in self._moves[turn]:
            if move not in (0, END_TURN):
                after.lay(move)
        return turn_terms(self._playout.finder.evaluation, self._view, self._core, after)


def _play(core: Core, moves: tuple[int, int, int]) -> tuple[Action, ...]:
    """Play a turn and return its actions, with an explicit end of the turn where more could be laid."""
    turns, actions = core.state[TURNS], []
    for move in moves:
        if move:
            actions.append(decode(move))
            core.play(move)
    if core.state[TURNS] == turns and not core.state[REASON]:
        actions.append(EndTurn())
        core.play(END_TURN)
    return tuple(actions)
