"""What one observer may know of a game of InterUrban: everything but the order of the face-down tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from stellwerk.core.remember import remembered
from stellwerk.core.setup import check_observer
from stellwerk.games.interurban.law.actions import LayStation, LayTrack
from stellwerk.games.interurban.law.data import StartTile, StationTile, TrackTile
from stellwerk.games.interurban.law.grid import Cell, Edges
from stellwerk.games.interurban.law.laying import to_laid
from stellwerk.games.interurban.law.legal import legal
from stellwerk.games.interurban.law.lines import extend
from stellwerk.games.interurban.law.scoring import (
    economic_values,
    line_values,
    points,
    shares,
    start_numbers,
    totals,
)
from stellwerk.games.interurban.law.state import (
    EndReason,
    Laid,
    Line,
    Options,
    Player,
    Step,
    board_of,
    line_name,
)

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.actions import Action
    from stellwerk.games.interurban.law.state import State

SHARED: Final = 8
"""Positions whose views are kept for the next observer."""
PARTS: Final = 1_024
"""Parts of views that are kept for the next view of the same table."""
_TURN: Final = Step.TURN


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """The stations of one player that are not laid yet."""

    open: tuple[StationTile | None, ...]
    hidden: tuple[StationTile, ...]
    """The face-down stations, sorted by the notation because nobody knows their real order."""


class Worth(msgspec.Struct, frozen=True, gc=False):
    """What a line is worth now, as on the score sheet."""

    name: str
    """Its label, with the direction of its exit where the label occurs twice."""
    start: int
    value: int
    economic: tuple[int, ...]
    """Each seat's economic value."""
    points: tuple[int, ...]
    """The points each seat would get if the game ended now."""
    missing: tuple[int, ...]
    """The station values it lacks."""


class After(msgspec.Struct, frozen=True, gc=False):
    """The score sheet after a placement."""

    values: tuple[int, ...]
    """The values of the lines."""
    totals: tuple[int, ...]
    """Each seat's points if the game ended then."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """An open tile and a cell where it can be laid now."""

    tile: TrackTile | StationTile
    seat: int | None
    """The owner of a station; None for track."""
    cell: Cell
    edges: tuple[Edges, ...]
    """The ways it can be turned there; empty for a crossing, which is never turned."""
    after: tuple[After, ...]
    """The score sheet after each of these ways; one for a crossing."""


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one seat sees it; `seat` is None for a spectator."""

    seat: int | None
    options: Options
    rules_version: int
    start_seat: int
    turn: int
    step: Step
    turns: int
    first_round: bool
    laid: int
    station_laid: bool
    box: tuple[StartTile, ...]
    open: tuple[TrackTile | None, ...]
    hidden: tuple[TrackTile, ...]
    """The face-down track tiles, sorted by the notation."""
    players: tuple[PlayerView, ...]
    tiles: tuple[Laid, ...]
    lines: tuple[Line, ...]
    worth: tuple[Worth, ...]
    """What each line is worth, in the order of `lines`."""
    totals: tuple[int, ...]
    """Each seat's points if the game ended now."""
    choices: tuple[Choice, ...]
    """What the player whose turn it is can lay, in the order of the notation."""
    may_end: bool
    """True if that player may end the turn now."""
    reason: EndReason | None
    """The clause that ended the game."""


def view(state: State, seat: int | None) -> View:
    """What a seat may know; None for a spectator."""
    check_observer(seat, len(state.players))
    return replace(_with_aids(state), seat=seat)


def bare_view(state: State, seat: int | None) -> View:
    """The view without `worth` and `choices`, which follow from the rest and take most of the time."""
    check_observer(seat, len(state.players))
    return replace(_open_to_all(state), seat=seat)


@remembered(SHARED)
def _with_aids(state: State) -> View:
    worth = _worth(state.lines, len(state.players))
    return replace(_open_to_all(state), worth=worth, choices=_choices(state, legal(state), worth))


@remembered(SHARED)
def _open_to_all(state: State) -> View:
    """What a spectator sees: all observers see the same."""
    return View(  # by position, in the order above: twenty names would cost more than all the values
        None,
        state.options,
        state.rules_version,
        state.start_seat,
        state.turn,
        state.step,
        state.turns,
        state.first_round,
        state.laid,
        state.station_laid,
        state.box,
        state.open,
        _sorted_track(state.stack),
        tuple(map(_player, state.players)),
        state.tiles,
        state.lines,
        worth=(),
        totals=totals(state.lines, len(state.players)),
        choices=(),
        may_end=bool(state.laid) and state.step is _TURN,
        reason=state.reason,
    )


def standing(view: View) -> tuple[int, ...]:
    """Each seat's points as things stand."""
    return view.totals


@remembered(PARTS)  # most tiles change nothing of a player
def _player(player: Player) -> PlayerView:
    return PlayerView(player.open, _sorted_stations(player.stack))


@remembered(PARTS)  # stacks stay the same for a turn, and all observers see the same
def _sorted_track(stack: tuple[TrackTile, ...]) -> tuple[TrackTile, ...]:
    return tuple(sorted(stack, reverse=True))  # the notation's order is the alphabet's from its end


@remembered(PARTS)
def _sorted_stations(stack: tuple[StationTile, ...]) -> tuple[StationTile, ...]:
    return tuple(sorted(stack))  # the notation's order is the alphabet's


def _worth(lines: tuple[Line, ...], seats: int) -> tuple[Worth, ...]:
    if not lines:
        return ()
    starts, given = start_numbers(lines), points(lines, seats)
    return tuple(
        Worth(
            name=line_name(lines, number),
            start=starts[number],
            value=starts[number] + line.track_value,
            economic=economic_values(line, seats),
            points=given[number],
            missing=line.missing,
        )
        for number, line in enumerate(lines)
    )


def _choices(state: State, actions: tuple[Action, ...], worth: tuple[Worth, ...]) -> tuple[Choice, ...]:
    """The placements by tile and cell, each with all its orientations."""
    found: dict[tuple[TrackTile | StationTile, int | None, Cell], tuple[list[Edges], list[After]]] = {}
    board = board_of(state.tiles)
    for action in actions:
        if isinstance(action, LayTrack):
            turned, after = found.setdefault((action.tile, None, (action.x, action.y)), ([], []))
        elif isinstance(action, LayStation):
            turned, after = found.setdefault((action.station, action.seat, (action.x, action.y)), ([], []))
        else:
            continue
        if action.edges is not None:
            turned.append(action.edges)
        grown, _ = extend(board, state.lines, to_laid(action))  # the tile need not be on the board for that
        after.append(_after(grown, state.lines, worth))
    return tuple(Choice(*key, tuple(turned), tuple(after)) for key, (turned, after) in found.items())


def _after(grown: tuple[Line, ...], lines: tuple[Line, ...], worth: tuple[Worth, ...]) -> After:
    """The score sheet with some lines grown; whether they are finished makes no difference (IU-6.2)."""
    values = line_values(grown)
    given = [
        before.points
        if line.stations is old.stations and value == before.value
        else shares(value, economic_values(line, len(before.points)))
        for line, old, value, before in zip(grown, lines, values, worth, strict=True)
    ]
    return After(values, tuple(map(sum, zip(*given, strict=True))))
