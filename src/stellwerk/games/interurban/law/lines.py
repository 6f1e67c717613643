"""How a line grows: which stations suit it (IU-4.D, IU-4.G to IU-4.J), where a tile takes its end (IU-3.6).

What may lie on which cell is in `laying` and `fitting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from stellwerk.core.remember import remembered
from stellwerk.games.interurban.law.data import EXITS, VALUE_OF, VALUES
from stellwerk.games.interurban.law.grid import beside, entries, step
from stellwerk.games.interurban.law.state import Board, Laid, Line, LineStation

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.data import StartTile, StationTile, TrackTile
    from stellwerk.games.interurban.law.grid import Cell


def first_lines(left: StartTile, right: StartTile) -> tuple[Line, ...]:
    """The six lines before anything is laid (IU-2.2)."""
    return tuple(
        Line(label, step(cell, heading), heading)
        for label, (cell, heading) in zip(left + right, EXITS, strict=True)
    )


def suits(line: Line, seat: int, value: int) -> bool:
    """True if a line may get a station of this owner and value next."""
    owner = None
    for owner, other in line.stations:
        if other == value and (value != 4 or owner == seat):  # IU-4.G, IU-4.H, IU-4.I; IU-4.J
            return False
    return owner != seat  # IU-4.D: `owner` is the last station's


@remembered(1 << 12)  # a line keeps its stations until it gets another
def suitable(stations: tuple[LineStation, ...], seats: int) -> int:
    """The stations of which a line with these stations may get any next, as the sum of their bits."""
    line = Line("", (0, 0), "N", stations)
    return sum(
        station_bit(seat, value) for seat in range(seats) for value in VALUES if suits(line, seat, value)
    )


def station_bit(seat: int, value: int) -> int:
    """The bit of a station in a set of stations."""
    return 1 << seat * (VALUES[-1] + 1) + value


def station_of(laid: Laid) -> LineStation:
    """The owner and value of a laid station."""
    assert laid.seat is not None
    return LineStation(laid.seat, VALUE_OF[cast("StationTile", laid.tile)])


def extend(board: Board, lines: tuple[Line, ...], laid: Laid) -> tuple[tuple[Line, ...], set[Cell]]:
    """All lines after a tile that is already on the board, and the cells that the tile changes.

    These are its own cell and the cells its tracks lead to, all cells around a station, and a crossing that
    it runs into.
    """
    cell = laid.cell
    changed = {cell} if laid.seat is None else set(beside(cell))
    grown = list(lines)
    for number, line in enumerate(lines):
        if line.end == cell:
            longer = _with_tile(line, laid)
            changed.add(longer.end)
            crossing = board.get(longer.end)
            if crossing is not None:  # IU-4.K: nothing else can lie there
                longer = _with_station(longer, crossing)
                changed.add(longer.end)
            grown[number] = longer
    return tuple(grown), changed


def _with_tile(line: Line, laid: Laid) -> Line:
    if laid.seat is not None:
        return _with_station(line, laid)
    tile = cast("TrackTile", laid.tile)
    _, heading, end, _ = entries[line.heading](laid.cell).turned[laid.edges]
    straight = heading == line.heading
    return Line(
        line.label,
        end,
        heading,
        line.stations,
        line.straights + straight,
        line.curves + (not straight),
        line.track_value + VALUE_OF[tile],
        line.finished,
        line.watched,
    )


def _with_station(line: Line, laid: Laid) -> Line:
    """The line after a station, which it passes straight on (IU-1.2)."""
    stations = (*line.stations, station_of(laid))
    end = entries[line.heading](laid.cell).ways[0].cell
    return replace(line, end=end, stations=stations)
