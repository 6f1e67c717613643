"""Where the lines end, and what can be laid there: `legal` lists it, and it is kept from tile to tile.

A tile changes what fits on the cells around it and where its own lines end; at all other ends everything
stays as it was. So whoever lays a tile hands the unchanged sites on to the next state (`next_ground`), and a
state of which nobody has kept anything is looked at as a whole. IU-4.B is judged in `first_round`.
"""

from __future__ import annotations

from itertools import zip_longest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.core.compiled import in_c
from stellwerk.core.remember import remembered
from stellwerk.games.interurban.law.boards import new_board
from stellwerk.games.interurban.law.fitting import fit
from stellwerk.games.interurban.law.grid import Cell, beside
from stellwerk.games.interurban.law.lines import station_of, suitable, suits
from stellwerk.games.interurban.law.placements import Site, lay_tracks
from stellwerk.games.interurban.law.state import Board, Laid, Line

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.state import State

Lines = tuple[Line, ...]
GROUNDS: Final = 1_024
"""States whose ground is kept."""


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What follows from the tiles and the lines of a state."""

    board: Board
    """The tiles by cell (see `boards`)."""
    sites: tuple[Site, ...]
    """In the order of their cells; a cell where two lines meet is one site (IU-4.L)."""


_BY_CELL: Final[Any] = attrgetter("cell")


def ground_of(state: State) -> Ground:
    """The tiles of a state by cell, and what can be laid at the ends of its lines."""
    return _ground(state.tiles, state.lines, len(state.players))


@remembered(GROUNDS)
def _ground(tiles: tuple[Laid, ...], lines: Lines, seats: int) -> Ground:
    board = new_board(tiles)
    return Ground(board, next_sites((), board, tiles[-1].cell, (), lines, seats))


def next_ground(ground: Ground, before: State, state: State, board: Board) -> Ground:
    """The ground of a state after one more tile, which is on this board; it is kept for `ground_of`."""
    tiles, lines, seats = state.tiles, state.lines, len(state.players)
    found = Ground(board, next_sites(ground.sites, board, tiles[-1].cell, before.lines, lines, seats))
    _ground.keep(tiles, lines, seats, found)
    return found


@in_c("growing")
def next_sites(
    sites: tuple[Site, ...], board: Board, cell: Cell, before: Lines, lines: Lines, seats: int
) -> tuple[Site, ...]:
    """The sites after a tile on this cell, which is on the board, from those and the lines before it.

    Where nothing was kept there are no lines before it, and all sites are found anew.
    """
    touched = {*beside(cell)}
    touched.update([line.end for line, old in zip_longest(lines, before) if line is not old])
    found = [site for site in sites if site.cell not in touched]
    ends = {line.end: line for line in lines if line.end in touched and not line.finished}
    found += [_site(board, lines, line, seats) for line in ends.values()]
    found.sort(key=_BY_CELL)
    return tuple(found)


def _site(board: Board, lines: Lines, line: Line, seats: int) -> Site:
    here = fit(board, lines, line.end, line.heading)
    ways, stations = here.ways, suitable(line.stations, seats)
    if here.crossed is not None:  # IU-4.L
        stations &= suitable(lines[here.crossed].stations, seats)
    if here.joined is not None and not suits(line, *station_of(here.joined)):  # IU-4.K
        ways = ()
    plain = ways[0].edges if here.plain else None
    return Site(line.end, line, ways, lay_tracks(ways), plain, here.crossing, stations)
