"""What is decided when a table is opened: the game, the seats, who may watch, how long players may think."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from stellwerk.core import registry
from stellwerk.core.setup import OptionValue, chosen_options
from stellwerk.core.strength import ratings_of
from stellwerk.tables.errors import TableError

if TYPE_CHECKING:
    from collections.abc import Collection

    from stellwerk.core.game import AnyGame
    from stellwerk.core.setup import Setup

MAX_NAME = 40
MAX_NUMBER = 1_000
"""No number of seats or games is larger, whatever the game; `checked` compares with what the game allows."""


class OpenSeat(msgspec.Struct, frozen=True, tag="open"):
    """A seat for anybody with the link."""


class OwnSeat(msgspec.Struct, frozen=True, tag="own"):
    """A seat of whoever opens the table; several of them make a hot-seat table."""

    name: Annotated[str, msgspec.Meta(max_length=MAX_NAME)] | None = None
    """The player's name where several people share a device."""


class BotSeat(msgspec.Struct, frozen=True, tag="bot"):
    """A bot's seat."""

    level: str


SeatPlan = OpenSeat | OwnSeat | BotSeat


class NoClock(msgspec.Struct, frozen=True, tag="none"):
    """No time limit."""


class LiveClock(msgspec.Struct, frozen=True, tag="live"):
    """A budget per player for the whole game, and an increment for each turn."""

    seconds: Annotated[int, msgspec.Meta(ge=30, le=4 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class DaysClock(msgspec.Struct, frozen=True, tag="days"):
    """A number of days for each turn."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


Clock = NoClock | LiveClock | DaysClock


class TableConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wishes of whoever opens a table."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, OptionValue] = {}
    public: bool = False
    """True to list the table for everybody; otherwise it is found by its link only."""
    spectators: bool = True
    clock: Clock = NoClock()
    games: Annotated[int, msgspec.Meta(ge=1, le=MAX_NUMBER)] = 1
    """More than one make a match: each seat begins one, and points add up."""
    start: Literal["drawn"] | Annotated[int, msgspec.Meta(ge=0, lt=MAX_NUMBER)] = "drawn"
    """Who begins the first game."""
    rated: bool = False
    """True if results change the ratings of everybody at the table."""
    guide: bool = False
    """True for the guided first game. Its deal is known to everybody, so it is played alone against bots and
    never counts."""


def checked(config: TableConfig, programs: Collection[str] = ()) -> TableConfig:
    """The wishes with all options filled in; raises `SetupError` or `TableError`."""
    game = registry.load(config.game)
    start = 0 if config.start == "drawn" else config.start
    setup = game.setup(len(config.seats), config.options, start)
    for plan in config.seats:
        if isinstance(plan, BotSeat):
            require_level(game, plan.level, programs)
        elif isinstance(plan, OwnSeat):
            _check_name(plan.name)
    if config.games not in (1, setup.seats):
        raise TableError("bad_match", {"games": config.games, "seats": setup.seats})
    if config.guide and not (game.info.first_deal and _is_alone(config)):
        raise TableError("bad_guide")
    if config.rated:
        _check_rated(config, game, setup)
    return msgspec.structs.replace(config, options=chosen_options(game.info, setup))


def _check_name(name: str | None) -> None:
    """Refuse a name that cannot be shown, such as one with control characters."""
    if name is not None and not (name.isprintable() and name.strip()):
        raise TableError("bad_seat_name", {"limit": MAX_NAME})


def require_level(game: AnyGame, level: str, programs: Collection[str]) -> None:
    """Refuse a bot that is neither the game's nor one of the operator's programs."""
    known = (*game.bots, *programs)
    if level not in known:
        raise TableError("unknown_bot", {"level": level, "game": game.info.title, "known": ", ".join(known)})


def _check_rated(config: TableConfig, game: AnyGame, setup: Setup) -> None:
    """Refuse a rated table whose results would say nothing: one device for several people, a known deal,
    other rules than those that bots and seats were measured by."""
    if sum(isinstance(plan, OwnSeat) for plan in config.seats) > 1 or config.guide:
        raise TableError("rated_one_seat")
    if setup.options != game.setup(setup.seats).options:
        raise TableError("rated_options")
    for plan in config.seats:
        if isinstance(plan, BotSeat):
            require_rated(game, plan.level)


def require_rated(game: AnyGame, level: str) -> None:
    """Refuse a bot at a rated table whose strength was never measured."""
    if level not in ratings_of(game.info.key):
        raise TableError("rated_bot", {"level": level})


def _is_alone(config: TableConfig) -> bool:
    """True for one person among bots in a single game, where a known deal harms nobody."""
    people = [plan for plan in config.seats if not isinstance(plan, BotSeat)]
    return len(people) == 1 and isinstance(people[0], OwnSeat) and not config.public and config.games == 1
