"""Where the lines end, and what can be laid there: `legal` lists it, and it is kept from tile to tile.

A tile changes what fits on the cells around it and where its own lines end; at all other ends everything
stays as it was. So whoever lays a tile hands the unchanged sites on to the next state (`next_ground`), and a
state of which nobody has kept anything is looked at as a whole. IU-4.B is judged in `first_round`; here
only what was judged is handed on.
"""

from __future__ import annotations

from collections.abc import Set
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.core.remember import Memory, remembered
from stellwerk.games.interurban.law.actions import LayStation, LayTrack
from stellwerk.games.interurban.law.data import EDGES_OF, TRACK_TILES, TrackTile
from stellwerk.games.interurban.law.fitting import fit
from stellwerk.games.interurban.law.grid import Cell, Edges, Way, beside, step
from stellwerk.games.interurban.law.lines import station_of, suitable, suits
from stellwerk.games.interurban.law.state import Board, Laid, Line, Options, board_of

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.data import StationTile
    from stellwerk.games.interurban.law.state import State

GROUNDS: Final = 1_024
"""States whose ground is kept."""
ACTIONS: Final = 1 << 14
"""Actions that are kept, so that the same action is the same object; there are some hundred for each cell."""


class Site(msgspec.Struct, frozen=True, gc=False):
    """The cell at the end of an unfinished line, that line, and what can be laid there."""

    cell: Cell
    line: Line
    ways: tuple[Way, ...]
    """The ways that a track tile may lead."""
    tracks: dict[TrackTile, tuple[LayTrack, ...]]
    """For each track tile, its placements in the order of the notation."""
    plain: Edges | None
    """How a plain station lies here; None if none fits."""
    crossing: bool
    """True if a crossing fits."""
    suitable: int
    """The stations that may be laid here (`lines.station_bit`)."""


class Judgement(msgspec.Struct, frozen=True, gc=False):
    """Whether a tile would finish a line (IU-4.B)."""

    changed: Set[Cell]
    """The cells that it would change."""
    needed: Set[Cell] | None
    """The cells on which it depends that it finishes none; None if it finishes one."""


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What follows from the tiles and the lines of a state, and from the options."""

    tiles: tuple[Laid, ...]
    options: Options
    board: Board
    """The tiles by cell. Never changed: whoever wants to try something takes a copy."""
    sites: tuple[Site, ...]
    """In the order of their cells; a cell where two lines meet is one site (IU-4.L)."""
    judged: dict[tuple[Laid, int], Judgement]
    """What `first_round` has found out so far; it adds to this."""


_BY_CELL: Final[Any] = attrgetter("cell")
_GROUNDS: Memory[Ground] = Memory(GROUNDS)
"""By the lines of a state."""


def ground_of(state: State) -> Ground:
    """The tiles of a state by cell, and what can be laid at the ends of its lines."""
    tiles, lines = state.tiles, state.lines
    ground = _GROUNDS.get(lines)
    if ground is None or ground.tiles is not tiles or ground.options is not state.options:
        board, seats = board_of(tiles), len(state.players)
        ends = {line.end: line for line in lines if not line.finished}
        sites = sorted([_site(board, lines, line, seats) for line in ends.values()], key=_BY_CELL)
        ground = _GROUNDS.put(lines, Ground(tiles, state.options, board, tuple(sites), {}))
    return ground


def next_ground(ground: Ground, before: State, state: State, board: Board, changed: Set[Cell]) -> Ground:
    """The ground of a state after one more tile, which is on this board; it is kept for `ground_of`.

    `changed` are the cells that the tile changed.
    """
    tiles, lines, seats = state.tiles, state.lines, len(state.players)
    touched = {*beside(tiles[-1].cell)}
    grown: list[Line] = []
    for line, old in zip(lines, before.lines, strict=True):
        if line is not old:
            grown.append(line)
            touched.add(line.end)
    sites = [site for site in ground.sites if site.cell not in touched]
    ends: dict[Cell, Line] = {}
    for line in lines:
        if line.end in touched and not line.finished:
            ends[line.end] = line
    sites += [_site(board, lines, line, seats) for line in ends.values()]
    sites.sort(key=_BY_CELL)
    judged = _still_true(ground, touched, changed, grown) if state.first_round else {}
    return _GROUNDS.put(lines, Ground(tiles, state.options, board, tuple(sites), judged))


def _still_true(
    ground: Ground, touched: Set[Cell], changed: Set[Cell], grown: list[Line]
) -> dict[tuple[Laid, int], Judgement]:
    """The judgements that a tile leaves as they were: about untouched sites, where no way out that was found
    is changed by the tile, and none of the lines that it made grow loses its own.

    That a tile finishes a line is found out again each time.
    """
    watched: set[Cell] = set()
    for line in grown:
        if not line.watched:
            return {}
        watched.update(line.watched)
    return {
        about: judgement
        for about, judgement in list(ground.judged.items())  # another thread may look at the same ground
        if judgement.needed is not None
        and about[0].cell not in touched
        and judgement.needed.isdisjoint(changed)
        and judgement.changed.isdisjoint(watched)
    }


def _site(board: Board, lines: tuple[Line, ...], line: Line, seats: int) -> Site:
    here = fit(board, lines, line.end, line.heading)
    ways, stations = here.ways, suitable(line.stations, seats)
    if here.crossed is not None:  # IU-4.L
        stations &= suitable(lines[here.crossed].stations, seats)
    if here.joined is not None and not suits(line, *station_of(here.joined)):  # IU-4.K
        ways = ()
    plain = ways[0].edges if here.plain else None
    return Site(line.end, line, ways, lay_tracks(ways), plain, here.crossing, stations)


@remembered(ACTIONS)  # the same ways are always the same object
def lay_tracks(ways: tuple[Way, ...]) -> dict[TrackTile, tuple[LayTrack, ...]]:
    """All placements of track tiles on a cell from which they may lead these ways."""
    turned = tuple([(*step(way.cell, way.facing), way.edges) for way in ways])
    return {
        tile: tuple([lay_track(tile, *place) for place in turned if place[2] in EDGES_OF[tile]])
        for tile in TRACK_TILES
    }


@lru_cache(ACTIONS)
def lay_track(tile: TrackTile, x: int, y: int, edges: Edges) -> LayTrack:
    """The placement of a track tile."""
    return LayTrack(tile, x, y, edges)


@remembered(ACTIONS)  # the ends of lines are often the same objects
def lay_station(seat: int, station: StationTile, cell: Cell, edges: Edges | None) -> LayStation:
    """The placement of a station on a cell; a crossing has no edges."""
    return _lay_station(seat, station, cell, edges)


@lru_cache(ACTIONS)
def _lay_station(seat: int, station: StationTile, cell: Cell, edges: Edges | None) -> LayStation:
    return LayStation(seat, station, *cell, edges)
