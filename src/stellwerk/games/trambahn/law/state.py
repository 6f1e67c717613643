"""The state of a game of Trambahn: where everything lies at one moment. States are replaced, never changed.

A state also holds what has been seen: who knows the face of each face-down card, and what each observer
remembers of the draw pile (see `memory`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

import msgspec

from stellwerk.core.setup import Since
from stellwerk.games.trambahn.law.data import (
    CONDUCTOR,
    LAST_STOP,
    LINE_OF,
    POINTS_OF,
    VALUE_OF,
    Card,
    Line,
    Tram,
)


class Options(msgspec.Struct, frozen=True, gc=False):
    """Rules that groups play differently."""

    new_rows: Literal["blocked", "free"] = "blocked"
    """TB-3.2.4"""
    max_trams_per_turn: Literal[2, 3] = 3
    """TB-3.4.1"""
    halving: Literal["down", "up"] = "down"
    """TB-3.5.4"""
    points_of_nine: Annotated[Literal[2, 3], Since(2, before=2)] = 2
    """TB-1.2"""
    reshuffle: Annotated[Literal["needed", "empty"], Since(2, before="needed")] = "needed"
    """TB-3.5.3"""


class Step(IntEnum):
    """The step of the game; a turn goes from PASSENGERS to DRAWING in this order (TB-3.0)."""

    DEAL = 0
    """Chance has to shuffle and deal."""
    PASSENGERS = 1
    STOPS = 2
    INCOME = 3
    TRAMS = 4
    DRAWING = 5
    """Chance has to make a new draw pile, before the turn can pass on (TB-3.5.3)."""
    OVER = 6


class Row(msgspec.Struct, frozen=True, gc=False):
    """A row of stops of one line, perhaps with conductors in front and a tram."""

    number: int
    stops: tuple[Card, ...]
    conductors: int = 0
    tram: Tram | None = None

    @property
    def line(self) -> Line:
        """The line that all its stops belong to."""
        return LINE_OF[self.stops[0]]

    @property
    def end(self) -> int:
        """The value that the next stop must exceed."""
        return VALUE_OF[self.stops[-1]]

    @property
    def is_open(self) -> bool:
        """True until a 10 closes the row (TB-3.2.3)."""
        return self.end < LAST_STOP

    @property
    def size(self) -> int:
        """How many cards it holds, not counting the tram."""
        return self.conductors + len(self.stops)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All its cards from left to right."""
        return (CONDUCTOR,) * self.conductors + self.stops

    def points(self, nine: int) -> int:
        """The sum of the points on its stops, where a 9 counts `nine` (TB-1.2)."""
        return sum([POINTS_OF[nine][stop] for stop in self.stops])

    def worth(self, nine: int) -> int:
        """The points it would score now (TB-4.1, TB-4.2)."""
        return 0 if self.tram is None else self.tram * self.points(nine)


class Pile(msgspec.Struct, frozen=True, gc=False):
    """Face-down cards, the last one on top, each with marks that say who has seen its face (see `memory`)."""

    cards: tuple[Card, ...] = ()
    seen: tuple[int, ...] = ()

    def put(self, cards: tuple[Card, ...], seen: int) -> Pile:
        """The pile with these cards on top, all with the same marks."""
        return Pile(self.cards + cards, self.seen + (seen,) * len(cards))

    def split(self, top: int) -> tuple[Pile, Pile]:
        """The cards that stay, and the `top` uppermost cards, in the order they lay."""
        cut = len(self.cards) - top
        return Pile(self.cards[:cut], self.seen[:cut]), Pile(self.cards[cut:], self.seen[cut:])

    def add(self, other: Pile) -> Pile:
        """The pile with another pile on top."""
        return Pile(self.cards + other.cards, self.seen + other.seen)


class Player(msgspec.Struct, frozen=True, gc=False):
    """Everything that belongs to one player."""

    hand: tuple[Card, ...] = ()
    """In the order of the notation, so that nobody can tell in which order cards were drawn."""
    money: Pile = Pile()
    rows: tuple[Row, ...] = ()
    next_row: int = 1
    """The number of the next row; no number is used twice."""
    drawn: int = 0
    """Cards drawn from the current draw pile."""


class Run(msgspec.Struct, frozen=True, gc=False):
    """One of the ten runs on the score sheet (TB-4.1)."""

    line: Line
    points: tuple[int, int]


class SpecialRun(msgspec.Struct, frozen=True, gc=False):
    """An entry in the score sheet's column for special runs (TB-4.3)."""

    seat: int
    row: int
    line: Line
    points: int


class State(msgspec.Struct, frozen=True, gc=False):
    """The complete state of a game, including what is hidden."""

    options: Options
    rules_version: int
    start_seat: int
    turn: int
    """The seat whose turn it is."""
    step: Step
    passengers: int
    """Passengers played in this turn."""
    trams: int
    """Trams bought in this turn."""
    players: tuple[Player, Player]
    draw: tuple[Card, ...]
    """The draw pile; the next card comes first."""
    discard: Pile
    terminals: tuple[tuple[Card, ...], ...]
    """The waiting passengers of each line."""
    offer: tuple[Tram, ...]
    stack: tuple[Tram, ...]
    runs: tuple[Run, ...] = ()
    special_runs: tuple[SpecialRun, ...] = ()
    memory: tuple[tuple[Card, ...], ...] = ((), (), ())
    """What seat 0, seat 1 and a spectator remember of the draw pile."""

    def seats_with(self, player: Player) -> tuple[Player, Player]:
        """Both players, with `player` in place of the one whose turn it is."""
        first, second = self.players
        return (player, second) if self.turn == 0 else (first, player)
