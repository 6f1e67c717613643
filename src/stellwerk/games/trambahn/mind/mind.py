"""How Trambahn's bots think: whole turns, judged by an evaluation and played out in possible worlds.

What a playout does and when it stops is here; how simulations are shared out is in `stellwerk.search`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.core import Fast
from stellwerk.games.trambahn.fast.walk import STRIDE
from stellwerk.games.trambahn.law.notation import to_text
from stellwerk.games.trambahn.mind.reasons import share_of_a_point, terms
from stellwerk.search import Line, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.fast.turns import Turns
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import View
    from stellwerk.games.trambahn.mind.evaluation import Weights
    from stellwerk.search import Term

SEEDS = 1 << 62
EXPECTED_TURNS = 3
"""So far an expected line goes."""


class Knowledge(NamedTuple):
    """What a mind knows and how far it looks."""

    weights: Weights
    depth: int = 2
    """Turns that a playout plays on."""
    replies: int = 8
    """Turns that it chooses each of them from."""
    uses: int = 3
    """Ways to use the other cards that are considered for each choice of passengers."""
    judged: int = 48
    """Turns that the evaluation judges one by one, before the best of them are thought about."""


class TrambahnMind:
    """Thinks about Trambahn."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> TrambahnPosition:
        """The decision that is due in a view."""
        return TrambahnPosition(self._knowledge, view, rng.randrange(SEEDS), width, truth)


class TrambahnPosition:
    """One decision."""

    def __init__(self, knowledge: Knowledge, view: View, seed: int, width: int, truth: State | None) -> None:
        self._knowledge = knowledge
        self._player = knowledge.weights.player()
        self._view = view
        self._seed = seed
        self._truth = truth
        self._seat = view.turn
        self._worlds: dict[int, Fast] = {}
        self._start = self._world(-1)
        self._moves: list[list[int]] = []
        self.turns: Sequence[Turn[Action]] = [
            Turn(tuple(self._actions(moves)), prior) for moves, prior in self._candidates(width)
        ]

    def _candidates(self, width: int) -> Iterator[tuple[list[int], float]]:
        """The moves of the best turns, and what the evaluation says of them."""
        player, knowledge = self._player, self._knowledge
        count = int(player.rank(self._start, knowledge.uses, max(width, knowledge.judged)))
        for place in range(min(width, count)):
            moves = _moves_of(player.turns, int(player.order[place]))
            self._moves.append(moves)
            yield moves, player.chances[place]

    def _actions(self, moves: list[int]) -> Iterator[Action]:
        fast = self._start.copy()
        for move in moves:
            yield fast.decode(move)
            fast.play(move)

    def _world(self, number: int) -> Fast:
        """A state with this view (or the real one, when peeking), to be copied."""
        if number not in self._worlds:
            rng = Random(f"{self._seed}:{number}")  # noqa: S311 (possible worlds, not secrets)
            if self._truth is None:
                fast = Fast.from_view(self._view, rng)
            else:
                fast = Fast.from_state(self._truth)
                fast.seed(1 + rng.randrange(at.WORD))
            self._worlds[number] = fast
        return self._worlds[number]

    def _after(self, turn: int, world: int) -> Fast:
        fast = self._world(world).copy()
        for move in self._moves[turn]:
            fast.play(move)
        return fast

    def playout(self, turn: int, world: int) -> float:
        """The chance to win after a turn and a few more."""
        knowledge = self._knowledge
        return self._player.go_on(self._after(turn, world), self._seat, knowledge.depth, knowledge.replies)

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """The next turns of both players in one world, as playouts go."""
        fast, player = self._after(turn, world), self._player
        lines: list[Line] = []
        while len(lines) < EXPECTED_TURNS and fast.table[at.STEP] != at.OVER:
            if fast.table[at.STEP] == at.DRAWING:
                fast.shuffle()
                continue
            seat, texts = int(fast.table[at.TURN]), []
            player.rank(fast, 1, self._knowledge.replies)
            for move in _moves_of(player.turns, int(player.order[0])):
                texts.append(to_text(fast.decode(move)))
                fast.play(move)
            lines.append(Line(seat, tuple(texts)))
        return tuple(lines)

    def terms(self, turn: int) -> Sequence[Term]:
        """What the evaluation likes and dislikes about a turn."""
        share = share_of_a_point(self._player, self._start, self.turns[0].prior)
        return terms(self._player, self._start, self._moves[turn], self.turns[turn].prior, share)


def _moves_of(turns: Turns, place: int) -> list[int]:
    """The moves of a kept turn."""
    kept, first = turns.walk.turns, place * STRIDE
    return [int(kept[first + 1 + number]) for number in range(int(kept[first]))]
