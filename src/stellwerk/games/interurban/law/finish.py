"""When a line is finished: IU-5.

IU-5.2 asks whether a line can ever get another station. That is a depth-first search along the tracks the
line itself could lay; they block it, so the search avoids its own path (a flood fill would let a line cross
its own rails). A line remembers the cells that its last way out depends on (`Line.watched`), and is searched
again only when one of them is among the cells that a tile changes (`lines.extend`). That IU-5.2 finishes a
line takes no way from another one: a crossing over its end would have been a station for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.games.interurban.law.data import VALUES
from stellwerk.games.interurban.law.fitting import Fit, fit
from stellwerk.games.interurban.law.grid import beside
from stellwerk.games.interurban.law.lines import station_of, suits
from stellwerk.games.interurban.law.state import Board, Laid, Line, Options

if TYPE_CHECKING:
    from collections.abc import Set

    from stellwerk.games.interurban.law.grid import Cell, Direction

Lines = tuple[Line, ...]


def finish_lines(
    board: Board, before: Lines, lines: Lines, changed: Set[Cell], options: Options, seats: int
) -> Lines:
    """The lines after a tile, those that it finishes marked (IU-5.3).

    `before` are the lines before the tile, `lines` the extended ones; `changed` are the cells it touched.
    """
    lines = _complete(before, lines)
    settled = list(lines)
    for number, line in enumerate(lines):
        if line.finished or (line is before[number] and _way_is_kept(line, changed)):
            continue
        watched = _way_out(board, lines, line, options, seats)
        if watched is None:
            settled[number] = replace(line, finished="IU-5.2")
        else:
            settled[number] = replace(line, watched=watched)
    return tuple(settled)


def finishes_any(
    board: Board, before: Lines, lines: Lines, changed: Set[Cell], options: Options, seats: int
) -> bool:
    """Whether a tile finishes any line (IU-4.B): the same questions, up to the first yes.

    With no seats only plain stations count as a way out, so that owners and values do not matter for IU-5.2.
    """
    for line, old in zip(lines, before, strict=True):
        if line is old:
            if line.finished or _way_is_kept(line, changed):
                continue
        elif _has_all_values(line):
            return True
        if _way_out(board, lines, line, options, seats) is None:
            return True
    return False


def _complete(before: Lines, lines: Lines) -> Lines:  # IU-5.1
    return tuple(
        [
            replace(line, finished="IU-5.1") if line is not old and _has_all_values(line) else line
            for line, old in zip(lines, before, strict=True)
        ]
    )


def _has_all_values(line: Line) -> bool:
    return len(line.stations) >= len(VALUES) and not line.missing


def _way_is_kept(line: Line, changed: Set[Cell]) -> bool:
    """Whether the way out that was found before is still there for sure."""
    return bool(line.watched) and changed.isdisjoint(line.watched)


def _way_out(board: Board, lines: Lines, line: Line, options: Options, seats: int) -> tuple[Cell, ...] | None:
    """The cells that a way to another station depends on; None if there is none."""
    if options.finish == "next_cell":
        here = fit(board, lines, line.end, line.heading)
        open_way = bool(here.ways) and here.joined is None
        return beside(line.end) if open_way or _gains(here, lines, line, seats) else None
    return _search(board, lines, line, seats, line.end, line.heading)


def _search(
    board: Board, lines: Lines, line: Line, seats: int, cell: Cell, heading: Direction
) -> tuple[Cell, ...] | None:
    """The cells that a way to a station in this cell or further on depends on; None if there is none."""
    here = fit(board, lines, cell, heading)
    if here.plain:  # IU-5.2: a type that the line lacks suits it from all but the last station's owner
        return cell, here.ways[0].cell
    if _gains(here, lines, line, seats):
        return beside(cell)
    if here.joined is not None:
        return None  # the only way runs into a crossing that does not suit
    for way in here.ways:
        board[cell] = Laid(cell, way.edges, "s0")  # the line's own track is in its way
        further = _search(board, lines, line, seats, way.cell, way.heading)
        del board[cell]
        if further is not None:
            return (cell, *further)
    return None


def _gains(here: Fit, lines: Lines, line: Line, seats: int) -> bool:
    """Whether a station can be attached in this very cell, from any player's supply."""
    if here.plain:
        return True
    if here.joined is not None:
        return seats > 0 and suits(line, *station_of(here.joined))
    if here.crossed is None:
        return False
    other = lines[here.crossed]
    return any(
        suits(line, seat, value) and suits(other, seat, value) for seat in range(seats) for value in VALUES
    )
