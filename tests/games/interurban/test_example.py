"""The worked example of the rule book, moves A to P, as a golden game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.games.interurban.law.data import STATION_SUPPLY, TRACK_SUPPLY
from stellwerk.games.interurban.law.scoring import economic_values, line_values, points, result
from stellwerk.games.interurban.law.state import Player, State

if TYPE_CHECKING:
    from collections.abc import Mapping

GAME: Any = stellwerk.load("interurban")
EXAMPLE: dict[str, Any] = msgspec.json.decode((Path(__file__).parent / "example.json").read_bytes())
PLAYERS = ("Ferdi", "Lucy", "Rey")
COLOURS = ("red", "blue", "purple")
PLAIN = ("straight", "curve")


def tile_of(placement: dict[str, Any]) -> str:
    if placement["tile"] in PLAIN:
        return f"{placement['tile'][0]}{placement['track_value_assumed']}"
    return f"{'x' if placement['tile'] == 'crossing' else ''}{placement['station'][1]}"


def text_of(placement: dict[str, Any]) -> str:
    cell = f"{placement['x']},{placement['y']}"
    tile = tile_of(placement)
    if placement["tile"] in PLAIN:
        return f"{tile}@{cell}:{placement['edges']}"
    colour = COLOURS["FLR".index(placement["station"][0])]
    return f"{colour}{tile}@{cell}" + ("" if placement["tile"] == "crossing" else f":{placement['edges']}")


def dealt() -> State:
    """The deal that the example needs; Rey gets a second x2 in place of the x4."""
    placements = EXAMPLE["placements"]
    used = [tile_of(placement) for placement in placements if placement["tile"] in PLAIN]
    track = _in_order(used, Counter(TRACK_SUPPLY))
    supply: Counter[str] = Counter(STATION_SUPPLY)
    supplies = (supply, supply, supply + Counter({"x2": 1}) - Counter({"x4": 1}))
    players = []
    for letter, own in zip("FLR", supplies, strict=True):
        laid = [tile_of(placement) for placement in placements if (placement["station"] or " ")[0] == letter]
        stations = _in_order(laid, own)
        players.append(Player(stations[:3], stations[3:]))
    honest = " | ".join([" ".join(STATION_SUPPLY)] * 3)
    state: State = GAME.apply(GAME.initial(3), GAME.parse(f"! 4H6 57C | {' '.join(track)} | {honest}"))
    return replace(state, players=tuple(players))


def _in_order(used: list[str], supply: Mapping[str, int]) -> tuple[Any, ...]:
    """The used tiles first, then the rest of the supply."""
    assert Counter(used) <= Counter(supply)
    return (*used, *(Counter(supply) - Counter(used)).elements())


def replayed() -> tuple[State, dict[str, list[str]]]:
    """The final state, and the labels of the lines that each move finishes."""
    state = dealt()
    finished: dict[str, list[str]] = {}
    placements = EXAMPLE["placements"]
    for number, placement in enumerate(placements):
        assert state.turn == PLAYERS.index(placement["player"])
        action = GAME.parse(text_of(placement))
        assert action in GAME.legal(state)
        after = GAME.apply(state, action)
        for old, new in zip(state.lines, after.lines, strict=True):
            if new.finished and not old.finished:
                finished.setdefault(placement["move"], []).append(new.label)
        state = after
        is_last = number + 1 == len(placements) or placements[number + 1]["move"] != placement["move"]
        if is_last and placement["move"] in "FK":
            state = GAME.apply(state, GAME.parse("E"))
    return state, finished


@pytest.mark.clause("IU-5.1", "IU-5.2", "IU-5.3", "IU-4.K", "IU-4.L")
def test_the_example_finishes_its_lines_when_the_rule_book_says_so() -> None:
    _, finished = replayed()
    assert {move: sorted(labels) for move, labels in finished.items()} == {
        move: sorted(labels) for move, labels in EXAMPLE["finished"].items()
    }


@pytest.mark.clause("IU-6.1a", "IU-6.3", "IU-6.4", "IU-6.5", "IU-6.6", "IU-6.7")
def test_the_example_scores_as_printed() -> None:
    state, _ = replayed()
    values = dict(zip("4H657C", line_values(state.lines), strict=True))
    assert values == {"6": 7, "5": 7, "7": 10, "C": 9, "4": 6, "H": 7}
    economic = {line.label: economic_values(line, 3) for line in state.lines}
    assert economic["C"] == (5, 4, 9)
    assert economic["7"] == (4, 4, 2)
    by_line = dict(zip("4H657C", points(state.lines, 3), strict=True))
    assert by_line == {
        "6": (7, 0, 0), "5": (0, 7, 4), "7": (10, 10, 5), "C": (5, 3, 9), "4": (6, 6, 3), "H": (7, 0, 0),
    }  # fmt: skip
    end = result(state)
    assert end is not None
    assert end.scores == tuple(EXAMPLE["scores"][player] for player in PLAYERS) == (35, 26, 21)
    assert end.ranks == (1, 2, 3)
    assert end.winners == (0,)
    assert end.reason == "IU-6.1a"


@pytest.mark.clause("IU-4.K")
def test_seven_runs_on_through_the_crossing_of_five() -> None:
    state = dealt()
    for placement in EXAMPLE["placements"]:
        if placement["runs_on_through"]:
            break
        state = GAME.apply(state, GAME.parse(text_of(placement)))
        if placement["move"] == "F" and placement["station"]:
            state = GAME.apply(state, GAME.parse("E"))
    after = GAME.apply(state, GAME.parse("c0@5,0:NW"))
    line = next(line for line in after.lines if line.label == "7")
    assert line.end == (5, 2)
    assert line.stations == ((1, 1), (2, 2))
    only = [GAME.to_text(action) for action in GAME.legal(state) if "@5,0" in GAME.to_text(action)]
    assert only == ["c0@5,0:NW"] or only == ["c1@5,0:NW", "c0@5,0:NW"], (
        "another tile would not be possible there"
    )
