"""Names for all 188 crossings, so that a log can speak of places and not of numbers.

No crossing is further than two steps from a city. One step away it lies "just north-west of Denver", two
steps away "north of Denver"; there are twelve directions, so no two crossings have the same name.
"""

from __future__ import annotations

from functools import cache
from math import atan2, pi, sqrt
from operator import itemgetter
from typing import Final

from stellwerk.core.game import LogLine
from stellwerk.games.transamerica.law.data import CITIES, CITY_AT, GRID, City, place

DIRECTIONS: Final = (
    "east",
    "east_northeast",
    "northeast",
    "north",
    "northwest",
    "west_northwest",
    "west",
    "west_southwest",
    "southwest",
    "south",
    "southeast",
    "east_southeast",
)
"""Every thirty degrees, from the east against the clock."""

AHEAD: Final = pi / 4
"""How far aside of its direction a stretch of rails is still said to head for a city."""


@cache
def spoken(crossing: int) -> LogLine:
    """The name of a crossing: its city, or where it lies beside the nearest one."""
    if crossing in CITY_AT:
        return LogLine("place_city", {"city": CITY_AT[crossing].name})
    city = nearest_city(crossing)
    where = {"direction": direction(city.crossing, crossing), "city": city.name}
    if distance(crossing, city.crossing) == 1:
        return LogLine("place_beside", where)
    return LogLine("place_near", where)


@cache
def at_place(crossing: int) -> LogLine:
    """Where something stands, as part of a sentence."""
    kind = {"place": spoken(crossing)}
    return LogLine("at_city", kind) if crossing in CITY_AT else LogLine("at_crossing", kind)


@cache
def from_place(crossing: int) -> LogLine:
    """Where a rail begins, as part of a sentence."""
    kind = {"place": spoken(crossing)}
    return LogLine("from_city", kind) if crossing in CITY_AT else LogLine("from_crossing", kind)


@cache
def to_place(crossing: int) -> LogLine:
    """Where a rail ends, as part of a sentence."""
    kind = {"place": spoken(crossing)}
    return LogLine("to_city", kind) if crossing in CITY_AT else LogLine("to_crossing", kind)


def nearest_city(crossing: int) -> City:
    """The city in which a crossing lies, or the nearest one."""
    return min(CITIES, key=lambda city: distance(crossing, city.crossing))


def named_crossing(crossing: int) -> dict[str, object]:
    """A crossing for a refusal: as programs name it, and as people do."""
    return {"place": place(crossing), "where": at_place(crossing)}


def named_line(a: int, b: int) -> dict[str, object]:
    """A line for a refusal: as programs name it, and as people do."""
    return {"a": a, "b": b, "from": from_place(a), "to": to_place(b)}


@cache  # of at most 188 × 188 pairs, and of few that rails connect
def heading(start: int, end: int) -> City | None:
    """The city at the end of some rails, or the nearest one that lies ahead."""
    way = _angle(start, end)
    found: list[tuple[tuple[bool, int, float], City]] = []
    for city, before, after in zip(CITIES, _to_cities(start), _to_cities(end), strict=True):
        if after < before:
            turn = abs(way - _angle(start, city.crossing))
            aside = min(turn, 2 * pi - turn)
            found.append(((aside > AHEAD, after, aside), city))
    return min(found, key=itemgetter(0))[1] if found else None


@cache
def _to_cities(crossing: int) -> tuple[int, ...]:
    """How far each city is."""
    return tuple(distance(crossing, city.crossing) for city in CITIES)


def distance(one: int, other: int) -> int:
    """The number of steps between two crossings on the grid, single and double lines alike."""
    columns, rows = (GRID[other][axis] - GRID[one][axis] for axis in (0, 1))
    return max(abs(columns), abs(rows), abs(columns - rows))


def direction(start: int, end: int) -> str:
    """The direction from one crossing to another, as one of `DIRECTIONS`."""
    return DIRECTIONS[round(_angle(start, end) / (pi / 6)) % len(DIRECTIONS)]


def _angle(start: int, end: int) -> float:
    columns, rows = (GRID[end][axis] - GRID[start][axis] for axis in (0, 1))
    return atan2(-rows * sqrt(3) / 2, columns - rows / 2)
