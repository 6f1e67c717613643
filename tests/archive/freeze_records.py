"""Plays the games of an archive and writes their records: every number of seats, option value and bot.

All chance comes from seeds, so the same program writes the same files whenever it runs.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

import stellwerk
from stellwerk.core.chance import draw_start_seat
from stellwerk.core.record import encode, make_record, opening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from stellwerk.core.game import AnyGame
    from stellwerk.core.record import Record
    from stellwerk.core.setup import OptionValue

NAMES = ("Ada", "Bo", "Çelik", "Dörte", "Emil", "Fee")
RESULTS = "results.json"
Options = dict[str, "OptionValue"]


def write_records(folder: Path) -> None:
    """Write ``<game>/*.json`` for all games, and how each record ends in ``<game>/results.json``."""
    for key in stellwerk.games():
        place = folder / key
        place.mkdir(parents=True)
        records = dict(sorted(all_records(stellwerk.load(key))))
        for name, record in records.items():
            (place / f"{name}.json").write_bytes(encode(record))
        ends = {f"{name}.json": outcome(record) for name, record in records.items()}
        (place / RESULTS).write_bytes(plain_json(ends))


def plain_json(value: object) -> bytes:
    """Data as a file for people and programs."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"


def outcome(record: Record) -> dict[str, Any] | None:
    """How a record ends: null if its game has not ended."""
    game, state = opening(record)
    for moment in stellwerk.replay(record):
        state = moment.after
    result = game.result(state)
    if result is None:
        return None
    return {"reason": result.reason, "scores": list(result.scores), "winners": list(result.winners)}


def all_records(game: AnyGame) -> Iterator[tuple[str, Record]]:
    """The records of one game, each with its name."""
    seats = range(game.info.seats.min, game.info.seats.max + 1)
    for number in seats:
        for bot in ("random", "simple"):
            name = f"{bot}_{number}_seats"
            yield name, played(game, name, [bot] * number, {}, start_seat=number - 1)
    for name, options in option_sets(game):
        yield name, played(game, name, ["simple", "random"], options)
    for level in game.bots:
        name = f"level_{level}"
        yield name, played(game, name, [level] * seats[0], {})
    levels = list(game.bots)
    mixed = [level for level in levels if level != "master"][: seats[-1]]
    yield "mixed_levels", played(game, "mixed_levels", mixed, {})
    yield from unfinished(game)
    yield "no_seed", without_seed(game)


def option_sets(game: AnyGame) -> Iterator[tuple[str, Options]]:
    """Each value of each option alone, and all options off their default."""
    for name, option in game.info.options.items():
        for value in option.choices:
            yield f"option_{name}_{value}".lower(), {name: value}
    yield "options_off_default", off_default(game)


def off_default(game: AnyGame) -> Options:
    """Every option with the first of its values that is not the default."""
    return {
        name: next(value for value in option.choices if value != option.default)
        for name, option in game.info.options.items()
    }


def played(
    game: AnyGame, name: str, bots: list[str], options: Options, start_seat: int | None = None
) -> Record:
    """A whole game of these bots; its name is its seed."""
    seed = f"{stellwerk.__version__} {game.info.key} {name}"
    first = draw_start_seat(seed, len(bots)) if start_seat is None else start_seat
    actions = play(game, seed, bots, options, first, stellwerk.Chance(seed))
    setup = game.setup(len(bots), options, first)
    return make_record(game, setup, NAMES[: len(bots)], actions, seed)


def play(
    game: AnyGame, seed: str, bots: list[str], options: Options, first: int, chance: stellwerk.RandomSource
) -> list[Any]:
    """All actions of a game of bots."""
    players, rng = [game.bots[name]() for name in bots], random.Random(f"{seed} bots")

    def choose(state: Any) -> Any:
        seat = game.actor(state)
        assert seat is not None
        return players[seat].choose(game.view(state, seat), game.legal(state), rng)

    start = game.initial(len(bots), options, first)
    return [moment.action for moment in stellwerk.moments(game, start, choose, chance)]


def unfinished(game: AnyGame) -> Iterator[tuple[str, Record]]:
    """Games that stop after the deal, in the middle and before the last action: committed to, no seed yet."""
    whole = played(game, "unfinished", ["simple"] * game.info.seats.max, {})
    lengths = {"dealt": 1, "half": len(whole.actions) // 2, "nearly": len(whole.actions) - 1}
    for name, length in lengths.items():
        yield f"unfinished_{name}", msgspec.structs.replace(whole, seed=None, actions=whole.actions[:length])


def without_seed(game: AnyGame) -> Record:
    """A whole game whose chance came from somewhere else, as at a real table with real cards."""
    seats, first = game.info.seats.min, 1
    actions = play(game, "no seed", ["simple"] * seats, {}, first, random.Random("cards on a real table"))
    return make_record(game, game.setup(seats, {}, first), NAMES[:seats], actions)
