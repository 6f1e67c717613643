"""One block: the same deal played once for each rotation of the seats, so that luck and seats cancel out."""

from __future__ import annotations

from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from stellwerk.arena.entrants import PEEK, make_bot
from stellwerk.core import registry
from stellwerk.core.bot import Seated, plan_of
from stellwerk.core.chance import Chance, draw_start_seat
from stellwerk.core.game import CHANCE
from stellwerk.core.setup import OptionValue

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.core.game import AnyGame


class Terms(msgspec.Struct, frozen=True):
    """What all blocks of a tournament share."""

    game: str
    seats: int
    options: dict[str, OptionValue]
    seed: str


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


def play_block(terms: Terms, lineup: tuple[str, ...], number: int) -> Block:
    """Play one deal with every rotation of the line-up."""
    game = registry.load(terms.game)
    times: dict[str, list[float]] = {entrant: [] for entrant in lineup}
    faults = dict.fromkeys(lineup, 0)
    seed = f"{terms.seed}:{number}"
    games = []
    for rotation in range(len(lineup)):
        seating = lineup[rotation:] + lineup[:rotation]
        entrants = [Entrant(game, name, times[name]) for name in seating]
        games.append(_play(game, terms, seed, rotation, entrants))
        for entrant in entrants:
            faults[entrant.name] += entrant.faults
    return Block(lineup, number, tuple(games), times, faults)


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


class Entrant:
    """A bot in a game of the arena: its time is taken, and it may fail."""

    def __init__(self, game: AnyGame, name: str, times: list[float]) -> None:
        self.name = name
        self.faults = 0
        self.truth: Any = None
        """The real state, for those who peek."""
        self._bot = make_bot(game, name)
        self._times = times

    def choose(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> Any:
        """The first action of its plan."""
        return self.plan(view, legal, rng)[0]

    def plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        """What its bot plans; instead of what cannot be played, any legal action."""
        begun = perf_counter()
        try:
            plan = self._plan(view, legal, rng)
            fits = plan[0] in legal
        except Exception:  # noqa: BLE001 (an entrant may be anybody's code: it is reported, never fatal)
            plan, fits = (), False
        if len(legal) > 1:
            self._times.append(round((perf_counter() - begun) * 1000, 3))
        if fits:
            return plan
        self.faults += 1
        return (legal[rng.randrange(len(legal))],)

    def _plan(self, view: Any, legal: tuple[Any, ...], rng: RandomSource) -> tuple[Any, ...]:
        if self.name.startswith(PEEK):
            return tuple(self._bot.plan(view, legal, rng, self.truth))
        return plan_of(self._bot, view, legal, rng)
