"""The pieces of Trambahn as SVG: stop signs on cards, a conductor's cap, three kinds of trams."""

from __future__ import annotations

from html import escape
from math import cos, radians, sin
from typing import TYPE_CHECKING, Final

from stellwerk.games.trambahn.law.data import CONDUCTOR, LINE_OF, POINTS_OF, VALUE_OF

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.data import Card, Line, Tram

CARD_WIDTH: Final = 100

PAPER: Final = "#F2ECE0"
ENAMEL: Final = "#FFFDF6"
INK: Final = "#20272B"
BRASS: Final = "#BE9440"
STONE: Final = "#857A66"
PRIMARY: Final = "#1E4D45"
GLASS: Final = "#C9D6D3"
COLOUR_OF: Final[dict[Line, str]] = {"B": "#1F4E8C", "R": "#B0302A", "G": "#2C6B3F", "Y": "#E2AC1C"}
INK_ON: Final[dict[Line, str]] = {"B": "#FFFFFF", "R": "#FFFFFF", "G": "#FFFFFF", "Y": INK}
"""The colour of text on the colour of a line."""


def words(
    text: str, x: float, y: float, size: int, *, weight: int = 400, fill: str = INK, anchor: str = "start"
) -> str:
    """A piece of text, escaped: names are typed by people."""
    where = f'x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}"'
    return f'<text {where} fill="{fill}" text-anchor="{anchor}" xml:space="preserve">{escape(text)}</text>'


def place(piece: str, x: float, y: float, scale: float) -> str:
    """A piece, moved to a place and scaled."""
    return f'<g transform="translate({x:g} {y:g}) scale({scale:g})">{piece}</g>'


def shape(
    line: Line, x: float, y: float, radius: float, fill: str, stroke: str = "none", width: float = 1.2
) -> str:
    """The sign of a line: a circle, square, triangle or diamond, all of about the same size."""
    look = f'fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" stroke-linejoin="round"'
    if line == "B":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {look}/>'
    if line == "R":
        half = radius * 0.88
        return f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}" {look}/>'
    if line == "G":
        corners = _corners(x, y + radius * 0.18, radius * 1.2, (-90, 30, 150))
    else:
        corners = _corners(x, y, radius * 1.16, (-90, 0, 90, 180))
    return f'<polygon points="{corners}" {look}/>'


def _corners(x: float, y: float, radius: float, angles: tuple[int, ...]) -> str:
    return " ".join(f"{x + radius * cos(radians(a)):.2f},{y + radius * sin(radians(a)):.2f}" for a in angles)


def card(face: Card, nine: int = 2) -> str:
    """A card of 100 × 144; its left strip shows everything needed when cards are fanned.

    A 9 shows `nine` points (TB-1.2).
    """
    paper = f'<rect x=".75" y=".75" width="98.5" height="142.5" rx="7" fill="{ENAMEL}" stroke="{STONE}"/>'
    return paper + (_conductor() if face == CONDUCTOR else _stop(face, nine))


def _strip(colour: str) -> str:
    return f'<path d="M8 5h22v134H8a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z" fill="{colour}"/>'


def _stop(face: Card, nine: int) -> str:
    line, value, points = LINE_OF[face], VALUE_OF[face], POINTS_OF[nine][face]
    colour, ink = COLOUR_OF[line], INK_ON[line]
    size = 31 if line != "G" else 24
    bars = (
        f'<rect x="12" y="{126 - 9 * n}" width="11" height="5" rx="1" fill="{ink}"/>' for n in range(points)
    )
    first = 64.5 - (points * 14 - 4) / 2
    tickets = (
        f'<rect x="{first + 14 * n:g}" y="129" width="10" height="6" rx="1" fill="{colour}" stroke="{INK}"/>'
        for n in range(points)
    )
    return "".join(
        (
            _strip(colour),
            words(str(value), 17.5, 31, 27 if value < 10 else 22, weight=700, fill=ink, anchor="middle"),
            shape(line, 17.5, 49, 6.6, ink),
            *bars,
            f'<path d="M36 122H93" stroke="{STONE}" stroke-width="1.5"/>',
            f'<path d="M64.5 122V74" stroke="{INK}" stroke-width="3"/>',
            shape(line, 64.5, 52, 25, ENAMEL, colour, 5),
            words(str(value), 64.5, 67.5 if line == "G" else 62.5, size, weight=700, anchor="middle"),
            *tickets,
        )
    )


def _conductor() -> str:
    frame = (
        f'<rect x="36" y="8" width="56" height="128" rx="3" fill="none" stroke="{INK}" stroke-width="1.5"/>'
    )
    text = f'<path d="M50 92h28M50 99h28M50 106h18" stroke="{STONE}" stroke-width="2"/>'
    return _strip(INK) + place(_cap("#F4EEDF"), 17.5, 22, 0.5) + frame + place(_cap(INK), 64, 62, 1.12) + text


def _cap(colour: str) -> str:
    return (
        f'<path d="M-19 2C-20-9-11-14 0-14S20-9 19 2z" fill="{colour}"/>'
        f'<rect x="-18" y="1" width="36" height="8" rx="1.5" fill="{BRASS}"/>'
        f'<path d="M-18 9C-10 6.5 10 6.5 18 9 16 15 8 16.5 0 16.5S-16 15-18 9z" fill="{colour}"/>'
        f'<circle cx="0" cy="-4" r="3.6" fill="{BRASS}"/>'
    )


def tram(kind: Tram) -> str:
    """A tram of 150 × 62, seen from the side on its rail: horse, steam or electric."""
    rail = f'<path d="M0 58.5H150" stroke="{INK}" stroke-width="1.6"/>'
    return rail + {2: _horse_tram, 3: _steam_tram, 4: _electric_tram}[kind]()


def box(x: float, y: float, width: float, height: float, fill: str, edge: float = 1) -> str:
    """A rectangle with an ink edge."""
    size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<rect {size} fill="{fill}" stroke="{INK}" stroke-width="{edge:g}"/>'


def _wheel(x: float, radius: float = 6) -> str:
    y = 58 - radius
    rim = f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ENAMEL}" stroke="{INK}" stroke-width="2"/>'
    return f'{rim}<circle cx="{x:g}" cy="{y:g}" r="1.4" fill="{INK}"/>'


def _car(x: int, length: int, windows: int) -> str:
    """A car: ivory above, painted below, with open platforms at both ends."""
    pitch = (length - 6) / windows
    panes = (box(x + 4 + n * pitch, 27.5, pitch - 3, 8.5, GLASS) for n in range(windows))
    end = x + length
    platforms = f"M{x - 7} 24V54H{x}M{end + 7} 24V54H{end}M{x - 7} 43H{x}M{end} 43H{end + 7}"
    roof = f"M{x - 9} 24Q{x - 8} 20 {x - 2} 20H{end + 2}Q{end + 8} 20 {end + 9} 24Z"
    return "".join(
        (
            box(x, 24, length, 27, ENAMEL, 1.5),
            box(x, 39, length, 12, PRIMARY, 1.5),
            *panes,
            f'<path d="{roof}" fill="{INK}"/>',
            _line(platforms),
        )
    )


def _line(path: str, colour: str = INK, width: float = 1.5) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}" fill="none"/>'


HORSE: Final = (
    "M5 19C4.5 13.5 10 12.5 16 13.5L29 13C33 12 35 8 37.5 4.5L40 1.5 41.5 4.8 48 10"
    "C49.3 11.5 48.5 13.8 46.3 13.4L42 12.4C40.5 15 40 18.5 38.5 21.5 37.5 23.7 36.5 25 35.5 26"
    "L36.5 33 35 42.5H32L32.3 34 30.5 28C25 29 19.5 28.5 14.5 27.5L12.5 33 13 42.5H10L8.5 33 8.3 27"
    "C6 25 5 22.5 5 19ZM16 27 19.5 34 18 42.5H15.3L16 34.5 12 29Z"
    "M29 27 28.5 34.5 30 42.5H27.3L25.8 34.5 25.5 28ZM6 16C2 17 2.5 25 .8 30 4 28.5 5.5 23 6.5 20Z"
)
"""The outline of a horse: body, the legs on the far side, tail."""


def _horse_tram() -> str:
    horse = place(f'<path d="{HORSE}" fill="{INK}"/>', 96, 15.5, 1)
    harness = _line("M83 50H104L109 37.5C116 33 126 33 131 33", BRASS)
    return _car(14, 62, 4) + _wheel(28) + _wheel(62) + horse + harness


def _steam_tram() -> str:
    panes = "".join(box(x, 28, 10, 9, GLASS) for x in (20, 34, 50))
    roof = f'<path d="M11 25.5Q12 21 18 21H66Q72 21 73 25.5ZM23 21V11h8v10z" fill="{INK}"/>'
    engine = box(16, 25, 52, 27, PRIMARY, 1.5) + panes + roof + _line("M21 11h12M14 52h56", INK, 3)
    smoke = _line("M28 6c3-5 9-4 10 0 4-3 9 0 8 3 5-1 8 1 8 4", STONE)
    trailer = _car(86, 48, 3) + _wheel(97, 5.5) + _wheel(124, 5.5)
    return trailer + _line("M70 52H82", INK, 2) + engine + _wheel(28) + _wheel(56) + smoke


def _electric_tram() -> str:
    wire = _line("M0 4.5H150M76 15.5 58 4.5")
    skylight = box(29, 15.5, 92, 5, ENAMEL, 1.3)
    lamp = f'<circle cx="16.5" cy="44" r="2.6" fill="{BRASS}" stroke="{INK}"/>'
    return wire + skylight + _car(24, 102, 7) + "".join(map(_wheel, (48, 62, 88, 102))) + lamp
