"""One block: the same deal played once for each rotation of the seats, so that luck and seats cancel out."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import msgspec

from stellwerk.arena.conduct import Conduct, Entrant, Reason
from stellwerk.arena.entrants import SECONDS
from stellwerk.core import registry
from stellwerk.core.bot import Seated
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.game import CHANCE
from stellwerk.core.setup import OptionValue

if TYPE_CHECKING:
    from stellwerk.core.game import AnyGame


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
    """Of the win: 1, or parts of it where several share the first place."""


class Block(msgspec.Struct, frozen=True):
    """All games of one deal."""

    lineup: tuple[str, ...]
    number: int
    games: tuple[Played, ...]
    times: dict[str, list[float]]
    """Milliseconds of every decision, by entrant."""
    faults: dict[str, int]
    """How often an entrant failed or chose what is not legal; then any legal action was played for it."""
    reasons: dict[str, Reason] = {}
    """Why an entrant failed the first time."""


def play_block(terms: Terms, lineup: tuple[str, ...], number: int) -> Block:
    """Play one deal with every rotation of the line-up."""
    game = registry.load(terms.game)
    conducts = {name: Conduct() for name in lineup}
    seed = f"{terms.seed}:{number}"
    games = []
    for rotation in range(len(lineup)):
        seating = lineup[rotation:] + lineup[:rotation]
        entrants = [Entrant(game, name, terms.seconds, conducts[name]) for name in seating]
        games.append(_play(game, terms, seed, rotation, entrants))
    return Block(
        lineup,
        number,
        tuple(games),
        times={name: one.times for name, one in conducts.items()},
        faults={name: one.faults for name, one in conducts.items()},
        reasons={name: one.reason for name, one in conducts.items() if one.reason},
    )


def _play(game: AnyGame, terms: Terms, seed: str, rotation: int, entrants: list[Entrant]) -> Played:
    """One game: the seed gives the start and every deal, whoever plays."""
    players = [
        Seated(entrant, Random(f"{seed}:{rotation}:{seat}"))  # noqa: S311 (a whim is no secret)
        for seat, entrant in enumerate(entrants)
    ]
    state = game.initial(terms.seats, terms.options, draw_start_seat(seed, terms.seats))
    chance = Chance(seed)
    number = 0
    while (actor := game.actor(state)) is not None:
        number += 1
        if actor == CHANCE:
            state = game.apply(state, game.chance(state, chance))
            continue
        entrants[actor].truth = state
        view = partial(game.view, state, actor)
        state = game.apply(state, players[actor].choose(number, view, game.legal(state)))
    result = game.result(state)
    assert result is not None, "a game that nobody acts in is over"
    share = 1 / len(result.winners)
    return Played(
        seating=tuple(entrant.name for entrant in entrants),
        scores=result.scores,
        ranks=result.ranks,
        shares=tuple(share if seat in result.winners else 0.0 for seat in range(terms.seats)),
    )
