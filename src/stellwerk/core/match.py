"""A match (IU-6.8): as many games as seats, each started by another seat. All points are added up.

A match works on the results of games; no game knows that it is part of one. Whoever gave up fewer games is
ranked first, and only then points count: so giving up never improves a place, whatever the points are
(docs/decisions/0017-matches.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from stellwerk.core.game import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

Quitting = Literal["resigned", "timed_out", "absent"]
ABANDONED: Final = "abandoned"
"""The reason of a game that ended without a result."""


class GivenUp(msgspec.Struct, frozen=True):
    """A seat gave up a game, its time ran out, or the others would not wait for it any longer."""

    seat: int
    reason: Quitting
    standing: tuple[int, ...]
    """Each seat's points at that moment."""


class MatchGame(msgspec.Struct, frozen=True):
    """What one game adds to a match."""

    points: tuple[int, ...]
    reason: str
    """Why it ended: a clause, or how the last player gave up."""
    given_up: tuple[GivenUp, ...] = ()


class MatchStanding(msgspec.Struct, frozen=True):
    """How a match stands after some of its games."""

    games: int
    """Number of games in the whole match."""
    played: tuple[MatchGame, ...]
    totals: tuple[int, ...]
    given_up: tuple[int, ...]
    """Number of games that each seat gave up."""
    ranks: tuple[int, ...]
    """1 is the best; equal ranks share a place."""
    winners: tuple[int, ...]
    """Empty until the last game is over; several share the win."""

    @property
    def is_over(self) -> bool:
        """True once all games have been played."""
        return len(self.played) == self.games


def start_seats(seats: int, first: int) -> tuple[int, ...]:
    """Who starts which game of a match: clockwise from the seat that starts the first one."""
    return tuple((first + number) % seats for number in range(seats))


def points_of(scores: Sequence[int], given_up: Sequence[GivenUp]) -> tuple[int, ...]:
    """The points that a game adds to a match.

    Whoever gave up keeps none (a negative standing stays). Everybody else gets at least what stood for them
    at that moment; where one of them scored less in the end, all of them are raised by the same number of
    points, so that the differences between them stay as they were played.
    """
    quitters = {one.seat: min(0, one.standing[one.seat]) for one in given_up}
    others = [seat for seat in range(len(scores)) if seat not in quitters]
    lost = [one.standing[seat] - scores[seat] for one in given_up for seat in others]
    raised = max(0, *lost) if lost else 0
    return tuple(quitters.get(seat, score + raised) for seat, score in enumerate(scores))


def match_game(result: Result, given_up: tuple[GivenUp, ...] = ()) -> MatchGame:
    """What a game with this result adds to a match: nothing if it ended without one."""
    if result.reason == ABANDONED:
        return MatchGame((0,) * len(result.scores), result.reason)
    return MatchGame(points_of(result.scores, given_up), result.reason, given_up)


def match_standing(seats: int, played: Sequence[MatchGame]) -> MatchStanding:
    """The standing of a match after these games."""
    if len(played) > seats:
        raise ValueError(f"a match of {seats} has {seats} games, not {len(played)}")
    totals = tuple(sum(game.points[seat] for game in played) for seat in range(seats))
    quits = tuple(sum(one.seat == seat for game in played for one in game.given_up) for seat in range(seats))
    worth = [(-given_up, total) for given_up, total in zip(quits, totals, strict=True)]
    ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
    is_over = len(played) == seats
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1) if is_over else ()
    return MatchStanding(seats, tuple(played), totals, quits, ranks, winners)


def given_up_result(given_up: GivenUp) -> Result:
    """The result of a game that ends because somebody gave up: the others are ranked by what stood for them,
    and whoever gave up comes last."""
    quitter = given_up.seat
    scores = points_of(given_up.standing, [given_up])
    worth = [(seat != quitter, score) for seat, score in enumerate(scores)]
    ranks = tuple(1 + sum(other > own for other in worth) for own in worth)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Result(scores, ranks, winners, given_up.reason, None)


def abandoned_result(standing: tuple[int, ...]) -> Result:
    """The result of a game that everybody gave up waiting for: nobody won, and nobody lost."""
    return Result(standing, (1,) * len(standing), (), ABANDONED, None)
