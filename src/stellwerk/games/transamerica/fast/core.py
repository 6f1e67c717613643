"""`Core`: a whole game of TransAmerica as flat integers, changed in place.

The law is `law.rules`; the tests play both and compare every state. Left out: refusals (moves must be legal),
the history of turns, and which rails a player is missing at the end of a round. The layout, for 3 seats:

    scores, losses, markers, coloured_left     3 numbers                     one for each seat
    cities                                     3 × 5 numbers                 see `deal`
    network                                    3 × 188 bytes                 see `network`
    lengths                                    3 × 509 bytes                 see `network`
    owner                                      509 bytes                     see `moves`

Everything else is single numbers. A copy takes about a microsecond, because working memory is not copied but
shared: see `Scratch`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from stellwerk.games.transamerica.fast.board import (
    LINE_COST,
    N_COLOURS,
    N_CROSSINGS,
    N_LINES,
    bytes_of,
    numbers_of,
)
from stellwerk.games.transamerica.fast.coloured import ClosedLines
from stellwerk.games.transamerica.fast.connector import Connector
from stellwerk.games.transamerica.fast.legal import list_markers, list_rails, second_is_possible
from stellwerk.games.transamerica.fast.moves import (
    COLOURED,
    DEAL,
    END,
    FIRST_RAIL,
    FREE,
    MARKER,
    NO_BARRIER,
    RAIL,
    SECOND_RAIL,
)
from stellwerk.games.transamerica.fast.network import grow, is_connected, put_coloured, put_neutral, reach
from stellwerk.games.transamerica.fast.paths import Paths
from stellwerk.games.transamerica.fast.read import read_state
from stellwerk.games.transamerica.fast.rollout import Rollout
from stellwerk.games.transamerica.fast.scoring import clear_board, finish_round
from stellwerk.games.transamerica.fast.trees import Trees
from stellwerk.games.transamerica.law.data import RAILS, SHED
from stellwerk.games.transamerica.law.sample import sample

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64, u8

    from stellwerk.core.chance import RandomSource
    from stellwerk.games.transamerica.law.state import State
    from stellwerk.games.transamerica.law.view import View

_WORD: Final[i64] = 0xFFFFFFFF

_NO_NUMBERS: Final = numbers_of(0, 0)
_NO_BYTES: Final = bytes_of(0, 0)


def _numbers(count: i64, value: i64) -> vec[i64]:
    return numbers_of(count, value) if count else _NO_NUMBERS


def _bytes(count: i64, value: u8) -> vec[u8]:
    return bytes_of(count, value) if count else _NO_BYTES


@final
class Scratch:
    """Working memory that all copies of a game share; nothing in it outlives a call."""

    def __init__(self) -> None:
        self.paths = Paths()
        self.trees = Trees(self.paths)
        self.connector = Connector()
        self.closed = ClosedLines()
        self.player = Rollout()
        self.moves = numbers_of(2 * N_LINES + 1, 0)


@final
class Core:
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
        """0 for the empty shell that `copy` fills: making no vectors of its own keeps that fast."""
        self.vexation = vexation
        self.fixed_rounds = fixed_rounds
        """How many rounds each seat starts (TA-V.2); 0 to play to the barrier."""
        self.announce = False
        """Whether completed connections are told at once (TA-V.3): it changes only what seats know."""
        self.start_seat = start_seat
        self.turn = start_seat
        self.step = DEAL
        self.rounds: i64 = 0
        """The number of finished rounds."""
        self.barrier: i64 = NO_BARRIER if fixed_rounds else 0
        self.scores = _numbers(seats, SHED)
        self.losses = _numbers(seats, 0)
        """Of the last finished round."""
        self.cities = _numbers(seats * N_COLOURS, -1)
        self.markers = _numbers(seats, -1)
        self.owner = _bytes(N_LINES if seats else 0, FREE)
        self.lengths = _bytes(seats * N_LINES, 0)
        self.network = _bytes(seats * N_CROSSINGS, 0)
        self.rails: i64 = 0
        """The number of neutral rails on the board."""
        self.coloured_left = _numbers(seats, 0)
        self.random: i64 = seed & _WORD | 1
        """The state of the generator behind `below`, never 0."""
        self.scratch = Scratch() if scratch is None else scratch
        self.paths = self.scratch.paths
        self.trees = self.scratch.trees
        self.closed = self.scratch.closed
        self.moves = self.scratch.moves
        """The moves that `legal` found; every `legal` and `play` overwrites them."""
        if seats:
            clear_board(self)

    @staticmethod
    def from_state(state: State, seed: i64 = 1) -> Core:
        """The core of a state of the law."""
        options = state.options
        fixed: i64 = 0 if options.rounds == "barrier" else options.rounds
        game = Core(len(state.players), options.vexation, fixed, state.start_seat, seed)
        game.announce = options.announce
        read_state(game, state)
        return game

    @staticmethod
    def from_view(view: View, rng: RandomSource) -> Core:
        """The core of a game as a seat knows it, with cities drawn for the hidden hands."""
        return Core.from_state(sample(view, rng), rng.randrange(1 << 32))

    def copy(self) -> Core:
        """Another core with the same game."""
        other = Core(0, False, 0, 0, 1, self.scratch)
        other.become(self)
        return other

    def become(self, other: Core) -> None:
        """Take over the game of another core."""
        self.seats = other.seats
        self.vexation = other.vexation
        self.fixed_rounds = other.fixed_rounds
        self.announce = other.announce
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
        """Draw a number from 0 to limit - 1, with Marsaglia's xorshift generator of 32 bits."""
        word: i64 = self.random
        word = (word ^ (word << 13)) & _WORD
        word = word ^ (word >> 17)
        word = (word ^ (word << 5)) & _WORD
        self.random = word
        return (word * limit) >> 32

    def set_hand(self, seat: i64, hand: tuple[int, ...]) -> None:
        """Give a seat these five cities."""
        for colour in range(N_COLOURS):
            self.cities[seat * N_COLOURS + colour] = hand[colour]

    def begin_round(self) -> None:
        """Ask for the markers, once the cities are dealt."""
        self.turn = (self.start_seat + self.rounds) % self.seats
        self.step = MARKER

    # Moves

    def legal(self) -> i64:
        """Write the legal moves of the seat to act into `moves`; returns their number."""
        if self.step == MARKER:
            return list_markers(self)
        if self.step == FIRST_RAIL or self.step == SECOND_RAIL:
            return list_rails(self)
        return 0

    def play(self, move: i64) -> None:
        """Make a legal move."""
        if move >= END:
            self._end_turn()
        elif move >= COLOURED:
            put_coloured(self, self.turn, move - COLOURED)
            grow(self, self.turn, move - COLOURED)
            self._go_on(move - COLOURED)
        elif move >= RAIL:
            put_neutral(self, move - RAIL)
            for seat in range(self.seats):
                grow(self, seat, move - RAIL)
            self._go_on(move - RAIL)
        else:
            self._place_marker(move)

    def _place_marker(self, crossing: i64) -> None:
        """TA-3.1"""
        self.markers[self.turn] = crossing
        reach(self, self.turn, crossing)
        self.turn = (self.turn + 1) % self.seats
        self.step = MARKER if self.markers[self.turn] < 0 else FIRST_RAIL

    def _go_on(self, line: i64) -> None:
        """After a rail: end the round or the turn, or ask for a second rail."""
        if is_connected(self, self.turn) or self.rails == RAILS:  # TA-4.2, TA-4.3
            finish_round(self)
        elif self.step == SECOND_RAIL or LINE_COST[line] > 1 or not second_is_possible(self, line):  # TA-3.4
            self._end_turn()
        else:
            self.step = SECOND_RAIL

    def _end_turn(self) -> None:
        for seat in range(self.seats):
            if is_connected(self, seat):
                finish_round(self)  # TA-4.1, TA-4.2
                return
        self.turn = (self.turn + 1) % self.seats
        self.step = FIRST_RAIL

    def rollout(self) -> None:
        """Play the round to its end, with the simple player of `rollout` at every seat."""
        self.scratch.player.finish_round(self)

    # The end of the game

    def score(self, seat: i64) -> float:
        """A seat's share of the win, once the game is over: 1 is divided among the winners (TA-6.2)."""
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
