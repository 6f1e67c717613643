"""A turn of TransAmerica in one sentence, with names of places.

Works on log lines alone, so it knows nothing that the observer may not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.core.game import LogLine
from stellwerk.core.telling import one_sentence
from stellwerk.games.transamerica.law.data import CITY_AT
from stellwerk.games.transamerica.law.places import direction, heading, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BUILDS: Final = ("rail", "double_rail", "coloured_rail")
DEEDS: Final = ("marker", *BUILDS)


class _Stretch(NamedTuple):
    """Rails of one kind in a row, from one crossing to another."""

    kind: str
    start: int
    end: int
    rails: int


def tell(lines: Sequence[LogLine]) -> tuple[LogLine, ...]:
    """The turn as one sentence; the end of a round and the like follow it."""
    return one_sentence(lines, DEEDS, _deeds)


def _deeds(done: Sequence[LogLine]) -> Iterator[LogLine]:
    for line in done:
        if line.code == "marker":
            yield LogLine("starts_at", {"place": line.params["place"]})
    stretches = _stretches(line for line in done if line.code in BUILDS)
    if stretches:
        yield LogLine("builds", {"rails": tuple(map(_rails, stretches, _ways(stretches)))})


def _stretches(rails: Iterator[LogLine]) -> list[_Stretch]:
    """The rails; neutral ones that continue each other are one stretch."""
    found: list[_Stretch] = []
    for line in rails:
        start, end = _ends(line)
        last = found[-1] if found else None
        if last is not None and last.end == start and last.kind == line.code == "rail":
            found[-1] = _Stretch(last.kind, last.start, end, last.rails + 1)
        else:
            found.append(_Stretch(line.code, start, end, 1))
    return found


def _ends(line: LogLine) -> tuple[int, int]:
    start, end = line.params["start"], line.params["end"]
    assert isinstance(start, int)
    assert isinstance(end, int)
    return start, end


def _ways(stretches: list[_Stretch]) -> list[LogLine]:
    """From where to where; two single rails that would read the same are told by their direction."""
    ways = [_way(stretch) for stretch in stretches]
    if len(set(map(str, ways))) == len(ways):
        return ways
    return [
        LogLine("way_out", {"from": spoken(start), "direction": direction(start, end)})
        for _, start, end, _ in stretches
    ]


def _way(stretch: _Stretch) -> LogLine:
    city = heading(stretch.start, stretch.end)
    if city is None or stretch.end in CITY_AT:
        return LogLine("way_to", {"from": spoken(stretch.start), "to": spoken(stretch.end)})
    return LogLine("way_toward", {"from": spoken(stretch.start), "city": city.name})


def _rails(stretch: _Stretch, way: LogLine) -> LogLine:
    params = {"count": stretch.rails, "way": way}
    match stretch.kind:
        case "double_rail":
            return LogLine("rails_double", params)
        case "coloured_rail":
            return LogLine("rails_coloured", params)
        case _ if stretch.rails == 1:
            return LogLine("rails_one", params)
        case _:
            return LogLine("rails_several", params)
