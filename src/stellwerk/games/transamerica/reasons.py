"""What speaks for a turn of TransAmerica, part by part, in terms that the texts put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.data import CITY_AT, CROSSINGS
from stellwerk.games.transamerica.fast_board import DISTANCES
from stellwerk.games.transamerica.fast_moves import COLOURED, END, MARKER
from stellwerk.search import Term

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast import FastGame
    from stellwerk.games.transamerica.mind import TransAmericaPosition

WORLDS = 24
"""So many worlds are looked at."""
RAIL_VALUE = 0.04
"""What a rail less to lay is worth, as a share of the win."""
CITY_VALUE = 0.03
JOIN_VALUE = 0.02
LOSS_VALUE = 0.05
"""A point of one round."""
FIRST_VALUE = 0.3
"""To be the one who is connected."""
CENTRAL_VALUE = 0.004
HARDLY = 1e-9
"""What is said only where nothing else speaks for a turn."""


def terms_of(position: TransAmericaPosition, turn: int) -> list[Term]:
    """The terms of one turn; values are shares of the win probability, by rule of thumb."""
    root, plan = position.root, position.plans[turn]
    own = _marker_terms(root, plan.moves[0]) if root.step == MARKER else _rail_terms(root, plan.moves)
    if not any(term.is_gain for term in own):
        fewest = min(other.missing for other in position.plans)
        own.append(Term("nearest" if plan.missing == fewest else "prospects", HARDLY, is_gain=True))
    return [Term("missing", -RAIL_VALUE * plan.missing), *own, *_round_terms(position, turn)]


def _marker_terms(root: FastGame, crossing: int) -> list[Term]:
    cities = root.cities[root.turn * 5 : root.turn * 5 + 5]
    total = sum(int(DISTANCES[crossing * CROSSINGS + city]) for city in cities)
    terms = [Term("central", -CENTRAL_VALUE * total)]
    if crossing in list(cities):
        terms.append(Term("own_city", CITY_VALUE, {"city": CITY_AT[crossing].name}, is_gain=True))
    return terms


def _rail_terms(root: FastGame, moves: tuple[int, ...]) -> list[Term]:
    seat, game = root.turn, root.copy()
    terms = []
    for move in moves:
        game.play(move)
        if move == END:
            terms.append(Term("holds_back", JOIN_VALUE / 2, is_gain=True))
        elif move >= COLOURED:
            terms.append(Term("coloured", JOIN_VALUE, is_gain=True))
    if game.rounds > root.rounds:
        return [*terms, Term("ends_round", 1.0, is_gain=True)]
    terms += [
        Term("connects", CITY_VALUE, {"city": CITY_AT[city].name}, is_gain=True)
        for city in root.cities[seat * 5 : seat * 5 + 5]
        if _reaches(game, seat, city) and not _reaches(root, seat, city)
    ]
    for other in range(root.seats):
        marker = root.markers[other]
        if other != seat and _reaches(game, seat, marker) and not _reaches(root, seat, marker):
            terms.append(Term("joins", JOIN_VALUE, {"player": other + 1}, is_gain=True))
    return terms


def _reaches(game: FastGame, seat: int, crossing: int) -> bool:
    return bool(game.network[seat * CROSSINGS + crossing])


def _round_terms(position: TransAmericaPosition, turn: int) -> list[Term]:
    """How the round ends in the worlds that were thought of."""
    seat, others = position.root.turn, position.root.seats - 1
    first = own = rest = 0.0
    for world in range(WORLDS):
        losses = position.losses(turn, world)
        first += not losses[seat]
        own += losses[seat]
        rest += (sum(losses) - losses[seat]) / others
    return [
        Term("first", FIRST_VALUE * first / WORLDS),
        Term("own_loss", -LOSS_VALUE * own / WORLDS),
        Term("others_lose", LOSS_VALUE * rest / WORLDS),
    ]
