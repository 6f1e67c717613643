"""The endpoints about people: what their games say of them, if they want others to know, and the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from stellwerk.arena.statistics import wilson
from stellwerk.core import registry
from stellwerk.core.match import ABANDONED
from stellwerk.ratings import ShownRating, Strength, shown
from stellwerk.ratings.scale import PER_UNIT, SPREAD, SURE
from stellwerk.server.people.accounts import require_account
from stellwerk.server.profiles.history import History, history_of
from stellwerk.server.profiles.openings import opening_text
from stellwerk.server.refusals import ServerError

if TYPE_CHECKING:
    from stellwerk.server.services import Call
    from stellwerk.store.games import PlayedGame
    from stellwerk.store.interface import Player

FORM: Final = 10
COURSE: Final = 200
"""Rated games that the curve shows."""
FAVOURITES: Final = 3
LEADERS: Final = 100


class WinShare(msgspec.Struct, frozen=True):
    """How often somebody won with one number of players."""

    players: int
    games: int
    wins: int
    low: float
    high: float
    """Between these shares the truth lies in 95 of 100 cases."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A point of the curve: the rating after a game."""

    time: float
    rating: int
    plus_minus: int


class FavouriteOpening(msgspec.Struct, frozen=True):
    """Something that somebody likes to begin with."""

    text: str
    games: int
    wins: int


class Accuracy(msgspec.Struct, frozen=True):
    """How accurately somebody plays, from 0 to 100: the mean of their reviewed games."""

    mean: float
    games: int


FormMark = Literal["won", "lost", "left", "none"]


class GameProfile(msgspec.Struct, frozen=True):
    """What is known of somebody in one game."""

    game: str
    rating: ShownRating | None
    """None without a rated game."""
    course: tuple[RatingPoint, ...]
    shares: tuple[WinShare, ...]
    form: tuple[FormMark, ...]
    """The last ten games, the latest last; `none` for a game without a result."""
    accuracy: Accuracy | None
    openings: tuple[FavouriteOpening, ...]


class Profile(msgspec.Struct, frozen=True):
    """What is known of somebody from their games."""

    name: str
    login: str | None
    is_bot: bool
    is_you: bool
    is_public: bool
    """True if everybody may see it."""
    games: tuple[GameProfile, ...]


class ProfileBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see your profile."""

    is_public: bool


class Leader(msgspec.Struct, frozen=True):
    """Somebody in the list of the best."""

    place: int
    name: str
    login: str
    rating: ShownRating


async def my_profile(call: Call) -> Profile:
    """What your games say of you. Only you see it, unless you want others to."""
    player = await call.require()
    return await _profile(call, player, is_you=True)


async def set_profile(call: Call) -> Profile:
    """Show your profile to everybody, or to nobody. Guests have none that could be found."""
    player, _ = await require_account(call)
    await call.services.store.set_public(player.id, is_public=call.body.is_public)
    return await _profile(call, player, is_you=True)


async def get_profile(call: Call) -> Profile:
    """What somebody's games say of them, if they want others to know."""
    player, asking = await _found(call)
    return await _profile(call, player, is_you=player.id == asking)


async def get_history(call: Call) -> History:
    """Games that somebody played at public and at rated tables."""
    player, asking = await _found(call)
    return await history_of(call, player.id, asking)


async def _found(call: Call) -> tuple[Player, str | None]:
    """The person that a request names, and who asks; raises `ServerError` if they are not to be found."""
    services = call.services
    asker = await call.player()
    asking = None if asker is None else asker.id
    account = await services.identity.account(call.request.path_params["login"])
    player = None if account is None else await services.store.player(account.player)
    if account is None or player is None:
        raise ServerError("no_profile")
    is_shown = not account.is_blocked and await services.store.is_public(player.id)
    if not is_shown and player.id != asking:
        raise ServerError("no_profile")
    return player, asking


async def _profile(call: Call, player: Player, *, is_you: bool) -> Profile:
    services = call.services
    services.limits.histories.take(call.client)
    await services.settling.settle()
    counts = await services.store.games.counts(player.id)
    shares: dict[str, list[WinShare]] = {}
    for one in counts:
        low, high = wilson(one.wins / one.games, one.games)
        shares.setdefault(one.game, []).append(WinShare(one.seats, one.games, one.wins, low, high))
    known = [key for key in registry.games() if key in shares]
    return Profile(
        player.name,
        player.login,
        player.is_bot,
        is_you,
        await services.store.is_public(player.id),
        tuple([await _game(call, player.id, key, shares[key]) for key in known]),
    )


async def _game(call: Call, player: str, game: str, shares: list[WinShare]) -> GameProfile:
    store = call.services.store
    changes = await store.ratings.course(player, game, COURSE)
    course = [(one.time, shown(Strength(one.mean, one.deviation), one.position)) for one in changes]
    accuracy = (await store.games.accuracy(player)).get(game)
    latest = await store.games.of(player, game, None, FORM)
    favourites = await store.games.openings(player, game, FAVOURITES)
    return GameProfile(
        game,
        course[-1][1] if course else None,
        tuple(RatingPoint(time, one.rating, one.plus_minus) for time, one in course),
        tuple(shares),
        tuple(_mark(one, player) for one in reversed(latest)),
        None if accuracy is None else Accuracy(*accuracy),
        tuple(
            FavouriteOpening(opening_text(game, opening, call.language), games, wins)
            for opening, games, wins in favourites
        ),
    )


def _mark(game: PlayedGame, player: str) -> FormMark:
    """How a game went for somebody; on a shared device, for the best of their seats."""
    if game.reason == ABANDONED:
        return "none"
    mine = min((seat for seat in game.seats if seat.player == player), key=lambda seat: seat.place)
    if mine.left_by is not None:
        return "left"
    return "won" if mine.has_won else "lost"


async def get_leaders(call: Call) -> list[Leader]:
    """The best players of a game: people with a public profile and a rating that is not provisional."""
    key = registry.load(call.request.path_params["game"]).info.key
    call.services.limits.histories.take(call.client)
    found = await call.services.store.ratings.leaders(key, SURE / (SPREAD * PER_UNIT), LEADERS)
    return [
        Leader(place, one.name, one.login, shown(Strength(one.mean, one.deviation), one.games))
        for place, one in enumerate(found, start=1)
    ]
