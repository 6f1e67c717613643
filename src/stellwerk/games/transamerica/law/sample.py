"""Possible worlds: a full state that agrees with a view, with random cities for the hidden hands.

All worlds that the observer cannot rule out are equally likely. The observer knows the cities of one seat,
and that the round is still going on: so nobody is connected, except that the first rail of the current turn
may have connected others without anybody being told (TA-4.2). Where connections are announced (TA-V.3), the
observer knows exactly whom that rail connected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stellwerk.core.chance import shuffle
from stellwerk.games.transamerica.law.data import CROSSINGS, LINE_NUMBER, cities_in_play, line_set
from stellwerk.games.transamerica.law.network import lines_at, reached
from stellwerk.games.transamerica.law.state import FinishedRound, Player, State, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.view import FinishedRoundView, View

Hands = tuple[tuple[int, ...], ...]


def sample(view: View, rng: RandomSource) -> State:
    """A state that has this view, with all hidden cities drawn at random."""
    rails = line_set(view.rails)
    hands = _hands(view, rng)
    return State(
        options=view.options,
        rules_version=view.rules_version,
        start_seat=view.start_seat,
        turn=view.turn,
        step=view.step,
        players=tuple(_player(view, seat, cities, rails) for seat, cities in enumerate(hands)),
        rails=rails,
        turns=tuple(tuple(LINE_NUMBER[line] for line in turn) for turn in view.turns),
        barrier=view.barrier,
        rounds=view.rounds,
        last_round=_finished(view.last_round) if view.last_round else None,
    )


def _player(view: View, seat: int, cities: tuple[int, ...], rails: int) -> Player:
    player = view.players[seat]
    coloured = line_set(player.coloured)
    network = _network(player.marker, rails | coloured)
    return Player(player.score, cities, player.marker, network, lines_at(network), coloured)


def _network(marker: int | None, rails: int) -> int:
    return 0 if marker is None else reached(1 << marker, rails)


def _hands(view: View, rng: RandomSource) -> Hands:
    """Deal until the deal is possible, which makes all possible ones equally likely.

    The real deal is possible, so there is one. And even when most cities are reached a fair share of all
    deals is possible, because every player lacks some city.
    """
    networks = _known_unconnected(view)
    holding = {seat: _network(view.players[seat].marker, _lines_for(view, seat)) for seat in view.announced}
    while True:
        hands = _deal(view, holding, rng)
        if not any(
            player.cities is None and all(network >> city & 1 for city in hand)
            for player, network, hand in zip(view.players, networks, hands, strict=True)
        ):
            return hands


def _lines_for(view: View, seat: int) -> int:
    """The lines with rails that a seat may use."""
    return line_set(view.rails) | line_set(view.players[seat].coloured)


def _known_unconnected(view: View) -> list[int]:
    """For each seat, a network that is known not to hold all of its cities."""
    first = line_set(view.turns[-1]) if view.step is Step.SECOND_RAIL else 0
    networks = []
    for seat, player in enumerate(view.players):
        lines = _lines_for(view, seat)
        # TA-4.2: the acting player isn't connected now, the others weren't before this turn.
        # TA-V.3: where connections are announced, nobody else is connected now either.
        may_be_connected = seat in view.announced or not view.options.announce
        if seat != view.turn and may_be_connected:
            lines &= ~first
        networks.append(_network(player.marker, lines))
    return networks


def _deal(view: View, holding: Mapping[int, int], rng: RandomSource) -> Hands:
    """Deal the hidden hands. For some seats, `holding` says which crossings their cities are among."""
    known = {city for player in view.players for city in player.cities or ()}
    hidden = [seat for seat, player in enumerate(view.players) if player.cities is None]
    every = (1 << CROSSINGS) - 1
    among = [holding.get(seat, every) for seat in hidden]
    hands = [list(player.cities or ()) for player in view.players]
    for cities in cities_in_play(len(view.players)) if hidden else ():
        unseen = [city for city in cities if city not in known]
        shuffle(unseen, rng)
        while not all(crossings >> city & 1 for crossings, city in zip(among, unseen, strict=False)):
            shuffle(unseen, rng)
        for seat, city in zip(hidden, unseen, strict=False):
            hands[seat].append(city)
    return tuple(map(tuple, hands))


def _finished(finished: FinishedRoundView) -> FinishedRound:
    return FinishedRound(
        cities=finished.cities,
        markers=finished.markers,
        rails=line_set(finished.rails),
        coloured=tuple(map(line_set, finished.coloured)),
        missing=tuple(map(line_set, finished.missing)),
    )
