"""The coast: the contour of a field that says how far every point is from the board, and some fixed noise."""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from board import AT, Point, path, triangles

if TYPE_CHECKING:
    from collections.abc import Iterable

STEP = 0.05
"""Between two points of the field."""
FIELD = np.mgrid[-5.0:25.0:STEP, -10.0:22.0:STEP]
SHORE = 0.43
"""How far the land reaches beyond the outermost lines."""
ROUGH = 0.055

NORTH = [
    [(-9, -12), (11.2, -12), (11.0, -0.1), (10.2, 0.35), (9, 0.3), (1, 0.4), (0.2, -0.3), (-0.2, -1),
     (-1.5, -3), (-4, -7)],
    [(12.6, -12), (29, -12), (22.5, -5), (20.6, -3.5), (20.2, -1.2), (18.6, 0.2), (17.4, 1.2), (16.2, 1.0),
     (15.2, 1.2), (14.4, 1.75), (13.75, 1.95), (13.45, 1.2), (13.6, 0.5), (12.7, -0.2), (12.2, -1.2)],
    [(10, -12), (14, -12), (13, -0.75), (10.5, -0.75)],
]  # fmt: skip
SOUTH = [
    [(1.6, 9.0), (2.2, 9.0), (5.5, 9.6), (7.7, 10.5), (8.3, 11.2), (8.2, 13.5), (9.2, 15.6), (11.5, 16.4),
     (13, 15.4), (14.2, 15.2), (13.8, 17.5), (11, 18.6), (7, 18), (4.6, 15.4), (3.0, 11.2)],
]  # fmt: skip
PENINSULA = [
    [(13.3, 10.5), (14.4, 10.4), (14.9, 11.2), (15.15, 12.3), (14.75, 12.7), (14.35, 12.0), (13.9, 11.2),
     (12.8, 10.95)],
]  # fmt: skip

Field = np.ndarray
Side = tuple[int, int, int]
"""A side of a square of the field: its first corner, and whether it is upright."""


WATER = (0.42, 0.29, 0.17)
"""How far the water lines are from the coast."""


def coasts() -> tuple[str, str, list[str]]:
    """The country with its peninsula, its neighbours, and the water lines around both."""
    corners = [sorted({end for line in lines for end in line}) for lines, _ in triangles()]
    board = nearest(to_polygon([AT[n] for n in face]) - SHORE for face in corners)
    country = nearest([board, *(to_polygon(part) - 0.12 for part in PENINSULA)])
    neighbours = nearest(to_polygon(part) - 0.12 for part in NORTH + SOUTH)
    both = nearest([country, neighbours])
    return outline(country), outline(neighbours), [outline(both - far, 0.025) for far in WATER]


def to_segment(a: Point, b: Point) -> Field:
    """How far every point of the field is from a straight line."""
    x, y = FIELD
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy), 0, 1)
    return np.hypot(x - a[0] - along * dx, y - a[1] - along * dy)


def to_polygon(corners: list[Point]) -> Field:
    """The same from a polygon, negative inside."""
    x, y = FIELD
    distance, inside = np.full(x.shape, np.inf), np.zeros(x.shape, bool)
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        distance = np.minimum(distance, to_segment(a, b))
        if a[1] != b[1]:
            crosses = (a[1] > y) != (b[1] > y)
            inside ^= crosses & (x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0])
    return np.where(inside, -distance, distance)


def noise(x: float, y: float) -> float:
    """Between -1 and 1, always the same."""
    value = 0.5 * np.sin(x * 5.1 + y * 3.3) + 0.3 * np.sin(x * 9.7 - y * 7.9 + 1.3)
    return value + 0.2 * np.sin(x * 17.3 + y * 15.1 + 0.4)


def nearest(fields: Iterable[Field]) -> Field:
    """How far it is to the nearest of several things."""
    return reduce(np.minimum, fields)


def contour(field: Field) -> list[list[Point]]:
    """The rings around everything below zero: marching squares, the pieces joined end to end."""
    field = np.pad(field, 1, constant_values=1.0)
    links: dict[Side, list[Side]] = {}
    below = field < 0
    here = below[:-1, :-1]
    mixed = here ^ below[1:, :-1] | here ^ below[:-1, 1:] | here ^ below[1:, 1:]
    for i, j in zip(*np.nonzero(mixed), strict=True):
        sides = [(i, j, 0), (i + 1, j, 1), (i, j + 1, 0), (i, j, 1)]  # the first corner, and which way
        corners = [below[i, j], below[i + 1, j], below[i + 1, j + 1], below[i, j + 1]]
        cut = [side for n, side in enumerate(sides) if corners[n] != corners[(n + 1) % 4]]
        pairs = [cut] if len(cut) == 2 else [[cut[0], cut[1]], [cut[2], cut[3]]]
        for one, other in pairs:
            links.setdefault(one, []).append(other)
            links.setdefault(other, []).append(one)
    return [[crossed(field, side) for side in ring] for ring in rings(links)]


def rings(links: dict[Side, list[Side]]) -> list[list[Side]]:
    """Walk along the links until they close."""
    found = []
    while links:
        ring, (side, ahead) = [], next(iter(links.items()))
        while side is not None:
            ring.append(side)
            ahead = links.pop(side)
            side = next((other for other in ahead if other in links), None)
        found.append(ring)
    return found


def crossed(field: Field, side: Side) -> Point:
    """Where the contour crosses a side."""
    i, j, upright = side
    here, there = field[i, j], field[i, j + 1] if upright else field[i + 1, j]
    part = here / (here - there)
    start_x, start_y = FIELD[0][0, 0] - STEP, FIELD[1][0, 0] - STEP
    return start_x + (i + part * (1 - upright)) * STEP, start_y + (j + part * upright) * STEP


def simpler(points: list[Point], tolerance: float) -> list[Point]:
    """Douglas and Peucker: as few points as the tolerance allows."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    length = math.hypot(bx - ax, by - ay) or 1e-9
    off = [abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length for x, y in points]
    if (ax, ay) == (bx, by):
        off = [math.hypot(x - ax, y - ay) for x, y in points]
    worst = max(range(len(points)), key=off.__getitem__)
    if off[worst] <= tolerance:
        return [points[0], points[-1]]
    return simpler(points[: worst + 1], tolerance)[:-1] + simpler(points[worst:], tolerance)


def outline(field: Field, tolerance: float = 0.012) -> str:
    """The contour as a path; islands that are no more than a speck are left out."""
    kept = [ring for ring in contour(field + noise(*FIELD) * ROUGH * 2) if len(ring) > 60]
    return "".join(path(simpler([*ring, ring[0]], tolerance)[:-1]) + "z" for ring in kept)
