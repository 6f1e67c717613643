"""What is decided before a game begins: seats, options, who starts, and which version of the rules applies.

A game declares its options as one struct whose fields are booleans or literals with a default; names,
defaults and choices are read from there and nowhere else. An option that came later says so:

    reshuffle: Annotated[Literal["needed", "empty"], Since(2, before="needed")] = "needed"

Games of version 1 are then played with ``needed`` for ever. A correction of the law is an option too, one
that nobody chooses: `Since(3, before="late", is_correction=True)` gives old games their old law and every new
game the default. So the law exists once, and old records need no copy of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from stellwerk.core.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Mapping

OptionValue = bool | int | str


class SeatRange(NamedTuple):
    """The smallest and the largest number of players."""

    min: int
    max: int

    @property
    def text(self) -> str:
        """As people write it: “2”, or “2–5”."""
        return str(self.min) if self.min == self.max else f"{self.min}–{self.max}"


class Since(NamedTuple):
    """The history of an option, beside its type in the game's `Options`."""

    version: int
    """The rules version that introduced it."""
    before: OptionValue
    """The value that games of older versions have."""
    is_correction: bool = False
    """True for a mended rule: nobody chooses it, new games always have the default."""


class Option(msgspec.Struct, frozen=True):
    """One choice that a group makes before the game."""

    default: OptionValue
    choices: tuple[OptionValue, ...]
    since: int = 1
    """The rules version that introduced it."""
    before: OptionValue | None = None
    """The value in games of older versions; None if there are none."""

    def value_at(self, version: int) -> OptionValue:
        """The value where nobody chose: the default, or `before` in games older than the option."""
        if version >= self.since:
            return self.default
        assert self.before is not None
        return self.before


class GameInfo(msgspec.Struct, frozen=True):
    """What is known about a game before it is played."""

    key: str
    title: str
    seats: SeatRange
    options: dict[str, Option]
    rules_version: int
    """The version of the rules that new games are played by. Every older one, from 1, can be played too."""
    max_actions: int
    """An upper bound of a game's length, chance included."""
    end_reasons: tuple[str, ...]
    """The clauses by which a game can end."""
    corrections: dict[str, Option] = {}
    """Rules that were mended: options that nobody chooses (see `Since`)."""
    levels: tuple[str, ...] = ("random",)
    """The bots offered to people, from the weakest to the strongest. Other bots are yardsticks."""
    usual_level: str = "random"
    """The bot that a newcomer plays against."""
    substitute: str = "random"
    """The bot that takes over the seat of somebody who gives up while others play on."""
    end_turn: str = ""
    """The text of the action that ends a turn; empty if turns end by themselves."""
    first_deal: str = ""
    """The seed of the guided first game, in which everybody gets the same deal; empty if there is none."""


class Setup(msgspec.Struct, frozen=True):
    """A valid set-up: every option and every correction has a value."""

    seats: int
    options: dict[str, OptionValue]
    start_seat: int
    rules_version: int


def options_of(struct: type[msgspec.Struct]) -> dict[str, Option]:
    """The options that the fields of a struct declare, for a group to choose."""
    return {name: option for name, (option, is_correction) in _declared(struct).items() if not is_correction}


def corrections_of(struct: type[msgspec.Struct]) -> dict[str, Option]:
    """The corrections that the fields of a struct declare."""
    return {name: option for name, (option, is_correction) in _declared(struct).items() if is_correction}


def _declared(struct: type[msgspec.Struct]) -> dict[str, tuple[Option, bool]]:
    hints = get_type_hints(struct, include_extras=True)
    return {field.name: _option(field.default, hints[field.name]) for field in msgspec.structs.fields(struct)}


def _option(default: OptionValue, hint: object) -> tuple[Option, bool]:
    if get_origin(hint) is not Annotated:
        return Option(default, _choices(hint)), False
    plain, *notes = get_args(hint)
    since = next(note for note in notes if isinstance(note, Since))
    choices = _choices(plain)
    if since.before not in choices:
        raise TypeError(f"{since.before!r} was never a choice of {choices}")
    return Option(default, choices, since.version, since.before), since.is_correction


def _choices(hint: object) -> tuple[OptionValue, ...]:
    if hint is bool:
        return (False, True)
    if get_origin(hint) is not Literal:
        raise TypeError(f"an option is a bool or a Literal, not {hint}")
    return get_args(hint)


def make_setup(
    info: GameInfo,
    seats: int,
    options: Mapping[str, OptionValue],
    start_seat: int,
    rules_version: int | None = None,
) -> Setup:
    """A set-up of what a group chose, checked and completed; raises `SetupError`.

    A new game has today's rules. A game of an older version knows only the options of its time; the others
    get the value that they had before they existed.
    """
    version = info.rules_version if rules_version is None else rules_version
    _check_version(info, version)
    _check_seats(info, seats, start_seat)
    known = options_at(info, version)
    _check_options(info.title, known, options)
    every = {**info.options, **info.corrections}
    unchosen = {name: option.value_at(version) for name, option in every.items()}
    return Setup(seats, unchosen | dict(options), start_seat, version)


def options_at(info: GameInfo, version: int) -> dict[str, Option]:
    """The options that a version of the rules knows."""
    return {name: option for name, option in info.options.items() if option.since <= version}


def chosen_options(info: GameInfo, setup: Setup) -> dict[str, OptionValue]:
    """The options that a record of this set-up holds: those of its rules version. Corrections are left out,
    as they follow from the version."""
    return {name: setup.options[name] for name in options_at(info, setup.rules_version)}


def _check_version(info: GameInfo, version: int) -> None:
    if not _is_int(version) or not 1 <= version <= info.rules_version:
        params = {"version": version, "game": info.title, "newest": info.rules_version}
        raise SetupError("unknown_rules_version", params)


def _check_seats(info: GameInfo, seats: int, start_seat: int) -> None:
    low, high = info.seats
    if not _is_int(seats) or not low <= seats <= high:
        raise SetupError("bad_seats", {"game": info.title, "seats": seats, "players": info.seats.text})
    if not _is_int(start_seat) or not 0 <= start_seat < seats:
        raise SetupError("bad_start_seat", {"start_seat": start_seat, "last": seats - 1})


def _check_options(title: str, known: Mapping[str, Option], options: Mapping[str, OptionValue]) -> None:
    for name, value in options.items():
        if name not in known:
            listed = ", ".join(known) or "–"
            raise SetupError("unknown_option", {"option": name, "game": title, "known": listed})
        choices = known[name].choices
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            listed = ", ".join(map(str, choices))
            raise SetupError("bad_option", {"option": name, "value": value, "choices": listed})


def check_observer(observer: int | None, seats: int) -> None:
    """Raise `SetupError` for an observer who is neither a seat nor None, a spectator."""
    if observer is None or (type(observer) is int and 0 <= observer < seats):  # nearly always
        return
    if not (_is_int(observer) and 0 <= observer < seats):
        raise SetupError("no_such_seat", {"seat": observer, "last": seats - 1})


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
