"""What is decided before a game begins: seats, options, who starts.

A game declares its options as one struct whose fields are booleans or literals with a default; names,
defaults and choices are read from there and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from stellwerk.core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue = bool | int | str


class SeatRange(NamedTuple):
    """How many can play."""

    min: int
    max: int


class Option(msgspec.Struct, frozen=True):
    """One choice that a group makes before the game."""

    default: OptionValue
    choices: tuple[OptionValue, ...]


class GameInfo(msgspec.Struct, frozen=True):
    """What is known of a game before anybody plays it."""

    key: str
    title: str
    seats: SeatRange
    options: dict[str, Option]
    rules_version: int
    max_actions: int
    """No game is longer, chance included."""
    end_reasons: tuple[str, ...]
    """The clauses by which a game can end."""
    first_deal: str = ""
    """The seed of the guided first game, in which everybody gets the same deal; empty if there is none."""


class Setup(msgspec.Struct, frozen=True):
    """A valid set-up: every option has a value."""

    seats: int
    options: dict[str, OptionValue]
    start_seat: int


def options_of(struct: type[msgspec.Struct]) -> dict[str, Option]:
    """The options that the fields of a struct declare."""
    hints = get_type_hints(struct)
    return {
        field.name: Option(field.default, _choices(hints[field.name]))
        for field in msgspec.structs.fields(struct)
    }


def _choices(hint: object) -> tuple[OptionValue, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) is not Literal:
        raise TypeError(f"an option is a bool or a Literal, not {hint}")
    return get_args(hint)


def make_setup(info: GameInfo, seats: int, options: Mapping[str, OptionValue], start_seat: int) -> Setup:
    """Check what a group decided and fill in the defaults; raises `SetupError`."""
    low, high = info.seats
    if not _is_int(seats) or not low <= seats <= high:
        raise SetupError("bad_seats", {"game": info.title, "seats": seats, "min": low, "max": high})
    if not _is_int(start_seat) or not 0 <= start_seat < seats:
        raise SetupError("bad_start_seat", {"start_seat": start_seat, "last": seats - 1})
    for name, value in options.items():
        if name not in info.options:
            known = ", ".join(info.options) or "–"
            raise SetupError("unknown_option", {"option": name, "game": info.title, "known": known})
        choices = info.options[name].choices
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            listed = ", ".join(map(str, choices))
            raise SetupError("bad_option", {"option": name, "value": value, "choices": listed})
    defaults = {name: option.default for name, option in info.options.items()}
    return Setup(seats, defaults | dict(options), start_seat)


def check_observer(observer: int | None, seats: int) -> None:
    """Refuse to look with the eyes of a seat that does not exist; None is a spectator."""
    if observer is not None and not (_is_int(observer) and 0 <= observer < seats):
        raise SetupError("no_such_seat", {"seat": observer, "last": seats - 1})


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
