"""Table values: everybody's share of the win with open hands, before and after each turn.

For finished games only: this knows what was hidden.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from stellwerk.core.game import CHANCE
from stellwerk.review.judging import mean_error
from stellwerk.review.model import Sketched, Started, Tabled
from stellwerk.search import weighed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.review.model import Budget, Shares
    from stellwerk.review.story import Story
    from stellwerk.search import Assessor

SEEDS = 1 << 31


def tabled(story: Story, assessor: Assessor[Any], number: int, seed: str, budget: Budget) -> Tabled:
    """The table values before a turn, and those around what was drawn after it."""
    turn = story.turns[number]
    outlook = assessor.outlook(turn.before, _seed(story, seed, f"table:{number}"))
    worlds = range(min(budget.table, outlook.most_worlds or budget.table))
    looks = [outlook.looks((), world) for world in worlds]
    before = [weighed(one, assessor.power) for one in looks]
    error = max(mean_error(values)[1] for values in zip(*before, strict=True))
    drawn_from = None
    if is_drawn(story, assessor, number):
        after = (outlook.looks(turn.actions, world) for world in worlds)
        drawn_from = _mean([weighed(one, 1.0) for one in after])
    return Tabled(number, _mean(before), drawn_from, _mean([weighed(one, 1.0) for one in looks]), error)


def is_drawn(story: Story, assessor: Assessor[Any], number: int) -> bool:
    """True if something is drawn or dealt between a turn and the next; the result follows the last one."""
    turn = story.turns[number]
    return number + 1 < len(story.turns) and (turn.is_dealt or (turn.is_shown and assessor.has_stacks))


def sketched(
    story: Story, assessor: Assessor[Any], first: int, last: int, seed: str, budget: Budget
) -> Sketched:
    """Quick table values before some turns."""
    values = []
    for number in range(first, last + 1):
        outlook = assessor.outlook(story.turns[number].before, _seed(story, seed, f"sketch:{number}"))
        looks = [outlook.looks((), world) for world in range(budget.sketch)]
        values.append(_mean([weighed(one, assessor.power) for one in looks]))
    return Sketched(first, tuple(values))


def started(story: Story, assessor: Assessor[Any], seed: str, budget: Budget) -> Started:
    """The table value before it is drawn who starts and anything is dealt: the mean over both."""
    game, rng = story.game, Random(_seed(story, seed, "start"))  # noqa: S311 (possible deals, no secrets)
    values = []
    for first in story.firsts * max(1, budget.table // story.seats):
        state = first
        while game.actor(state) == CHANCE:
            state = game.apply(state, game.chance(state, rng))
        values.append(weighed(assessor.outlook(state, rng.randrange(SEEDS)).looks((), 0), 1.0))
    return Started(_mean(values))


def _seed(story: Story, seed: str, label: str) -> int:
    return Random(f"{seed}:{story.hash}:{label}").randrange(SEEDS)  # noqa: S311 (possible worlds, no secrets)


def _mean(values: Sequence[Shares]) -> Shares:
    """The mean of shares, which adds up to 1 exactly but for rounding."""
    sums = [sum(column) for column in zip(*values, strict=True)]
    return tuple(value / sum(sums) for value in sums)
