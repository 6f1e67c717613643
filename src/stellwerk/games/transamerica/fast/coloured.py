"""Where coloured rails may not lie because of other coloured rails (TA-V.1), for the fast core."""

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

if TYPE_CHECKING:
    from librt.vecs import vec


@final
class ClosedLines:
    """Scratch space: `closed` is 1 for every line that takes no coloured rail now."""

    def __init__(self) -> None:
        self.closed = bytes_of(N_LINES, 0)
        self._meeting = bytes_of(N_CROSSINGS, 0)
        self._joined = shorts_of(N_FIELDS, 0)

    def find(self, owner: vec[u8], turn: i64, seats: i64) -> None:
        """Look at the board of a player who has coloured rails left; `owner` is 2 + seat on their lines."""
        closed, meeting = self.closed, self._meeting
        for crossing in range(N_CROSSINGS):
            meeting[crossing] = 0
        for line in range(N_LINES):
            if i64(owner[line]) > 1:
                meeting[i64(LINE_A[line])] += 1
                meeting[i64(LINE_B[line])] += 1
        for line in range(N_LINES):
            is_full = meeting[i64(LINE_A[line])] > 1 or meeting[i64(LINE_B[line])] > 1
            closed[line] = 1 if is_full else 0
        for seat in range(seats):
            if seat != turn:
                self._close_bridges(owner, seat)

    def _close_bridges(self, owner: vec[u8], seat: i64) -> None:
        """Lines without which the board would fall into two pieces for a seat.

        Taking a line away joins the fields on both its sides. A line with the same field on both sides is
        the only way across.
        """
        closed, joined = self.closed, self._joined
        for field in range(N_FIELDS):
            joined[field] = i16(field)
        for line in range(N_LINES):
            if i64(owner[line]) > 1 and i64(owner[line]) != 2 + seat:
                joined[self._root(i64(FIELD_1[line]))] = i16(self._root(i64(FIELD_2[line])))
        for line in range(N_LINES):
            if self._root(i64(FIELD_1[line])) == self._root(i64(FIELD_2[line])):
                closed[line] = 1

    def _root(self, field: i64) -> i64:
        joined = self._joined
        while i64(joined[field]) != field:
            field = i64(joined[field])
        return field
