"""What lines are worth, and who gets how many points: IU-6.2 to IU-6.7."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Final, Literal

from stellwerk.core.compiled import in_c
from stellwerk.core.game import Result
from stellwerk.core.remember import remembered
from stellwerk.games.interurban.law.data import EXITS
from stellwerk.games.interurban.law.state import State, Step

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.state import Line, LineStation

LINES: Final = 1 << 12
"""Lines that are remembered: a line stays the same until it grows or is finished."""
PRINTED: Final = {str(number): number for number in range(10)}
"""The labels that are start numbers."""
_OVER: Final = Step.OVER
"""Members of an enum are slow to look up."""
LAST_SHARED_RANK = 4
"""IU-6.6: the first four get all, half, a quarter, an eighth; the fifth gets nothing."""


def start_numbers(lines: tuple[Line, ...]) -> tuple[int, ...]:
    """The start number of each line as it stands (IU-6.4)."""
    return _resolved(tuple(map(_own_number, lines)))


@remembered(LINES)
def _own_number(line: Line) -> int | Literal["H", "L"]:
    """The start number of a line; its label if it is that of another line."""
    label = line.label
    if label == "H":
        return "H"
    if label == "L":
        return "L"
    return line.straights if label == "S" else line.curves if label == "C" else PRINTED[label]


@lru_cache(1 << 12)
def _resolved(numbers: tuple[int | Literal["H", "L"], ...]) -> tuple[int, ...]:
    """Start numbers, those of other lines among them."""
    own = [number for number in numbers if isinstance(number, int)]
    bounds = {"H": max(own), "L": min(own)}
    return tuple([number if isinstance(number, int) else bounds[number] for number in numbers])


def line_values(lines: tuple[Line, ...]) -> tuple[int, ...]:
    """What each line is worth as it stands (IU-6.3)."""
    return tuple([start + line.track_value for start, line in zip(start_numbers(lines), lines, strict=True)])


def economic_values(line: Line, seats: int) -> tuple[int, ...]:
    """Each player's economic value on a line: the sum of their stations there (IU-6.5)."""
    return _economic_values(line.stations, seats)


@remembered(LINES)  # a line keeps its stations until it gets another
def _economic_values(stations: tuple[LineStation, ...], seats: int) -> tuple[int, ...]:
    values = [0] * seats
    for seat, value in stations:
        values[seat] += value
    return tuple(values)


@lru_cache(1 << 12)
def shares(value: int, economic: tuple[int, ...]) -> tuple[int, ...]:
    """The points that each player gets for a line of this value (IU-6.6)."""
    ranking = sorted({own for own in economic if own}, reverse=True)
    ranks = {own: rank for rank, own in enumerate(ranking[:LAST_SHARED_RANK])}
    return tuple(-(-value // 2 ** ranks[own]) if own in ranks else 0 for own in economic)


def points(lines: tuple[Line, ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """The points that each line gives each player if the game ends now (IU-6.2)."""
    return tuple(
        shares(value, economic_values(line, seats))
        for value, line in zip(line_values(lines), lines, strict=True)
    )


@in_c("growing")
def totals(lines: tuple[Line, ...], seats: int) -> tuple[int, ...]:
    """Each player's score if the game ends now."""
    if not lines:
        return (0,) * seats
    given = map(_shares_of, lines, start_numbers(lines), repeat(seats))
    return tuple(map(sum, zip(*given, strict=True)))


@remembered(LINES)
def _shares_of(line: Line, start: int, seats: int) -> tuple[int, ...]:
    """The points that each player gets for a line with this start number."""
    return shares(start + line.track_value, _economic_values(line.stations, seats))


def rank(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Each player's rank: 1 plus the number of players with more points (IU-6.7)."""
    return tuple(1 + sum(other > own for other in scores) for own in scores)


def result(state: State) -> Result | None:
    """The final scores and the score sheet; None while the game goes on."""
    if state.step is not _OVER or state.reason is None:
        return None
    seats = len(state.players)
    scores = totals(state.lines, seats)
    ranks = rank(scores)
    return Result(
        scores=scores,
        ranks=ranks,
        winners=tuple(seat for seat, place in enumerate(ranks) if place == 1),
        reason=state.reason,
        sheet={"lines": _sheet(state.lines, seats), "totals": list(scores)},
    )


def _sheet(lines: tuple[Line, ...], seats: int) -> list[dict[str, object]]:
    return [
        {
            "label": line.label,
            "exit": EXITS[number][1],
            "start": start,
            "track": line.track_value,
            "value": start + line.track_value,
            "economic": list(economic_values(line, seats)),
            "points": list(given),
            "finished": line.finished,
        }
        for number, (line, start, given) in enumerate(
            zip(lines, start_numbers(lines), points(lines, seats), strict=True)
        )
    ]
