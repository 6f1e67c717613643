"""The turns that the generator keeps, as moves in one flat list.

    moves   | length, move, move, …, END_TURN, unused | length, move, … |
              0                                         16                 (STRIDE numbers for each turn)

Turns with the same passengers lie side by side. Each such group keeps its best turns only, so that the choice
of passengers stays wide. A turn that ends the game has no `END_TURN`.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

GROUPS: Final = 40
"""The most ways to choose passengers: four different stops and two conductors in hand."""
MOST_KEPT: Final = 25
"""The most turns that a group can keep."""
TURNS: Final = GROUPS * MOST_KEPT
STRIDE: Final = 16
"""At most 2 passengers, 5 other cards, 3 trams, the end of the turn, and the length before them."""


@final
class KeptTurns:
    """Turns in the order they were found, with their values."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.values = vec[float]([0.0] * TURNS)
        """The final lead that the linear evaluation expects after each turn."""
        self.moves = vec[i64]([0] * (TURNS * STRIDE))
        self._most: i64 = 1
        """How many turns a group keeps."""
        self._group: i64 = 0
        """Where the last group begins."""

    def clear(self, most: i64) -> None:
        """Forget all turns; from now on each group keeps the best `most`, 1 to `MOST_KEPT`."""
        self.count = 0
        self._most = most

    def begin_group(self) -> None:
        """Begin a group of turns with the same passengers."""
        self._group = self.count

    def place_for(self, value: float) -> i64:
        """Make room for a turn of this value in the last group; return its place, or -1 if it is too bad."""
        place = self.count
        if place - self._group == self._most:
            place = self._worst()
            if value <= self.values[place]:
                return -1
        else:
            self.count += 1
        self.values[place] = value
        self.moves[place * STRIDE] = 0
        return place

    def _worst(self) -> i64:
        worst = self._group
        place: i64 = worst + 1
        while place < self.count:
            if self.values[place] < self.values[worst]:
                worst = place
            place += 1
        return worst

    def add(self, place: i64, move: i64) -> None:
        """Add a move to the turn at a place."""
        start: i64 = place * STRIDE
        self.moves[start] += 1
        self.moves[start + self.moves[start]] = move

    def moves_of(self, place: int) -> list[int]:
        """The moves of the turn at a place."""
        start = place * STRIDE
        return [int(self.moves[start + 1 + number]) for number in range(int(self.moves[start]))]
