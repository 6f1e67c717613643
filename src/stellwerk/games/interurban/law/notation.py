"""InterUrban's actions as short texts, and back. docs/rules/interurban.md describes the notation."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar, cast

from stellwerk.core.errors import NotationError
from stellwerk.core.remember import remembered
from stellwerk.games.interurban.law.actions import Action, Deal, EndTurn, LayStation, LayTrack
from stellwerk.games.interurban.law.data import COLOURS, START_TILES, STATION_TILES, TRACK_TILES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.games.interurban.law.data import Colour, StartTile, StationTile, TrackTile
    from stellwerk.games.interurban.law.grid import Edges

Tile = TypeVar("Tile")
PLACEMENTS: Final = 1 << 13
"""Placements that are kept with their texts: the same come again and again."""

_NUMBER = r"(0|-?[1-9][0-9]{0,2})"
_CELL = rf"{_NUMBER},{_NUMBER}"
_TRACK = re.compile(rf"(?:(s[012])@{_CELL}:(NS|EW)|(c[01])@{_CELL}:(NE|ES|SW|NW))")
_STATION = re.compile(rf"({'|'.join(COLOURS)})(?:([1-4])@{_CELL}:(NS|EW)|(x[1-4])@{_CELL})")
_START_TILES: dict[str, StartTile] = {tile: tile for tile in START_TILES}
_TRACK_TILES: dict[str, TrackTile] = {tile: tile for tile in TRACK_TILES}
_STATION_TILES: dict[str, StationTile] = {tile: tile for tile in STATION_TILES}


def to_text(action: Action) -> str:
    """The action in the notation."""
    if isinstance(action, Deal):
        return "! " + " | ".join(" ".join(tiles) for tiles in (action.start, action.track, *action.stations))
    return _short_text(action)


@remembered(PLACEMENTS)
def _short_text(action: LayTrack | LayStation | EndTurn) -> str:
    if isinstance(action, LayTrack):
        return f"{action.tile}@{action.x},{action.y}:{action.edges}"
    if isinstance(action, EndTurn):
        return "E"
    text = f"{COLOURS[action.seat]}{action.station}@{action.x},{action.y}"
    return text if action.edges is None else f"{text}:{action.edges}"


def public_text(action: Action) -> str:
    """The action as everybody sees it: the deal does not show its tiles."""
    return "!" if isinstance(action, Deal) else _short_text(action)


def parse(text: str) -> Action:
    """The action of a text in the notation; raises `NotationError`."""
    return _parse_deal(text) if text.startswith("! ") else _parse_short(text)


@lru_cache(PLACEMENTS)
def _parse_short(text: str) -> LayTrack | LayStation | EndTurn:
    if text == "E":
        return EndTurn()
    if found := _TRACK.fullmatch(text):
        tile, x, y, edges = filter(None, found.groups())
        return LayTrack(cast("TrackTile", tile), int(x), int(y), cast("Edges", edges))
    if found := _STATION.fullmatch(text):
        colour, station, x, y, *turned = filter(None, found.groups())
        seat = COLOURS.index(cast("Colour", colour))
        edges_or_none = cast("Edges", turned[0]) if turned else None
        return LayStation(seat, cast("StationTile", station), int(x), int(y), edges_or_none)
    raise NotationError(text)


def _parse_deal(text: str) -> Deal:
    start, *rest = (tiles.split(" ") for tiles in text[2:].split(" | "))
    if len(start) != 2 or not rest:
        raise NotationError(text)
    try:
        left, right = (_START_TILES[tile] for tile in start)
        return Deal(
            (left, right),
            _known(_TRACK_TILES, rest[0]),
            tuple(_known(_STATION_TILES, own) for own in rest[1:]),
        )
    except KeyError:
        raise NotationError(text) from None


def _known(tiles: dict[str, Tile], texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(tiles[text] for text in texts)
