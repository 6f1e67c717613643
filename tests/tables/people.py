"""A small stage for table tests: people, time and seeds that tests control."""

from __future__ import annotations

import random
from itertools import count
from typing import TYPE_CHECKING, Any

from stellwerk.tables import commands, play
from stellwerk.tables.config import Clock, NoClock, OpenSeat, OwnSeat, SeatPlan, TableConfig
from stellwerk.tables.evolve import load

if TYPE_CHECKING:
    from stellwerk.tables.draft import Draft
    from stellwerk.tables.events import Event
    from stellwerk.tables.table import Table


class Stage:
    """A table, its events so far, and a clock that moves when told."""

    def __init__(
        self, *seats: SeatPlan, game: str = "trambahn", clock: Clock | None = None, **config: Any
    ) -> None:
        self.now = 1000.0
        self.numbers = count()
        self.events: list[Event] = []
        plan = TableConfig(game, seats or (OwnSeat(), OpenSeat()), clock=clock or NoClock(), **config)
        self.table: Table
        login = "ada" if plan.rated else None  # a rated table is for accounts
        opened = commands.open_table("t", plan, "ada", "Ada", "CODE", self.seed(), self.now, login=login)
        self.keep(opened)

    def seed(self) -> str:
        return f"seed {next(self.numbers)}"

    def keep(self, draft: Draft) -> Table:
        """Store what a command did; the table must be what its events say."""
        assert draft.base == (self.events[-1].seq if self.events else 0)
        self.events += draft.events
        self.table = draft.table
        assert load(self.events) == self.table
        return self.table

    def join(self, player: str, seat: int | None = None) -> Table:
        login = player if self.table.config.rated else None
        return self.keep(commands.join(self.table, player, player.title(), seat, self.now, login=login))

    def act(self, player: str, text: str, seat: int | None = None) -> Table:
        return self.keep(play.act(self.table, player, text, self.table.seq, seat, self.now))

    def status(self) -> str:
        return self.table.status

    def actor(self) -> str:
        """The person whose turn it is."""
        assert self.table.actor is not None
        player = self.table.seats[self.table.actor].player
        assert player is not None
        return player

    def legal(self) -> list[str]:
        return [self.table.game.to_text(action) for action in self.table.game.legal(self.table.state)]

    def act_any(self, rng: random.Random | None = None) -> Table:
        """The person whose turn it is does something: the first legal thing, or anything."""
        texts = self.legal()
        return self.act(self.actor(), rng.choice(texts) if rng else texts[0], self.table.actor)

    def play_out(self, seed: int = 1) -> Table:
        rng = random.Random(seed)
        while self.table.status == "playing":
            self.act_any(rng)
        return self.table
