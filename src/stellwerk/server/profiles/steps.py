"""A rating before and after a game, as people see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.ratings import ShownRating, Strength, shown

if TYPE_CHECKING:
    from stellwerk.store.ratings import RatingChange


class RatingStep(msgspec.Struct, frozen=True):
    """A rating before and after a game."""

    before: ShownRating
    after: ShownRating


def step_of(change: RatingChange) -> RatingStep:
    """A change as people see it."""
    before = Strength(change.mean_before, change.deviation_before)
    after = Strength(change.mean, change.deviation)
    return RatingStep(shown(before, change.position - 1), shown(after, change.position))
