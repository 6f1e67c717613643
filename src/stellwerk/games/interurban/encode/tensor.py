"""What a seat may know of InterUrban as numbers: a tensor of fixed length, and what is new between two views.

Seats come in their order from the observer on. The board has no bounds, so its tiles are listed in the order
of laying. Cells are divided by 41, the farthest a line can reach; points by 100, counts by the most there can
be. Nothing but the view is read. Left out is what follows from the rest: what lines are worth and what can be
laid.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Part, put
from stellwerk.games.interurban.encode.ids import OUTCOMES
from stellwerk.games.interurban.law.data import (
    EXITS,
    OPEN_TILES,
    START_CELLS,
    START_TILES,
    STATION_SUPPLY,
    STATION_TILES,
    TRACK_COPIES,
    TRACK_SUPPLY,
    TRACK_TILES,
    VALUES,
)
from stellwerk.games.interurban.law.grid import ALL_EDGES, DIRECTIONS
from stellwerk.games.interurban.law.lines import suits
from stellwerk.games.interurban.law.scoring import economic_values
from stellwerk.games.interurban.law.state import Step

if TYPE_CHECKING:
    from stellwerk.core.coding import Floats
    from stellwerk.games.interurban.law.data import StationTile
    from stellwerk.games.interurban.law.grid import Cell
    from stellwerk.games.interurban.law.state import Laid, Line
    from stellwerk.games.interurban.law.view import View

REACH: Final = 41
_LETTERS: Final = "SCHL"
TILE: Final = 8
"""Of a tile: its cell, its edges N E S W, its value, and whose station it is: 0 nobody's."""
NOBODY: Final = 5
"""The owner of the last station of a line that has none."""
_FINISHED: Final = (None, "IU-5.1", "IU-5.2")
NOVELTIES: Final = len(OUTCOMES)
_OUTCOME: Final[dict[str, int]] = {tile: outcome for outcome, tile in enumerate(OUTCOMES)}


def layout(seats: int) -> tuple[Part, ...]:
    """The parts of the tensor.

    `table` is: the step, the first round, tiles laid in this turn, a station among them, the option of
    IU-5.2, start tiles in the box. A player has: its turn, began the game, points, open and face-down
    stations. A line has: its end, its heading, its number or letter, straights, curves, value of its tracks,
    finished by IU-5.1 or IU-5.2, the owner of its last station, each seat's economic value, and which
    stations of each seat it would refuse next.
    """
    return (
        Part("table", len(Step) + 4 + len(START_TILES)),
        Part("players", seats * (3 + 2 * len(STATION_TILES))),
        Part("tracks", 2 * len(TRACK_TILES)),
        Part("lines", len(EXITS) * _line_size(seats)),
        Part("tiles", TILE * most_news(seats)),
    )


def _line_size(seats: int) -> int:
    return 16 + (2 + len(VALUES)) * seats


def write(view: View, tensor: Floats) -> None:
    """Say in numbers what a view says."""
    seats, own = len(view.players), view.seat
    assert own is not None
    steps = [0.0] * len(Step)
    steps[view.step] = 1.0
    numbers = [
        *steps,
        float(view.first_round),
        view.laid / 3,
        float(view.station_laid),
        float(view.options.finish == "next_cell"),
        *(float(tile in view.box) for tile in START_TILES),
    ]
    for place in range(seats):
        numbers += _player(view, (own + place) % seats)
    numbers += [view.open.count(tile) / OPEN_TILES for tile in TRACK_TILES]
    numbers += [view.hidden.count(tile) / TRACK_COPIES[tile] for tile in TRACK_TILES]
    for line in view.lines:
        numbers += _line(line, own, seats)
    if not view.lines:
        numbers += [0.0] * (len(EXITS) * _line_size(seats))
    for laid in view.tiles:
        numbers += tile_numbers(laid)
        numbers.append(owner_number(laid.seat, own, seats))
    put(tensor, 0, numbers)


def _player(view: View, seat: int) -> list[float]:
    player = view.players[seat]
    return [
        float(view.turn == seat and view.step is Step.TURN),
        float(view.start_seat == seat),
        view.totals[seat] / 100,
        *_stations(player.open),
        *_stations(player.hidden),
    ]


@lru_cache(1 << 12)
def _stations(tiles: tuple[StationTile | None, ...]) -> tuple[float, ...]:
    return tuple(tiles.count(tile) / 2 for tile in STATION_TILES)


@lru_cache(1 << 12)
def _line(line: Line, own: int, seats: int) -> tuple[float, ...]:
    refused = sum(
        1 << 4 * seat + value - 1 for seat in range(seats) for value in VALUES if not suits(line, seat, value)
    )
    return line_numbers(
        line.end,
        DIRECTIONS.index(line.heading),
        line.label,
        (line.straights, line.curves, line.track_value),
        _FINISHED.index(line.finished),
        line.stations[-1].seat if line.stations else NOBODY,
        economic_values(line, seats),
        refused,
        own,
    )


@lru_cache(1 << 14)
def line_numbers(
    end: Cell,
    heading: int,
    label: str,
    tracks: tuple[int, int, int],
    finished: int,
    owner: int,
    economic: tuple[int, ...],
    refused: int,
    own: int,
) -> tuple[float, ...]:
    """A line in numbers; `refused` are bits 4 × seat + value − 1."""
    order = [*range(own, len(economic)), *range(own)]
    return (
        end[0] / REACH,
        end[1] / REACH,
        *(float(heading == place) for place in range(len(DIRECTIONS))),
        0.0 if label in _LETTERS else int(label) / 10,
        *(float(label == letter) for letter in _LETTERS),
        tracks[0] / 20,
        tracks[1] / 22,
        tracks[2] / 32,
        float(finished == 1),
        float(finished == 2),
        *(float(owner == seat) for seat in order),
        *(economic[seat] / 16 for seat in order),
        *(float(refused >> 4 * seat + value - 1 & 1) for seat in order for value in VALUES),
    )


@lru_cache(1 << 15)
def tile_numbers(laid: Laid) -> tuple[float, ...]:
    """A tile in numbers, all but its owner."""
    value = int(laid.tile[-1]) if laid.cell not in START_CELLS else 0
    edges = (float(edge in laid.edges) for edge in ALL_EDGES)
    return (laid.cell[0] / REACH, laid.cell[1] / REACH, *edges, value / 4)


def owner_number(seat: int | None, own: int, seats: int) -> float:
    """Whose station it is: 0 nobody's, then the observer's, then by seat."""
    return 0.0 if seat is None else (1 + (seat - own) % seats) / seats


def news(before: View, after: View) -> tuple[int, ...]:
    """The tiles that were turned over: at the deal the start tiles, then by place."""
    shown: list[int] = []
    if not before.tiles:
        shown += [_OUTCOME[laid.tile] for laid in after.tiles]
    shown += _opened(before.open, after.open)
    for was, now in zip(before.players, after.players, strict=True):
        if was is not now:
            shown += _opened(was.open, now.open)
    return tuple(shown)


def _opened(before: tuple[str | None, ...], after: tuple[str | None, ...]) -> list[int]:
    """A place that shows the same as before was not touched, or the action says that it was."""
    if before == after:
        return []
    places = before or (None,) * OPEN_TILES
    return [_OUTCOME[now] for was, now in zip(places, after, strict=True) if now is not None and now != was]


def known_alone(view: View) -> tuple[int, ...]:
    """Nothing: everybody sees the same."""
    del view
    return ()


def most_news(seats: int) -> int:
    """All tiles of the game."""
    return len(START_CELLS) + len(TRACK_SUPPLY) + seats * len(STATION_SUPPLY)
