"""Playouts whose next turns are thought about: good replies are looked for before the simple player goes on.

Below a turn, in one possible world, a tree grows with every playout. At each of its positions the seat to act
has a few turns to choose from, and takes the one with the best mean so far, or one that was rarely tried:

    the turn ── reply 1 ── own turn …  ─► simple play to the end of the round
             ├─ reply 2
             └─ …

Replies are chosen by how the round ends in this world. The seat that thinks does not know that world, so its
own later turns are chosen by how the round ends after the same turns with hands of another world.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from stellwerk.games.transamerica.fast.board import MOST_SEATS, numbers_of
from stellwerk.games.transamerica.fast.future import win_share
from stellwerk.games.transamerica.fast.turns import NONE, Turns

if TYPE_CHECKING:
    from stellwerk.games.transamerica.fast.core import Core

WIDTH: Final[i64] = 6
"""How many turns are considered at each position."""
FIRST_RAILS: Final[i64] = 4
"""With how many rails turns of two may begin."""
MOST_POSITIONS: Final[i64] = 64
DEEPEST: Final[i64] = 4
"""How many turns are chosen in the tree, one after the other."""
TRIES: Final[i64] = 2
"""How often a turn is played out before the position after it joins the tree."""
BOLDNESS: Final = 2.0
"""How much a turn gains by having been tried rarely, in points of the lead."""
UNTRIED: Final = 0.3
"""How many points below the mean a turn is taken to be that was never tried."""
FALL: Final = 15.0
"""By how much a rating is worse if a turn seems a third as promising."""
FLOOR: Final = 0.02
"""What even the worst turn keeps of that."""

_ROWS: Final[i64] = MOST_POSITIONS * WIDTH
_FARTHEST: Final = 300.0


@final
class Tree:
    """What playouts found below one turn in one world: `WIDTH` rows for each position, one for each turn."""

    def __init__(self, game: Core) -> None:
        self.root = game.copy()
        """The position after the turn, with the hands of the world."""
        self.random: i64 = game.random
        self.values: list[float] = []
        """The shares of the win that its playouts found."""
        self.losses: list[tuple[int, ...]] = []
        """What each seat lost in them."""
        self.positions: list[Core] = []
        self.sizes = numbers_of(MOST_POSITIONS, 0)
        """The number of turns at each position."""
        self.first = numbers_of(_ROWS, NONE)
        self.second = numbers_of(_ROWS, NONE)
        """The moves of each turn."""
        self.next = numbers_of(_ROWS, NONE)
        """The position after a turn, once it has joined the tree."""
        self.visits = numbers_of(_ROWS, 0)
        self.promise: vec[float] = vec[float]([0.0] * int(_ROWS))
        """How good each turn seems by its rating; at each position this adds up to 1."""
        self.leads: vec[float] = vec[float]([0.0] * int(_ROWS))
        """The sum of the leads that playouts found for the seat to act, in points."""

    def add(self, game: Core, turns: Turns) -> None:
        """Let a position join the tree."""
        number: i64 = i64(len(self.positions))
        self.positions.append(game.copy())
        turns.find(game, WIDTH, FIRST_RAILS)
        found = turns.found
        self.sizes[number] = found.count
        row: i64 = number * WIDTH
        total = 0.0
        for place in range(found.count):
            self.first[row + place] = found.first[place]
            self.second[row + place] = found.second[place]
            worse = min(_FARTHEST, found.rating[place] - found.rating[0])
            self.promise[row + place] = exp(-worse / FALL) + FLOOR
            total += self.promise[row + place]
        for place in range(found.count):
            self.promise[row + place] /= total

    def choose(self, position: i64) -> i64:
        """The row of the turn to try at a position."""
        first: i64 = position * WIDTH
        last: i64 = first + self.sizes[position]
        visits: i64 = 0
        total = 0.0
        for row in range(first, last):
            visits += self.visits[row]
            total += self.leads[row]
        untried = (total / float(visits) if visits > 0 else 0.0) - UNTRIED
        boldness = BOLDNESS * sqrt(float(visits + 1))
        best: i64 = first
        most = 0.0
        for row in range(first, last):
            tried: i64 = self.visits[row]
            hope = self.leads[row] / float(tried) if tried > 0 else untried
            hope += boldness * self.promise[row] / float(1 + tried)
            if row == first or hope > most:
                best = row
                most = hope
        return best


@final
class Replies:
    """Plays out in trees, one playout at a time."""

    def __init__(self, root: Core) -> None:
        self._turns = Turns()
        self._leaf = root.copy()
        self._game = root.copy()
        """Where a playout ends."""
        self._other = root.copy()
        """The same in another world."""
        self._path = numbers_of(DEEPEST, 0)
        """The rows of the turns that lead to the leaf."""
        self._length: i64 = 0
        """How many they are."""
        self._leads: vec[float] = vec[float]([0.0] * int(MOST_SEATS))
        self._other_leads: vec[float] = vec[float]([0.0] * int(MOST_SEATS))

    def play_out(self, tree: Tree, seat: i64, others: tuple[tuple[int, ...], ...], futures: i64) -> float:
        """One more playout; a seat's share of the win after it. `others` are the hands of another world."""
        rounds: i64 = tree.root.rounds
        if not tree.positions:
            tree.add(tree.root, self._turns)
        has_chosen = self._descend(tree, seat)
        self._finish(self._game, rounds, tree.random, self._leads)
        tree.losses.append(tuple([int(self._game.losses[player]) for player in range(self._game.seats)]))
        share = win_share(self._game, seat, futures)
        tree.random = self._game.random
        if has_chosen:
            if self._leaf.rounds == rounds:
                for player in range(self._leaf.seats):
                    self._leaf.set_hand(player, others[player])
            self._finish(self._other, rounds, tree.random, self._other_leads)
            tree.random = self._other.random
        for step in range(self._length):
            row: i64 = self._path[step]
            turn: i64 = tree.positions[row // WIDTH].turn
            tree.visits[row] += 1
            tree.leads[row] += self._other_leads[turn] if turn == seat else self._leads[turn]
        return share

    def _descend(self, tree: Tree, seat: i64) -> bool:
        """Choose turns down to a leaf, and play them into `_leaf`; true if the seat chose one of them."""
        leaf, rounds, position = self._leaf, tree.root.rounds, i64(0)
        has_chosen = False
        self._length = 0
        while True:
            row: i64 = tree.choose(position)
            self._path[self._length] = row
            self._length += 1
            if tree.positions[position].turn == seat:
                has_chosen = True
            if tree.next[row] == NONE:
                leaf.become(tree.positions[position])
                leaf.play(tree.first[row])
                if tree.second[row] != NONE and leaf.rounds == rounds:
                    leaf.play(tree.second[row])
                count: i64 = i64(len(tree.positions))
                if leaf.rounds != rounds or tree.visits[row] < TRIES:
                    return has_chosen
                if self._length == DEEPEST or count == MOST_POSITIONS:
                    return has_chosen
                tree.next[row] = count
                tree.add(leaf, self._turns)
            position = tree.next[row]

    def _finish(self, game: Core, rounds: i64, random: i64, leads: vec[float]) -> None:
        """Play the round to its end from the leaf; write by how much each seat leads the others in it."""
        game.become(self._leaf)
        game.random = random
        if game.rounds == rounds:
            game.scratch.player.begin(game, True)
            game.rollout()
        total: i64 = 0
        for seat in range(game.seats):
            total += game.losses[seat]
        for seat in range(game.seats):
            own: i64 = game.losses[seat]
            leads[seat] = float(total - own) / float(game.seats - 1) - float(own)
