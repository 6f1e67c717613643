"""What a player is told before ending a turn: cleared rows, missed trams, runs for the other player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import play, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.state import State

HAND = "Y5 Y6 Y7"


def cautions(state: State) -> dict[str, dict[str, Any]]:
    return {one.code: dict(one.params) for one in GAME.cautions(state)}


def test_a_turn_that_loses_nothing_needs_no_word() -> None:
    assert cautions(table(HAND, rows=["R1 x2"])) == {}


def test_rows_that_would_be_cleared() -> None:
    state = table(HAND, rows=["R1 x2", "B3 B5", "G9"])
    assert cautions(state) == {"clears": {"count": 2, "rows": ("row_B", "row_G")}}


def test_a_tram_that_could_still_be_bought() -> None:
    state = table(HAND, rows=["B3"], money="Y1 Y1 Y2 Y2 Y3")
    assert cautions(state)["tram"] == {"tram": "one_x2"}
    assert cautions(play(state, "T x2>1")) == {}


def test_a_run_that_the_other_player_can_start() -> None:
    waiting = "R2 R3 R4 B2 B3 B4 G2 G3"
    state = table(HAND, rows=["B10 x2"], other_rows=["R7 x3", "B1 x2", "G7 x4"], waiting=waiting)
    assert cautions(state) == {"run": {"line": "R", "own": 0, "other": 6}}


def test_before_the_turn_can_be_ended_there_is_nothing_to_say() -> None:
    assert cautions(table(HAND, rows=["B3"], passengers=0)) == {}
