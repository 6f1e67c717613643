"""Where the names of the cities go on the map, so that none hides another name, a city or a start marker.

Each name has twelve places around its city. Every place is scored alone, then the names move in turn to the
place that is best beside the others. Lines count too, since any of them may carry a rail one day. Widths are
estimates for the map's face.
"""

from __future__ import annotations

from typing import NamedTuple

SIZE = 15
SIGN = 9
"""Half the width of a city's sign."""
MARKER = 27
"""How far above its crossing the head of a start marker is."""
LARGE = 1.7
"""So much larger names and signs are drawn, around their crossings, where the map is small."""
COVERED = 0.8
"""What it costs to hide a point of a line."""
FRAME = (24, 6, 1040, 640)
WIDTHS = {
    "i": 0.28, "l": 0.27, "t": 0.36, "f": 0.34, "r": 0.4, "m": 0.85, "w": 0.76, "W": 0.95, "M": 0.9,
    " ": 0.24, ".": 0.26,
}  # fmt: skip
SMALL, CAPITAL = 0.54, 0.66


Spot = tuple[float, float]


class Box(NamedTuple):
    """A rectangle of pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, x: float, y: float, margin: float) -> bool:
        """Whether a point lies inside or nearly so."""
        return self.left - margin < x < self.right + margin and self.top - margin < y < self.bottom + margin

    def overlap(self, other: Box) -> float:
        """The common area, with a little air around."""
        width = min(self.right, other.right) - max(self.left, other.left) + 2
        height = min(self.bottom, other.bottom) - max(self.top, other.top) + 1
        return max(0, width) * max(0, height)

    def around(self, x: float, y: float) -> Box:
        """The same on a small map: larger, as seen from its city."""
        left, right = (x + LARGE * (edge - x) for edge in (self.left, self.right))
        top, bottom = (y + LARGE * (edge - y) for edge in (self.top, self.bottom))
        return Box(left, top, right, bottom)


class Place(NamedTuple):
    """One of the twelve: where, and how little one likes it."""

    box: Box
    cost: float
    anchor: str
    """Where the name is held: `start` beside the city on its right, `end` on its left, else in the middle."""


def width(name: str) -> float:
    """About how wide a name is."""
    return SIZE * sum(WIDTHS.get(letter, SMALL if letter.islower() else CAPITAL) for letter in name)


def places(name: str, x: float, y: float) -> list[Place]:
    """All twelve, without looking at anything else."""
    w, h = width(name) + 6, SIZE * 1.22
    beside, near = SIGN + 3, SIGN * 0.75 + 2
    spots = [
        (x + beside, y - h / 2, 0, "start"), (x - beside - w, y - h / 2, 1.2, "end"),
        (x + near, y - near - h + 3, 1.6, "start"), (x + near, y + near - 3, 1.6, "start"),
        (x - near - w, y - near - h + 3, 2.4, "end"), (x - near - w, y + near - 3, 2.4, "end"),
        (x - w / 2, y - beside - h + 1, 5, "middle"), (x - w / 2, y + beside - 1, 2, "middle"),
        (x - w * 0.25, y - beside - h + 1, 5.4, "middle"), (x - w * 0.75, y - beside - h + 1, 5.4, "middle"),
        (x - w * 0.25, y + beside - 1, 3.2, "middle"), (x - w * 0.75, y + beside - 1, 3.2, "middle"),
    ]  # fmt: skip
    return [Place(Box(left, top, left + w, top + h), cost, anchor) for left, top, cost, anchor in spots]


def alone(place: Place, city: Spot, cities: list[Spot], track: list[Spot]) -> float:
    """What a place costs whatever the other names do."""
    box = place.box
    inside = box.left >= FRAME[0] and box.top >= FRAME[1] and box.right <= FRAME[2] and box.bottom <= FRAME[3]
    signs = sum(90 for other in cities if other != city and box.holds(*other, SIGN))
    large = box.around(*city)
    signs += sum(60 for other in cities if other != city and large.holds(*other, LARGE * SIGN))
    markers = sum(40 for x, y in cities if box.holds(x, y - MARKER, 10))
    hidden = sum(COVERED for spot in track if box.holds(*spot, 0))
    return place.cost + signs + markers + hidden + (0 if inside else 3000)


def place_names(cities: dict[str, Spot], track: list[Spot]) -> dict[str, tuple[str, float, float]]:
    """For each name its anchor and the offset from the city to the middle of the line at that anchor.

    `track` are points along all lines of the board.
    """
    everywhere = list(cities.values())
    choices = {name: places(name, *at) for name, at in cities.items()}
    costs = {
        name: [alone(place, at, everywhere, track) for place in choices[name]] for name, at in cities.items()
    }
    chosen = {name: min(range(12), key=costs[name].__getitem__) for name in cities}
    for _ in range(8):
        for name in cities:
            others = [choices[other][chosen[other]].box for other in cities if other != name]
            chosen[name] = min(
                range(12),
                key=lambda n, name=name, others=others: (
                    costs[name][n] + 2 * sum(choices[name][n].box.overlap(box) for box in others)
                ),
            )
    return {name: offset(choices[name][chosen[name]], *cities[name]) for name in cities}


def offset(place: Place, x: float, y: float) -> tuple[str, float, float]:
    """As the client draws it."""
    box = place.box
    held = {"start": box.left + 3, "end": box.right - 3, "middle": (box.left + box.right) / 2}[place.anchor]
    return place.anchor, round(held - x, 1), round((box.top + box.bottom) / 2 - y, 1)
