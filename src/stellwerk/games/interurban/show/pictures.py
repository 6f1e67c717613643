"""Small pictures for the rule book, made of the game's tiles: each shows at a glance what a clause says.

A picture stands beside its clause; its caption is in the texts under `pictures`. Green ticks and red crosses
show what is allowed and what is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.show.artwork import (
    INK,
    SEAT_COLOURS,
    buffer_stop,
    locomotive,
    place,
    sample_of,
    shape,
    start_tile,
    station_tile,
    track_tile,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from stellwerk.games.interurban.law.grid import Direction

GOOD: Final = "#2C6B3F"
BAD: Final = "#AE2F1C"
CELL: Final = 84
"""The size of a tile in a picture."""


def _svg(columns: float, rows: float, *parts: str) -> str:
    """A picture with this many columns and rows of cells, and a margin."""
    width, height = columns * CELL + 16, rows * CELL + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {width:g} {height:g}" width="{width:g}" '
        f"font-family=\"Barlow, 'Segoe UI', sans-serif\">{''.join(parts)}</svg>"
    )


def _at(piece: str, column: float, row: float) -> str:
    return place(piece, column * CELL, row * CELL, CELL / 100)


def _mark(column: float, row: float, *, good: bool) -> str:
    """A tick or a cross on the corner of a cell."""
    path = "M-7 0l5 6 9-11" if good else "M-6-6L6 6M6-6L-6 6"
    return (
        f'<g transform="translate({column * CELL:g} {row * CELL:g})">'
        f'<circle r="13" fill="{GOOD if good else BAD}" stroke="#FFFFFF" stroke-width="2"/>'
        f'<path d="{path}" fill="none" stroke="#FFFFFF" stroke-width="3" stroke-linecap="round"/></g>'
    )


def _free(column: float, row: float) -> str:
    """An empty cell."""
    look = 'fill="none" stroke="#7D5A12" stroke-width="3" stroke-dasharray="8 6" rx="6"'
    return _at(f'<rect x="4" y="4" width="92" height="92" {look}/>', column, row)


def _text(text: str, column: float, row: float, size: int = 20) -> str:
    return words(text, column * CELL, row * CELL, size, weight=600)


def _start(label: str = "5", line: int = 0, heading: Direction = "E") -> str:
    return start_tile(((heading, line, label),))


def _kinds() -> str:
    return _svg(
        2.3, 1, _at(station_tile(0, "3", (("EW", 0),)), 0, 0),
        _at(station_tile(1, "2", (("NS", None), ("EW", 0))), 1.3, 0),
    )  # fmt: skip


def _tracks() -> str:
    tiles = (("EW", "2"), ("EW", "1"), ("EW", "0"), ("SW", "1"), ("SW", "0"))
    return _svg(
        5.4, 1, *(_at(track_tile(edges, value), n * 1.1, 0) for n, (edges, value) in enumerate(tiles))
    )


def _starts() -> str:
    labels = (("4", "H", "6"), ("5", "7", "C"), ("4", "S", "7"), ("5", "L", "6"))
    exits: tuple[Direction, ...] = ("E", "S", "W")
    return _svg(
        4.6,
        1,
        *(
            _at(start_tile([(exits[n], n, label) for n, label in enumerate(tile)]), place * 1.2, 0)
            for place, tile in enumerate(labels)
        ),
    )


def _six_lines() -> str:
    left: tuple[tuple[Direction, int, str], ...] = (("N", 0, "4"), ("W", 1, "H"), ("S", 2, "6"))
    right: tuple[tuple[Direction, int, str], ...] = (("N", 3, "5"), ("E", 4, "7"), ("S", 5, "C"))
    ends = (
        (left, 1, {"N": (1, 0), "W": (0, 1), "S": (1, 2)}),
        (right, 2, {"N": (2, 0), "E": (3, 1), "S": (2, 2)}),
    )
    parts = [_at(start_tile(exits), column, 1) for exits, column, _ in ends]
    for exits, _, cells in ends:
        parts += [_at(locomotive(line, label, way), *cells[way]) for way, line, label in exits]
    return _svg(4, 3, *parts)


def _extend() -> str:
    return _svg(
        4, 1, _at(_start(), 0, 0), _at(track_tile("EW", "1", 0), 1, 0), _free(2, 0),
        _at(locomotive(0, "5", "E"), 2, 0), _at(track_tile("SW", "0"), 3, 0),
    )  # fmt: skip


def _beside_start() -> str:
    return _svg(
        4.6, 1, _at(_start(), 0, 0), _at(track_tile("EW", "1", 0), 1, 0), _mark(1.9, 0.1, good=True),
        _at(_start(), 2.5, 0), _at(station_tile(0, "4", (("EW", 0),)), 3.5, 0), _mark(4.4, 0.1, good=False),
    )  # fmt: skip


def _neighbours() -> str:
    return _svg(
        4.6, 2, _at(station_tile(0, "3", (("EW", 0),)), 0, 0), _at(station_tile(1, "4", (("EW", 2),)), 0, 1),
        _mark(0.9, 1, good=False), _at(station_tile(0, "3", (("EW", 0),)), 2.5, 0),
        _at(station_tile(1, "4", (("EW", 2),)), 3.5, 1), _mark(3.5, 1, good=True),
    )  # fmt: skip


def _same_player() -> str:
    return _svg(
        6.4, 1, _at(station_tile(0, "3", (("EW", 0),)), 0, 0), _at(track_tile("EW", "1", 0), 1, 0),
        _at(station_tile(0, "1", (("EW", 0),)), 2, 0), _mark(2.9, 0.1, good=False),
        _at(station_tile(0, "3", (("EW", 0),)), 3.4, 0), _at(track_tile("EW", "1", 0), 4.4, 0),
        _at(station_tile(1, "1", (("EW", 0),)), 5.4, 0), _mark(6.3, 0.1, good=True),
    )  # fmt: skip


def _never_connected() -> str:
    return _svg(
        3, 1, _at(track_tile("EW", "1", 0), 0, 0), _at(track_tile("EW", "0"), 1, 0),
        _at(track_tile("EW", "1", 2), 2, 0), _mark(1.9, 0.1, good=False),
    )  # fmt: skip


def _edges() -> str:
    return _svg(
        3.5, 2, _at(track_tile("EW", "1", 0), 0, 1), _at(track_tile("NS", "0", 2), 0, 0),
        _mark(0.5, 1, good=False), _at(track_tile("EW", "1", 0), 2.5, 1),
        _at(track_tile("EW", "0", 2), 2.5, 0), _mark(3, 1, good=True),
    )  # fmt: skip


def _values() -> str:
    return _svg(
        5, 1, _at(station_tile(0, "2", (("EW", 0),)), 0, 0), _at(track_tile("EW", "1", 0), 1, 0),
        _at(station_tile(1, "3", (("EW", 0),)), 2, 0), _at(track_tile("EW", "0", 0), 3, 0),
        _at(station_tile(3, "2", (("EW", 0),)), 4, 0), _mark(4.9, 0.1, good=False),
    )  # fmt: skip


def _free_crossing() -> str:
    return _svg(
        6.4, 3, _at(track_tile("EW", "1", 0), 0, 1),
        _at(station_tile(0, "2", (("NS", None), ("EW", 0))), 1, 1),
        _at(locomotive(0, "5", "E"), 2, 1), _at(locomotive(2, "6", "N"), 1, 2),
        _text("→", 3, 1.6, 34), _at(track_tile("EW", "1", 0), 3.4, 1),
        _at(station_tile(0, "2", (("NS", 2), ("EW", 0))), 4.4, 1), _at(locomotive(0, "5", "E"), 5.4, 1),
        _at(track_tile("NS", "1", 2), 4.4, 2), _at(locomotive(2, "6", "N"), 4.4, 0),
    )  # fmt: skip


def _two_ends() -> str:
    return _svg(
        5.6, 2, _at(track_tile("EW", "1", 0), 0, 0), _at(track_tile("NS", "0", 5), 1, 1), _free(1, 0),
        _text("→", 2.15, 0.6, 34), _at(track_tile("EW", "1", 0), 2.6, 0),
        _at(track_tile("NS", "0", 5), 3.6, 1),
        _at(station_tile(3, "4", (("NS", 5), ("EW", 0))), 3.6, 0), _at(locomotive(0, "5", "E"), 4.6, 0),
    )  # fmt: skip


def _finished() -> str:
    stations = ((0, "1"), (1, "3"), (3, "2"), (0, "4"))
    parts = [_at(_start("7", 3), 0, 0)]
    for number, (seat, value) in enumerate(stations):
        parts.append(_at(track_tile("EW", "1", 3), 1 + 2 * number, 0))
        parts.append(_at(station_tile(seat, value, (("EW", 3),)), 2 + 2 * number, 0))
    return _svg(9.3, 1, *parts, _at(buffer_stop("E"), 9, 0))


def _worth() -> str:
    return _svg(
        5, 1.4, _at(_start("5"), 0, 0), _at(track_tile("EW", "1", 0), 1, 0),
        _at(track_tile("EW", "0", 0), 2, 0),
        _at(station_tile(1, "4", (("EW", 0),)), 3, 0), _at(track_tile("EW", "2", 0), 4, 0),
        _text("5 + 1 + 0 + 2 = 8", 0.05, 1.32, 22),
    )  # fmt: skip


def _shares() -> str:
    rows = ((0, "5", "9"), (1, "4", "5"), (3, "2", "3"))
    parts = [place(sample_of(5), 0, 4, 1.2), words("9", 70, 26, 26, weight=700)]
    for number, (seat, value, points) in enumerate(rows):
        x = 130 + number * 110
        parts += [
            shape(seat, x, 17, 11, SEAT_COLOURS[seat]),
            words(value, x + 18, 24, 20),
            f'<path d="M{x + 34} 17h18" stroke="{INK}" stroke-width="2"/>',
            f'<path d="M{x + 58} 17l-9-5v10z" fill="{INK}"/>',
            words(points, x + 64, 25, 24, weight=700),
        ]
    return _svg(5.4, 0.4, *parts)


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "IU-1.2": _kinds,
    "IU-1.3": _tracks,
    "IU-1.4": _starts,
    "IU-2.2": _six_lines,
    "IU-3.1": _extend,
    "IU-4.A": _beside_start,
    "IU-4.C": _neighbours,
    "IU-4.D": _same_player,
    "IU-4.E": _never_connected,
    "IU-4.F": _edges,
    "IU-4.H": _values,
    "IU-4.K": _free_crossing,
    "IU-4.L": _two_ends,
    "IU-5.1": _finished,
    "IU-6.3": _worth,
    "IU-6.6": _shares,
}
"""The pictures by clause."""
