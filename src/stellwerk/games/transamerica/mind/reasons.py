"""What speaks for a turn of TransAmerica, part by part, in terms that the texts put into words.

The parts are those of the numbers that its bots decide by, and no others. The prior goes by the rating of a
turn: the rails that are missing after it, and how near the next own city is. Where turns were played out, the
share of the win is taken apart by what the own loss in the round and the losses of the others do to it. What
else a rail does (such as joining a network) is no part of its own: it is said where a part was gained by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.moves import COLOURED, END, MARKER
from stellwerk.games.transamerica.fast.rating import COLOURED_WEIGHT, MISSING_WEIGHT
from stellwerk.games.transamerica.law.data import CITY_AT, CROSSINGS
from stellwerk.games.transamerica.mind.turns import COST_WEIGHT
from stellwerk.search import Term

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core
    from stellwerk.games.transamerica.mind.mind import TransAmericaPosition

WORLDS = 24
"""Of the worlds that were played out, so many are looked at."""


def terms_of(position: TransAmericaPosition, turn: int, slope: float) -> list[Term]:
    """The terms of one turn; `slope` is what a point of the rating takes from the win probability."""
    root, plan = position.root, position.plans[turn]
    game = root.copy()
    for move in plan.moves:
        game.play(move)
    if game.rounds > root.rounds:
        prior = position.turns[turn].prior  # that of all others is next to nothing
        return [Term("ends_round", prior, is_deed=True), *_round_terms(position, turn)]
    weight = COST_WEIGHT if root.step == MARKER else float(MISSING_WEIGHT)
    code, params = _how_missing(root, game, plan.moves[0])
    missing = Term(code, -slope * weight * plan.missing, {"missing": plan.missing, **params}, "missing")
    own = float(COLOURED_WEIGHT) if plan.moves[-1] >= COLOURED else 0.0
    near = _near(root, game, -slope * (plan.rating - weight * plan.missing + own))
    coloured = Term("coloured", slope * own, is_deed=True)
    return [missing, near, coloured, *_round_terms(position, turn)]


def _how_missing(root: Core, game: Core, first: int) -> tuple[str, dict[str, object]]:
    """How it comes that so many rails are missing after a turn."""
    seat = root.turn
    if root.step == MARKER:
        own = first in list(root.cities[seat * 5 : seat * 5 + 5])
        return ("own_city", {"city": CITY_AT[first].name}) if own else ("missing", {})
    for other in range(root.seats):
        marker = root.markers[other]
        if other != seat and _reaches(game, seat, marker) and not _reaches(root, seat, marker):
            return "joins", {"player": other + 1}
    return "missing", {}


def _near(root: Core, game: Core, value: float) -> Term:
    """The rest of the rating: open cities and the way to the next one; of a marker, the way to all."""
    seat = root.turn
    if root.step == MARKER:
        return Term("central", value, subject="near")
    connected = [
        CITY_AT[city].name
        for city in root.cities[seat * 5 : seat * 5 + 5]
        if _reaches(game, seat, city) and not _reaches(root, seat, city)
    ]
    return Term("connects", value, {"cities": connected}, "near") if connected else Term("near", value)


def _reaches(game: Core, seat: int, crossing: int) -> bool:
    return bool(game.network[seat * CROSSINGS + crossing])


def _round_terms(position: TransAmericaPosition, turn: int) -> list[Term]:
    """How the round ends in the worlds that the turn was played out in, against the turn with the best prior.

    In each world the own loss is changed first, then those of the others: both steps together are the
    difference of the shares of the win.
    """
    worlds = min(WORLDS, position.played[turn])
    if not worlds:
        return []
    seat, first, own, others = position.root.turn, 0.0, 0.0, 0.0
    for world in range(worlds):
        usual, losses = position.losses(0, world), position.losses(turn, world)
        mixed = [loss if other == seat else usual[other] for other, loss in enumerate(losses)]
        shares = [position.share(world, each) for each in (usual, mixed, losses)]
        if losses[seat] and usual[seat]:
            own += shares[1] - shares[0]
        else:
            first += shares[1] - shares[0]
        others += shares[2] - shares[1]
    holds_back = position.plans[turn].moves[-1] == END
    return [
        Term("first", first / worlds),
        Term("own_loss", own / worlds),
        Term("holds_back" if holds_back else "others_lose", others / worlds, subject="others"),
    ]
