"""TransAmerica once more, for search: flat numbers, changed in place, compiled.

The law is `rules`; this is proven equal to it by playing both (tests/games/transamerica/test_fast.py). Left
out: refusals, the history of turns, and which rails a player is missing at the end of a round. Moves are
numbers, see `fast.moves`; dealing is no move, see `deal` and `set_hand`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from stellwerk.games.transamerica.fast.board import (
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
from stellwerk.games.transamerica.fast.coloured import ClosedLines
from stellwerk.games.transamerica.fast.legal import list_markers, list_rails, second_is_possible
from stellwerk.games.transamerica.fast.moves import (
    COLOURED,
    DEAL,
    END,
    FIRST_RAIL,
    FREE,
    MARKER,
    NEUTRAL,
    NO_BARRIER,
    OWNED,
    RAIL,
    SECOND_RAIL,
)
from stellwerk.games.transamerica.fast.paths import CLOSED, Paths
from stellwerk.games.transamerica.fast.read import read_state
from stellwerk.games.transamerica.fast.rollout import Rollout
from stellwerk.games.transamerica.fast.scoring import clear_board, finish_round
from stellwerk.games.transamerica.law.data import RAILS, SHED, cities_in_play
from stellwerk.games.transamerica.law.sample import sample

if TYPE_CHECKING:
    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View

_WORD: Final[i64] = 0xFFFFFFFF

_IN_PLAY: Final = {
    seats: vec[i64]([city for cities in cities_in_play(seats) for city in cities]) for seats in (2, 6)
}

_NO_NUMBERS: Final = numbers_of(0, 0)
_NO_BYTES: Final = bytes_of(0, 0)
"""What a shell has: `copy` fills it, and making none of its own is what makes that fast."""


def _numbers(count: i64, value: i64) -> vec[i64]:
    return numbers_of(count, value) if count else _NO_NUMBERS


def _bytes(count: i64, value: u8) -> vec[u8]:
    return bytes_of(count, value) if count else _NO_BYTES


@final
class Scratch:
    """What copies of a game share: nothing in it lasts."""

    def __init__(self) -> None:
        self.paths = Paths()
        self.closed = ClosedLines()
        self.player = Rollout()
        self.moves = numbers_of(2 * N_LINES + 1, 0)


@final
class FastGame:
    """A whole game at one moment."""

    def __init__(
        self,
        seats: i64,
        vexation: bool,
        fixed_rounds: i64,
        start_seat: i64,
        seed: i64,
        scratch: Scratch | None = None,
    ) -> None:
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
        self.scores = _numbers(seats, SHED)
        self.losses = _numbers(seats, 0)
        """Of the last finished round."""
        self.cities = _numbers(seats * N_COLOURS, -1)
        self.markers = _numbers(seats, -1)
        self.owner = _bytes(N_LINES if seats else 0, FREE)
        self.lengths = _bytes(seats * N_LINES, 0)
        """What each line costs each seat."""
        self.network = _bytes(seats * N_CROSSINGS, 0)
        """1 for the crossings that a seat's marker reaches (TA-3.3, TA-V.1)."""
        self.rails: i64 = 0
        self.coloured_left = _numbers(seats, 0)
        self.random: i64 = seed & _WORD | 1
        self.scratch = Scratch() if scratch is None else scratch
        self.paths = self.scratch.paths
        self.closed = self.scratch.closed
        self.moves = self.scratch.moves
        """What `legal` found, in the order of the notation; every move overwrites it."""
        if seats:  # without any it is only a shell, for `copy`
            clear_board(self)

    @staticmethod
    def from_state(state: State, seed: i64 = 1) -> FastGame:
        """The same game."""
        options = state.options
        fixed: i64 = 0 if options.rounds == "barrier" else options.rounds
        game = FastGame(len(state.players), options.vexation, fixed, state.start_seat, seed)
        read_state(game, state)
        return game

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> FastGame:
        """The game as a seat knows it; hidden cities are dealt anew."""
        return FastGame.from_state(sample(view, rng), rng.randrange(1 << 32))

    def copy(self) -> FastGame:
        """Another game that is at the same point."""
        other = FastGame(0, False, 0, 0, 1, self.scratch)
        other.become(self)
        return other

    def become(self, other: FastGame) -> None:
        """Go to where another game is."""
        self.seats = other.seats
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
            return list_markers(self)
        if self.step == FIRST_RAIL or self.step == SECOND_RAIL:
            return list_rails(self)
        return 0

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
        if self.is_connected(turn) or self.rails == RAILS:  # TA-4.2, TA-4.3
            finish_round(self)
        elif self.step == SECOND_RAIL or LINE_COST[line] > 1 or not second_is_possible(self):  # TA-3.4
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

    def _end_turn(self) -> None:
        for seat in range(self.seats):
            if self.is_connected(seat):
                finish_round(self)  # TA-4.1, TA-4.2
                return
        self.turn = (self.turn + 1) % self.seats
        self.step = FIRST_RAIL

    def rollout(self) -> None:
        """Everybody plays the round to its end, nearest city first."""
        self.scratch.player.finish_round(self)

    # The end of the game

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
