"""The log of InterUrban: what everybody sees happen, found from the states before and after an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.game import LogLine
from stellwerk.core.remember import LOGS, remembered
from stellwerk.games.interurban.law.actions import Action, Deal, EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.data import COLOURS
from stellwerk.games.interurban.law.grid import cell_text
from stellwerk.games.interurban.law.scoring import line_values, points, result
from stellwerk.games.interurban.law.state import Step, line_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.games.interurban.law.state import Line, State


Change = tuple[int, "Line", "Line"]
"""A line by its number, before and after an action."""
_OVER: Final = Step.OVER
"""Members of an enum are slow to look up."""
ENDS = {
    "IU-6.1a": LogLine("all_finished", {}),
    "IU-6.1b": LogLine("track_used_up", {}),
    "IU-6.1c": LogLine("stations_used_up", {}),
    "IU-6.1d": LogLine("nothing_to_lay", {}),
}
"""Why a game is over."""


def reveals(before: State, action: Action, after: State) -> bool:
    """True if tiles were turned over, at the deal or at the end of a turn (IU-3.5)."""
    del action
    return before.stack != after.stack or any(
        old.stack != new.stack for old, new in zip(before.players, after.players, strict=True)
    )


def log(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:  # noqa: ARG001 (nothing is private)
    """The log lines of one action, which are the same for every observer."""
    return _lines(before, action, after)


@remembered(LOGS)
def _lines(before: State, action: Action, after: State) -> tuple[LogLine, ...]:
    changed = _changed(before, after)
    lines = [
        *_action(before, action, after, changed),
        *_finished(after, changed),
        *_opened(before, action, after),
    ]
    if after.step is _OVER:
        end = result(after)
        if end is not None:
            over = {"clause": end.reason, "why": ENDS[end.reason], "scores": _points(end.scores)}
            lines.append(LogLine("game_over", over))
    return tuple(lines)


def _points(points: tuple[int, ...]) -> tuple[LogLine, ...]:
    return tuple(LogLine("points_of", {"seat": seat, "points": own}) for seat, own in enumerate(points))


def _changed(before: State, after: State) -> list[Change]:
    """The lines that grew or are finished now; most tiles leave five of them the same."""
    pairs = enumerate(zip(before.lines, after.lines, strict=False))  # there are none before the deal
    return [(number, old, new) for number, (old, new) in pairs if old is not new]


def _action(before: State, action: Action, after: State, changed: list[Change]) -> Iterator[LogLine]:
    seat = before.turn
    match action:
        case LayTrack(tile, x, y, _):
            extended = _extended(changed)[0]
            params = {
                "seat": seat,
                "tile": tile,
                "cell": cell_text((x, y)),
                "line": line_name(after.lines, extended),
                "length": _length(after.lines[extended]),
            }
            yield LogLine("track", params)
            yield from _joined(after, changed)
        case LayStation(owner, station, x, y, _):
            params = {"seat": seat, "station": COLOURS[owner] + station, "cell": cell_text((x, y))}
            lines = tuple(line_name(after.lines, number) for number in _extended(changed))
            yield LogLine("station", params | {"lines": lines, "count": len(lines)})
        case EndTurn():
            yield LogLine("end_turn", {"seat": seat})
        case Deal((left, right), _, _):
            yield LogLine("deal", {"seat": before.start_seat, "left": left, "right": right})


def _extended(changed: list[Change]) -> list[int]:
    """The numbers of the lines that grew."""
    return [number for number, old, new in changed if old.end != new.end]


def _length(line: Line) -> int:
    """How many tiles a line runs over, its start tile not counted."""
    return line.straights + line.curves + len(line.stations)


def _joined(after: State, changed: list[Change]) -> Iterator[LogLine]:
    """The crossing that a track tile ran into (IU-4.K): its line has one station more."""
    for number, old, new in changed:
        if len(new.stations) > len(old.stations):
            seat, value = new.stations[-1]
            params = {"line": line_name(after.lines, number), "station": f"{COLOURS[seat]}x{value}"}
            yield LogLine("joined", params)


def _finished(after: State, changed: list[Change]) -> Iterator[LogLine]:
    for number, old, new in changed:
        if new.finished is None or old.finished is not None:
            continue
        paid = points(after.lines, len(after.players))[number]
        params = {
            "line": line_name(after.lines, number),
            "value": line_values(after.lines)[number],
            "points": _points(paid),
            "clause": new.finished,
        }
        if new.finished == "IU-5.1":
            yield LogLine("finished_complete", params)
        else:
            yield LogLine("finished_closed_in", params)


def _opened(before: State, action: Action, after: State) -> Iterator[LogLine]:
    """The tiles that were turned over, at the deal or at the end of a turn (IU-3.5)."""
    if isinstance(action, Deal):
        tracks, stations = action.track, action.stations
    elif before.turns == after.turns:
        return  # the turn goes on
    else:
        tracks, stations = before.stack, tuple([player.stack for player in before.players])
    if opened := tracks[: len(tracks) - len(after.stack)]:
        yield LogLine("opened_track", {"tiles": opened})
    for seat, stack in enumerate(stations):
        if new := stack[: len(stack) - len(after.players[seat].stack)]:
            yield LogLine(
                "opened_station", {"seat": seat, "stations": tuple(COLOURS[seat] + tile for tile in new)}
            )
