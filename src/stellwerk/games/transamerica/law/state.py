"""A whole game at one moment. States are immutable: an action makes a new one.

Sets of crossings and of lines are ints, see `data`. All neutral rails are one set, whoever laid them
(TA-3.6). What each marker reaches over them follows from that, but is stored too, because every action needs
it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Literal

import msgspec

from stellwerk.core.setup import Since


class Options(msgspec.Struct, frozen=True, gc=False):
    """The variants that a group may choose."""

    vexation: bool = False
    """Whether each player has coloured rails too (TA-V.1)."""
    rounds: Literal["barrier", 1, 2, 3, 4, 5, 6] = "barrier"
    """How many rounds each player starts, or play to the barrier (TA-V.2)."""
    announce: Annotated[bool, Since(2, before=False)] = False
    """Whether a completed connection is told at once (TA-V.3)."""


class Step(IntEnum):
    """What has to happen next."""

    DEAL = 0
    """A deal is due."""
    MARKER = 1
    """A start marker is due (TA-3.1)."""
    FIRST_RAIL = 2
    SECOND_RAIL = 3
    """A second rail is due, or the end of the turn (TA-3.4)."""
    OVER = 4


class Player(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one player."""

    score: int
    cities: tuple[int, ...] = ()
    """Their crossings in the order of the colours; empty before the deal."""
    marker: int | None = None
    network: int = 0
    """The crossings that the marker reaches over rails the player may use (TA-3.3, TA-V.1)."""
    touching: int = 0
    """The lines at these crossings, free or not."""
    coloured: int = 0
    """The lines with this player's coloured rails (TA-V.1)."""

    @property
    def is_connected(self) -> bool:
        """True if the marker reaches all five cities (TA-4.1)."""
        network = self.network
        for city in self.cities:
            if not network >> city & 1:
                return False
        return bool(self.cities)


class RoundScore(msgspec.Struct, frozen=True, gc=False):
    """What each seat lost in a round."""

    losses: tuple[int, ...]
    reason: str
    """The clause that ended the round: TA-4.1 or TA-4.3."""


class FinishedRound(msgspec.Struct, frozen=True, gc=False):
    """The board at the end of the last round, with all cards turned up (TA-4.4, TA-6.1)."""

    cities: tuple[tuple[int, ...], ...]
    markers: tuple[int, ...]
    rails: int
    coloured: tuple[int, ...]
    missing: tuple[int, ...]
    """For each seat, the lines of one cheapest completion (TA-5.1)."""


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole game at one moment."""

    options: Options
    rules_version: int
    start_seat: int
    turn: int
    """The seat to act."""
    step: Step
    players: tuple[Player, ...]
    rails: int = 0
    """The lines with neutral rails."""
    turns: tuple[tuple[int, ...], ...] = ()
    """The lines of each turn of this round in which rails were laid, the current turn last. The player who
    started the round took the first of them, then play went clockwise."""
    barrier: int | None = 0
    """Whoever has this many points or fewer has passed the barrier; None without a barrier (TA-V.2)."""
    rounds: tuple[RoundScore, ...] = ()
    """The finished rounds."""
    last_round: FinishedRound | None = None

    @property
    def round_starter(self) -> int:
        """The seat that starts this round (TA-2.4)."""
        return (self.start_seat + len(self.rounds)) % len(self.players)

    @property
    def announced(self) -> tuple[int, ...]:
        """The seats that the table has been told are connected, though the turn goes on (TA-4.2, TA-V.3)."""
        if not self.options.announce or self.step is not Step.SECOND_RAIL:
            return ()
        return tuple(seat for seat, player in enumerate(self.players) if player.is_connected)

    def foreign(self, seat: int) -> int:
        """The lines with other players' coloured rails, which are closed to this seat (TA-V.1)."""
        lines = 0
        for other, player in enumerate(self.players):
            if other != seat:
                lines |= player.coloured
        return lines

    @property
    def taken(self) -> int:
        """The lines that carry a rail of any kind."""
        lines = self.rails
        for player in self.players:
            lines |= player.coloured
        return lines
