"""InterUrban's table as an SVG picture: open tiles on the left, the board in the middle, lines on the right.

Everything is drawn from plain shapes (see `artwork`); nothing is loaded. Players' names are escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from stellwerk.games.interurban.law.data import CROSSINGS, EXITS, START_CELLS, TILES_PER_TURN
from stellwerk.games.interurban.law.state import Step
from stellwerk.games.interurban.show.artwork import (
    INK,
    PAPER,
    SEAT_COLOURS,
    SIGNAL,
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
from stellwerk.games.interurban.show.trace import extent, trace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from stellwerk.core.texts import Texts
    from stellwerk.games.interurban.law.data import StationTile
    from stellwerk.games.interurban.law.grid import Cell
    from stellwerk.games.interurban.law.state import Laid
    from stellwerk.games.interurban.law.view import View

LEFT: Final = 290
BOARD: Final = 860
RIGHT: Final = 420
MARGIN: Final = 20
TOP: Final = 70
WIDTH: Final = LEFT + BOARD + RIGHT + 4 * MARGIN
HEIGHT: Final = TOP + BOARD + MARGIN
LARGEST_CELL: Final = 80
SURFACE: Final = "#FAF7F0"
EDGE: Final = "#B8AC95"
QUIET: Final = "#655F53"
TARGET: Final = ("#F3E6C8", "#7D5A12")
"""The colours of a cell where something can be laid, and of its frame."""


def svg(view: View, texts: Texts, players: Sequence[str]) -> str:
    """The picture of a view."""
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _headline(view, texts, players),
        _open_tiles(view, texts, players),
        _board(view),
        _lines(view, texts, players),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="Barlow, \'Segoe UI\', sans-serif">\n'
        f"<title>{escape(_title(view, texts, players))}</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def places(view: View) -> dict[str, tuple[float, float]]:
    """The centres in the picture of the cells where something can be laid."""
    corner, size = _scale(view)
    corners = {choice.cell: corner(choice.cell) for choice in view.choices}
    return {f"{cell[0]},{cell[1]}": (x + size / 2, y + size / 2) for cell, (x, y) in corners.items()}


def _title(view: View, texts: Texts, players: Sequence[str]) -> str:
    now = texts.section("terminal")["game_over"] if view.step is Step.OVER else players[view.turn]
    return f"InterUrban: {' – '.join(players)} ({now})"


def _headline(view: View, texts: Texts, players: Sequence[str]) -> str:
    """Whose turn it is, and what may still be laid."""
    labels = texts.section("terminal")
    title = words("InterUrban", MARGIN, 45, 27, weight=600)
    if view.step is Step.OVER:
        return title + words(f"{labels['game_over']} ({view.reason})", LEFT + 2 * MARGIN, 44, 20, weight=600)
    number = texts.format(labels["tiles_laid"], number=min(view.laid + 1, TILES_PER_TURN))
    station = labels["station_laid" if view.station_laid else "station_possible"]
    x = LEFT + 2 * MARGIN
    lamp = shape(view.turn, x + 10, 37, 11, SEAT_COLOURS[view.turn])
    return (
        title
        + lamp
        + words(f"{players[view.turn]}: {number}, {station}", x + 30, 44, 20, fill=SIGNAL, weight=600)
    )


def _panel(x: float, y: float, width: float, height: float) -> str:
    box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"'
    return f'<rect {box} fill="{SURFACE}" stroke="{EDGE}"/>'


# open tiles


def _open_tiles(view: View, texts: Texts, players: Sequence[str]) -> str:
    labels = texts.section("terminal")
    rows = 1 + len(players)
    height = (BOARD - (rows - 1) * 10) / rows
    scale = min(0.72, (height - 46) / 100)
    parts = []
    for row in range(rows):
        top = TOP + row * (height + 10)
        parts.append(_panel(MARGIN, top, LEFT, height))
        if row == 0:
            name, hidden = labels["open_track"], len(view.hidden)
            tiles = [tile and track_tile("NS" if tile[0] == "s" else "ES", tile[1]) for tile in view.open]
        else:
            player = view.players[row - 1]
            name, hidden = players[row - 1], len(player.hidden)
            parts.append(shape(row - 1, MARGIN + 22, top + 21, 9, SEAT_COLOURS[row - 1]))
            tiles = [tile and _open_station(row - 1, tile) for tile in player.open]
        parts.append(words(name, MARGIN + (40 if row else 14), top + 27, 17, weight=600))
        count = texts.format(labels["hidden"], count=hidden)
        parts.append(words(count, MARGIN + LEFT - 14, top + 27, 14, fill=QUIET, anchor="end"))
        for number, tile in enumerate(tiles):
            if tile is not None:
                parts.append(place(tile, MARGIN + 14 + number * 89, top + 38, scale))
    return "".join(parts)


def _open_station(seat: int, tile: StationTile) -> str:
    axes = ("EW", "NS") if tile in CROSSINGS else ("NS",)
    return station_tile(seat, tile[-1], [(axis, None) for axis in axes])


# the board


def _scale(view: View) -> tuple[Callable[[Cell], tuple[float, float]], float]:
    """A function from a cell to its corner in the picture, and the size of a cell."""
    west, east, south, north = extent(view.tiles)
    size = min(LARGEST_CELL, BOARD / max(east - west + 1, north - south + 1))
    left = LEFT + 2 * MARGIN + (BOARD - size * (east - west + 1)) / 2
    top = TOP + (BOARD - size * (north - south + 1)) / 2
    return lambda cell: (left + (cell[0] - west) * size, top + (north - cell[1]) * size), size


def _board(view: View) -> str:
    west, east, south, north = extent(view.tiles)
    corner, size = _scale(view)

    def put(piece: str, cell: Cell) -> str:
        return place(piece, *corner(cell), size / 100)

    targets = {choice.cell for choice in view.choices}
    parts = [_panel(LEFT + 2 * MARGIN, TOP, BOARD, BOARD)]
    parts += [
        put(f'<path d="M-7 0h14M0 -7v14" stroke="{EDGE}"/>', (x, y))
        for x in range(west + 1, east + 1)
        for y in range(south, north)
    ]
    fill, frame = TARGET
    look = f'fill="{fill}" stroke="{frame}" stroke-width="4" stroke-dasharray="10 7"'
    target = f'<rect x="6" y="6" width="88" height="88" rx="6" {look}/>'
    parts += [put(target, cell) for cell in sorted(targets)]
    parts += [put(piece, laid.cell) for laid, piece in _tiles(view)]
    for number, line in enumerate(view.lines):
        end = buffer_stop(line.heading) if line.finished else locomotive(number, line.label, line.heading)
        parts.append(put(end, line.end))
    return "".join(parts)


def _tiles(view: View) -> Iterator[tuple[Laid, str]]:
    """Every laid tile with its drawing; a track that a line uses is drawn above a free one."""
    passed: dict[Cell, list[tuple[str, int]]] = {}
    for number, passages in enumerate(trace(view.tiles)):
        for laid, entry, out in passages:
            passed.setdefault(laid.cell, []).append((entry + out, number))
    for laid in view.tiles:
        lines = passed.get(laid.cell, [])
        if laid.cell in START_CELLS:
            yield laid, _start(view, laid)
        elif laid.seat is None:
            yield laid, track_tile(laid.edges, laid.tile[-1], lines[0][1] if lines else None)
        else:
            used = {"NS" if axis in ("NS", "SN") else "EW": number for axis, number in lines}
            axes = [axis for axis in ("NS", "EW") if axis[0] in laid.edges]
            tracks = [(axis, used.get(axis)) for axis in sorted(axes, key=lambda axis: axis in used)]
            yield laid, station_tile(laid.seat, laid.tile[-1], tracks)


def _start(view: View, laid: Laid) -> str:
    return start_tile(
        [
            (direction, number, view.lines[number].label)
            for number, (cell, direction) in enumerate(EXITS)
            if cell == laid.cell
        ]
    )


# the lines


def _lines(view: View, texts: Texts, players: Sequence[str]) -> str:
    """For each line its value, each player's strength and what is missing; below, the points so far."""
    labels = texts.section("terminal")
    x, row = LEFT + BOARD + 3 * MARGIN, 62
    columns = [x + 170 + seat * (RIGHT - 180) / len(players) for seat in range(len(players))]
    parts = [_panel(x, TOP, RIGHT, 60 + row * 6)]
    parts.append(words(labels["line"], x + 14, TOP + 32, 15, fill=QUIET))
    parts.append(words(labels["value"], x + 142, TOP + 32, 15, fill=QUIET, anchor="end"))
    parts += [shape(seat, at + 14, TOP + 27, 9, SEAT_COLOURS[seat]) for seat, at in enumerate(columns)]
    for number, (line, worth) in enumerate(zip(view.lines, view.worth, strict=True)):
        y = TOP + 48 + number * row
        parts.append(f'<path d="M{x + 10} {y}h{RIGHT - 20}" stroke="{EDGE}"/>')
        parts.append(words(worth.name, x + 14, y + 28, 20, weight=700))
        parts.append(place(sample_of(number), x + 64, y + 10, 0.9))
        parts.append(words(str(worth.value), x + 142, y + 28, 22, weight=700, anchor="end"))
        best = max(worth.economic)
        for at, own, points in zip(columns, worth.economic, worth.points, strict=True):
            weight = 700 if own and own == best else 400
            parts.append(words(str(own or "·"), at + 14, y + 28, 18, weight=weight, anchor="middle"))
            parts.append(
                words(f"+{points}" if points else "", at + 14, y + 48, 14, fill=QUIET, anchor="middle")
            )
        lacks = f"{labels['missing']} {' '.join(map(str, worth.missing))}"
        parts.append(words(labels["finished"] if line.finished else lacks, x + 14, y + 50, 14, fill=QUIET))
    return "".join(parts) + _totals(view, texts, players, x, TOP + 60 + row * 6 + 14)


def _totals(view: View, texts: Texts, players: Sequence[str], x: float, top: float) -> str:
    labels = texts.section("terminal")
    title = labels["points" if view.step is Step.OVER else "if_now"]
    parts = [_panel(x, top, RIGHT, 50 + 40 * len(players)), words(title, x + 14, top + 30, 17, weight=600)]
    for seat, (name, total) in enumerate(zip(players, view.totals, strict=True)):
        y = top + 64 + 40 * seat
        parts.append(shape(seat, x + 24, y - 6, 10, SEAT_COLOURS[seat]))
        parts.append(words(name, x + 46, y, 18, fill=INK))
        parts.append(words(str(total), x + RIGHT - 20, y, 26, weight=700, anchor="end"))
    return "".join(parts)
