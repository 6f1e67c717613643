"""A match (IU-6.8): as many games as players. Everybody starts one, and the points are added up.

It belongs to the table and works on the results of games. A single game does not know that it is part of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.games.interurban.law.scoring import rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import Result


class Standing(msgspec.Struct, frozen=True):
    """How a match stands after some of its games."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    """Empty until the last game is over."""
    next_start_seat: int | None
    """Who starts the next game, or None if there is none."""


def start_seats(seats: int, first: int) -> tuple[int, ...]:
    """Who starts which game of a match: clockwise from the seat that was drawn."""
    return tuple((first + number) % seats for number in range(seats))


def standing(seats: int, first: int, results: Sequence[Result]) -> Standing:
    """The standing after these games; `first` is the seat that started the first one."""
    if len(results) > seats:
        raise ValueError(f"a match of {seats} has {seats} games, not {len(results)}")
    totals = tuple(sum(result.scores[seat] for result in results) for seat in range(seats))
    ranks = rank(totals)
    over = len(results) == seats
    return Standing(
        totals=totals,
        ranks=ranks,
        winners=tuple(seat for seat, place in enumerate(ranks) if place == 1) if over else (),
        next_start_seat=None if over else start_seats(seats, first)[len(results)],
    )
