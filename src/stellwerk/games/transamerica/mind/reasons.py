"""What speaks for a turn, part by part, as terms that the texts under `reasons` put into words.

The parts add up to the numbers that the bots decide by. The prior of a turn follows from its rating: the
rails still missing after it, and the distance to the next city. Once turns have been played out, their share
of the win is split into what the seat's own loss and what the losses of the others contribute. Anything else
a rail does, such as joining a network, is not a part: the words of the part that it improved mention it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.games.transamerica.fast.moves import COLOURED, END, MARKER
from stellwerk.games.transamerica.fast.rating import COLOURED_WEIGHT, MISSING_WEIGHT
from stellwerk.games.transamerica.fast.turns import COST_WEIGHT
from stellwerk.games.transamerica.law.data import CITY_AT, CROSSINGS
from stellwerk.search import Term

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core
    from stellwerk.games.transamerica.mind.position import TransAmericaPosition

WORLDS = 24
"""How many of the worlds played out are looked at, at most."""


def terms_of(position: TransAmericaPosition, turn: int, slope: float) -> list[Term]:
    """The terms of one turn; `slope` is how much win probability one point of the rating costs."""
    root, rated = position.root, position.rated[turn]
    game = root.copy()
    for move in rated.moves:
        game.play(move)
    if game.rounds > root.rounds:
        prior = position.turns[turn].prior  # the priors of all other turns are nearly 0
        return [Term("ends_round", prior, is_deed=True), *_round_terms(position, turn)]
    weight = COST_WEIGHT if root.step == MARKER else float(MISSING_WEIGHT)
    code, params = _how_missing(root, game, rated.moves[0])
    missing = Term(code, -slope * weight * rated.missing, {"missing": rated.missing, **params}, "missing")
    own = float(COLOURED_WEIGHT) if rated.moves[-1] >= COLOURED else 0.0
    near = _near(root, game, -slope * (rated.rating - weight * rated.missing + own))
    coloured = Term("coloured", slope * own, is_deed=True)
    return [missing, near, coloured, *_round_terms(position, turn)]


def _how_missing(root: Core, game: Core, first: int) -> tuple[str, dict[str, object]]:
    """The code and parameters that say why so few rails are missing after a turn."""
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
    """The rest of the rating: open cities and the distance to the next one; for a marker, to all of them."""
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
    """How the round ends in the worlds the turn was played out in, compared with the turn of the best prior.

    In each world the seat's own loss is exchanged first, then the losses of the others. Both steps together
    are the difference between the two shares of the win.
    """
    worlds = position.compared(turn, WORLDS)
    if not worlds:
        return []
    seat, first, own, others = position.root.turn, 0.0, 0.0, 0.0
    for world in worlds:
        usual, losses = position.losses(0, world), position.losses(turn, world)
        mixed = [loss if other == seat else usual[other] for other, loss in enumerate(losses)]
        shares = [position.share(world, each) for each in (usual, mixed, losses)]
        if losses[seat] and usual[seat]:
            own += shares[1] - shares[0]
        else:
            first += shares[1] - shares[0]
        others += shares[2] - shares[1]
    holds_back = position.rated[turn].moves[-1] == END
    return [
        Term("first", first / len(worlds)),
        Term("own_loss", own / len(worlds)),
        Term("holds_back" if holds_back else "others_lose", others / len(worlds), subject="others"),
    ]
