"""What statistics count in a game of Trambahn."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from stellwerk.games.trambahn import GAME
from tests.games.trambahn.table import shuffle_of, table

if TYPE_CHECKING:
    from stellwerk.games.trambahn.law.state import State


def counted(state: State, *texts: str) -> dict[str, int]:
    """The sum of what these actions count."""
    counts: Counter[str] = Counter()
    for text in texts:
        action = GAME.parse(text)
        after = GAME.apply(state, action)
        counts.update(GAME.tally(state, action, after))
        state = after
    return {name: count for name, count in counts.items() if count}


def test_a_turn_with_everything() -> None:
    rows = ["G1 G2 G3 G4 G5 G6 G7 x4", "B1", "R1"]
    state = table("G8 Y1 Y2 Y3", rows=rows, money="15", offer="x2 x3", draw="R5", rest="rows", passengers=0)
    assert counted(state, "P Y1", "S G8>1", "M Y2", "T x2>2", "T x3>3", "E") == {
        "special_runs": 1,
        "special_run_points": 40,
        "trams_x2": 1,
        "trams_x3": 1,
        "turns": 1,
        "cards_drawn": 1,
    }


def test_new_draw_piles_and_all_cards_drawn_are_counted() -> None:
    state = table("Y1 Y2 Y3", draw="R5", discard="G1 G2 G3", rest="rows")
    assert counted(state, "E", shuffle_of("G1 G2 G3")) == {"turns": 1, "cards_drawn": 3, "new_draw_piles": 1}


def test_the_turn_in_which_the_game_ends_counts_too() -> None:
    state = table("B4", waiting="B1 B2 B3", runs=[("R", 0, 0)] * 9, passengers=0)
    assert counted(state, "P B4") == {"turns": 1}
    assert counted(table("B4", other_hand="", rest="rows", passengers=0), "P B4", "E") == {"turns": 1}


def test_the_deal_does_not_count_as_drawing() -> None:
    state = GAME.initial()
    assert counted(state, shuffle_of(*state.draw)) == {}
