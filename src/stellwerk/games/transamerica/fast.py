"""TransAmerica once more, for search: flat numbers, changed in place, compiled.

The law is `rules`; this is proven equal to it by playing both (tests/games/transamerica/test_fast.py). Left
out: refusals, the history of turns, and which rails a player is missing at the end of a round.

A move is a number: a marker is its crossing, a rail `RAIL` plus its line, a coloured rail `COLOURED` plus its
line, and `END` ends the turn. Dealing is not a move: see `deal` and `set_hand`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.transamerica.actions import Action, ColouredRail, EndTurn, Marker, Rail
from stellwerk.games.transamerica.data import CITIES, COLOURS, LINE_NUMBER, PAIRS, cities_in_play, members
from stellwerk.games.transamerica.fast_board import (
    LINE_A,
    LINE_B,
    LINE_COST,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    WAY_END,
    WAY_LINE,
    WAY_START,
    bytes_of,
    numbers_of,
)
from stellwerk.games.transamerica.fast_coloured import ClosedLines
from stellwerk.games.transamerica.fast_paths import CLOSED, Paths
from stellwerk.games.transamerica.sample import sample

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.state import State
    from stellwerk.games.transamerica.view import View

RAIL: Final[i64] = 1000
COLOURED: Final[i64] = 2000
END: Final[i64] = 3000

# The steps of `state.Step`.
DEAL: Final[i64] = 0
MARKER: Final[i64] = 1
FIRST_RAIL: Final[i64] = 2
SECOND_RAIL: Final[i64] = 3
OVER: Final[i64] = 4

FREE: Final[u8] = 0
NEUTRAL: Final[u8] = 1
OWNED: Final[i64] = 2
"""A line with a coloured rail holds OWNED plus the owner's seat."""
NO_BARRIER: Final[i64] = -1_000_000
_RAILS: Final[i64] = 84
_SHED: Final[i64] = 13
_COLOURED_RAILS: Final[i64] = 3
_WORD: Final[i64] = 0xFFFFFFFF

_IN_PLAY: Final = {
    seats: vec[i64]([city for cities in cities_in_play(seats) for city in cities]) for seats in (2, 6)
}
assert len(CITIES) == 35
assert len(COLOURS) == N_COLOURS


def encode(action: Action) -> i64:
    """The number of a move."""
    if isinstance(action, Marker):
        return action.crossing
    if isinstance(action, Rail):
        return RAIL + LINE_NUMBER[action.a, action.b]
    if isinstance(action, ColouredRail):
        return COLOURED + LINE_NUMBER[action.a, action.b]
    assert isinstance(action, EndTurn)
    return END


def decode(move: i64) -> Action:
    """The move of a number."""
    if move >= END:
        return EndTurn()
    if move >= COLOURED:
        return ColouredRail(*PAIRS[move - COLOURED])
    if move >= RAIL:
        return Rail(*PAIRS[move - RAIL])
    return Marker(move)


@final
class FastGame:
    """A whole game at one moment."""

    def __init__(self, seats: i64, vexation: bool, fixed_rounds: i64, start_seat: i64, seed: i64) -> None:
        self.seats = seats
        self.vexation = vexation
        self.fixed_rounds = fixed_rounds
        """TA-V.2; 0: play to the barrier."""
        self.start_seat = start_seat
        self.turn = start_seat
        self.step = DEAL
        self.rounds: i64 = 0
        """Finished rounds."""
        self.barrier: i64 = NO_BARRIER if fixed_rounds else 0
        self.scores = numbers_of(seats, _SHED)
        self.losses = numbers_of(seats, 0)
        """Of the last finished round."""
        self.cities = numbers_of(seats * N_COLOURS, -1)
        self.markers = numbers_of(seats, -1)
        self.owner = bytes_of(N_LINES, FREE)
        self.lengths = bytes_of(seats * N_LINES, 0)
        """What each line costs each seat."""
        self.network = bytes_of(seats * N_CROSSINGS, 0)
        """1 for the crossings that a seat's marker reaches (TA-3.3, TA-V.1)."""
        self.rails: i64 = 0
        self.coloured_left = numbers_of(seats, 0)
        self.random: i64 = seed & _WORD | 1
        self.moves = numbers_of(2 * N_LINES + 1, 0)
        """What `legal` found, in the order of the notation."""
        self.paths = Paths()
        """Scratch space, shared by copies: nothing in it lasts."""
        self.closed = ClosedLines()
        self.clear_board()

    @staticmethod
    def from_state(state: State, seed: i64 = 1) -> FastGame:
        """The same game."""
        options = state.options
        fixed: i64 = 0 if options.rounds == "barrier" else options.rounds
        game = FastGame(len(state.players), options.vexation, fixed, state.start_seat, seed)
        game.turn = state.turn
        game.step = state.step
        game.rounds = len(state.rounds)
        game.barrier = NO_BARRIER if state.barrier is None else state.barrier
        for number in members(state.rails):
            game.put_neutral(number)
        for seat, player in enumerate(state.players):
            game.scores[seat] = player.score
            for colour, city in enumerate(player.cities):
                game.cities[seat * N_COLOURS + colour] = city
            for number in members(player.coloured):
                game.put_coloured(seat, number)
            if state.rounds:
                game.losses[seat] = state.rounds[-1].losses[seat]
        for seat, player in enumerate(state.players):
            if player.marker is not None:
                game.markers[seat] = player.marker
                game.reach(seat, player.marker)
        return game

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> FastGame:
        """The game as a seat knows it; hidden cities are dealt anew."""
        return FastGame.from_state(sample(view, rng), rng.randrange(1 << 32))

    def copy(self) -> FastGame:
        """Another game that is at the same point."""
        other = FastGame(self.seats, self.vexation, self.fixed_rounds, self.start_seat, 1)
        other.become(self)
        return other

    def become(self, other: FastGame) -> None:
        """Go to where another game with as many seats is."""
        self.vexation = other.vexation
        self.fixed_rounds = other.fixed_rounds
        self.start_seat = other.start_seat
        self.turn = other.turn
        self.step = other.step
        self.rounds = other.rounds
        self.barrier = other.barrier
        self.rails = other.rails
        self.random = other.random
        self.scores = other.scores[:]
        self.losses = other.losses[:]
        self.cities = other.cities[:]
        self.markers = other.markers[:]
        self.owner = other.owner[:]
        self.lengths = other.lengths[:]
        self.network = other.network[:]
        self.coloured_left = other.coloured_left[:]

    # Chance

    def below(self, limit: i64) -> i64:
        """A random number from 0 to limit - 1."""
        word: i64 = self.random
        word = (word ^ (word << 13)) & _WORD
        word = word ^ (word >> 17)
        word = (word ^ (word << 5)) & _WORD
        self.random = word
        return (word * limit) >> 32

    def deal(self) -> None:
        """TA-2.3, TA-6.1: one city of each colour to everybody."""
        pool = _IN_PLAY[2 if self.seats < 4 else 6][:]
        each: i64 = i64(len(pool)) // N_COLOURS
        for colour in range(N_COLOURS):
            for seat in range(self.seats):
                at: i64 = colour * each + seat
                other: i64 = at + self.below(each - seat)
                city: i64 = pool[other]
                pool[other] = pool[at]
                pool[at] = city
                self.cities[seat * N_COLOURS + colour] = city
        self.begin_round()

    def set_hand(self, seat: i64, hand: tuple[int, ...]) -> None:
        """Give a seat these five cities."""
        for colour in range(N_COLOURS):
            self.cities[seat * N_COLOURS + colour] = hand[colour]

    def begin_round(self) -> None:
        """The cards are dealt: the markers are due."""
        self.turn = (self.start_seat + self.rounds) % self.seats
        self.step = MARKER

    # Moves

    def legal(self) -> i64:
        """Write all moves of the seat whose turn it is into `moves`; how many there are."""
        if self.step == MARKER:
            return self._legal_markers()
        if self.step != FIRST_RAIL and self.step != SECOND_RAIL:
            return 0
        moves, owner, network = self.moves, self.owner, self.network
        base: i64 = self.turn * N_CROSSINGS
        is_second = self.step == SECOND_RAIL
        coloured = self.coloured_left[self.turn] > 0
        if coloured:
            self.closed.find(owner, self.turn, self.seats)
        closed = self.closed.closed
        count: i64 = 0
        for line in range(N_LINES):
            if owner[line] != FREE or (is_second and LINE_COST[line] > 1):
                continue
            if network[base + i64(LINE_A[line])] | network[base + i64(LINE_B[line])]:
                moves[count] = RAIL + line
                count += 1
                if coloured and closed[line] == 0:
                    moves[count] = COLOURED + line
                    count += 1
        if is_second:
            moves[count] = END
            count += 1
        return count

    def _legal_markers(self) -> i64:
        count: i64 = 0
        for crossing in range(N_CROSSINGS):
            free = True
            for seat in range(self.seats):
                if self.markers[seat] == crossing:
                    free = False
            if free:
                self.moves[count] = crossing
                count += 1
        return count

    def play(self, move: i64) -> None:
        """Do a legal move."""
        if move >= END:
            self._end_turn()
        elif move >= COLOURED:
            self._lay(move - COLOURED, True)
        elif move >= RAIL:
            self._lay(move - RAIL, False)
        else:
            self.markers[self.turn] = move
            self.reach(self.turn, move)
            self.turn = (self.turn + 1) % self.seats
            self.step = MARKER if self.markers[self.turn] < 0 else FIRST_RAIL  # TA-3.1

    def _lay(self, line: i64, coloured: bool) -> None:
        """TA-3.2 to TA-4.3."""
        turn = self.turn
        if coloured:
            self.put_coloured(turn, line)
            self._grow(turn, line)
        else:
            self.put_neutral(line)
            for seat in range(self.seats):
                self._grow(seat, line)
        if self.is_connected(turn) or self.rails == _RAILS:  # TA-4.2, TA-4.3
            self._finish_round()
        elif self.step == SECOND_RAIL or LINE_COST[line] > 1 or not self._second_is_possible():  # TA-3.4
            self._end_turn()
        else:
            self.step = SECOND_RAIL

    def put_neutral(self, line: i64) -> None:
        """A rail for everybody; networks are not looked at."""
        self.owner[line] = NEUTRAL
        for seat in range(self.seats):
            self.lengths[seat * N_LINES + line] = 0
        self.rails += 1

    def put_coloured(self, owner: i64, line: i64) -> None:
        """A rail for its owner alone (TA-V.1); networks are not looked at."""
        self.owner[line] = u8(OWNED + owner)
        for seat in range(self.seats):
            self.lengths[seat * N_LINES + line] = 0 if seat == owner else CLOSED
        self.coloured_left[owner] -= 1

    def _grow(self, seat: i64, line: i64) -> None:
        """TA-3.5: a network may reach further over a new rail."""
        base: i64 = seat * N_CROSSINGS
        a: i64 = i64(LINE_A[line])
        b: i64 = i64(LINE_B[line])
        if self.network[base + a] != self.network[base + b]:
            self.reach(seat, b if self.network[base + a] else a)

    def reach(self, seat: i64, start: i64) -> None:
        """A seat's network reaches a crossing, and all that rails join to it."""
        network, lengths = self.network, self.lengths
        base: i64 = seat * N_CROSSINGS
        offset: i64 = seat * N_LINES
        todo = self.moves
        network[base + start] = 1
        todo[0] = start
        left: i64 = 1
        while left > 0:
            left -= 1
            crossing: i64 = todo[left]
            for way in range(i64(WAY_START[crossing]), i64(WAY_START[crossing + 1])):
                end: i64 = i64(WAY_END[way])
                if network[base + end] == 0 and lengths[offset + i64(WAY_LINE[way])] == 0:
                    network[base + end] = 1
                    todo[left] = end
                    left += 1

    def is_connected(self, seat: i64) -> bool:
        """TA-4.1."""
        for colour in range(N_COLOURS):
            city: i64 = self.cities[seat * N_COLOURS + colour]
            if city < 0 or self.network[seat * N_CROSSINGS + city] == 0:
                return False
        return True

    def _second_is_possible(self) -> bool:
        base: i64 = self.turn * N_CROSSINGS
        for line in range(N_LINES):
            if self.owner[line] == FREE and LINE_COST[line] == 1:
                if self.network[base + i64(LINE_A[line])] | self.network[base + i64(LINE_B[line])]:
                    return True
        return False

    def _end_turn(self) -> None:
        for seat in range(self.seats):
            if self.is_connected(seat):
                self._finish_round()  # TA-4.1, TA-4.2
                return
        self.turn = (self.turn + 1) % self.seats
        self.step = FIRST_RAIL

    # The end of a round

    def missing(self, seat: i64) -> i64:
        """What the cheapest rails would cost that a seat still needs (TA-5.1)."""
        marker: i64 = self.markers[seat]
        if marker < 0:
            return 0
        open_cities = numbers_of(N_COLOURS, 0)
        count: i64 = self.open_cities(seat, open_cities)
        return self.paths.cost(marker, open_cities, count, self.lengths, seat * N_LINES)

    def start_costs(self) -> vec[u8]:
        """What the cities of the seat whose turn it is would cost from every crossing."""
        own = self.cities[self.turn * N_COLOURS : (self.turn + 1) * N_COLOURS]
        self.paths.trees(own, N_COLOURS, self.lengths, self.turn * N_LINES)
        return self.paths.far[31 * N_CROSSINGS : 32 * N_CROSSINGS]

    def open_cities(self, seat: i64, found: vec[i64]) -> i64:
        """Write down the own cities that a seat does not reach yet; how many there are."""
        count: i64 = 0
        for colour in range(N_COLOURS):
            city: i64 = self.cities[seat * N_COLOURS + colour]
            if self.network[seat * N_CROSSINGS + city] == 0:
                found[count] = city
                count += 1
        return count

    def _finish_round(self) -> None:
        """TA-5, TA-6."""
        lowest: i64 = _SHED
        for seat in range(self.seats):
            self.losses[seat] = self.missing(seat)
        for seat in range(self.seats):
            self.scores[seat] -= self.losses[seat]
            lowest = min(lowest, self.scores[seat])
        self.rounds += 1
        if self.rounds == 2 and lowest >= 4 and self.barrier > NO_BARRIER:
            self.barrier = lowest - 3  # TA-5.3
        if self.fixed_rounds:
            is_over = self.rounds == self.fixed_rounds * self.seats  # TA-V.2
        else:
            is_over = lowest <= self.barrier  # TA-6.2
        self.step = OVER if is_over else DEAL
        self.turn = (self.start_seat + self.rounds) % self.seats
        self.clear_board()

    def clear_board(self) -> None:
        """TA-6.1."""
        self.rails = 0
        for line in range(N_LINES):
            self.owner[line] = FREE
        for seat in range(self.seats):
            self.markers[seat] = -1
            self.coloured_left[seat] = _COLOURED_RAILS if self.vexation else 0
            for colour in range(N_COLOURS):
                self.cities[seat * N_COLOURS + colour] = -1
            for line in range(N_LINES):
                self.lengths[seat * N_LINES + line] = LINE_COST[line]
            for crossing in range(N_CROSSINGS):
                self.network[seat * N_CROSSINGS + crossing] = 0

    def score(self, seat: i64) -> float:
        """After the end: 1 for the only winner, a share of it for several, 0 for the others (TA-6.2)."""
        best: i64 = self.scores[0]
        for other in range(self.seats):
            best = max(best, self.scores[other])
        if self.scores[seat] < best:
            return 0.0
        winners: i64 = 0
        for other in range(self.seats):
            if self.scores[other] == best:
                winners += 1
        return 1.0 / float(winners)
