"""Random games on the law and on the fast core side by side, for the tests and for `bench equal`."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from stellwerk.games.interurban import GAME
from stellwerk.games.interurban.fast.core import Core
from stellwerk.games.interurban.fast.layout import DEPTH, LINE_SIZE, LINES, REASON
from stellwerk.games.interurban.fast.read import REASONS, decode, encode

if TYPE_CHECKING:
    from stellwerk.games.interurban.law.state import State

FREE = {number * LINE_SIZE + DEPTH for number in range(LINES)}
"""Fields that may differ: the length of a known way out. Only that there is one counts."""


def dealt(seed: int, seats: int, finish: str = "lookahead") -> State:
    """A state after the deal."""
    state = GAME.initial(seats, {"finish": finish}, seed % seats)
    return GAME.apply(state, GAME.chance(state, random.Random(seed)))


def flat(table: Core) -> tuple[list[int], list[int], list[int]]:
    """The board, the state without `FREE`, and the stacks of a core."""
    numbers = [int(number) for place, number in enumerate(table.state) if place not in FREE]
    return list(map(int, table.board)), numbers, list(map(int, table.stacks))


def flat_after(state: State, table: Core) -> tuple[list[int], list[int], list[int]]:
    """The same, read from a state of the law, with the tiles that have left the stacks put back."""
    board, numbers, stacks = flat(Core.from_state(state))
    ordered = [int(tile) for tile in table.stacks]
    left = [tile or ordered[place] for place, tile in enumerate(stacks)]
    return board, numbers, left


def compare_game(seed: int, *, every: int = 1) -> int:
    """Play a random game on both, comparing the states every `every` actions; returns how many there were."""
    rng = random.Random(seed)
    seats, finish = 2 + seed % 4, ("lookahead", "lookahead", "next_cell")[seed % 3]
    state = dealt(seed, seats, finish)
    table = Core.from_state(state)
    count = 0
    while GAME.actor(state) is not None:
        legal = GAME.legal(state)
        moves = [int(table.moves[place]) for place in range(table.legal())]
        assert moves == [encode(action) for action in legal], (seed, count)
        assert [decode(move) for move in moves] == list(legal), (seed, count)
        chosen = rng.randrange(len(legal))
        state = GAME.apply(state, legal[chosen])
        table.play(moves[chosen])
        count += 1
        if count % every == 0 or GAME.actor(state) is None:
            assert flat(table) == flat_after(state, table), (seed, count)
    result = GAME.result(state)
    assert result is not None
    assert tuple(table.score()) == result.scores
    assert REASONS[table.state[REASON]] == result.reason
    assert table.legal() == 0
    return count
