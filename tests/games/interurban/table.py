"""Positions of InterUrban for tests: the law lays every tile, but any tile may be laid at any time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import IllegalAction
from stellwerk.games.interurban.law.actions import Action, LayStation, LayTrack
from stellwerk.games.interurban.law.data import STATION_SUPPLY, TRACK_SUPPLY
from stellwerk.games.interurban.law.state import Laid, Line, Player, State, Step

GAME: Any = stellwerk.load("interurban")
FOUR, H, SIX, FIVE, SEVEN, C = range(6)
"""The lines of the start tiles 4H6 and 57C."""


def parse(text: str) -> Action:
    action: Action = GAME.parse(text)
    return action


def dealt(seats: int = 2, start: str = "4H6 57C", finish: str = "lookahead", start_seat: int = 0) -> State:
    """A state after the deal, with all tiles in canonical order, in the first round."""
    lists = [start, " ".join(TRACK_SUPPLY), *[" ".join(STATION_SUPPLY)] * seats]
    state: State = GAME.initial(seats, {"finish": finish}, start_seat)
    after: State = GAME.apply(state, GAME.parse("! " + " | ".join(lists)))
    return after


def table(moves: str = "", seats: int = 2, start: str = "4H6 57C", finish: str = "lookahead") -> State:
    """A state after these placements, past the first round, at the beginning of seat 0's turn."""
    state = fresh(replace(dealt(seats, start, finish), turns=seats * 4))
    for text in moves.split():
        state = fresh(lay(state, text))
    return state


def fresh(state: State) -> State:
    """The same board at the beginning of seat 0's turn, with full supplies."""
    return replace(
        state,
        step=Step.TURN,
        reason=None,
        turn=0,
        laid=0,
        station_laid=False,
        turns=max(state.turns, len(state.players)),
        open=("s1", "s0", "c1"),
        stack=TRACK_SUPPLY,
        players=(Player(("1", "x2", "4"), STATION_SUPPLY),) * len(state.players),
    )


def walled(state: State, walls: str, finished: tuple[int, ...] = ()) -> State:
    """A state with blank tiles on some cells (stations where ``*`` stands), and only these lines finished."""
    lines = tuple(
        replace(line, watched=(), finished="IU-5.2" if number in finished else None)
        for number, line in enumerate(state.lines)
    )
    return replace(state, tiles=state.tiles + tuple(map(_wall, walls.split())), lines=lines)


def _wall(text: str) -> Laid:
    x, y = text.removeprefix("*").split(",")
    return Laid((int(x), int(y)), "", "1", 0) if text[0] == "*" else Laid((int(x), int(y)), "", "s0")


def reopened(state: State) -> State:
    """The same board with no line finished."""
    return walled(state, "")


def first_round(state: State) -> State:
    """The same position in the first round."""
    return replace(state, turns=0)


def offering(state: State, action: Action) -> State:
    """The same state with the tile of this action open."""
    match action:
        case LayTrack(tile):
            return replace(state, open=(tile, *state.open[1:]))
        case LayStation(seat, station) if seat < len(state.players):
            player = replace(state.players[seat], open=(station, *state.players[seat].open[1:]))
            return replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
    return state


def lay(state: State, text: str) -> State:
    """Lay a tile that need not be open."""
    action = parse(text)
    after: State = GAME.apply(offering(state, action), action)
    assert action in GAME.legal(offering(state, action))
    return after


def refusal(state: State, text: str) -> IllegalAction:
    """Why a tile that need not be open cannot be laid."""
    action = parse(text)
    offered = offering(state, action)
    assert action not in GAME.legal(offered)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(offered, action)
    return caught.value


def assert_refused(state: State, text: str, clause: str, code: str, **params: object) -> None:
    """Check that a tile is refused by this clause with this code and, among others, these parameters."""
    error = refusal(state, text)
    assert (error.clause, error.code) == (clause, code)
    assert {name: error.params.get(name) for name in params} == params
    for language in stellwerk.LANGUAGES:
        sentence = stellwerk.load_texts("interurban", language).sentence(error)
        assert clause in sentence
        assert "{" not in sentence


def legal_texts(state: State) -> list[str]:
    return [GAME.to_text(action) for action in GAME.legal(state)]


def line(label: str, stations: str = "", **fields: Any) -> Line:
    """A line to score; its stations are written as ``0:3 1:4`` (seat and value)."""
    served = tuple(tuple(map(int, text.split(":"))) for text in stations.split())
    return Line(label, (0, 0), "N", stations=served, **fields)  # type: ignore[arg-type]  # pairs are enough here
