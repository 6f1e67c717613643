"""Where everything lies at one moment of TransAmerica. Nothing here is ever changed, only replaced.

Sets of crossings and of lines are ints, see `data`. The rails lie in one set, whoever laid them (TA-3.6);
what each marker reaches over them is kept up to date beside it, because every action asks for it.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, gc=False):
    """Where groups differ."""

    vexation: bool = False
    """TA-V.1"""
    rounds: Literal["barrier", 1, 2, 3, 4, 5, 6] = "barrier"
    """TA-V.2"""


class Step(IntEnum):
    """What is going on."""

    DEAL = 0
    """Chance has to deal a round."""
    MARKER = 1
    """A start marker is due (TA-3.1)."""
    FIRST_RAIL = 2
    SECOND_RAIL = 3
    """Or the end of the turn (TA-3.4)."""
    OVER = 4


class Player(msgspec.Struct, frozen=True, gc=False):
    """What belongs to one player."""

    score: int
    cities: tuple[int, ...] = ()
    """Crossings in the order of the colours; none before the deal."""
    marker: int | None = None
    network: int = 0
    """The crossings that the marker reaches over rails the player may use (TA-3.3, TA-V.1)."""
    touching: int = 0
    """All lines at these crossings, free or not."""
    coloured: int = 0
    """The lines with this player's coloured rails (TA-V.1)."""

    @property
    def is_connected(self) -> bool:
        """Whether the marker reaches all five cities (TA-4.1)."""
        network = self.network
        for city in self.cities:
            if not network >> city & 1:
                return False
        return bool(self.cities)


class RoundScore(msgspec.Struct, frozen=True, gc=False):
    """A line of the score sheet."""

    losses: tuple[int, ...]
    reason: str
    """The clause that ended the round: TA-4.1 or TA-4.3."""


class FinishedRound(msgspec.Struct, frozen=True, gc=False):
    """The board as the last round left it, everything open (TA-4.4, TA-6.1)."""

    cities: tuple[tuple[int, ...], ...]
    markers: tuple[int, ...]
    rails: int
    coloured: tuple[int, ...]
    missing: tuple[int, ...]
    """For every seat the lines of a cheapest completion (TA-5.1)."""


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole game at one moment."""

    options: Options
    rules_version: int
    start_seat: int
    turn: int
    """The seat whose turn it is."""
    step: Step
    players: tuple[Player, ...]
    rails: int = 0
    """The lines with neutral rails."""
    turns: tuple[tuple[int, ...], ...] = ()
    """The lines of every turn of this round that laid rails, the current one last; the round's start player
    took the first, then clockwise."""
    barrier: int | None = 0
    """Whoever has this many points or fewer has passed the barrier; None if there is none (TA-V.2)."""
    rounds: tuple[RoundScore, ...] = ()
    """The finished rounds; so this round's number, from 0, is their number."""
    last_round: FinishedRound | None = None

    @property
    def round_starter(self) -> int:
        """The seat that begins this round (TA-2.4)."""
        return (self.start_seat + len(self.rounds)) % len(self.players)

    def foreign(self, seat: int) -> int:
        """The lines with other players' coloured rails: closed to this seat (TA-V.1)."""
        lines = 0
        for other, player in enumerate(self.players):
            if other != seat:
                lines |= player.coloured
        return lines

    @property
    def taken(self) -> int:
        """All lines that carry a rail of any kind."""
        lines = self.rails
        for player in self.players:
            lines |= player.coloured
        return lines
