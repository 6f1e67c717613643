"""All legal actions, in the order of the notation: by crossings, R before V, E last.

They are found without trying `rules.apply`, for speed; the contract tests compare both.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Final, TypeVar

from stellwerk.games.transamerica.law.actions import Action, ColouredRail, EndTurn, Marker, Rail
from stellwerk.games.transamerica.law.coloured import closed_to_coloured, rails_left
from stellwerk.games.transamerica.law.data import CROSSINGS, PAIRS, SINGLE
from stellwerk.games.transamerica.law.state import Step

if TYPE_CHECKING:
    from stellwerk.games.transamerica.law.state import State

_END: Final = EndTurn()
_MARKERS: Final = tuple(map(Marker, range(CROSSINGS)))
_RAILS: Final = tuple(Rail(a, b) for a, b in PAIRS)
_COLOURED: Final = tuple(ColouredRail(a, b) for a, b in PAIRS)
_DIGITS: Final = bytes(max(0, digit - ord("0")) for digit in range(256))

Item = TypeVar("Item")


def legal(state: State) -> tuple[Action, ...]:
    """The legal actions of the seat to act; none while a deal is due or once the game is over."""
    step = state.step
    if step is Step.FIRST_RAIL or step is Step.SECOND_RAIL:
        return _rails(state)
    if step is Step.MARKER:
        taken = {player.marker for player in state.players}
        return tuple(marker for marker in _MARKERS if marker.crossing not in taken)
    return ()


def _rails(state: State) -> tuple[Action, ...]:
    is_second = state.step is Step.SECOND_RAIL
    lines = state.players[state.turn].touching & ~state.taken
    if is_second:
        lines &= SINGLE
    rails = chosen(_RAILS, lines)
    actions: tuple[Action, ...] = rails
    if rails_left(state, state.turn):
        actions = _with_coloured(rails, chosen(_COLOURED, lines & ~closed_to_coloured(state)))
    return (*actions, _END) if is_second else actions


def _with_coloured(rails: tuple[Rail, ...], coloured: tuple[ColouredRail, ...]) -> tuple[Action, ...]:
    """Neutral and coloured rails in one row, each coloured rail after the neutral one on the same line."""
    on_line = {(rail.a, rail.b): rail for rail in coloured}
    actions: list[Action] = []
    for rail in rails:
        actions.append(rail)
        if (rail.a, rail.b) in on_line:
            actions.append(on_line[rail.a, rail.b])
    return tuple(actions)


def chosen(items: tuple[Item, ...], numbers: int) -> tuple[Item, ...]:
    """The items whose numbers are in a set. Its binary digits, lowest first, select them: fast in C."""
    if not numbers:
        return ()
    lowest = (numbers & -numbers).bit_length() - 1
    digits = f"{numbers >> lowest:b}"[::-1].encode().translate(_DIGITS)
    return tuple(compress(items[lowest:], digits))
