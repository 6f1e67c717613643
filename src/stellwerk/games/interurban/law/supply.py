"""The supply of tiles: the deal (IU-2), taking an open tile (IU-3.2), opening new ones (IU-3.5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from stellwerk.core.chance import begin_action, shuffle
from stellwerk.core.errors import IllegalAction
from stellwerk.games.interurban.law.actions import Deal, LayTrack, Placement
from stellwerk.games.interurban.law.boards import new_board
from stellwerk.games.interurban.law.data import (
    COLOURS,
    OPEN_TILES,
    START_CELLS,
    START_EDGES,
    START_TILES,
    STATION_SUPPLY,
    TRACK_SUPPLY,
)
from stellwerk.games.interurban.law.finish import settle
from stellwerk.games.interurban.law.lines import first_lines
from stellwerk.games.interurban.law.state import Laid, Player, State, Step

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource

Tile = TypeVar("Tile")


def chance(state: State, rng: RandomSource) -> Deal:
    """Shuffle the start tiles, the track tiles and each seat's stations, in this order."""
    begin_action(rng)
    start = list(START_TILES)
    shuffle(start, rng)
    track = list(TRACK_SUPPLY)
    shuffle(track, rng)
    stations = []
    for _ in state.players:
        own = list(STATION_SUPPLY)
        shuffle(own, rng)
        stations.append(tuple(own))
    return Deal((start[0], start[1]), tuple(track), tuple(stations))


def deal(state: State, action: Deal) -> State:
    """The state after the deal: start tiles laid, three track tiles and three stations of each seat open."""
    if state.step is not Step.DEAL:
        raise IllegalAction("IU-2.3", "no_deal_due")
    _check_deal(state, action)
    tiles = tuple(map(Laid, START_CELLS, START_EDGES, action.start))
    lines = settle(new_board(tiles), first_lines(*action.start), None, state.options, len(state.players))
    return replace(
        state,
        step=Step.TURN,
        box=tuple(tile for tile in START_TILES if tile not in action.start),
        open=action.track[:OPEN_TILES],
        stack=action.track[OPEN_TILES:],
        players=tuple(Player(own[:OPEN_TILES], own[OPEN_TILES:]) for own in action.stations),
        tiles=tiles,
        lines=lines,
    )


def _check_deal(state: State, action: Deal) -> None:
    if len(set(action.start)) != len(START_CELLS) or not set(action.start) <= set(START_TILES):
        raise IllegalAction("IU-2.2", "other_start_tiles", {"tiles": START_TILES})
    if Counter(action.track) != Counter(TRACK_SUPPLY):
        raise IllegalAction("IU-2.3", "other_track_tiles", {"count": len(TRACK_SUPPLY)})
    if len(action.stations) != len(state.players) or any(
        Counter(own) != Counter(STATION_SUPPLY) for own in action.stations
    ):
        params = {"count": len(STATION_SUPPLY), "seats": len(state.players)}
        raise IllegalAction("IU-2.1", "other_stations", params)


def take(state: State, placement: Placement) -> State:
    """The state without the open tile that is laid, the leftmost of equal ones; only one station per turn."""
    if isinstance(placement, LayTrack):
        if placement.tile not in state.open:
            shown = tuple(tile for tile in state.open if tile is not None) or "–"
            raise IllegalAction("IU-3.2", "track_not_open", {"tile": placement.tile, "open": shown})
        return replace(state, open=_without(state.open, placement.tile), laid=state.laid + 1)
    seat, station = placement.seat, placement.station
    if not 0 <= seat < len(state.players):
        raise IllegalAction("IU-3.2", "no_such_player", {"seats": len(state.players)})
    player = state.players[seat]
    if station not in player.open:
        colour = COLOURS[seat]
        stations = tuple(colour + tile for tile in player.open if tile is not None) or "–"
        raise IllegalAction("IU-3.2", "station_not_open", {"station": colour + station, "open": stations})
    if state.station_laid:
        raise IllegalAction("IU-3.3", "second_station", {"station": COLOURS[seat] + station})
    player = replace(player, open=_without(player.open, station))
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players, laid=state.laid + 1, station_laid=True)


def refill(state: State) -> State:
    """Fill the empty places from left to right while there are tiles (IU-3.5)."""
    shown, stack = _filled(state.open, state.stack)
    players = state.players
    for seat, player in enumerate(players):
        if player.stack and None in player.open:
            players = (*players[:seat], Player(*_filled(player.open, player.stack)), *players[seat + 1 :])
    return replace(state, open=shown, stack=stack, players=players)


def _without(shown: tuple[Tile | None, ...], tile: Tile) -> tuple[Tile | None, ...]:
    places: list[Tile | None] = [*shown]
    places[places.index(tile)] = None
    return tuple(places)


def _filled(
    shown: tuple[Tile | None, ...], stack: tuple[Tile, ...]
) -> tuple[tuple[Tile | None, ...], tuple[Tile, ...]]:
    if None not in shown or not stack:
        return shown, stack
    places, used = list(shown), 0
    for place, tile in enumerate(shown):
        if tile is None and used < len(stack):
            places[place] = stack[used]
            used += 1
    return tuple(places), stack[used:]
