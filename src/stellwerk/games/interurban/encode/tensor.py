"""What a seat of InterUrban knows, as numbers: its view written into the places of `fast.tensor_layout`.

This is the definition: it reads nothing but the view. It also serves where the fast core cannot: before the
deal and on machines without a compiler. `fast.tensor` must write the same numbers, and a test compares them.
What can be worked out from the rest (what lines are worth, what can be laid) is left out.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Tensor, put
from stellwerk.games.interurban.fast import tensor_layout as to
from stellwerk.games.interurban.law.data import (
    OPEN_TILES,
    START_CELLS,
    START_TILES,
    STATION_TILES,
    TRACK_COPIES,
    TRACK_TILES,
    VALUES,
)
from stellwerk.games.interurban.law.grid import ALL_EDGES, DIRECTIONS
from stellwerk.games.interurban.law.lines import suits
from stellwerk.games.interurban.law.scoring import economic_values
from stellwerk.games.interurban.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from stellwerk.core.coding import Floats
    from stellwerk.games.interurban.law.data import StationTile
    from stellwerk.games.interurban.law.state import Laid, Line
    from stellwerk.games.interurban.law.view import View

_LETTERS: Final = "SCHL"


def write(view: View, tensor: Floats) -> None:
    """Write what a view says; before the deal there are no lines and no tiles, and their places stay 0."""
    seats, own = len(view.players), view.seat
    assert own is not None
    order = [*range(own, seats), *range(own)]
    put(tensor, to.STEP, _table(view))
    put(tensor, to.PLAYERS, _joined(_player(view, seat) for seat in order))
    shown = [view.open.count(tile) / OPEN_TILES for tile in TRACK_TILES]
    hidden = [view.hidden.count(tile) / TRACK_COPIES[tile] for tile in TRACK_TILES]
    put(tensor, to.tracks(seats), shown + hidden)
    put(tensor, to.lines(seats), _joined(_line(line, own, seats) for line in view.lines))
    put(tensor, to.tiles(seats), _joined(_tile(laid, own, seats) for laid in view.tiles))


def _joined(parts: Iterable[Sequence[float]]) -> list[float]:
    return list(chain.from_iterable(parts))


def _table(view: View) -> list[float]:
    steps = [0.0] * len(Step)
    steps[view.step] = 1.0
    return [
        *steps,
        float(view.first_round),
        view.laid / 3,
        float(view.station_laid),
        float(view.options.finish == "next_cell"),
        *(float(tile in view.box) for tile in START_TILES),
    ]


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


@lru_cache(1 << 14)
def _line(line: Line, own: int, seats: int) -> tuple[float, ...]:
    order = [*range(own, seats), *range(own)]
    owner = line.stations[-1].seat if line.stations else None
    economic = economic_values(line, seats)
    return (
        line.end[0] / to.REACH,
        line.end[1] / to.REACH,
        *(float(line.heading == direction) for direction in DIRECTIONS),
        0.0 if line.label in _LETTERS else int(line.label) / 10,
        *(float(line.label == letter) for letter in _LETTERS),
        line.straights / 20,
        line.curves / 22,
        line.track_value / 32,
        float(line.finished == "IU-5.1"),
        float(line.finished == "IU-5.2"),
        *(float(owner == seat) for seat in order),
        *(economic[seat] / 16 for seat in order),
        *(float(not suits(line, seat, value)) for seat in order for value in VALUES),
    )


@lru_cache(1 << 15)
def _tile(laid: Laid, own: int, seats: int) -> tuple[float, ...]:
    value = int(laid.tile[-1]) if laid.cell not in START_CELLS else 0
    edges = (float(edge in laid.edges) for edge in ALL_EDGES)
    owner = 0.0 if laid.seat is None else (1 + (laid.seat - own) % seats) / seats
    return (laid.cell[0] / to.REACH, laid.cell[1] / to.REACH, *edges, value / 4, owner)


TENSOR: Final = Tensor(to.layout, write)
