"""What an observer sees happen, as log lines from the states before and after an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.game import LogLine
from stellwerk.core.remember import LOGS, remembered
from stellwerk.games.transamerica.law.actions import Action, ColouredRail, Deal, EndTurn, Marker, Rail
from stellwerk.games.transamerica.law.data import CITY_AT, LINE_NUMBER, LINES, cities_in_play
from stellwerk.games.transamerica.law.places import at_place, from_place, to_place
from stellwerk.games.transamerica.law.scoring import result

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.games.transamerica.law.state import State


ENDS = {"TA-6.2": LogLine("barrier_passed", {}), "TA-V.2": LogLine("rounds_played", {})}
"""Why a game is over."""


def log(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:
    """The lines of one action; the cities of others are not in them before the round is over."""
    return _lines(before, action, after, observer if isinstance(action, Deal) else None)


@remembered(LOGS)
def _lines(before: State, action: Action, after: State, observer: int | None) -> tuple[LogLine, ...]:
    lines = list(_action(before, action, after, observer))
    lines += [LogLine("announced", {"seat": seat}) for seat in after.announced]
    if len(after.rounds) > len(before.rounds):
        lines += _round_over(after)
        if after.barrier != before.barrier:
            lines.append(LogLine("barrier_moved", {"points": after.barrier}))
    if (end := result(after)) is not None:
        over = {"clause": end.reason, "why": ENDS[end.reason], "scores": _points(end.scores)}
        lines.append(LogLine("game_over", over))
    return tuple(lines)


def reveals(before: State, action: Action, after: State) -> bool:
    """True if an action shows something that was hidden.

    A deal and the end of a round show cities. The end of a turn shows that nobody is connected, which is news
    if the network of another player holds a city of each colour. Where connections are announced (TA-V.3), a
    rail that lets such a network grow shows at once whether its player is connected.
    """
    if isinstance(action, Deal) or len(after.rounds) > len(before.rounds):
        return True
    is_told = after.options.announce
    if isinstance(action, Marker) or (after.turn == before.turn and not is_told):
        return False
    return any(
        _could_be_connected(after, seat)
        for seat in range(len(after.players))
        if seat != before.turn
        and not (is_told and after.players[seat].network == before.players[seat].network)
    )


def _could_be_connected(state: State, seat: int) -> bool:
    """True if a player's network holds a city of each colour."""
    network = state.players[seat].network
    return all(any(network >> city & 1 for city in cities) for cities in cities_in_play(len(state.players)))


def _action(before: State, action: Action, after: State, observer: int | None) -> Iterator[LogLine]:
    seat = before.turn
    match action:
        case Deal():
            yield LogLine("deal", {"round": len(after.rounds) + 1, "seat": after.turn})
            if observer is not None:
                cities = after.players[observer].cities
                yield LogLine("hand", {"seat": observer, "cities": _names(cities)})
        case Marker(crossing):
            yield LogLine("marker", {"seat": seat, "place": at_place(crossing)})
        case Rail(a, b) if LINES[LINE_NUMBER[a, b]].cost == 1:
            yield LogLine("rail", _rail(before, a, b))
        case Rail(a, b):
            yield LogLine("double_rail", _rail(before, a, b))
        case ColouredRail(a, b):
            yield LogLine("coloured_rail", _rail(before, a, b))
        case EndTurn():
            yield LogLine("end_turn", {"seat": seat})


def _rail(before: State, a: int, b: int) -> dict[str, object]:
    """A rail, from the end that the player's network had reached."""
    seat = before.turn
    start, end = (a, b) if before.players[seat].network >> a & 1 else (b, a)
    return {"seat": seat, "start": start, "end": end, "from": from_place(start), "to": to_place(end)}


def _round_over(after: State) -> Iterator[LogLine]:
    score, finished = after.rounds[-1], after.last_round
    assert finished is not None, "a round has just been finished"
    if score.reason == "TA-4.3":
        yield LogLine("rails_out", {"round": len(after.rounds)})
    else:
        yield LogLine("round_over", {"round": len(after.rounds)})
    for seat, loss in enumerate(score.losses):
        params = {"seat": seat, "cities": _names(finished.cities[seat]), "points": after.players[seat].score}
        if loss:
            yield LogLine("lost", {**params, "loss": loss})
        else:
            yield LogLine("connected", params)


def _points(points: tuple[int, ...]) -> tuple[LogLine, ...]:
    return tuple(LogLine("points_of", {"seat": seat, "points": own}) for seat, own in enumerate(points))


def _names(cities: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(CITY_AT[city].name for city in cities)
