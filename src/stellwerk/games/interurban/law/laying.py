"""The laying rules IU-4 one by one, for a tile that somebody wants to lay: each refusal cites its letter.

If a tile breaks several rules, the first one is cited in the order F, A, C, M, E, IU-3.1, D, G to J. IU-4.B
depends on the lines after the tile and is checked in `rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.compiled import in_c
from stellwerk.core.errors import IllegalAction
from stellwerk.games.interurban.law.actions import LayTrack
from stellwerk.games.interurban.law.data import COLOURS
from stellwerk.games.interurban.law.grid import ALL_EDGES, OPPOSITE, SIDE_NAMES, STRAIGHTS, around, cell_text
from stellwerk.games.interurban.law.lines import station_of
from stellwerk.games.interurban.law.state import Board, Laid, Line, LineStation, is_start, line_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.actions import Placement
    from stellwerk.games.interurban.law.grid import Direction

Lines = tuple[Line, ...]
Sides = dict["Direction", Laid]
"""The tiles around a cell, by the side on which they lie."""


def check_laying(board: Board, lines: Lines, laid: Laid) -> None:
    """Raise `IllegalAction` if the laying rules forbid this tile on this cell."""
    cell = laid.cell
    if (taken := board.get(cell)) is not None:
        raise IllegalAction("IU-3.1", "cell_taken", {"cell": cell_text(cell), "other": name(taken)})
    sides: Sides = {}
    for side, near in around(cell):
        if (other := board.get(near)) is not None:
            sides[side] = other
    _check_edges(sides, laid)
    if laid.seat is not None:
        _check_neighbours(sides, laid)
    ends: dict[Direction, int] = {}
    for number, line in enumerate(lines):
        if line.end == cell:
            ends[OPPOSITE[line.heading]] = number
    _check_ends(lines, laid, ends)
    _check_stations(sides, lines, laid, ends)


@in_c("growing")
def is_surely_allowed(board: Board, lines: Lines, laid: Laid) -> bool:  # noqa: ARG001 (they are looked at in C)
    """True if no rule forbids this tile on this cell, so `check_laying` need not be called.

    Only C finds that out; here the answer is always no, and `check_laying` goes through the rules.

    Raises `TypeError` for a cell that is not of integers: the tables of `grid` keep the first of all equal
    cells that they are asked about, and C relies on integers in them.
    """
    cell: tuple[object, ...] = laid.cell
    if not all(isinstance(part, int) for part in cell):
        raise TypeError(f"not a cell: {cell!r}")
    return False


def to_laid(placement: Placement) -> Laid:
    """The tile of a placement as it lies on the board."""
    cell = (placement.x, placement.y)
    if isinstance(placement, LayTrack):
        return Laid(cell, placement.edges, placement.tile)
    return Laid(cell, placement.edges or ALL_EDGES, placement.station, placement.seat)


def name(laid: Laid) -> str:
    """The key of a tile in the texts: ``s1``, ``redx2``, ``4H6``."""
    return laid.tile if laid.seat is None else COLOURS[laid.seat] + laid.tile


def _check_edges(sides: Sides, laid: Laid) -> None:  # IU-4.F
    for side, other in sides.items():
        has_track, meets_track = side in laid.edges, OPPOSITE[side] in other.edges
        if has_track == meets_track:
            continue
        where = {"cell": cell_text(other.cell), "side": SIDE_NAMES[side]}
        params = {"tile": name(laid), "other": name(other)} | where
        if has_track:
            raise IllegalAction("IU-4.F", "track_meets_blank_edge", params)
        raise IllegalAction("IU-4.F", "blank_edge_meets_track", params)


def _check_neighbours(sides: Sides, laid: Laid) -> None:
    params = {"station": name(laid)}
    for other in sides.values():
        if is_start(other):
            raise IllegalAction("IU-4.A", "station_beside_start", params | {"other": name(other)})
    for other in sides.values():
        if other.seat is not None:
            where = {"other": name(other), "cell": cell_text(other.cell)}
            raise IllegalAction("IU-4.C", "station_beside_station", params | where)


def _check_ends(lines: Lines, laid: Laid, ends: dict[Direction, int]) -> None:
    """M, E and IU-3.1. `ends` are the lines that end on this cell, by the side they come from."""
    for number in ends.values():
        if lines[number].finished:
            raise IllegalAction("IU-4.M", "line_is_finished", {"line": line_name(lines, number)})
    if len(ends) > 1:
        tracks: Sequence[str] = STRAIGHTS if laid.edges == ALL_EDGES else (laid.edges,)
        for track in tracks:
            joined = [ends[side] for side in track if side in ends]
            if len(joined) == 2:
                line, other = (line_name(lines, number) for number in joined)
                raise IllegalAction("IU-4.E", "lines_connected", {"line": line, "other": other})
    elif not ends:
        raise IllegalAction("IU-3.1", "extends_nothing", {"cell": cell_text(laid.cell)})


def _check_stations(sides: Sides, lines: Lines, laid: Laid, ends: dict[Direction, int]) -> None:
    """D and G to J for each line that gets a station: this tile, or a crossing it runs into (IU-4.K)."""
    gained = laid
    if laid.seat is None:
        for side, other in sides.items():
            if side in laid.edges and side not in ends:
                gained = other
                break
        else:
            return
    station = station_of(gained)
    for number in ends.values():
        _check_owner(lines, number, gained, station)
    for number in ends.values():
        _check_value(lines, number, gained, station)


def _check_owner(lines: Lines, number: int, gained: Laid, station: LineStation) -> None:  # IU-4.D
    stations = lines[number].stations
    if stations and stations[-1].seat == station.seat:
        params = {"line": line_name(lines, number), "station": name(gained), "colour": COLOURS[station.seat]}
        raise IllegalAction("IU-4.D", "same_owner_twice", params | {"value": stations[-1].value})


def _check_value(lines: Lines, number: int, gained: Laid, station: LineStation) -> None:
    stations = lines[number].stations
    params: dict[str, object] = {"line": line_name(lines, number), "station": name(gained)}
    if station.value == 4:
        if station in stations:
            raise IllegalAction("IU-4.J", "four_twice", params | {"colour": COLOURS[station.seat]})
        return
    for other in stations:
        if other.value == station.value:
            clause = ("IU-4.G", "IU-4.H", "IU-4.I")[station.value - 1]
            params |= {"value": station.value, "colour": COLOURS[other.seat]}
            raise IllegalAction(clause, "value_twice", params)
