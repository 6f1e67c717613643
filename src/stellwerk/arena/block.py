"""One block: the same deal played once for each rotation of the seats, so that luck and seats cancel out.

Who wants one game only, without a block around it, has `play_game`.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from stellwerk.arena.conduct import Conduct, Entrant, Reason
from stellwerk.arena.entrants import SECONDS
from stellwerk.core import registry
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.game import CHANCE
from stellwerk.core.record import make_record
from stellwerk.core.setup import OptionValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.game import Result
    from stellwerk.core.record import Record

LONGEST_NAME: Final = 80
"""Longest name of a player in a record."""


class Terms(msgspec.Struct, frozen=True):
    """What all blocks of a tournament share."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str
    seconds: float = SECONDS
    """How long a program may take for a decision."""


class Played(msgspec.Struct, frozen=True):
    """One finished game."""

    seating: tuple[str, ...]
    """The entrants by seat."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    """Share of the win by seat: 1, or a part of it where several share the first place."""
    record: msgspec.Raw
    """A line of JSON: a tournament keeps all records, and decoded they would take five times the memory."""


class Block(msgspec.Struct, frozen=True):
    """All games of one deal."""

    lineup: tuple[str, ...]
    number: int
    games: tuple[Played, ...]
    times: dict[str, list[float]]
    """Milliseconds of every decision, by entrant."""
    faults: dict[str, int]
    """How often each entrant failed or chose an illegal action; a random legal action was played instead."""
    reasons: dict[str, Reason] = {}
    """Why each entrant failed the first time."""


def play_block(terms: Terms, lineup: tuple[str, ...], number: int) -> Block:
    """Play one deal with every rotation of the line-up."""
    game = registry.load(terms.game)
    conducts = {name: Conduct() for name in lineup}
    games = []
    for rotation, seating in enumerate(seatings(lineup)):
        entrants = [Entrant(game, name, terms.seconds, conducts[name]) for name in seating]
        games.append(_played(seating, *play_game(terms, number, entrants, rotation)))
    return Block(
        lineup,
        number,
        tuple(games),
        times={name: one.times for name, one in conducts.items()},
        faults={name: one.faults for name, one in conducts.items()},
        reasons={name: one.reason for name, one in conducts.items() if one.reason},
    )


def seatings(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """All rotations of a line-up."""
    return [lineup[rotation:] + lineup[:rotation] for rotation in range(len(lineup))]


def play_game(
    terms: Terms, number: int, entrants: Sequence[Entrant], rotation: int = 0
) -> tuple[Record, Result]:
    """One game of a block. Its seed decides who starts and every deal, whoever plays."""
    game = registry.load(terms.game)
    seed = f"{terms.seed}:{number}"
    players = [
        Seated(entrant, Random(f"{seed}:{rotation}:{seat}"))  # noqa: S311 (a whim is no secret)
        for seat, entrant in enumerate(entrants)
    ]
    setup = game.setup(terms.seats, terms.options, draw_start_seat(seed, terms.seats))
    state, chance = game.begin(setup), Chance(seed)
    actions: list[Any] = []
    while (actor := game.actor(state)) is not None:
        if actor == CHANCE:
            action = game.chance(state, chance)
        else:
            entrants[actor].truth = state
            view = partial(game.view, state, actor)
            action = players[actor].choose(len(actions) + 1, view, game.legal(state))
        state = game.apply(state, action)
        actions.append(action)
    result = game.result(state)
    assert result is not None, "a game that nobody acts in is over"
    names = [player_name(entrant.name) for entrant in entrants]
    return make_record(game, setup, names, actions, seed), result


def player_name(entrant: str) -> str:
    """The name of an entrant in records; a long command is shortened in the middle."""
    shown = "".join(sign if sign.isprintable() else " " for sign in entrant)
    half = LONGEST_NAME // 2
    return shown if len(shown) <= LONGEST_NAME else f"{shown[: half - 1]}…{shown[-half:]}"


def _played(seating: tuple[str, ...], record: Record, result: Result) -> Played:
    share = 1 / len(result.winners)
    return Played(
        seating,
        scores=result.scores,
        ranks=result.ranks,
        shares=tuple(share if seat in result.winners else 0.0 for seat in range(len(seating))),
        record=msgspec.Raw(msgspec.json.encode(record)),
    )
