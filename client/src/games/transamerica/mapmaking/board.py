"""The board of TransAmerica for drawing: places in units of one line, and paths in pixels of the map."""

from __future__ import annotations

import json
import math
from itertools import pairwise
from pathlib import Path

GAME = Path(__file__).parents[5] / "src/stellwerk/games/transamerica"
BOARD = json.loads((GAME / "law/board.json").read_text())
UNIT, LEFT, TOP = 56.5, 58, 34
ROW = math.sqrt(3) / 2

Point = tuple[float, float]
Line = tuple[int, int]
Face = tuple[list[Line], Point]
"""A triangle: its three lines and its middle."""
AT: list[Point] = [(column - row / 2 + 1, row * ROW) for column, row in BOARD["crossings"]]
COST: dict[Line, int] = {(a, b): cost for a, b, cost in BOARD["lines"]}


def triangles() -> list[Face]:
    """Every triangle of the grid."""
    number_at = {tuple(place): crossing for crossing, place in enumerate(BOARD["crossings"])}
    found = []
    for (column, row), here in number_at.items():
        for second, third in (((1, 0), (1, 1)), ((1, 1), (0, 1))):
            a = number_at.get((column + second[0], row + second[1]))
            b = number_at.get((column + third[0], row + third[1]))
            if a is None or b is None:
                continue
            lines = [(here, a), (min(a, b), max(a, b)), (here, b)]
            if all(line in COST for line in lines):
                found.append((lines, middle(AT[here], AT[a], AT[b])))
    return found


def middle(*points: Point) -> Point:
    """Of a line or a triangle."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def along(line: Line, part: float) -> Point:
    """A point of a line between its ends, 0 and 1."""
    (ax, ay), (bx, by) = AT[line[0]], AT[line[1]]
    return ax + (bx - ax) * part, ay + (by - ay) * part


# Paths


def number(value: float) -> str:
    """With one digit after the point, as short as possible."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


def spaced(*values: float) -> str:
    """Numbers in a row: a minus sign separates as well as a blank."""
    text = ""
    for value in map(number, values):
        text += value if not text or value.startswith("-") else f" {value}"
    return text


def pixels(point: Point) -> Point:
    """From units of the grid to pixels of the map."""
    return round(LEFT + point[0] * UNIT, 1), round(TOP + point[1] * UNIT, 1)


def path(points: list[Point], command: str = "l") -> str:
    """A path through the points, each given relative to the one before."""
    places = [pixels(point) for point in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)]
    text = "M" + spaced(*places[0]) + command
    for step in steps:
        part = spaced(*step)
        text += part if text[-1] == command or part.startswith("-") else f" {part}"
    return text


def curve(start: Point, bend: Point, end: Point) -> str:
    """A quadratic curve."""
    (x, y), (bx, by), (ex, ey) = pixels(start), pixels(bend), pixels(end)
    return f"M{spaced(x, y)}q{spaced(bx - x, by - y, ex - x, ey - y)}"
