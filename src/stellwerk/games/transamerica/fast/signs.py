"""What the forecast of a round is told: numbers about each seat in a position in which all hands are known.

Exact costs of cheapest trees say how far everybody still has to build: alone, if all networks were joined,
and if the others' cities were connected too. Distances say whose rails come near whose cities, and a round
of the simple player shows one way in which it may end. A seat without a marker is taken to start in its most
central city, so there are numbers right after a deal.

    values   a row of `SIGNS` numbers for each seat, about as large as 1; see the places below

`forecast` makes chances of them. Nothing here is learned.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import (
    DISTANCES,
    MOST_SEATS,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    bytes_of,
    numbers_of,
)
from stellwerk.games.transamerica.fast.core import Core
from stellwerk.games.transamerica.fast.moves import MARKER, SECOND_RAIL
from stellwerk.games.transamerica.fast.paths import FAR
from stellwerk.games.transamerica.fast.rollout import central_city

# Places in the row of a seat. Costs and distances are in tens of rails.
ALONE: Final[i64] = 0
"""What its cities still cost."""
UNITED: Final[i64] = 1
"""The same if all networks were joined."""
HELPED: Final[i64] = 2
"""The same if the others had connected their cities as well."""
OPEN: Final[i64] = 3
"""The number of open cities, in fives."""
NEAR: Final[i64] = 4
"""The distances of its open cities, nearest first; 0 for those it reaches."""
OTHERS_NEAR: Final[i64] = 9
"""For the same cities in the same order, the distance of the nearest other network."""
OTHERS_CITY: Final[i64] = 14
"""For the same cities, the distance of another seat's nearest city on the empty board."""
MEETING: Final[i64] = 19
"""The distances of the nearest other network, and of all in the mean."""
RIVALS: Final[i64] = 21
"""What the others' cities cost: the least, the second least (0 with two seats) and the mean."""
RIVALS_UNITED: Final[i64] = 24
"""The least of theirs if all networks were joined, and if the cities of others were connected as well."""
TURNS: Final[i64] = 26
"""How many turns it needs alone, in fives; how many turns, in rounds of the table, before the soonest other;
and which part of the others is sooner."""
WAITS: Final[i64] = 29
"""Which part of the others moves before it, 1 if it is next, and 1 if it has one rail left of its turn."""
AHEAD: Final[i64] = 32
"""How much less its cities cost than those of the soonest other, up to six rails, in threes."""
NEARER: Final[i64] = 33
"""By how much others are nearer to its open cities, in sum."""
PLAYED: Final[i64] = 34
"""What it loses in a round of the simple player, in fives; 1 if it connects; the least other loss."""
UNPLACED: Final[i64] = 37
"""1 if it has no marker, and which part of all seats has none."""
RAILS: Final[i64] = 39
"""How many rails lie on the board, in forties."""
ODD: Final[i64] = 40
"""1 if its cities cost an odd number."""
TABLE: Final[i64] = 41
"""How many seats there are: one of five is 1."""
SIGNS: Final[i64] = 46

_SCALE: Final = 10.0
_NEVER: Final = numbers_of(MOST_SEATS, -1)
"""Nobody puts a city off."""


@final
class Signs:
    """Writes the numbers of one position at a time."""

    def __init__(self) -> None:
        self.values: vec[float] = vec[float]([0.0] * int(MOST_SEATS * SIGNS))
        self._networks = bytes_of((MOST_SEATS + 2) * N_CROSSINGS, 0)
        """Those of all seats, then the one of all together, then that with the others' cities."""
        self._homes = numbers_of(MOST_SEATS, 0)
        self._costs = numbers_of(3 * MOST_SEATS, 0)
        """For each seat what its cities cost: alone, united, helped."""
        self._arrivals = numbers_of(MOST_SEATS, 0)
        """After how many turns, everybody's counted, each seat could connect alone."""
        self._open = numbers_of(N_COLOURS, 0)
        self._near = numbers_of(N_COLOURS, 0)
        self._played = Core(0, False, 0, 0, 1)

    def look(self, game: Core) -> None:
        """Write the rows of all seats."""
        self._play(game)
        self._unite(game)
        for seat in range(game.seats):
            self._measure(game, seat)
        for seat in range(game.seats):
            base: i64 = seat * SIGNS
            for place in range(base, base + SIGNS):
                self.values[place] = 0.0
            self._write_costs(game, seat, base)
            self._write_cities(game, seat, base)
            self._write_others(game, seat, base)
            self._write_time(game, seat, base)
            self._write_played(game, seat, base)

    def _play(self, game: Core) -> None:
        """Play the round on with the simple player, always to the nearest city."""
        played, player = self._played, game.scratch.player
        played.become(game)
        kept = player.put_off
        player.put_off = _NEVER
        player.finish_round(played)
        player.put_off = kept

    def _unite(self, game: Core) -> None:
        """Find all networks, and the one that they would make together."""
        networks, seats = self._networks, game.seats
        for place in range(seats * N_CROSSINGS):
            networks[place] = game.network[place]
        for seat in range(seats):
            home: i64 = game.markers[seat]
            if home < 0:
                home = central_city(game, seat)
                networks[seat * N_CROSSINGS + home] = 1
            self._homes[seat] = home
        every: i64 = seats * N_CROSSINGS
        for crossing in range(N_CROSSINGS):
            networks[every + crossing] = 0
            for seat in range(seats):
                if networks[seat * N_CROSSINGS + crossing]:
                    networks[every + crossing] = 1

    def _measure(self, game: Core, seat: i64) -> None:
        """Measure a seat's three costs, its distances to all crossings, and when it could connect."""
        networks, seats = self._networks, game.seats
        every: i64 = seats * N_CROSSINGS
        helped: i64 = every + N_CROSSINGS
        for crossing in range(N_CROSSINGS):
            networks[helped + crossing] = networks[every + crossing]
        for other in range(seats):
            if other != seat:
                for colour in range(N_COLOURS):
                    networks[helped + game.cities[other * N_COLOURS + colour]] = 1
        self._costs[3 * seat] = self._cost(game, seat, seat)
        self._costs[3 * seat + 1] = self._cost(game, seat, seats)
        self._costs[3 * seat + 2] = self._cost(game, seat, seats + 1)
        game.paths.measure(seat * N_CROSSINGS, self._homes[seat], game.lengths, seat * N_LINES)
        cost: i64 = self._costs[3 * seat]
        turns: i64 = (cost + 1) // 2
        if seat == game.turn and game.step == SECOND_RAIL:
            turns = cost // 2 + 1
        self._arrivals[seat] = _wait(game, seat) + seats * turns

    def _cost(self, game: Core, seat: i64, network: i64) -> i64:
        """What it costs to connect a seat's cities with one of the networks."""
        networks = self._networks
        count: i64 = 0
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            if networks[network * N_CROSSINGS + city] == 0:
                self._open[count] = city
                count += 1
        connector = game.scratch.connector
        return connector.cheapest(networks, network, self._open, count, game.lengths, seat * N_LINES)

    def _write_costs(self, game: Core, seat: i64, base: i64) -> None:
        values, costs = self.values, self._costs
        for kind in range(3):
            values[base + ALONE + kind] = float(costs[3 * seat + kind]) / _SCALE
        values[base + ODD] = float(costs[3 * seat] & 1)
        values[base + RAILS] = float(game.rails) / 40.0
        values[base + TABLE + game.seats - 2] = 1.0
        least: i64 = FAR
        second: i64 = FAR
        united: i64 = FAR
        helped: i64 = FAR
        total: i64 = 0
        for other in range(game.seats):
            if other != seat:
                cost: i64 = costs[3 * other]
                total += cost
                second = min(second, max(cost, least))
                least = min(least, cost)
                united = min(united, costs[3 * other + 1])
                helped = min(helped, costs[3 * other + 2])
        values[base + RIVALS] = float(least) / _SCALE
        values[base + RIVALS + 1] = 0.0 if game.seats == 2 else float(second) / _SCALE
        values[base + RIVALS + 2] = float(total) / (_SCALE * float(game.seats - 1))
        values[base + RIVALS_UNITED] = float(united) / _SCALE
        values[base + RIVALS_UNITED + 1] = float(helped) / _SCALE
        ahead: i64 = least - costs[3 * seat]
        values[base + AHEAD] = float(max(i64(-6), min(i64(6), ahead))) / 3.0

    def _write_cities(self, game: Core, seat: i64, base: i64) -> None:
        """Its open cities, nearest first, and how near others are to them."""
        values, far = self.values, game.paths.far
        count: i64 = self._sort_open(game, seat)
        nearer: i64 = 0
        for place in range(count):
            city: i64 = self._open[place]
            own: i64 = i64(far[seat * N_CROSSINGS + city])
            near: i64 = FAR
            to_city: i64 = FAR
            for other in range(game.seats):
                if other != seat:
                    near = min(near, i64(far[other * N_CROSSINGS + city]))
                    for colour in range(N_COLOURS):
                        goal: i64 = game.cities[other * N_COLOURS + colour]
                        to_city = min(to_city, i64(DISTANCES[city * N_CROSSINGS + goal]))
            values[base + NEAR + place] = float(own) / _SCALE
            values[base + OTHERS_NEAR + place] = float(near) / _SCALE
            values[base + OTHERS_CITY + place] = float(to_city) / _SCALE
            nearer += max(i64(0), own - near)
        values[base + OPEN] = float(count) / 5.0
        values[base + NEARER] = float(nearer) / _SCALE

    def _sort_open(self, game: Core, seat: i64) -> i64:
        """Write a seat's open cities, nearest first; returns their number."""
        far, found, near = game.paths.far, self._open, self._near
        count: i64 = 0
        for colour in range(N_COLOURS):
            city: i64 = game.cities[seat * N_COLOURS + colour]
            distance: i64 = i64(far[seat * N_CROSSINGS + city])
            if distance > 0:
                place: i64 = count
                while place > 0 and near[place - 1] > distance:
                    near[place] = near[place - 1]
                    found[place] = found[place - 1]
                    place -= 1
                near[place] = distance
                found[place] = city
                count += 1
        return count

    def _write_others(self, game: Core, seat: i64, base: i64) -> None:
        """How far the other networks are."""
        far = game.paths.far
        least: i64 = FAR
        total: i64 = 0
        for other in range(game.seats):
            if other != seat:
                distance: i64 = i64(far[seat * N_CROSSINGS + self._homes[other]])
                least = min(least, distance)
                total += distance
        self.values[base + MEETING] = float(least) / _SCALE
        self.values[base + MEETING + 1] = float(total) / (_SCALE * float(game.seats - 1))

    def _write_time(self, game: Core, seat: i64, base: i64) -> None:
        """Whose turn it is, and who could connect first."""
        values, arrivals, others = self.values, self._arrivals, float(game.seats - 1)
        soonest: i64 = FAR * MOST_SEATS
        sooner: i64 = 0
        unplaced: i64 = 0
        for other in range(game.seats):
            if other != seat:
                soonest = min(soonest, arrivals[other])
                if arrivals[other] < arrivals[seat]:
                    sooner += 1
            if game.markers[other] < 0:
                unplaced += 1
        wait: i64 = _wait(game, seat)
        values[base + TURNS] = float((arrivals[seat] - wait) // game.seats) / 5.0
        values[base + TURNS + 1] = float(soonest - arrivals[seat]) / (2.0 * float(game.seats))
        values[base + TURNS + 2] = float(sooner) / others
        values[base + WAITS] = float(wait) / others
        values[base + WAITS + 1] = 1.0 if wait == 0 else 0.0
        values[base + WAITS + 2] = 1.0 if wait == 0 and game.step == SECOND_RAIL else 0.0
        values[base + UNPLACED] = 1.0 if game.markers[seat] < 0 else 0.0
        values[base + UNPLACED + 1] = float(unplaced) / float(game.seats)

    def _write_played(self, game: Core, seat: i64, base: i64) -> None:
        """How the simple player's round ends."""
        losses = self._played.losses
        least: i64 = FAR
        for other in range(game.seats):
            if other != seat:
                least = min(least, losses[other])
        self.values[base + PLAYED] = float(losses[seat]) / 5.0
        self.values[base + PLAYED + 1] = 1.0 if losses[seat] == 0 else 0.0
        self.values[base + PLAYED + 2] = float(least) / 5.0


def _wait(game: Core, seat: i64) -> i64:
    """How many seats lay rails before this one does."""
    first: i64 = game.turn
    if game.step == MARKER:
        first = (game.start_seat + game.rounds) % game.seats
    return (seat - first + game.seats) % game.seats
