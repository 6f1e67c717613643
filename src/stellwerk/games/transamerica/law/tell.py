"""A turn of TransAmerica in one sentence, with names of places.

Works on log lines alone, so it knows nothing that the observer may not know.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from stellwerk.core.game import LogLine
from stellwerk.core.telling import one_sentence
from stellwerk.games.transamerica.law.data import CITY_AT
from stellwerk.games.transamerica.law.places import direction, from_place, heading, to_place

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
        yield LogLine("builds", {"rails": tuple(_rails(stretches))})


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


def _rails(stretches: list[_Stretch]) -> Iterator[LogLine]:
    """From where to where; single rails that leave the same crossing are told together."""
    for (is_single, start), group in groupby(stretches, key=_fork):
        together = list(group)
        if is_single and len(together) > 1:
            yield LogLine("rails_fork", {"from": from_place(start), "ways": tuple(_ways(together))})
        else:
            yield from map(_stretch, together)


def _fork(stretch: _Stretch) -> tuple[bool, int]:
    """What the neighbouring rails of a fork have in common."""
    return stretch.kind == "rail" and stretch.rails == 1, stretch.start


def _ways(fork: list[_Stretch]) -> list[LogLine]:
    """Where the rails of a fork go; two that would read the same are told by their direction."""
    ways = [_way(stretch) for stretch in fork]
    if len(set(map(str, ways))) == len(ways):
        return ways
    return [LogLine("outward", {"direction": direction(start, end)}) for _, start, end, _ in fork]


def _way(stretch: _Stretch) -> LogLine:
    city = heading(stretch.start, stretch.end)
    if city is None or stretch.end in CITY_AT:
        return to_place(stretch.end)
    return LogLine("toward", {"city": city.name})


def _stretch(stretch: _Stretch) -> LogLine:
    params = {"count": stretch.rails, "from": from_place(stretch.start), "way": _way(stretch)}
    match stretch.kind:
        case "double_rail":
            return LogLine("rails_double", params)
        case "coloured_rail":
            return LogLine("rails_coloured", params)
        case _ if stretch.rails == 1:
            return LogLine("rails_one", params)
        case _:
            return LogLine("rails_several", params)
