"""Holds Trambahn's fast core against the law: random games played by both, move by move, all options in turn.

Compared are the legal moves in their order, the whole successor and the result. Players like trams and long
rows, so that special runs and many new draw piles come up as well.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import stellwerk
from stellwerk.games.trambahn.fast import layout as at
from stellwerk.games.trambahn.fast.codes import flatten
from stellwerk.games.trambahn.fast.core import Core
from stellwerk.games.trambahn.law.actions import BuyTram, Income, Stop
from stellwerk.games.trambahn.law.data import ORDER, VALUE_OF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.setup import OptionValue
    from stellwerk.games.trambahn.law.actions import Action
    from stellwerk.games.trambahn.law.state import State

GAME = stellwerk.load("trambahn")
OPTIONS: list[dict[str, OptionValue]] = [
    dict(zip(GAME.info.options, values, strict=True))
    for values in product(*(option.choices for option in GAME.info.options.values()))
]
"""All options in all combinations; those that come last change first."""


class Compared(NamedTuple):
    """How much of a game was compared, all of it equal."""

    actions: int
    shuffles: int
    special_runs: int


def game(number: int) -> int:
    """Compare one random game; gives its actions. Raises `AssertionError` where they differ."""
    return play_game(number).actions


def play_game(number: int) -> Compared:
    """One game of both; the options take turns."""
    rng, options = random.Random(number), OPTIONS[number % len(OPTIONS)]
    state: State = GAME.initial(options=options, start_seat=number % 2)
    state = GAME.apply(state, GAME.chance(state, rng))
    fast = Core.from_state(state)
    actions = shuffles = 0
    while GAME.actor(state) is not None:
        actions += 1
        legal = GAME.legal(state)
        moves = [int(fast.moves[place]) for place in range(int(fast.legal()))]
        assert tuple(map(fast.decode, moves)) == legal
        if not legal:
            shuffles += 1
            shuffle = GAME.chance(state, rng)
            fast.stack_draw_pile([ORDER[card] for card in shuffle.cards])
            state = GAME.apply(state, shuffle)
        else:
            action = _choose(state, legal, rng)
            move = fast.encode(action)
            assert move == moves[legal.index(action)]
            fast.play(move)
            state = GAME.apply(state, action)
        assert contents(list(fast.table), list(fast.piles)) == contents(*flatten(state))
    assert_same_result(state, fast)
    return Compared(actions, shuffles, len(state.special_runs))


def _choose(state: State, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """Any action, but often one that makes rows long: a tram, a stop close to the end of a row, or money."""
    if rng.random() < 0.8:
        trams = [action for action in legal if isinstance(action, BuyTram)]
        close = [action for action in legal if isinstance(action, Stop) and _gap(state, action) <= 2]
        money = [action for action in legal if isinstance(action, Income)]
        wanted: Sequence[Action] = trams or close or money
        if wanted:
            return rng.choice(wanted)
    return rng.choice(legal)


def _gap(state: State, stop: Stop) -> int:
    ends = {row.number: row.end for row in state.players[state.turn].rows}
    value = VALUE_OF.get(stop.card)
    return 0 if value is None else value - ends.get(stop.row or 0, 0)


def assert_same_result(state: State, fast: Core) -> None:
    """Both say the same of the end."""
    result = GAME.result(state)
    assert result is not None
    assert list(result.scores) == [fast.score(0), fast.score(1)]
    shares = tuple((seat in result.winners) / len(result.winners) for seat in (0, 1))
    assert shares == (fast.outcome(0), fast.outcome(1))


def contents(table: list[int], piles: list[int]) -> list[list[int]]:
    """Everything that counts of a state: not the random numbers, nor what lies behind the end of a list."""
    parts = [table[: at.RANDOM], table[at.WAITING : at.TERMINALS]]
    parts += [_part(table, at.TERMINALS + 4 * line, table[at.WAITING + line]) for line in range(4)]
    for seat in (0, 1):
        parts.append(_part(table, at.HANDS + at.HAND * seat, table[at.HAND_SIZE + seat]))
        parts.append(_part(table, at.ROWS + at.SEAT_ROWS * seat, at.ROW * table[at.ROW_COUNT + seat]))
        parts.append(_part(piles, at.MONEY_PILE + at.CARDS * seat, table[at.MONEY + seat]))
    parts.append(_part(piles, at.DRAW_PILE, table[at.DRAW]))
    parts.append(_part(piles, at.DISCARD_PILE, table[at.DISCARD]))
    return parts


def _part(numbers: list[int], start: int, length: int) -> list[int]:
    return numbers[start : start + length]
