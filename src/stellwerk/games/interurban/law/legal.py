"""The legal actions of InterUrban in the order of the notation: track, stations, E.

The rules once more, written for speed; the contract tests compare it with `rules.apply`.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from stellwerk.core.compiled import in_c
from stellwerk.games.interurban.law.actions import Action, EndTurn
from stellwerk.games.interurban.law.data import CROSSINGS, VALUE_OF, stations_in_order, tracks_in_order
from stellwerk.games.interurban.law.first_round import FirstRound
from stellwerk.games.interurban.law.lines import station_bit
from stellwerk.games.interurban.law.placements import lay_station
from stellwerk.games.interurban.law.sites import ground_of
from stellwerk.games.interurban.law.state import Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stellwerk.games.interurban.law.actions import Placement
    from stellwerk.games.interurban.law.placements import Site
    from stellwerk.games.interurban.law.sites import Ground
    from stellwerk.games.interurban.law.state import Board, State

_END: Final = EndTurn()
_TURN: Final = Step.TURN
"""Members of an enum are slow to look up."""


def legal(state: State) -> tuple[Action, ...]:
    """All legal actions of the seat whose turn it is; none before the deal or when the game is over."""
    if state.step is not _TURN:
        return ()
    ground = ground_of(state)
    actions: list[Action] = [*placements(state, ground.board, ground.sites, False)]
    if state.laid:  # IU-3.7
        actions.append(_END)
    return tuple(actions)


def can_lay(state: State, ground: Ground) -> bool:
    """True if any open tile can be laid on the ground of this state (IU-3.4, IU-3.7)."""
    return bool(placements(state, ground.board, ground.sites, True))


@in_c("growing")
def placements(state: State, board: Board, sites: tuple[Site, ...], first_only: bool) -> list[Placement]:
    """Every way to lay an open tile, in the order of the notation, or only the first."""
    found = _fitting(state, sites)
    if state.first_round:
        first_round = FirstRound(state, board)
        found = (action for action in found if not first_round.finishes(action))
    return list(islice(found, 1 if first_only else None))


def _fitting(state: State, sites: tuple[Site, ...]) -> Iterator[Placement]:
    """The same, without a look at what would finish a line in the first round (IU-4.B)."""
    for tile in tracks_in_order(state.open):
        for site in sites:
            yield from site.tracks[tile]
    if state.station_laid:  # IU-3.3
        return
    for seat, player in enumerate(state.players):
        for station in stations_in_order(player.open):
            bit, crosses = station_bit(seat, VALUE_OF[station]), station in CROSSINGS
            for site in sites:
                edges = None if crosses else site.plain
                if (site.crossing if crosses else edges is not None) and site.suitable & bit:
                    yield lay_station(seat, station, site.cell, edges)
