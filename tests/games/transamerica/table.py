"""Positions of TransAmerica to test on, built from names of cities and lines as in the notation.

`table` puts a round on the board; whoever is not mentioned gets cities that are far from being connected.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from stellwerk import LANGUAGES, IllegalAction, load_texts
from stellwerk.core.game import LogLine
from stellwerk.games.transamerica import GAME
from stellwerk.games.transamerica.law.connection import cheapest
from stellwerk.games.transamerica.law.data import CITIES, LINE_NUMBER, PAIRS, SHED, cities_in_play, members
from stellwerk.games.transamerica.law.network import lines_at, reached
from stellwerk.games.transamerica.law.state import Options, Player, RoundScore, State, Step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

AT = {city.name: city.crossing for city in CITIES}

NORTH = "Portland, Helena, Santa Fe, Memphis, Washington"
SOUTH = "San Francisco, Minneapolis, Omaha, Dallas, New York"


def hand(names: str) -> tuple[int, ...]:
    """The crossings of cities, in the order they are named: one of each colour."""
    return tuple(AT[name] for name in names.split(", "))


def lines(text: str) -> int:
    """The set of lines in a text such as ``"64-65 65-81"``."""
    pairs = (pair.split("-") for pair in text.split())
    return sum(1 << LINE_NUMBER[int(a), int(b)] for a, b in pairs)


def texts_of(numbers: int) -> list[str]:
    """The lines in a set, as texts."""
    return [f"{a}-{b}" for a, b in map(PAIRS.__getitem__, members(numbers))]


def tree(marker: int, names: str, rails: int = 0) -> int:
    """The lines of a cheapest tree for a marker and its cities."""
    return cheapest(marker, hand(names), rails).missing


def table(
    hands: Sequence[str] = (NORTH, SOUTH),
    markers: Sequence[int] = (126, 65),
    rails: int | str = 0,
    *,
    turn: int = 0,
    coloured: Sequence[str] = (),
    scores: Sequence[int] = (),
    losses: Iterable[tuple[int, ...]] = (),
    barrier: int | None = 0,
    start_seat: int = 0,
    **options: Any,
) -> State:
    """A round in which these rails lie and a first rail is due."""
    track = lines(rails) if isinstance(rails, str) else rails
    own = [lines(text) for text in coloured] or [0] * len(hands)
    points = scores or [SHED] * len(hands)
    players = []
    for names, marker, colour, score in zip(hands, markers, own, points, strict=True):
        network = reached(1 << marker, track | colour)
        players.append(Player(score, hand(names), marker, network, lines_at(network), colour))
    return State(
        options=Options(**options),
        rules_version=1,
        start_seat=start_seat,
        turn=turn,
        step=Step.FIRST_RAIL,
        players=tuple(players),
        rails=track,
        turns=tuple((number,) for number in members(track | sum(own))),
        barrier=None if "rounds" in options else barrier,
        rounds=tuple(RoundScore(entry, "TA-4.1") for entry in losses),
    )


def fresh(seats: int = 2, *, start_seat: int = 0, **options: Any) -> State:
    """The first round after the deal, markers due; seat s has the s-th city of each colour."""
    deal = "! " + " | ".join(
        ",".join(str(cities[seat]) for cities in cities_in_play(seats)) for seat in range(seats)
    )
    return play(GAME.initial(seats, options, start_seat), deal)


def play(state: State, *texts: str) -> State:
    """The state after some actions."""
    for text in texts:
        state = GAME.apply(state, GAME.parse(text))
    return state


def legal(state: State) -> list[str]:
    """The legal actions as texts."""
    return [GAME.to_text(action) for action in GAME.legal(state)]


NUMBERED = (
    "no_such_crossing", "no_such_line", "no_coloured_rail_left", "foreign_rail",
    "wrong_hands", "other_colour", "city_taken_out",
)  # fmt: skip
"""Refusals of what only a program or a typist can ask for, or that count something."""


def refused(state: State, text: str) -> tuple[str, str, dict[str, object]]:
    """Clause, code and parameters of the refusal of an action, which must not be listed as legal.

    Its sentences speak of places, never of the numbers of crossings.
    """
    assert text not in legal(state)
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(state, GAME.parse(text))
    for language in LANGUAGES:
        sentence = load_texts("transamerica", language).sentence(caught.value)
        assert caught.value.code in NUMBERED or not re.search(r"\d", sentence.partition(" (TA-")[0])
    given = {name: value for name, value in caught.value.params.items() if not isinstance(value, LogLine)}
    return caught.value.clause, caught.value.code, given
