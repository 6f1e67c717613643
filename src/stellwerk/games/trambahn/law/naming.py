"""Rows as people name them: by their line, and by their place among the rows of that line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.game import LogLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.trambahn.law.state import Row


def which_row(rows: Sequence[Row], number: int) -> LogLine:
    """One of a player's rows: the blue row, or the second blue row where there are several."""
    line = next(row.line for row in rows if row.number == number)
    same = [row.number for row in rows if row.line == line]
    colour = f"row_{line}"
    if len(same) == 1:
        return LogLine("only_row", {"colour": colour})
    return LogLine("one_of_rows", {"colour": colour, "place": f"place{same.index(number) + 1}"})
