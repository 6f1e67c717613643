"""Rivers and mountains: along the chains of double lines, from triangle to triangle (TA-1.1)."""

from __future__ import annotations

import math

from board import AT, COST, UNIT, Face, Line, Point, curve, middle, path, pixels, spaced, triangles
from coast import noise

RIVERS_LONGER_THAN, CANYON = 40, 11
"""Double lines form chains. The longest and the canyon in the south-west are rivers, the others mountains."""


def chains(faces: list[Face]) -> list[set[Line]]:
    """Double lines that follow each other across a triangle."""
    left, found = {line for line, cost in COST.items() if cost == 2}, []
    while left:
        chain, grown = {min(left)}, set()
        while grown != chain:
            grown = set(chain)
            for lines, _ in faces:
                if chain & set(lines):
                    chain |= {line for line in lines if COST[line] == 2}
        found.append(chain)
        left -= chain
    return found


def is_river(chain: set[Line]) -> bool:
    """Else it is a range of mountains."""
    return len(chain) > RIVERS_LONGER_THAN or len(chain) == CANYON


def relief() -> tuple[str, list[Point]]:
    """The rivers as a path, and where the peaks stand, from north to south."""
    faces = triangles()
    wet = {line for chain in chains(faces) if is_river(chain) for line in chain}
    water, peaks = "", []
    for lines, centre in faces:
        double = [line for line in lines if COST[line] == 2]
        halfway = [middle(AT[a], AT[b]) for a, b in double]
        if not double or double[0] not in wet:
            peaks += [centre] if len(double) >= 2 else []
        elif len(double) == 2:
            water += curve(halfway[0], centre, halfway[1])
        else:
            spring = 1.0 if len(double) == 3 else 0.6
            for point in halfway:
                end = tuple(p + (c - p) * spring for p, c in zip(point, centre, strict=True))
                water += path([point, end])
    for line in wet:
        water += mouth(line, faces)
    peaks += [middle(AT[a], AT[b]) for (a, b), cost in COST.items() if cost == 2 and (a, b) not in wet]
    return water, sorted(peaks, key=lambda peak: peak[1])


def mouth(line: Line, faces: list[Face]) -> str:
    """A river leaves the land across a line with land on one side only."""
    beside = [centre for lines, centre in faces if line in lines]
    if len(beside) != 1:
        return ""
    (x, y), (cx, cy) = middle(AT[line[0]], AT[line[1]]), beside[0]
    length = math.hypot(x - cx, y - cy)
    return path([(x, y), (x + (x - cx) / length / 2, y + (y - cy) / length / 2)])


def mountains(peaks: list[Point]) -> tuple[str, str]:
    """The ridges, and their shaded flanks."""
    ridges, flanks = "", ""
    for x, y in peaks:
        size = UNIT * (0.15 + 0.02 * noise(y * 5, x))
        left, foot = pixels((x + noise(x * 3, y * 2) * 0.06, y))
        foot += size * 0.55
        ridges += f"M{spaced(left - size, foot)}l{spaced(size, -size * 1.25, size, size * 1.25)}"
        shade = (size, size * 1.25, -size * 0.75, 0, size * 0.05, -size * 0.5)
        flanks += f"M{spaced(left, foot - size * 1.25)}l{spaced(*shade)}z"
    return ridges, flanks
