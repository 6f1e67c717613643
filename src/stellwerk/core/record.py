"""A game is its record: set-up, chance outcomes and actions in order. Everything else is derived.

There is one way to read actions, `replay`, and it applies every one of them to the law. Nothing here opens
files: records are read from bytes and written to bytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec

from stellwerk.core import registry
from stellwerk.core.chance import Chance, commitment
from stellwerk.core.errors import IllegalAction, NotationError, RecordError
from stellwerk.core.game import CHANCE, AnyGame
from stellwerk.core.play import Moment
from stellwerk.core.setup import OptionValue, Setup, chosen_options, options_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FORMAT: Literal["stellwerk-record/1"] = "stellwerk-record/1"
MAX_BYTES = 4_000_000
"""Larger files are not read; no game comes near."""

T = TypeVar("T")
Name = Annotated[str, msgspec.Meta(max_length=80)]
ActionText = Annotated[str, msgspec.Meta(max_length=2_000)]


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something about an action that the rules do not know, such as a hint that a player was given for it."""

    kind: Annotated[str, msgspec.Meta(max_length=40)]
    action: int
    """The number of the action, from 1."""
    seat: int


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game written down."""

    format: Literal["stellwerk-record/1"] = FORMAT
    game: str
    rules_version: int
    seats: int
    start_seat: int
    options: dict[str, OptionValue]
    """All options of that rules version, defaults too."""
    players: tuple[Name, ...]
    commitment: str | None = None
    seed: str | None = None
    """Null until the game has ended."""
    actions: tuple[ActionText, ...]
    notes: Annotated[tuple[Note, ...], msgspec.Meta(max_length=10_000)] | msgspec.UnsetType = msgspec.UNSET
    """Left out of the file if there are none, as in all records of version 0.1.0."""


def make_record(
    game: AnyGame, setup: Setup, players: Iterable[str], actions: Iterable[Any], seed: str | None = None
) -> Record:
    """The record of a game, with its seed if chance came from one."""
    return Record(
        game=game.info.key,
        rules_version=setup.rules_version,
        seats=setup.seats,
        start_seat=setup.start_seat,
        options=chosen_options(game.info, setup),
        players=tuple(players),
        commitment=None if seed is None else commitment(seed),
        seed=seed,
        actions=tuple(map(game.to_text, actions)),
    )


def encode(record: msgspec.Struct) -> bytes:
    """A record, or a match of several, as a JSON file for people and programs."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def decode(data: bytes) -> Record:
    """Read a record file; raises `RecordError`. `replay` checks whether its actions are legal."""
    return decode_as(data, Record)


def decode_as(data: bytes, kind: type[T]) -> T:
    """Read a file of this type that a stranger may have written; raises `RecordError`."""
    if len(data) > MAX_BYTES:
        raise RecordError("record_too_large", {"limit": MAX_BYTES})
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if named := re.search(r"(?:field|at) `\$?\.?(\w+)", str(error)):
            raise RecordError("unreadable_record", {"field": named[1]}) from error
        raise RecordError("no_record") from error


def opening(record: Record) -> tuple[AnyGame, Any]:
    """The game of a record and its first state; raises `SetupError` or `RecordError`."""
    game = registry.load(record.game)
    if missing := options_at(game.info, record.rules_version).keys() - record.options.keys():
        raise RecordError("options_missing", {"options": ", ".join(sorted(missing))})
    if len(record.players) != record.seats:
        raise RecordError("wrong_players", {"players": len(record.players), "seats": record.seats})
    for name in record.players:
        if not name.isprintable():
            raise RecordError("unprintable_name")
    return game, game.initial(record.seats, record.options, record.start_seat, record.rules_version)


def replay(record: Record) -> Iterator[Moment[Any, Any]]:
    """The moments of a recorded game; raises `RecordError` at the first action that the rules refuse."""
    game, state = opening(record)
    for number, text in enumerate(record.actions, start=1):
        try:
            actor = game.actor(state)
            action = game.parse(text)
            after = game.apply(state, action)
        except (IllegalAction, NotationError) as error:
            shown = text if len(text) <= 80 else f"{text[:77]}…"
            clause = error.clause if isinstance(error, IllegalAction) else None
            params = {"number": number, "text": shown, "clause": clause}
            raise RecordError("refused_action", params) from error
        assert actor is not None  # apply refuses every action after the end
        yield Moment(number, actor, state, action, after)
        state = after


def verify(record: Record) -> int:
    """Draw all chance again from the seed and compare; returns the number of chance actions.

    Raises `RecordError` at the first difference, and for a record without seed or commitment.
    """
    if record.seed is None or record.commitment is None:
        raise RecordError("seed_missing" if record.seed is None else "commitment_missing")
    if commitment(record.seed) != record.commitment:
        raise RecordError("wrong_commitment")
    game, _ = opening(record)
    chance = Chance(record.seed)
    for moment in replay(record):
        if moment.actor == CHANCE and game.chance(moment.before, chance) != moment.action:
            raise RecordError("wrong_chance", {"number": moment.number, "chance": chance.number - 1})
    if chance.number == 0:
        raise RecordError("nothing_dealt")
    return chance.number
