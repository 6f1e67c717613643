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
FEW_SEATS: Final = 3
"""A table with more players is crowded."""
BEAM: Final = 8
"""How many beginnings of a turn are followed in playouts."""
HORIZONS: Final = {2: 9, 3: 9, 4: 6, 5: 4}
"""How many turns are played out before the evaluation, by players: with more of them a turn takes longer."""
LEARNED_HORIZONS: Final = {2: 4, 3: 8, 4: 6, 5: 4}
"""The same with learned weights: between two players they judge so well that playouts can be short."""
WHOLE_HORIZONS: Final = {2: 4, 3: 3, 4: 4, 5: 5}
"""The same with a net that sees all lines together: one round, so that everybody has answered."""
WHOLE_WORLDS: Final = 2
"""In how many worlds such a playout is played, since it is short: its value is their mean.

In the second one the other seats play by the constants set by hand (decision 0063).
"""


class InterUrbanMind:
    """The weights of the evaluation, and how carefully playouts go on."""

    def __init__(
        self,
        weights: Weights = DEFAULT_WEIGHTS,
        beam: int = BEAM,
        horizon: int | None = None,
        crowded: Weights | None = None,
    ) -> None:
        self.weights = weights
        self.crowded = weights if crowded is None else crowded
        """The weights with more than three players."""
        self.beam = beam
        self.horizon = horizon
        """How many turns are played out; None: as many as suit a bot, by players."""

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> InterUrbanPosition:
        """The decision due in a view. With `truth` every world is the real one, and players wander."""
        seats = len(view.players)
        weights = self.weights if seats <= FEW_SEATS else self.crowded
        horizon = horizon_of(weights, seats) if self.horizon is None else self.horizon
        others = DEFAULT_WEIGHTS if weights.whole and seats > 2 else None
        playout = Playout(weights, self.beam, horizon, truth is not None, others)
        core = Core.from_view(view, rng) if truth is None else Core.from_state(truth)
        return InterUrbanPosition(core, playout, view, width, 1 + rng.randrange(SEEDS))


def horizon_of(weights: Weights, seats: int) -> int:
    """How many turns suit a bot."""
    if weights.whole:
        return WHOLE_HORIZONS[seats]
    return (LEARNED_HORIZONS if weights.learned else HORIZONS)[seats]


class BestTurns:
    """The best turns of a position by the evaluation, and their playouts."""

    def __init__(self, core: Core, playout: Playout, width: int, seed: int) -> None:
        self._core = core
        self._playout = playout
        self._seed = seed
        self._sees_whole = ask.sees_whole(playout, core)
        self._worlds = WHOLE_WORLDS if self._sees_whole else 1
        ask.find_all(playout.finder, core, width)
        best = playout.finder.best
        self._moves = [
            (int(best.moves[3 * place]), int(best.moves[3 * place + 1]), int(best.moves[3 * place + 2]))
            for place in range(best.count)
        ]
        chances = [best.chances[place] for place in range(best.count)]
        if self._sees_whole:
            chances = [playout.judge(core, *moves) for moves in self._moves]
            order = sorted(range(len(chances)), key=lambda place: (-chances[place], place))
            self._moves = [self._moves[place] for place in order]
            chances.sort(reverse=True)
        self.turns = [
            Turn(_play(core.copy(), moves), chances[place]) for place, moves in enumerate(self._moves)
        ]

    def playout(self, turn: int, world: int) -> float:
        """Play a turn in a world, some more turns, and evaluate."""
        moves, me = self._moves[turn], self._core.state[TURN]
        first = world * self._worlds
        values = [
            self._playout.playout(self._core, self._seed, number, me, *moves)
            for number in range(first, first + self._worlds)
        ]
        return sum(values) / self._worlds

    def play(self, turn: int, core: Core) -> None:
        """Play a turn at a table that stands like this position."""
        self._playout.play_turn(core, *self._moves[turn])


class InterUrbanPosition(BestTurns):
    """One decision."""

    def __init__(self, core: Core, playout: Playout, view: View, width: int, seed: int) -> None:
        super().__init__(core, playout, width, seed)
        self._view = view

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
        chance = (
            self._playout.judge(self._core, first, second, third)
            if self._sees_whole
            else ask.chance_after_turn(self._playout.finder.evaluation, after)
        )
        self.turns.append(Turn(actions, chance))
        return len(self.turns) - 1

    def world(self, number: int) -> State:
        """The same world as a state of the law; where a playout has several, the first of them."""
        core = self._playout.world(self._core, self._seed, number * self._worlds)
        state = sample(self._view, Random(1))  # noqa: S311 (only what is not face-down is kept of it)
        track, stations = ask.stacks_of(core)
        players = [replace(player, stack=own) for player, own in zip(state.players, stations, strict=True)]
        return replace(state, stack=track, players=tuple(players))

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """The turns expected after a turn in one world, one for each seat."""
        core = self._playout.world(self._core, self._seed, world * self._worlds)
        finder = self._playout.finder
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
