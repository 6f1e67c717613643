"""The fast core of TransAmerica beside the law: games played on both, everything compared.

Every other game is played at random. In the others players mostly build to their cities, so that rounds also
end because somebody is connected.
"""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import stellwerk
from stellwerk.core.game import CHANCE
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.moves import NO_BARRIER, SECOND_RAIL, decode, encode
from stellwerk.games.transamerica.fast.network import is_connected
from stellwerk.games.transamerica.fast.paths import CLOSED
from stellwerk.games.transamerica.law.coloured import rails_left
from stellwerk.games.transamerica.law.data import CROSSINGS, LINES

if TYPE_CHECKING:
    from stellwerk.core.setup import OptionValue, Setup
    from stellwerk.games.transamerica.law.actions import Action, Deal
    from stellwerk.games.transamerica.law.state import State

GAME = stellwerk.load("transamerica")
LENGTHS: tuple[OptionValue, ...] = ("barrier", "barrier", 1)
SETUPS = list(product(range(2, 7), (False, True), LENGTHS, (False, True)))
COSTS = 20
"""The costs of all lines, which follow from whose rails lie there, are compared once in this number of
actions."""
SENSE = 0.9
"""How often players of sensible games do what the player of playouts would do."""
_DIGITS = bytes(max(0, digit - ord("0")) for digit in range(256))


def setup_of(number: int) -> Setup:
    """All numbers of players and all options in turn."""
    seats, vexation, rounds, announce = SETUPS[number % len(SETUPS)]
    options: dict[str, OptionValue] = {"vexation": vexation, "rounds": rounds, "announce": announce}
    return GAME.setup(seats, options, number % seats)


def game(number: int) -> int:
    """Compare one random game; gives its actions. Raises `AssertionError` where they differ."""
    return compare(setup_of(number), str(number))


def compare(setup: Setup, seed: str) -> int:
    """Play one random game on both and compare every state; how many actions it had."""
    rng, chance, actions = random.Random(seed), stellwerk.Chance(seed), 0
    is_sensible = rng.random() < 0.5
    state: State = GAME.begin(setup)
    fast = Core.from_state(state)
    while (actor := GAME.actor(state)) is not None:
        if actor == CHANCE:
            action = GAME.chance(state, chance)
            deal(fast, action)
        else:
            legal = GAME.legal(state)
            count = fast.legal()
            assert tuple(decode(fast.moves[number]) for number in range(count)) == legal
            action = _choose(fast, legal, rng) if is_sensible else rng.choice(legal)
            fast.play(encode(action))
        state = GAME.apply(state, action)
        actions += 1
        assert facts(fast) == law_facts(state), (setup, seed, actions)
        if actions % COSTS == 0:
            assert costs(fast) == law_costs(state), (setup, seed, actions)
    result = GAME.result(state)
    assert result is not None
    assert tuple(fast.scores) == result.scores
    shares = [1 / len(result.winners) if seat in result.winners else 0 for seat in range(setup.seats)]
    assert [fast.score(seat) for seat in range(setup.seats)] == shares
    return actions


def _choose(fast: Core, legal: tuple[Action, ...], rng: random.Random) -> Action:
    """Mostly what the player of playouts would do."""
    action = decode(fast.scratch.player.choose(fast))
    return action if action in legal and rng.random() < SENSE else rng.choice(legal)


def deal(fast: Core, action: Deal) -> None:
    """Give everybody these cities."""
    for seat, hand in enumerate(action.hands):
        fast.set_hand(seat, hand)
    fast.begin_round()


def facts(fast: Core) -> dict[str, object]:
    """All that lies on the table."""
    return {
        "turn": (fast.turn, fast.step, fast.rounds, fast.rails),
        "barrier": None if fast.barrier == NO_BARRIER else fast.barrier,
        "scores": tuple(fast.scores),
        "losses": tuple(fast.losses),
        "cities": tuple(fast.cities),
        "markers": tuple(fast.markers),
        "networks": bytes(fast.network),
        "owners": bytes(fast.owner),
        "left": tuple(fast.coloured_left),
        "announced": tuple(
            seat
            for seat in range(fast.seats)
            if fast.announce and fast.step == SECOND_RAIL and is_connected(fast, seat)
        ),
    }


def law_facts(state: State) -> dict[str, object]:
    """The same of the law."""
    players = state.players
    owners = int.from_bytes(_bytes(state.rails, len(LINES)))
    for seat, player in enumerate(players):
        owners += (seat + 2) * int.from_bytes(_bytes(player.coloured, len(LINES)))
    return {
        "turn": (state.turn, state.step, len(state.rounds), state.rails.bit_count()),
        "barrier": state.barrier,
        "scores": tuple(player.score for player in players),
        "losses": state.rounds[-1].losses if state.rounds else (0,) * len(players),
        "cities": tuple(city for player in players for city in player.cities or (-1,) * 5),
        "markers": tuple(-1 if player.marker is None else player.marker for player in players),
        "networks": b"".join(_bytes(player.network, CROSSINGS) for player in players),
        "owners": owners.to_bytes(len(LINES)),
        "left": tuple(rails_left(state, seat) for seat in range(len(players))),
        "announced": state.announced,
    }


def _bytes(numbers: int, count: int) -> bytes:
    """A set as one byte, 0 or 1, for every number."""
    return f"{numbers:0{count}b}"[::-1].encode().translate(_DIGITS)


def costs(fast: Core) -> list[int]:
    """What every line costs every seat."""
    return list(fast.lengths)


def law_costs(state: State) -> list[int]:
    """The same of the law: rails are free, foreign coloured rails in the way (TA-5.1, TA-V.1)."""
    found = []
    for seat, player in enumerate(state.players):
        free, closed = state.rails | player.coloured, state.foreign(seat)
        for number, line in enumerate(LINES):
            found.append(0 if free >> number & 1 else CLOSED if closed >> number & 1 else line.cost)
    return found
