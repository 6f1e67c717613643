"""Trambahn by ids on its fast core, for adapters that need no law at every step."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from stellwerk.core.coding import Urn
from stellwerk.core.game import CHANCE
from stellwerk.games.trambahn import fast_layout as at
from stellwerk.games.trambahn.codes import action_of
from stellwerk.games.trambahn.fast import Fast
from stellwerk.games.trambahn.ids import id_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stellwerk.core.coding import Floats
    from stellwerk.games.trambahn.actions import Action
    from stellwerk.games.trambahn.state import State


def _ids() -> list[int]:
    """The id of every move, by its number; 0 where there is no such move."""
    ids = [0] * (at.END_TURN + 1)
    places = range(at.SEAT_ROWS // at.ROW)
    numbers = [place + 1 for place in places]
    moves = [at.PASSENGER << 12 | card << 6 | card // 10 for card in range(at.CONDUCTOR)]
    moves += [at.PASSENGER << 12 | at.CONDUCTOR << 6 | line for line in range(4)]
    for card in range(at.CONDUCTOR + 1):
        moves += [at.STOP << 12 | card << 6 | target for target in (0, *numbers)]
        moves.append(at.INCOME << 12 | card << 6)
    moves += [at.TRAM << 12 | tram << 6 | place for tram in (2, 3, 4) for place in places]
    by_place = {number: number - 1 for number in numbers}
    for move in (*moves, at.END_TURN):
        ids[move] = id_of(action_of(move, numbers), by_place)
    return ids


_ID: Final = _ids()


class Runner:
    """One game; moves are those of the fast core."""

    def __init__(self, fast: Fast) -> None:
        self._fast = fast

    @staticmethod
    def of(state: State) -> Runner:
        """The same state of the law, after the deal."""
        return Runner(Fast.from_state(state))

    def copy(self) -> Runner:
        """The same game, to be played on its own."""
        return Runner(self._fast.copy())

    @property
    def actor(self) -> int | None:
        """The seat whose action is due, `CHANCE`, or None when the game is over."""
        table = self._fast.table
        step = table[at.STEP]
        if step == at.OVER:
            return None
        return CHANCE if step == at.DRAWING else table[at.TURN]

    def legal(self) -> dict[int, int]:
        """The legal moves by their ids, which rise."""
        fast = self._fast
        count = fast.legal()
        return {_ID[move]: move for move in memoryview(fast.moves)[:count].tolist()}

    def play(self, move: int) -> None:
        """Make a legal move."""
        self._fast.play(move)

    def observe(self, seat: int, tensor: Floats) -> bool:
        """Not from here: who has seen which card is known to the law alone."""
        del seat, tensor
        return False

    def urns(self) -> tuple[Urn, ...]:
        """All cards of the shuffle that is due: the discard pile and half of both moneys (TB-3.5.3)."""
        table = self._fast.table
        piles = memoryview(self._fast.piles)
        cards = Counter(piles[at.DISCARD_PILE : at.DISCARD_PILE + table[at.DISCARD]].tolist())
        for seat in range(2):
            money = table[at.MONEY + seat]
            half = (money + table[at.HALVES_UP]) // 2
            top = at.MONEY_PILE + at.CARDS * seat + money
            cards.update(piles[top - half : top].tolist())
        return (Urn(tuple(sorted(cards.items())), cards.total()),)

    def deal(self, outcomes: Sequence[int]) -> None:
        """Make the new draw pile of these cards."""
        self._fast.stack_draw_pile(outcomes)

    def winners(self) -> tuple[int, ...]:
        """After the end."""
        return tuple(seat for seat in range(2) if self._fast.outcome(seat))


def decode(state: State, move: int) -> Action:
    """The action of a move in a state."""
    return action_of(move, [row.number for row in state.players[state.turn].rows])
