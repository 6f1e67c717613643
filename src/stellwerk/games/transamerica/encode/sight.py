"""What an observer of TransAmerica learns from one view to the next, as numbers.

A novelty is a city that is dealt or shown, numbered by its crossing; or a seat that is announced as connected
(TA-V.3), numbered behind the crossings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Sight
from stellwerk.games.transamerica.info import INFO, MOST_ROUNDS
from stellwerk.games.transamerica.law.data import COLOURS, CROSSINGS
from stellwerk.games.transamerica.law.state import Step
from stellwerk.games.transamerica.law.view import bare_view

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.view import View


def news(before: View, after: View) -> tuple[int, ...]:
    """The seat's cities after a deal; everybody's cities after a round (TA-4.4), seat by seat; who is
    announced."""
    shown = [CROSSINGS + seat for seat in after.announced]
    if len(after.rounds) > len(before.rounds) and after.last_round is not None:
        shown += [city for hand in after.last_round.cities for city in hand]
    if before.step is Step.DEAL:
        shown += known_alone(after)
    return tuple(shown)


def known_alone(view: View) -> tuple[int, ...]:
    """The seat's cities."""
    return () if view.seat is None else view.players[view.seat].cities or ()


def most_news(seats: int) -> int:
    """In every round the seat's cities, then everybody's, and at most all but one seat announced."""
    return MOST_ROUNDS * (len(COLOURS) * (1 + seats) + seats - 1)


SIGHT: Final = Sight(bare_view, CROSSINGS + INFO.seats.max, news, known_alone, most_news)
