"""When a line is finished: IU-5.

IU-5.2 asks whether a line can ever get another station. The answer is a depth-first search along the track
that the line itself could lay. This track is in the line's way, so the search never uses a cell twice (a
flood fill would let a line run across its own track). A line remembers the cells that its last way out
depends on (`Line.watched`); it is searched again only when a tile changes one of them (`lines.extend`).

A line that IU-5.2 finishes takes no way out from another line: if a crossing over its end had been possible,
it would have been a station for both lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.core.compiled import in_c
from stellwerk.games.interurban.law.data import VALUES
from stellwerk.games.interurban.law.fitting import Fit, fit
from stellwerk.games.interurban.law.grid import Cell, beside
from stellwerk.games.interurban.law.lines import extend, station_of, suits
from stellwerk.games.interurban.law.state import Board, Laid, Line, Options

if TYPE_CHECKING:
    from collections.abc import Set

    from stellwerk.games.interurban.law.grid import Direction

Lines = tuple[Line, ...]


@in_c("growing")
def settle(board: Board, lines: Lines, laid: Laid | None, options: Options, seats: int) -> Lines:
    """The lines after a tile that is already on the board: extended by it, and those marked that it finishes.

    Without a tile they are those of the beginning, each with its first way out.
    """
    grown, changed = (lines, set[Cell]()) if laid is None else extend(board, lines, laid)
    return finish_lines(board, lines, grown, changed, options, seats)


def finish_lines(
    board: Board, before: Lines, lines: Lines, changed: Set[Cell], options: Options, seats: int
) -> Lines:
    """The lines after a tile, with those that it finishes marked (IU-5.3).

    `before` are the lines before the tile, `lines` the same lines extended by it, `changed` the cells that it
    changed. With `seats` 0, only plain stations count as a way out for IU-5.2, so owners and values do not
    matter.
    """
    lines = _complete(before, lines)
    settled = list(lines)
    for number, line in enumerate(lines):
        if line.finished:
            continue
        way = line.watched
        if way and line is before[number] and changed.isdisjoint(way):
            continue  # the way out found before is certainly still there
        watched = _way_out(board, lines, line, options, seats)
        if watched is None:
            settled[number] = replace(line, finished="IU-5.2")
        elif watched != way:
            settled[number] = replace(line, watched=watched)
    return tuple(settled)


def _complete(before: Lines, lines: Lines) -> Lines:  # IU-5.1
    for number, line in enumerate(lines):
        if line is not before[number] and _has_all_values(line):
            finished = replace(line, finished="IU-5.1")
            lines = (*lines[:number], finished, *lines[number + 1 :])
    return lines


def _has_all_values(line: Line) -> bool:
    return len(line.stations) >= len(VALUES) and not line.missing


def _way_out(board: Board, lines: Lines, line: Line, options: Options, seats: int) -> tuple[Cell, ...] | None:
    """The cells that a way to another station depends on, or None if there is no way."""
    if options.finish == "next_cell":
        here = fit(board, lines, line.end, line.heading)
        open_way = bool(here.ways) and here.joined is None
        return beside(line.end) if open_way or _gains(here, lines, line, seats) else None
    return _search(board, lines, line, seats, line.end, line.heading)


def _search(
    board: Board, lines: Lines, line: Line, seats: int, cell: Cell, heading: Direction
) -> tuple[Cell, ...] | None:
    """The same for a way to a station in this cell or further on."""
    here = fit(board, lines, cell, heading)
    if here.plain:  # a value that the line lacks suits it, unless the last station's owner is the same
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
    """True if a station of any player can be attached in this very cell."""
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
