"""The endpoint about what a finished game changed: everybody's rating before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from stellwerk.server.past.histories import found_table, number_in
from stellwerk.server.profiles.steps import RatingStep, step_of
from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from stellwerk.server.services import Call


class GameRatings(msgspec.Struct, frozen=True):
    """What a game changed."""

    is_rated: bool
    """True if it was meant to be rated."""
    unrated: tuple[str, ...]
    """Why it does not count for those who stayed; empty if it does."""
    seats: tuple[RatingStep | None, ...]
    """For each seat; None for bots, and for whom it does not count."""


async def get_ratings(call: Call) -> GameRatings:
    """What a finished game changed about ratings, and why it changed nothing."""
    table = await found_table(call)
    services, number = call.services, number_in(call.request)
    await services.settling.settle()
    game = await services.store.games.find(table.id, number)
    if game is None:
        raise ServerError("no_such_record")
    steps = {one.player: step_of(one) for one in await services.store.ratings.of_game(table.id, number)}
    return GameRatings(
        game.is_rated,
        tuple(game.unrated.split()),
        tuple(steps.get(seat.player) if seat.player else None for seat in game.seats),
    )
