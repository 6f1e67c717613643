"""Small pictures for the rule book, mostly cut out of the map, each beside the clause that it illustrates.

The captions are in the texts under `pictures`. A green tick marks what is allowed, a red cross what isn't.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from stellwerk.games.transamerica.law.data import CITIES, CITY_AT, COLOURS, GRID, LINE_NUMBER, LINES, SHED
from stellwerk.games.transamerica.show.artwork import (
    INK,
    LAND,
    SEATS,
    SIGNAL,
    city_sign,
    engine,
    land,
    line_between,
    marker,
    position,
    rail,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from stellwerk.games.transamerica.law.view import Pair

GOOD: Final = "#2C6B3F"
Spot = tuple[int, int]
"""A crossing by column and row."""
AT: Final = {spot: crossing for crossing, spot in enumerate(GRID)}
FIELD: Final = 34
"""The width of one point on the score track."""


def _svg(left: float, top: float, width: float, height: float, *parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {width:g} {height:g}" '
        f'width="{min(width, 560):g}" font-family="Barlow, \'Segoe UI\', sans-serif">{"".join(parts)}</svg>'
    )


def _map(first: Spot, last: Spot, *parts: str) -> str:
    """The part of the map between two crossings, with its lines and cities."""
    (left, top), (right, bottom) = position(AT[first]), position(AT[last])
    left, top, right, bottom = left - 46, top - 46, right + 46, bottom + 42
    near = {n for n in AT.values() if _is_near(n, left - 60, top - 50, right + 60, bottom + 50)}
    lines = (line_between(a, b, cost) for a, b, cost in LINES if a in near and b in near)
    ground = (
        f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" fill="{LAND}"/>'
    )
    return _svg(left, top, right - left, bottom - top, ground, *lines, *parts)


def _is_near(crossing: int, left: float, top: float, right: float, bottom: float) -> bool:
    x, y = position(crossing)
    return left < x < right and top < y < bottom


def _way(*spots: Spot) -> list[Pair]:
    """The lines of a path through these crossings, straight from each to the next."""
    found = []
    for start, goal in pairwise(spots):
        here = start
        while here != goal:
            step = _towards(here, goal)
            found.append(_line(here, step))
            here = step
    return found


def _towards(here: Spot, goal: Spot) -> Spot:
    across, down = goal[0] - here[0], goal[1] - here[1]
    if across * down > 0:  # the grid's third direction
        return here[0] + (1 if across > 0 else -1), here[1] + (1 if down > 0 else -1)
    if across:
        return here[0] + (1 if across > 0 else -1), here[1]
    return here[0], here[1] + (1 if down > 0 else -1)


def _line(one: Spot, other: Spot) -> Pair:
    a, b = sorted((AT[one], AT[other]))
    assert (a, b) in LINE_NUMBER
    return a, b


def _rails(*lines: Pair, kind: str = "rail") -> str:
    return "".join(rail(line, kind) for line in lines)


def _new(*lines: Pair) -> str:
    """Rails of the current turn, with a halo."""
    return _rails(*lines, kind="halo") + _rails(*lines)


def _mark(line: Pair, *, good: bool) -> str:
    """A tick or a cross beside the middle of a line."""
    (x, y), (other_x, other_y) = map(position, line)
    path = "M-7 0l5 6 9-11" if good else "M-6-6L6 6M6-6L-6 6"
    return (
        f'<g transform="translate({(x + other_x) / 2:.1f} {(y + other_y) / 2 + 26:.1f})">'
        f'<circle r="12" fill="{GOOD if good else SIGNAL}" stroke="#FFFFFF" stroke-width="2"/>'
        f'<path d="{path}" fill="none" stroke="#FFFFFF" stroke-width="3" stroke-linecap="round"/></g>'
    )


def _single_and_double() -> str:
    single, double = _line((8, 5), (9, 5)), _line((10, 5), (11, 5))
    labels = (
        words(
            text,
            (position(a)[0] + position(b)[0]) / 2,
            position(a)[1] - 10,
            19,
            weight=700,
            anchor="middle",
            halo=LAND,
        )
        for text, (a, b) in (("1", single), ("2", double))
    )
    return _map((7, 4), (12, 6), *labels)


def _city_cards() -> str:
    cities = [next(city for city in CITIES if city.colour == colour) for colour in COLOURS]
    signs = (
        city_sign(city, is_own=True, done=False, at=(40 + n * 118, 28))
        + words(city.name, 40 + n * 118, 64, 16, anchor="middle", serif=True)
        for n, city in enumerate(cities)
    )
    return _svg(-20, 0, 590, 76, *signs)


def _track(engines: Sequence[tuple[int, int, str]], barrier: int) -> str:
    """The score track. Engines are (points, seat, letter); whoever has `barrier` points has passed it."""
    parts = [f'<path d="M6 52H{14 * FIELD + 6}" stroke="{INK}" stroke-width="3"/>']
    for points in range(SHED + 1):
        x = 6 + (SHED - points + 0.5) * FIELD
        parts.append(f'<path d="M{x + FIELD / 2:g} 46v12" stroke="{INK}" stroke-width="1.5"/>')
        parts.append(words(str(points), x, 76, 15, weight=600, anchor="middle"))
    seen: dict[int, int] = {}
    for points, seat, letter in engines:
        stacked = seen[points] = seen.get(points, -1) + 1
        parts.append(engine(6 + (SHED - points + 0.5) * FIELD, 38 - stacked * 26, seat, letter))
    x = 6 + (SHED - barrier) * FIELD
    beam = f'<rect x="{x - 16:g}" y="18" width="32" height="9" fill="#FFFFFF" stroke="{INK}"/>'
    stripes = "".join(f"M{x - 14 + n * 11:g} 18h6v9h-6z" for n in range(3))
    post = f'<path d="M{x:g} 27V56" stroke="{INK}" stroke-width="4"/>'
    parts.append(f'{post}{beam}<path d="{stripes}" fill="{SIGNAL}"/>')
    return _svg(0, -6, 14 * FIELD + 12, 88, *parts)


def _shed() -> str:
    return _track([(13, 0, "A"), (9, 1, "B")], 0)


def _moved() -> str:
    return _track([(11, 0, "A"), (8, 2, "C"), (6, 1, "B")], 3)


def _rail() -> str:
    return _map((8, 5), (11, 5), _rails(*_way((8, 5), (11, 5))))


def _marker() -> str:
    return _map((7, 4), (12, 5), marker(AT[8, 5], 0, "A"), marker(AT[11, 5], 1, "B"))


def _turn() -> str:
    singles, double = _way((8, 5), (10, 5)), _line((12, 5), (13, 5))
    return _map(
        (7, 4), (14, 6), _new(*singles, double), marker(AT[8, 5], 0, "A"), marker(AT[12, 5], 1, "B"),
        _mark(singles[1], good=True), _mark(double, good=True),
    )  # fmt: skip


def _touching() -> str:
    own, fine, loose = _way((8, 5), (9, 5)), _line((9, 5), (10, 5)), _line((11, 6), (12, 6))
    return _map(
        (7, 4), (13, 6), _rails(*own), _new(fine, loose), marker(AT[8, 5], 0, "A"),
        _mark(fine, good=True), _mark(loose, good=False),
    )  # fmt: skip


def _meeting() -> str:
    joint = _line((10, 5), (10, 6))
    return _map(
        (7, 4), (13, 6), _rails(*_way((8, 5), (10, 5)), *_way((10, 6), (12, 6))), _new(joint),
        marker(AT[8, 5], 0, "A"), marker(AT[12, 6], 1, "B"),
    )  # fmt: skip


def _connected() -> str:
    cities = ("Medford", "Omaha", "Chicago", "New York", "El Paso")
    spots = {city.name: GRID[city.crossing] for city in CITIES}
    rails = _way(spots["Medford"], spots["Omaha"], spots["Chicago"], spots["New York"])
    rails += _way(spots["Omaha"], spots["El Paso"])
    signs = (city_sign(city, is_own=True, done=True) for city in CITIES if city.name in cities)
    ground = '<rect x="20" y="20" width="1060" height="690" fill="#DCE6E4"/>'
    return _svg(20, 20, 1060, 690, ground, land(), _rails(*rails), *signs, marker(AT[7, 4], 0, "A"))


def _missing() -> str:
    lost = [_line((9, 5), (10, 5)), _line((10, 5), (11, 5))]
    drawn = (rail(line, "missing", SEATS[1][0], "B") for line in lost)
    city = CITY_AT[AT[11, 6]]
    return _map(
        (7, 4), (12, 6), _rails(*_way((8, 5), (9, 5))), *drawn,
        rail(_line((11, 5), (11, 6))), city_sign(city, is_own=True, done=False), marker(AT[8, 5], 1, "B"),
        words("1 + 2 = 3", position(AT[8, 6])[0], position(AT[8, 6])[1] + 8, 20, weight=700, halo=LAND),
    )  # fmt: skip


def _coloured() -> str:
    own = _way((9, 5), (11, 5))
    drawn = (rail(line, colour=SEATS[1][0], letter="B") for line in own)
    return _map(
        (7, 4), (13, 6), _rails(*_way((8, 5), (9, 5))), *drawn, marker(AT[8, 5], 1, "B")
    )  # fmt: skip


PICTURES: Final[dict[str, Callable[[], str]]] = {
    "TA-1.1": _single_and_double,
    "TA-1.2": _city_cards,
    "TA-1.3": _rail,
    "TA-2.1": _shed,
    "TA-3.1": _marker,
    "TA-3.2": _turn,
    "TA-3.3": _touching,
    "TA-3.5": _meeting,
    "TA-4.1": _connected,
    "TA-5.1": _missing,
    "TA-5.3": _moved,
    "TA-V.1": _coloured,
}
"""The picture of each clause that has one."""
