"""The pieces of InterUrban as SVG: track, stations, start tiles, locomotives. Each tile is 100 × 100.

Players have a colour and a shape; lines have a colour and a pattern in the middle of their track, so that the
picture can be read without colours.
"""

from __future__ import annotations

from html import escape
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.games.interurban.law.grid import Direction

INK: Final = "#20272B"
PAPER: Final = "#F2ECE0"
ENAMEL: Final = "#FFFDF6"
BRASS: Final = "#BE9440"
SIGNAL: Final = "#AE2F1C"
KRAFT: Final = ("#E9DBC0", "#BFA880")
"""The colours of a track tile and of its edge."""
START: Final = ("#16365F", "#0B2038")
SEAT_COLOURS: Final = ("#B0302A", "#1F4E8C", "#6A3D8F", "#2C6B3F", "#E2AC1C")
ON_SEAT: Final = ("#FFFFFF", "#FFFFFF", "#FFFFFF", "#FFFFFF", INK)
LINE_COLOURS: Final = ("#0E6F6F", "#B4520F", "#A63A70", "#3A4650", "#6E6A12", "#1F6F9E")
PATTERNS: Final = ("", "9 5", "2 5", "double", "10 4 2 4", "4 4")
"""The middle of each line's track: solid, dashes, dots, double, dash-dot, short dashes."""
CORNERS: Final = ((), (), (0, 60, 120, 180, 240, 300), (-90, 30, 150), (-90, 0, 90, 180))
"""The angles of the corners of each seat's shape; square and circle are drawn without them."""

_POINTS: Final[dict[str, tuple[int, int]]] = {"N": (50, 0), "E": (100, 50), "S": (50, 100), "W": (0, 50)}
_TURNS: Final[dict[str, int]] = {"E": 0, "S": 90, "W": 180, "N": 270}


def words(
    text: str, x: float, y: float, size: float, *, weight: int = 400, fill: str = INK, anchor: str = "start"
) -> str:
    """A text, escaped: names come from people."""
    where = f'x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}"'
    return f'<text {where} fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'


def place(piece: str, x: float, y: float, scale: float) -> str:
    """A piece at a place on the table."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{piece}</g>'


def shape(seat: int, x: float, y: float, radius: float, fill: str) -> str:
    """A player's shape: square, circle, hexagon, triangle or diamond; yellow gets an outline."""
    outline = f' stroke="{INK}" stroke-width="1.3"' if fill == SEAT_COLOURS[4] else ""
    if seat == 1:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{outline}/>'
    if seat == 0:
        half = radius * 0.88
        size = f'width="{2 * half:g}" height="{2 * half:g}"'
        return f'<rect x="{x - half:g}" y="{y - half:g}" {size} fill="{fill}"{outline}/>'
    reach = radius * 1.15
    corners = " ".join(
        f"{x + reach * cos(radians(angle)):.2f},{y + reach * sin(radians(angle)):.2f}"
        for angle in CORNERS[seat]
    )
    return f'<polygon points="{corners}" fill="{fill}"{outline}/>'


def track_tile(edges: str, value: str, line: int | None = None) -> str:
    """A track tile, in the colour of its line once it is laid; its value is in a corner without track."""
    entry, out = edges[0], edges[1]
    path = _path(entry, out)
    rails = _bare(entry, out) if line is None else _coloured(path, line)
    return _square(*KRAFT) + rails + _badge(value, *_corner(edges))


def station_tile(seat: int, value: str, axes: Sequence[tuple[str, int | None]]) -> str:
    """A station with its tracks, the lowest first, each with its line or None if it is free."""
    tracks = "".join(
        f'<path d="{_path(axis[0], axis[1])}" stroke="{ENAMEL}" stroke-width="24"/>{_bare(axis[0], axis[1])}'
        if line is None
        else _coloured(_path(axis[0], axis[1]), line)
        for axis, line in axes
    )
    disc = f'<circle cx="50" cy="50" r="27" fill="{ENAMEL}" stroke="{INK}" stroke-width="2.5"/>'
    signs = "".join(shape(seat, corner, corner, 9, ON_SEAT[seat]) for corner in (17, 83))
    number = words(value, 50, 63, 38, weight=700, anchor="middle")
    return _square(SEAT_COLOURS[seat], INK) + tracks + disc + number + signs


def start_tile(exits: Sequence[tuple[Direction, int, str]]) -> str:
    """A start tile with its exits, each given by direction, line and label."""
    hub = f'<circle cx="50" cy="50" r="15" fill="none" stroke="{BRASS}" stroke-width="3"/>'
    parts = [_square(*START), hub, f'<circle cx="50" cy="50" r="5" fill="{BRASS}"/>']
    for direction, line, label in exits:
        x, y = _POINTS[direction]
        (near_x, near_y), (mid_x, mid_y) = (
            ((50 + (x - 50) * far), (50 + (y - 50) * far)) for far in (0.32, 0.62)
        )
        for colour, width in ((ENAMEL, 24), (LINE_COLOURS[line], 18)):
            parts.append(
                f'<path d="M{near_x:g} {near_y:g}L{x} {y}" stroke="{colour}" stroke-width="{width}"/>'
            )
        ring = f'fill="{ENAMEL}" stroke="{LINE_COLOURS[line]}" stroke-width="3"'
        parts.append(f'<circle cx="{mid_x:g}" cy="{mid_y:g}" r="15.5" {ring}/>')
        parts.append(words(label, mid_x, mid_y + 8, 23, weight=700, anchor="middle"))
    return "".join(parts)


def locomotive(line: int, label: str, heading: Direction) -> str:
    """The locomotive of an unfinished line, in the cell at its end."""
    turn = _TURNS[heading]
    car = f'<path d="M-30 -15H8L24 0 8 15H-30Z" fill="{INK}" stroke="{ENAMEL}" stroke-width="3"/>'
    disc = f'<circle cx="-10" r="14.5" fill="{LINE_COLOURS[line]}" stroke="{ENAMEL}" stroke-width="2.5"/>'
    upright = f'<g transform="translate(-10 0) rotate({-turn})">'
    name = words(label, 0, 7.8, 23, weight=700, fill="#FFFFFF", anchor="middle")
    x, y = (50 + (at - 50) * 0.52 for at in _POINTS[_opposite(heading)])
    return f'<g transform="translate({x:g} {y:g}) rotate({turn})">{car}{disc}{upright}{name}</g></g>'


def buffer_stop(heading: Direction) -> str:
    """The mark of a finished line, at the edge of the cell at its end."""
    x, y = _POINTS[_opposite(heading)]
    turn = 90 if heading in "NS" else 0
    bars = "".join(
        f'<path d="M0 {-reach}V{reach}" stroke="{colour}" stroke-width="{width}"/>'
        for reach, colour, width in ((22, ENAMEL, 13), (20, SIGNAL, 8))
    )
    return f'<g transform="translate({x} {y}) rotate({turn})">{bars}</g>'


def sample_of(line: int) -> str:
    """A short piece of a line's track for the legend, 46 × 24."""
    return _coloured("M0 12H46", line)


def _opposite(heading: Direction) -> str:
    return "SWNE"["NESW".index(heading)]


def _square(fill: str, edge: str) -> str:
    return f'<rect x="2" y="2" width="96" height="96" rx="6" fill="{fill}" stroke="{edge}" stroke-width="2"/>'


def _path(entry: str, out: str, offset: float = 0) -> str:
    """The centre line of a track, or a rail beside it: a straight, or a quarter circle around a corner."""
    (x1, y1), (x2, y2) = _POINTS[entry], _POINTS[out]
    if entry + out in ("NS", "SN"):
        return f"M{50 + offset:g} {y1}V{y2}"
    if entry + out in ("EW", "WE"):
        return f"M{x1} {50 + offset:g}H{x2}"
    corner_x, corner_y = (x1 if x1 in (0, 100) else x2), (y1 if y1 in (0, 100) else y2)
    radius = 50 + offset
    (ax, ay), (bx, by) = (
        (corner_x + (x - corner_x) * radius / 50, corner_y + (y - corner_y) * radius / 50)
        for x, y in ((x1, y1), (x2, y2))
    )
    sweep = 1 if (x1 - corner_x) * (y2 - corner_y) > (y1 - corner_y) * (x2 - corner_x) else 0
    return f"M{ax:g} {ay:g}A{radius:g} {radius:g} 0 0 {sweep} {bx:g} {by:g}"


def _bare(entry: str, out: str) -> str:
    """Track without a line: sleepers and two rails."""
    sleepers = (
        f'<path d="{_path(entry, out)}" stroke="#A58C5C" stroke-width="25" stroke-dasharray="4.5 6.7"/>'
    )
    rails = "".join(
        f'<path d="{_path(entry, out, offset)}" stroke="#3B3120" stroke-width="3"/>' for offset in (-6, 6)
    )
    return f'<g fill="none">{sleepers}{rails}</g>'


def _coloured(path: str, line: int) -> str:
    """Track in the colour and pattern of a line."""
    colour, pattern = LINE_COLOURS[line], PATTERNS[line]
    strokes = [(ENAMEL, 24, ""), (colour, 17, "")]
    if pattern == "double":
        strokes += [(ENAMEL, 8, ""), (colour, 3, "")]
    elif pattern:
        strokes.append((ENAMEL, 5, f' stroke-dasharray="{pattern}"'))
    drawn = (
        f'<path d="{path}" stroke="{ink}" stroke-width="{width}"{dash}/>' for ink, width, dash in strokes
    )
    return f'<g fill="none">{"".join(drawn)}</g>'


def _corner(edges: str) -> tuple[int, int]:
    """The centre of a badge in a corner without track."""
    if edges in ("NS", "EW"):
        return 81, 81
    return (81 if "W" in edges else 19), (81 if "N" in edges else 19)


def _badge(value: str, x: int, y: int) -> str:
    disc = f'<circle cx="{x}" cy="{y}" r="14" fill="{ENAMEL}" stroke="#4D3F24" stroke-width="1.5"/>'
    return disc + words(value, x, y + 7.6, 22, weight=700, anchor="middle")
