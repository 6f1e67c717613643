"""How Trambahn is reviewed: the table with open hands, and what can be inferred about the other's cards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.codes import flatten
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.law.sample import sample
from stellwerk.games.trambahn.mind.evaluation import learned
from stellwerk.games.trambahn.mind.thinking import Knowledge, TrambahnMind
from stellwerk.search import Look, Read

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State
    from stellwerk.games.trambahn.law.view import View

DEPTH: Final = 2
"""How many turns are played before the evaluation."""
REPLIES: Final = 8
READ_WORLDS: Final = 64
"""Number of worlds in which reads count cards."""
HAND, MONEY = "hand", "money"


class TrambahnAssessor:
    """Judges decisions with all that has been learned."""

    def __init__(self) -> None:
        self.mind = TrambahnMind(Knowledge(learned()))
        self.since = 4
        self.prior_weight = 30.0
        self.patience = 1
        self.contest = 0
        self.has_stacks = True
        self.power = 2.0
        self.trust = 1.0

    def outlook(self, state: State, seed: int) -> TrambahnOutlook:
        """The table at a state in which a seat begins its turn."""
        return TrambahnOutlook(state, seed)

    def reads(self, view: View) -> Sequence[Read]:
        """How likely each card is in the other player's hand and among its money."""
        return tuple(_reads(view))

    def truth(self, state: State, read: Read) -> Collection[str]:
        """The cards that are really there."""
        return _faces(state, read.seat, read.subject)


class TrambahnOutlook:
    """The table with open hands and the draw pile in unknown order."""

    most_worlds: int | None = None

    def __init__(self, state: State, seed: int) -> None:
        self._table, self._piles = flatten(state)
        self._chooser = learned().chooser()
        self._seed = seed
        self._draw = self._table[at.DRAW]

    def looks(self, actions: Sequence[Action], world: int) -> tuple[Look, Look]:
        """Both players' chances after a turn and a few more, with each of them as the last to move."""
        core = self._world(world)
        for action in actions:
            core.play(core.encode(action))
        first = self._chooser.play_out(core, 0, DEPTH, REPLIES)
        later = self._chooser.play_out(core, 0, DEPTH, REPLIES)  # goes on
        return Look(0.5, (first, 1.0 - first)), Look(0.5, (later, 1.0 - later))

    def _world(self, number: int) -> Core:
        rng = Random(f"{self._seed}:{number}")  # noqa: S311 (possible worlds, no secrets)
        pile = self._piles[: self._draw]
        rng.shuffle(pile)
        core = Core.from_flat(self._table, pile + self._piles[self._draw :])
        core.seed(1 + rng.randrange(at.WORD))
        return core


def _reads(view: View) -> Iterator[Read]:
    assert view.seat is not None
    other, rng = 1 - view.seat, Random(1)  # noqa: S311 (possible worlds, no secrets)
    worlds = [sample(view, rng) for _ in range(READ_WORLDS)]
    for subject in (HAND, MONEY):
        counts = Counter(face for world in worlds for face in _faces(world, other, subject))
        chances = [(face, (count + 0.5) / (READ_WORLDS + 1)) for face, count in sorted(counts.items())]
        yield Read(other, subject, chances, is_single=False)


def _faces(state: State, seat: int, subject: str) -> set[str]:
    player = state.players[seat]
    return set(player.hand if subject == HAND else player.money.cards)


ASSESSOR: Final = TrambahnAssessor()
