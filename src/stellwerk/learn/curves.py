"""Learning curves as a picture: how each measure of a course went, lesson by lesson."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH: Final = 640
HEIGHT: Final = 160
LEFT: Final = 56
TOP: Final = 28
STYLE: Final = (
    "text{font:12px sans-serif;fill:#444}.curve{fill:none;stroke:#1f5fa8;stroke-width:2}"
    ".axis{stroke:#999;stroke-width:1}circle{fill:#1f5fa8}"
)


def draw(curve: Sequence[Mapping[str, float]]) -> str:
    """An SVG with one small chart below the other, one for each measure of the last lesson."""
    names = list(curve[-1]) if curve else []
    charts = "".join(_chart(curve, name, number * (HEIGHT + TOP)) for number, name in enumerate(names))
    height = len(names) * (HEIGHT + TOP) + TOP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}"><style>{STYLE}</style>'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>{charts}</svg>\n'
    )


def _chart(curve: Sequence[Mapping[str, float]], name: str, top: int) -> str:
    """One chart; lessons without this measure are left out."""
    found = [(lesson, one[name]) for lesson, one in enumerate(curve) if name in one]
    low, high = min(value for _, value in found), max(value for _, value in found)
    room, wide = HEIGHT - TOP, (WIDTH - 2 * LEFT) / max(1, len(curve) - 1)
    places = [
        (LEFT + lesson * wide, top + TOP + room * (1 - (value - low) / ((high - low) or 1)))
        for lesson, value in found
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places)
    return (
        f'<text x="{LEFT}" y="{top + 16}">{escape(name)}</text>'
        f'<text x="{LEFT - 8}" y="{top + TOP + 4}" text-anchor="end">{high:.3f}</text>'
        f'<text x="{LEFT - 8}" y="{top + TOP + room + 4}" text-anchor="end">{low:.3f}</text>'
        f'<path class="axis" d="M{LEFT} {top + TOP + room}H{WIDTH - LEFT}"/>'
        f'<polyline class="curve" points="{line}"/>{dots}'
    )
