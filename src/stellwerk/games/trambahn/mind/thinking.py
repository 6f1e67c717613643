"""How Trambahn's bots think: whole turns, judged by an evaluation and played out in possible worlds.

What a playout does and when it stops is decided here; how simulations are shared out between turns is decided
in `stellwerk.search`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.fast.kept import MOST_KEPT
from stellwerk.games.trambahn.law.notation import to_text
from stellwerk.games.trambahn.law.sample import sample
from stellwerk.games.trambahn.mind.reasons import share_of_a_point, terms
from stellwerk.search import Line, Turn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import View
    from stellwerk.games.trambahn.mind.evaluation import Weights
    from stellwerk.search import Term

SEEDS = 1 << 62
EXPECTED_TURNS = 3
"""The number of turns in an expected line of play."""


class Knowledge(NamedTuple):
    """What a mind knows and how far it looks. All numbers are at least 1."""

    weights: Weights
    depth: int = 2
    """How many turns a playout plays."""
    replies: int = 8
    """How many turns it chooses each of them from."""
    uses: int = 3
    """How many ways to use the other cards are considered for each choice of passengers: at most 25."""
    judged: int = 48
    """How many turns the evaluation judges one by one; the search considers only the best of them."""

    def check(self) -> None:
        """Raise `ValueError` for a number out of range."""
        for name, number in (("depth", self.depth), ("replies", self.replies), ("judged", self.judged)):
            if number < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")
        if not 1 <= self.uses <= MOST_KEPT:
            raise ValueError(f"uses must be from 1 to {MOST_KEPT}, not {self.uses}")


class TrambahnMind:
    """Makes a position for search out of each decision in Trambahn."""

    def __init__(self, knowledge: Knowledge) -> None:
        knowledge.check()
        self._knowledge = knowledge

    def position(
        self, view: View, rng: RandomSource, width: int, truth: State | None = None
    ) -> TrambahnPosition:
        """The decision that is due in a view, with at most `width` turns to compare."""
        return TrambahnPosition(self._knowledge, view, rng.randrange(SEEDS), width, truth)


class TrambahnPosition:
    """One decision: the turns worth considering, and playouts of them."""

    def __init__(self, knowledge: Knowledge, view: View, seed: int, width: int, truth: State | None) -> None:
        self._knowledge = knowledge
        self._chooser = knowledge.weights.chooser()
        self._view = view
        self._seed = seed
        self._truth = truth
        self._seat = view.turn
        self._worlds: dict[int, Core] = {}
        self._start = self._world(-1)
        self._moves: list[list[int]] = []
        self.turns: list[Turn[Action]] = [
            Turn(tuple(self._actions(moves)), prior) for moves, prior in self._candidates(width)
        ]

    def consider(self, actions: tuple[Action, ...]) -> int:
        """The number of a turn, which is added if it is a new one."""
        core, moves = self._start.copy(), []
        for action in actions:
            moves.append(core.encode(action))
            if moves[-1] != at.END_TURN:
                core.play(moves[-1])
        for number, known in enumerate(self._moves):
            if sorted(known) == sorted(moves):
                return number
        is_over = core.table[at.STEP] == at.OVER
        prior = core.outcome(self._seat) if is_over else self._chooser.net.evaluate(core, self._seat)
        self._moves.append(moves)
        self.turns.append(Turn(actions, prior))
        return len(self.turns) - 1

    def _candidates(self, width: int) -> Iterator[tuple[list[int], float]]:
        """The moves of the best turns, each with the evaluation's probability of winning."""
        chooser, knowledge = self._chooser, self._knowledge
        count = int(chooser.rank(self._start, knowledge.uses, max(width, knowledge.judged)))
        for place in range(min(width, count)):
            moves = chooser.turns.kept.moves_of(int(chooser.order[place]))
            self._moves.append(moves)
            yield moves, chooser.chances[place]

    def _actions(self, moves: list[int]) -> Iterator[Action]:
        core = self._start.copy()
        for move in moves:
            yield core.decode(move)
            core.play(move)

    def _world(self, number: int) -> Core:
        """The state of a possible world (the real state when peeking); copy it before playing on."""
        if number not in self._worlds:
            rng = Random(f"{self._seed}:{number}")  # noqa: S311 (possible worlds, not secrets)
            if self._truth is None:
                core = Core.from_view(self._view, rng)
            else:
                core = Core.from_state(self._truth)
                core.seed(1 + rng.randrange(at.WORD))
            self._worlds[number] = core
        return self._worlds[number]

    def _after(self, turn: int, world: int) -> Core:
        core = self._world(world).copy()
        for move in self._moves[turn]:
            core.play(move)
        return core

    def playout(self, turn: int, world: int) -> float:
        """The probability of winning after a turn and a few more."""
        knowledge = self._knowledge
        after = self._after(turn, world)
        return self._chooser.play_out(after, self._seat, knowledge.depth, knowledge.replies)

    def world(self, number: int) -> State:
        """The same world as a state of the law."""
        if self._truth is not None:
            return self._truth
        return sample(self._view, Random(f"{self._seed}:{number}"))  # noqa: S311 (possible worlds, not secrets)

    def line(self, turn: int, world: int) -> tuple[Line, ...]:
        """The next turns of both players in one world, as playouts choose them."""
        core, chooser = self._after(turn, world), self._chooser
        lines: list[Line] = []
        while len(lines) < EXPECTED_TURNS and core.table[at.STEP] != at.OVER:
            if core.table[at.STEP] == at.DRAWING:
                core.shuffle()
                continue
            seat, texts = int(core.table[at.TURN]), []
            chooser.rank(core, 1, self._knowledge.replies)
            for move in chooser.turns.kept.moves_of(int(chooser.order[0])):
                texts.append(to_text(core.decode(move)))
                core.play(move)
            lines.append(Line(seat, tuple(texts)))
        return tuple(lines)

    def terms(self, turn: int) -> Sequence[Term]:
        """What the evaluation likes and dislikes about a turn."""
        share = share_of_a_point(self._chooser.net, self._start, self.turns[0].prior)
        return terms(self._chooser.net, self._start, self._moves[turn], self.turns[turn].prior, share)
