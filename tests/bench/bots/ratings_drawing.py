"""The errors of ratings over games, as a picture."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

WIDTH: Final = 640
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 56, 130, 20, 40
COLOURS: Final = ("#1f5fa8", "#c2410c", "#15803d", "#7c3aed", "#db2777", "#0e7490", "#777")
STYLE: Final = "text{font:12px sans-serif;fill:#444}.grid{stroke:#ddd}polyline{fill:none;stroke-width:2}"


def draw(courses: Mapping[str, Sequence[tuple[int, float]]]) -> str:
    """An SVG with a curve for each course: distance from the truth, in points, over games."""
    most = max(games for course in courses.values() for games, _ in course)
    high = 100 * (1 + int(max(error for course in courses.values() for _, error in course) / 100))
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def across(games: float) -> float:
        return LEFT + wide * games / most

    def down(error: float) -> float:
        return TOP + tall * (1 - error / high)

    grid = "".join(
        f'<path class="grid" d="M{LEFT} {down(error):.1f}h{wide}"/>'
        f'<text x="{LEFT - 8}" y="{down(error) + 4:.1f}" text-anchor="end">{error}</text>'
        for error in range(0, high + 1, 50)
    )
    ticks = "".join(
        f'<text x="{across(games):.1f}" y="{HEIGHT - 22}" text-anchor="middle">{games}</text>'
        for games in range(0, most + 1, max(1, most // 4))
    )
    ends = sorted((course[-1][1], name) for name, course in courses.items())
    lines = "".join(
        _curve(
            courses[name], COLOURS[number % len(COLOURS)], name, HEIGHT - BOTTOM - 18 * number, across, down
        )
        for number, (_, name) in enumerate(ends)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}"><style>{STYLE}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{grid}'
        f'{ticks}<text x="{LEFT}" y="{HEIGHT - 6}">rated games of each person</text>'
        f'<text x="{LEFT}" y="13">distance from the true strength, points</text>{lines}</svg>\n'
    )


def _curve(
    course: Sequence[tuple[int, float]],
    colour: str,
    name: str,
    label: float,
    across: Callable[[float], float],
    down: Callable[[float], float],
) -> str:
    """A curve and its name at the right."""
    points = " ".join(f"{across(games):.1f},{down(error):.1f}" for games, error in course)
    right = WIDTH - RIGHT + 10
    return (
        f'<polyline points="{points}" stroke="{colour}"/><path d="M{right} {label - 4:.1f}h14" '
        f'stroke="{colour}" stroke-width="3"/><text x="{right + 20}" y="{label:.1f}">{escape(name)}</text>'
    )
