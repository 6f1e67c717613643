"""The shortcut finds the same chance as laying the tile, and changes nothing."""

from __future__ import annotations

import random

import pytest

from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.evaluation import Evaluation
from stellwerk.games.interurban.fast.layout import END_TURN, REASON
from stellwerk.games.interurban.fast.shortcut import Shortcut
from stellwerk.games.interurban.fast.worth import Weights
from tests.games.interurban.fast_games import dealt, flat


def compare(table: Core, shortcut: Shortcut, evaluation: Evaluation) -> tuple[int, int]:
    """Compare all legal tiles; returns for how many the shortcut knows the chance, and for how many not."""
    moves = [int(table.moves[place]) for place in range(table.legal())]
    before = flat(table)
    shortcut.prepare(table.board, table.state, 0)
    known = unknown = 0
    for move in moves:
        if move == END_TURN:
            continue
        chance = shortcut.chance(table.board, table.state, 0, move)
        after = table.copy()
        after.lay(move)
        if chance < 0:
            unknown += 1
        else:
            known += 1
            assert chance == pytest.approx(evaluation.chance_after_turn(after.state), abs=1e-12)
    assert flat(table) == before
    return known, unknown


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("finish", ["lookahead", "next_cell"])
def test_the_shortcut_finds_the_chance_that_laying_finds(seats: int, finish: str) -> None:
    shortcut, evaluation = Shortcut(Evaluation(Weights())), Evaluation(Weights())
    known = unknown = 0
    for seed in range(4):
        rng, table = random.Random(seed), Core.from_state(dealt(seed, seats, finish))
        while not table.state[REASON]:
            counts = compare(table, shortcut, evaluation)
            known, unknown = known + counts[0], unknown + counts[1]
            table.play(int(table.moves[rng.randrange(table.legal())]))
    assert known > unknown > 0
