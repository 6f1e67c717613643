"""The lines closed to coloured rails because of other coloured rails (TA-V.1).

At most two coloured rails meet at a crossing, and no coloured rail may cut the board in two for another seat.
To find the lines that would, the fields between the lines are joined wherever a line is lost to that seat:

    ┌───┬───┐     the line between A and B carries a coloured rail of somebody else:
    │ A │ B │     A and B count as one field. A line with the same field on both
    └───┴───┘     sides is the only link between two parts of the board.

Joined fields form a union-find forest: `_joined[field]` is another field of the same group, or, at its root,
the field itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i16, i64, u8

from stellwerk.games.transamerica.fast.board import (
    FIELD_1,
    FIELD_2,
    LINE_A,
    LINE_B,
    N_CROSSINGS,
    N_FIELDS,
    N_LINES,
    bytes_of,
    shorts_of,
)
from stellwerk.games.transamerica.fast.moves import OWNED

if TYPE_CHECKING:
    from librt.vecs import vec


@final
class ClosedLines:
    """Working memory; after `find`, `closed` is 1 for each line that takes no coloured rail."""

    def __init__(self) -> None:
        self.closed = bytes_of(N_LINES, 0)
        self._meeting = bytes_of(N_CROSSINGS, 0)
        """The number of coloured rails at each crossing."""
        self._joined = shorts_of(N_FIELDS, 0)

    def find(self, owner: vec[u8], turn: i64, seats: i64) -> None:
        """Find the lines closed to the seat to act; `owner` is that of the core."""
        closed, meeting = self.closed, self._meeting
        for crossing in range(N_CROSSINGS):
            meeting[crossing] = 0
        for line in range(N_LINES):
            if i64(owner[line]) >= OWNED:
                meeting[i64(LINE_A[line])] += 1
                meeting[i64(LINE_B[line])] += 1
        for line in range(N_LINES):
            is_full = meeting[i64(LINE_A[line])] > 1 or meeting[i64(LINE_B[line])] > 1
            closed[line] = 1 if is_full else 0
        for seat in range(seats):
            if seat != turn:
                self._close_bridges(owner, seat)

    def _close_bridges(self, owner: vec[u8], seat: i64) -> None:
        """Close the lines whose loss would cut the board in two for a seat."""
        closed, joined = self.closed, self._joined
        for field in range(N_FIELDS):
            joined[field] = i16(field)
        for line in range(N_LINES):
            if i64(owner[line]) >= OWNED and i64(owner[line]) != OWNED + seat:
                joined[self._root(i64(FIELD_1[line]))] = i16(self._root(i64(FIELD_2[line])))
        for line in range(N_LINES):
            if self._root(i64(FIELD_1[line])) == self._root(i64(FIELD_2[line])):
                closed[line] = 1

    def _root(self, field: i64) -> i64:
        """The field that stands for all fields joined with this one."""
        joined = self._joined
        while i64(joined[field]) != field:
            field = i64(joined[field])
        return field
