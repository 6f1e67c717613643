"""The free lines at the edge of each seat's network, kept from move to move instead of searching all 509.

Within a round networks only grow and rails stay, so each line is added once and removed once. `list_rails`
adds the lines at crossings that the network has reached since the last call, and drops those that have got a
rail:

    known   seat × crossing: 1 if the lines at this crossing have been added
    lines   seat × 509 places: the free lines, rising
    counts  seat: how many of its places are used

Only for games without coloured rails (TA-V.1); with them the core lists the moves itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import (
    LINE_COST,
    N_CROSSINGS,
    N_LINES,
    WAY_LINE,
    WAY_START,
    bytes_of,
    numbers_of,
)
from stellwerk.games.transamerica.fast.moves import END, FREE, RAIL, SECOND_RAIL

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import u8

    from stellwerk.games.transamerica.fast.core import Core


@final
class Frontier:
    """The free lines that each seat can reach with one rail."""

    def __init__(self, known: vec[u8], lines: vec[i64], counts: vec[i64], rounds: i64) -> None:
        self.known = known
        """1 for each crossing of a seat's network whose lines have been added."""
        self.lines = lines
        """Each seat's lines, rising; some may have got a rail since."""
        self.counts = counts
        """The number of lines of each seat."""
        self.rounds = rounds
        """The number of rounds played when this was last used; in another round it starts empty."""

    def copy(self) -> Frontier:
        """The same frontier, to be changed independently."""
        return Frontier(self.known[:], self.lines[:], self.counts[:], self.rounds)

    def list_rails(self, game: Core) -> i64:
        """Write all rails that the seat to move may lay into `moves`, and return their number."""
        if self.rounds != game.rounds:
            self._clear(game)
        self._grow(game)
        moves, owner, lines = game.moves, game.owner, self.lines
        is_second = game.step == SECOND_RAIL
        first: i64 = game.turn * N_LINES
        kept = first
        count: i64 = 0
        for place in range(first, first + self.counts[game.turn]):
            line: i64 = lines[place]
            if owner[line] != FREE:
                continue
            lines[kept] = line
            kept += 1
            if not is_second or LINE_COST[line] == 1:
                moves[count] = RAIL + line
                count += 1
        self.counts[game.turn] = kept - first
        if is_second:
            moves[count] = END
            count += 1
        return count

    def _clear(self, game: Core) -> None:
        """Start a round, on an empty board."""
        self.known = bytes_of(game.seats * N_CROSSINGS, 0)
        self.counts = numbers_of(game.seats, 0)
        self.rounds = game.rounds

    def _grow(self, game: Core) -> None:
        """Add the lines at crossings that the network has reached since the last call."""
        known, network = self.known, game.network
        first: i64 = game.turn * N_CROSSINGS
        for crossing in range(N_CROSSINGS):
            if network[first + crossing] != known[first + crossing]:
                known[first + crossing] = 1
                for way in range(i64(WAY_START[crossing]), i64(WAY_START[crossing + 1])):
                    self._add(game, i64(WAY_LINE[way]))

    def _add(self, game: Core, line: i64) -> None:
        """Insert a line in order, unless it is there already or has a rail."""
        if game.owner[line] != FREE:
            return
        lines = self.lines
        first: i64 = game.turn * N_LINES
        place: i64 = first + self.counts[game.turn]
        while place > first and lines[place - 1] >= line:
            place -= 1
        last: i64 = first + self.counts[game.turn]
        if place < last and lines[place] == line:
            return
        while last > place:
            lines[last] = lines[last - 1]
            last -= 1
        lines[place] = line
        self.counts[game.turn] += 1


def no_frontier(game: Core) -> Frontier:
    """A frontier in which no line has been added yet."""
    frontier = Frontier(bytes_of(0, 0), numbers_of(game.seats * N_LINES, 0), numbers_of(0, 0), game.rounds)
    frontier._clear(game)
    return frontier
