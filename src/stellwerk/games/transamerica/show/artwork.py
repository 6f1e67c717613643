"""The pieces as SVG: land, lines, rails, city signs, start markers and engines."""

from __future__ import annotations

from html import escape
from math import cos, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING, Final

from stellwerk.games.transamerica.law.data import GRID, LINE_NUMBER, PAIRS

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.data import City, Colour
    from stellwerk.games.transamerica.law.view import Pair

PAPER: Final = "#F2ECE0"
SEA: Final = "#DCE6E4"
LAND: Final = "#F6EFDD"
COAST: Final = "#7F9A9A"
GRID_LINE: Final = "#988762"
DOUBLE_LINE: Final = "#7A6F5B"
INK: Final = "#20272B"
QUIET: Final = "#655F53"
BRASS: Final = "#BE9440"
SIGNAL: Final = "#AE2F1C"
ENAMEL: Final = "#FFFDF8"
COLOUR_OF: Final[dict[Colour, str]] = {
    "green": "#2C6B3F",
    "blue": "#1F4E8C",
    "yellow": "#E2AC1C",
    "red": "#B0302A",
    "orange": "#DC7C2C",
}
INK_ON: Final[dict[Colour, str]] = {
    "green": "#FFFFFF",
    "blue": "#FFFFFF",
    "yellow": INK,
    "red": "#FFFFFF",
    "orange": INK,
}
CORNERS: Final[dict[Colour, tuple[int, ...]]] = {
    "green": (-90, 30, 150),
    "yellow": (-90, 0, 90, 180),
    "red": (-135, -45, 45, 135),
    "orange": (-90, -18, 54, 126, 198),
}
"""The shape of each colour, as the angles of its corners; blue is a circle."""
SEATS: Final = (
    ("#20272B", "#FFFDF8"),
    ("#6A3D8F", "#FFFFFF"),
    ("#0E6F6F", "#FFFFFF"),
    ("#A63A70", "#FFFFFF"),
    ("#6B4A2B", "#FFFFFF"),
    ("#FFFDF8", "#20272B"),
)
"""For each seat its colour and the colour of the letter on it."""

UNIT: Final = 55
ORIGIN: Final = (70, 66)


def position(crossing: int) -> tuple[float, float]:
    """The coordinates of a crossing in the picture."""
    column, row = GRID[crossing]
    return ORIGIN[0] + (column - row / 2 + 1) * UNIT, ORIGIN[1] + row * sqrt(3) / 2 * UNIT


def _path(pairs: tuple[Pair, ...]) -> str:
    ends = ((*position(a), *position(b)) for a, b in pairs)
    return "".join(f"M{x:.1f} {y:.1f}L{other_x:.1f} {other_y:.1f}" for x, y, other_x, other_y in ends)


def _triangles() -> str:
    found = (
        (a, b, c)
        for a, b in PAIRS
        for c in range(b + 1, len(GRID))
        if (a, c) in LINE_NUMBER and (b, c) in LINE_NUMBER
    )
    return "".join(
        "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(position, corners)) + "Z" for corners in found
    )


def land() -> str:
    """All fields with a broad rim, and three contour lines in the water around them."""
    shape = _triangles()
    water = [(1.28, COAST, 0.35), (1.25, SEA, 1), (1.1, COAST, 0.5), (1.07, SEA, 1), (0.94, COAST, 0.7)]
    layers = [*water, (0.91, SEA, 1), (0.82, COAST, 1), (0.78, LAND, 1)]
    drawn = (
        f'<use href="#land" stroke="{colour}" stroke-width="{width * UNIT:.1f}" opacity="{opacity}"/>'
        for width, colour, opacity in layers
    )
    return (
        f'<defs><path id="land" d="{shape}" stroke-linejoin="round"/></defs>'
        f'<g fill="{LAND}">{"".join(drawn)}</g>'
    )


def line_between(a: int, b: int, cost: int) -> str:
    """A line of the board: one thin stroke, or two for a double line."""
    if cost == 1:
        return f'<path d="{_path(((a, b),))}" stroke="{GRID_LINE}" stroke-width="1"/>'
    (x, y), (other_x, other_y) = position(a), position(b)
    length = hypot(other_x - x, other_y - y)
    aside, down = -(other_y - y) / length * 2.6, (other_x - x) / length * 2.6
    both = "".join(
        f"M{x + dx:.1f} {y + dy:.1f}L{other_x + dx:.1f} {other_y + dy:.1f}"
        for dx, dy in ((aside, down), (-aside, -down))
    )
    return f'<path d="{both}" stroke="{DOUBLE_LINE}" stroke-width="1.4"/>'


def rail(line: Pair, kind: str = "rail", colour: str = INK, letter: str = "", shift: int = 0) -> str:
    """Track as on a map; the kind `halo` marks the last turn, `missing` is dashed with a seat's letter."""
    path = _path((line,))
    if kind == "halo":
        return f'<path d="{path}" stroke="{BRASS}" stroke-width="17" stroke-linecap="round" opacity=".8"/>'
    if kind == "missing":
        dash = f'stroke-dasharray="5 6" stroke-dashoffset="{shift * 3}"'
        edge = f'<path d="{path}" stroke="{INK}" stroke-width="6" {dash}/>' if colour == ENAMEL else ""
        dashes = f'<path d="{path}" stroke="{colour}" stroke-width="4" {dash}/>'
        return edge + dashes + _letter(line, letter, colour)
    sleepers = f'stroke-width="2.6" stroke-dasharray="{UNIT / 8} {UNIT / 8}"'
    body = INK if colour == ENAMEL else colour
    return (
        f'<path d="{path}" stroke="{LAND}" stroke-width="9.5" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{body}" stroke-width="6.4" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{LAND}" {sleepers}/>'
    ) + (_letter(line, letter, colour) if letter else "")


def _letter(line: Pair, letter: str, colour: str) -> str:
    (x, y), (other_x, other_y) = map(position, line)
    middle_x, middle_y = (x + other_x) / 2, (y + other_y) / 2
    ink = INK if colour == ENAMEL else ENAMEL
    disc = f'<circle cx="{middle_x:.1f}" cy="{middle_y:.1f}" r="8" fill="{colour}" stroke="{INK}"/>'
    return disc + words(letter, middle_x, middle_y + 4, 11, weight=700, fill=ink, anchor="middle")


def city_sign(city: City, *, is_own: bool, done: bool, at: tuple[float, float] | None = None) -> str:
    """A city in the shape of its colour; the observer's are larger, with a dot, or a tick once connected."""
    x, y = at or position(city.crossing)
    radius = 12.5 if is_own else 9
    sign = _shape(city.colour, x, y, radius + 2.6, LAND, "none", 0)
    sign += _shape(city.colour, x, y, radius, COLOUR_OF[city.colour], INK, 2.2 if is_own else 1.2)
    ink = INK_ON[city.colour]
    if is_own and done:
        tick = f"M{x - 5:.1f} {y + 0.5:.1f}l3.6 3.8 6.6-7.6"
        return (
            f'{sign}<path d="{tick}" fill="none" stroke="{ink}" stroke-width="2.6" stroke-linecap="round"/>'
        )
    return f'{sign}<circle cx="{x:.1f}" cy="{y + 1:.1f}" r="3.2" fill="{ink}"/>' if is_own else sign


def _shape(colour: Colour, x: float, y: float, radius: float, fill: str, edge: str, width: float) -> str:
    look = f'fill="{fill}" stroke="{edge}" stroke-width="{width:g}" stroke-linejoin="round"'
    if colour == "blue":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {look}/>'
    reach = radius * 1.18
    corners = " ".join(
        f"{x + reach * cos(radians(angle)):.1f},{y + reach * sin(radians(angle)):.1f}"
        for angle in CORNERS[colour]
    )
    return f'<polygon points="{corners}" {look}/>'


def marker(crossing: int, seat: int, letter: str) -> str:
    """A signal disc on a mast above its crossing."""
    x, y = position(crossing)
    colour, ink = SEATS[seat]
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><path d="M0 -6V-18" stroke="{INK}" stroke-width="3.5"/>'
        f'<circle cy="-28" r="13" fill="{ENAMEL}" stroke="{INK}" stroke-width="1.3"/>'
        f'<circle cy="-28" r="10.3" fill="{colour}" stroke="{INK}" stroke-width=".6"/>'
        f"{words(letter, 0, -23, 15, weight=700, fill=ink, anchor='middle')}</g>"
    )


def engine(x: float, y: float, seat: int, letter: str) -> str:
    """A locomotive seen from the side."""
    colour, ink = SEATS[seat]
    look = f'fill="{colour}" stroke="{INK if colour == ENAMEL else ENAMEL}" stroke-width="1.2"'
    wheels = "".join(f'<circle cx="{at}" cy="9.5" r="3.2" {look}/>' for at in (-9, 0, 9.5))
    return (
        f'<g transform="translate({x:.1f} {y:.1f})">'
        f'<path d="M-15 9V-11H-5V-6H7V-12H11V-6H14L16 0V9Z" {look}/>{wheels}'
        f"{words(letter, -1, 5, 14, weight=700, fill=ink, anchor='middle')}</g>"
    )


def points_text(points: int) -> str:
    """Points as people write them, with a real minus sign."""
    return str(points).replace("-", "−")


def words(
    text: str,
    x: float,
    y: float,
    size: int,
    *,
    weight: int = 400,
    fill: str = INK,
    anchor: str = "start",
    halo: str = "",
    serif: bool = False,
) -> str:
    """A text, escaped because it may hold names that people chose."""
    where = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}"'
    face = " font-family=\"'Source Serif 4', Georgia, serif\"" if serif else ""
    rim = f' stroke="{halo}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"' if halo else ""
    return f'<text {where} fill="{fill}" text-anchor="{anchor}"{face}{rim}>{escape(text)}</text>'
