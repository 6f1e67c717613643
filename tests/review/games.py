"""Finished games to review in tests, and a budget that makes a review quick."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from stellwerk.native import is_compiled
from stellwerk.review import Budget, Finding, examine, outline
from tests.bench.reviews.review_games import play

if TYPE_CHECKING:
    from stellwerk.core.record import Record

SMALL = Budget(width=4, odd=1, simulations=24, worlds=8, limit=16, sketch=2, table=4)
PLAYERS = {
    "tiny": ("careful", "random", "careful"),
    "trambahn": ("greedy", "easy"),
    "interurban": ("greedy", "easy", "greedy"),
    "transamerica": ("greedy", "easy"),
}
KEYS = tuple(PLAYERS)
QUICK = tuple(key for key in KEYS if key == "tiny" or is_compiled(key))
"""The games whose whole review is quick: interpreted cores take too long."""


@cache
def record_of(key: str) -> Record:
    """A finished game."""
    return play(key, "review", PLAYERS[key])


@cache
def findings_of(key: str) -> tuple[Finding, ...]:
    """All findings of it."""
    record = record_of(key)
    return tuple(examine(record, piece, SMALL, "test") for piece in outline(record, SMALL))
