"""How bots think about InterUrban: whole turns, possible worlds, and what speaks for a turn.

The work is done in the fast core; this module hands it to `stellwerk.search` and puts numbers into words. It
leaves out how hard a bot thinks: that is `levels`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.fast.core import FastTable
from stellwerk.games.interurban.fast.layout import END_TURN, REASON, SEATS, TURN, TURNS
from stellwerk.games.interurban.fast.playout import Playout
from stellwerk.games.interurban.fast.read import decode
from stellwerk.games.interurban.fast.value import Weights
from stellwerk.games.interurban.law.actions import EndTurn
from stellwerk.games.interurban.law.notation import to_text
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
"""So many beginnings of a turn are followed in playouts."""
HORIZONS: Final = {2: 9, 3: 9, 4: 6, 5: 4}
"""By players, so many turns are played out before the evaluation: with more of them a turn takes longer."""


class InterUrbanMind:
    """The evaluation with its weights, and how playouts go on."""

    def __init__(self, weights: Weights = DEFAULT_WEIGHTS, beam: int = BEAM) -> None:
        self.weights = weights
        self.beam = beam

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> InterUrbanPosition:
        """The decision that is due in a view; with `truth` worlds are the real one, and players wander."""
        playout = Playout(self.weights, self.beam, HORIZONS[len(view.players)], truth is not None)
        table = FastTable.from_view(view, rng) if truth is None else FastTable.from_state(truth)
        return InterUrbanPosition(table, playout, view, width, 1 + rng.randrange(SEEDS))


class InterUrbanPosition:
    """One decision: the best turns by the evaluation, and their playouts."""

    def __init__(self, table: FastTable, playout: Playout, view: View, width: int, seed: int) -> None:
        self._table = table
        self._playout = playout
        self._view = view
        self._seed = seed
        found = playout.turns
        found.find_all(table.board, table.state, width)
        best = found.best
        self._moves = [
            (int(best.moves[3 * place]), int(best.moves[3 * place + 1]), int(best.moves[3 * place + 2]))
            for place in range(best.count)
        ]
        self.turns = [
            Turn(_play(table.copy(), moves), best.chances[place]) for place, moves in enumerate(self._moves)
        ]

    def playout(self, turn: int, world: int) -> float:
        """A turn in a world, some turns more, and the evaluation."""
        moves = self._moves[turn]
        return self._playout.playout(self._table, self._seed, world, self._table.state[TURN], *moves)

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """The turns that are expected after a turn, one of each seat, in one world."""
        table, found = self._playout.world(self._table, self._seed, world), self._playout.turns
        _play(table, self._moves[turn])
        expected: list[Line] = []
        while len(expected) < self._table.state[SEATS] and not table.state[REASON]:
            found.find_few(table.board, table.state, self._playout.beam, 1)
            first, second, third = (int(found.best.moves[place]) for place in range(3))
            seat = int(table.state[TURN])
            expected.append(Line(seat, tuple(map(to_text, _play(table, (first, second, third))))))
        return tuple(expected)

    def terms(self, turn: int) -> tuple[Term, ...]:
        """What the turn changes for the better, line by line."""
        after = self._table.copy()
        for move in self._moves[turn]:
            if move not in (0, END_TURN):
                after.lay(move)
        return turn_terms(self._playout.turns.value, self._view, self._table, after)


def _play(table: FastTable, moves: tuple[int, int, int]) -> tuple[Action, ...]:
    """Play a turn and give its actions: it is ended explicitly if more could be laid."""
    turns, actions = table.state[TURNS], []
    for move in moves:
        if move:
            actions.append(decode(move))
            table.play(move)
    if table.state[TURNS] == turns and not table.state[REASON]:
        actions.append(EndTurn())
        table.play(END_TURN)
    return tuple(actions)
