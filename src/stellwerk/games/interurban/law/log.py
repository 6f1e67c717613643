"""The log of InterUrban: what everybody sees happen, found from the states before and after an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.game import LogLine
from stellwerk.core.remember import LOGS, remembered
from stellwerk.games.interurban.law.actions import Action, Deal, EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.data import COLOURS
from stellwerk.games.interurban.law.scoring import economic_values, line_values, result, shares
from stellwerk.games.interurban.law.state import Step, line_names

if TYPE_CHECKING:
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
    if before.stack is not after.stack and before.stack != after.stack:
        return True
    if before.players is not after.players:
        for old, new in zip(before.players, after.players, strict=True):
            if old is not new and old.stack != new.stack:
                return True
    return False


def log(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:  # noqa: ARG001 (nothing is private)
    """The log lines of one action, which are the same for every observer."""
    return _lines(before, action, after)


@remembered(LOGS)
def _lines(before: State, action: Action, after: State) -> tuple[LogLine, ...]:
    changed = _changed(before, after)
    lines = _action(before, action, after, changed)
    for change in changed:
        if change[2].finished is not None and change[1].finished is None:
            lines.append(_finished(after, change))
    if before.turns != after.turns or isinstance(action, Deal):
        lines += _opened(before, action, after)
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
    changed: list[Change] = []
    olds = before.lines
    if olds:  # there are none before the deal
        for number, new in enumerate(after.lines):
            old = olds[number]
            if old is not new:
                changed.append((number, old, new))
    return changed


def _action(before: State, action: Action, after: State, changed: list[Change]) -> list[LogLine]:
    seat = before.turn
    if isinstance(action, LayTrack):
        number, old, new = changed[0] if len(changed) == 1 else next(filter(_grew, changed))
        name = _names(after)[number]
        params: dict[str, object] = {
            "seat": seat,
            "tile": action.tile,
            "cell": f"{action.x},{action.y}",
            "line": name,
            "length": new.straights + new.curves + len(new.stations),  # without its start tile
        }
        if len(new.stations) == len(old.stations):
            return [LogLine("track", params)]
        # IU-4.K: it ran into a crossing, which is a station of its line now
        owner, value = new.stations[-1]
        joined = {"line": name, "station": f"{COLOURS[owner]}x{value}"}
        return [LogLine("track", params), LogLine("joined", joined)]
    if isinstance(action, LayStation):
        names = _names(after)
        lines = tuple([names[change[0]] for change in changed if _grew(change)])
        params = {
            "seat": seat,
            "station": COLOURS[action.seat] + action.station,
            "cell": f"{action.x},{action.y}",
            "lines": lines,
            "count": len(lines),
        }
        return [LogLine("station", params)]
    if isinstance(action, EndTurn):
        return [LogLine("end_turn", {"seat": seat})]
    left, right = action.start
    return [LogLine("deal", {"seat": before.start_seat, "left": left, "right": right})]


def _grew(change: Change) -> bool:
    """True if a line ends elsewhere than before."""
    _, old, new = change
    return old.end is not new.end and old.end != new.end


def _names(state: State) -> tuple[str, ...]:
    tiles = state.tiles
    return line_names(tiles[0].tile + tiles[1].tile)


def _finished(after: State, change: Change) -> LogLine:
    number, _, new = change
    value = line_values(after.lines)[number]
    params = {
        "line": _names(after)[number],
        "value": value,
        "points": _points(shares(value, economic_values(new, len(after.players)))),
        "clause": new.finished,
    }
    if new.finished == "IU-5.1":
        return LogLine("finished_complete", params)
    return LogLine("finished_closed_in", params)


def _opened(before: State, action: Action, after: State) -> list[LogLine]:
    """The tiles that were turned over, at the deal or at the end of a turn (IU-3.5)."""
    if isinstance(action, Deal):
        tracks, stations = action.track, action.stations
    else:
        tracks, stations = before.stack, tuple([player.stack for player in before.players])
    lines: list[LogLine] = []
    if opened := tracks[: len(tracks) - len(after.stack)]:
        lines.append(LogLine("opened_track", {"tiles": opened}))
    for seat, stack in enumerate(stations):
        if new := stack[: len(stack) - len(after.players[seat].stack)]:
            named = tuple([COLOURS[seat] + tile for tile in new])
            lines.append(LogLine("opened_station", {"seat": seat, "stations": named}))
    return lines
