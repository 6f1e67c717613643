"""When a line is finished: IU-5.

IU-5.2 asks whether a line can ever get another station. That is a depth-first search along the tracks the line
itself could lay; they block it, so the search avoids its own path (a flood fill would let a line cross its own
rails). A line remembers the cells its last way out depends on, and is searched again only when one of them changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from stellwerk.games.interurban.data import VALUES
from stellwerk.games.interurban.fitting import Fit, fit
from stellwerk.games.interurban.grid import around
from stellwerk.games.interurban.lines import station_of, suits
from stellwerk.games.interurban.state import Board, Laid, Line, Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.grid import Cell, Direction

Lines = tuple[Line, ...]


def finish_lines(
    board: Board, before: Lines, lines: Lines, changed: Sequence[Cell], options: Options, seats: int
) -> Lines:
    """The lines after a tile, those that it finishes marked (IU-5.3).

    `before` are the lines before the tile, `lines` the extended ones; `changed` are the cells it touched.
    """
    lines = tuple(
        replace(line, finished="IU-5.1")
        if line is not old and not line.finished and not line.missing
        else line
        for line, old in zip(lines, before, strict=True)
    )
    settled = list(lines)
    closed = []
    for number, line in enumerate(lines):
        if line.finished or (line is before[number] and _way_is_kept(line, changed)):
            continue
        watched = _way_out(board, lines, line, options, seats)
        if watched is None:
            settled[number] = replace(line, finished="IU-5.2")
            closed.append(line.end)
        else:
            settled[number] = replace(line, watched=watched)
    if closed:
        return tuple(line if _way_is_kept(line, closed) else replace(line, watched=()) for line in settled)
    return tuple(settled)


def _way_is_kept(line: Line, changed: Sequence[Cell]) -> bool:
    """Whether the way out that was found before is still there for sure."""
    watched = line.watched
    return bool(watched) and not any(cell in watched for cell in changed)


def _way_out(board: Board, lines: Lines, line: Line, options: Options, seats: int) -> tuple[Cell, ...] | None:
    """The cells that a way to another station depends on; None if there is none."""
    if options.finish == "next_cell":
        here = fit(board, lines, line.end, line.heading)
        open_way = bool(here.ways) and here.joined is None
        return _beside(line.end) if open_way or _gains(here, lines, line, seats) else None
    watched: list[Cell] = []
    found = _search(board, lines, line, seats, line.end, line.heading, watched)
    return tuple(watched) if found else None


def _search(
    board: Board, lines: Lines, line: Line, seats: int, cell: Cell, heading: Direction, watched: list[Cell]
) -> bool:
    """Whether the line can get a station in this cell or further on; on success all cells that matter are noted."""
    here = fit(board, lines, cell, heading)
    if _gains(here, lines, line, seats):
        watched += _beside(cell)
        return True
    if here.joined is not None:
        return False  # the only way runs into a crossing that does not suit
    for way in here.ways:
        board[cell] = Laid(cell, way.edges, "s0")
        found = _search(board, lines, line, seats, way.cell, way.heading, watched)
        del board[cell]
        if found:
            watched += _beside(cell)
            return True
    return False


def _gains(here: Fit, lines: Lines, line: Line, seats: int) -> bool:
    """Whether a station can be attached in this very cell, from any player's supply."""
    if here.plain:
        return True  # IU-5.2: a type that the line lacks suits it from all but the last station's owner
    if here.joined is not None:
        return suits(line, *station_of(here.joined))
    if here.crossed is None:
        return False
    other = lines[here.crossed]
    return any(
        suits(line, seat, value) and suits(other, seat, value) for seat in range(seats) for value in VALUES
    )


def _beside(cell: Cell) -> tuple[Cell, ...]:
    """A cell and its neighbours."""
    return (cell, *(near for _, near in around(cell)))
