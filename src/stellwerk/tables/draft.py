"""The events of one command before they are stored, and the table they lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from stellwerk.core.chance import Chance
from stellwerk.core.game import CHANCE
from stellwerk.tables.errors import TableError
from stellwerk.tables.events import Acted, Ended, Event, Opened, What
from stellwerk.tables.evolve import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stellwerk.tables.table import Table


class Step(NamedTuple):
    """An event between the tables on both sides of it."""

    before: Table | None
    event: Event
    after: Table


class Draft:
    """Events that will be stored together. `table` is the table after them."""

    def __init__(self, table: Table, now: float) -> None:
        self.table = table
        self.now = max(now, table.time)  # clocks of several servers may differ a little
        self.base = table.seq
        self.steps: list[Step] = []

    @classmethod
    def opening(cls, table: str, what: Opened, now: float) -> Draft:
        """The draft of a new table."""
        event = Event(table, 1, now, what)
        draft = cls(evolve(None, event), now)
        draft.base = 0
        draft.steps.append(Step(None, event, draft.table))
        return draft

    @property
    def events(self) -> list[Event]:
        """The events to store."""
        return [step.event for step in self.steps]

    def add(self, what: What, action: Any = None) -> None:
        """Add an event; raises what the law refuses. `action` is the parsed action of an `Acted`."""
        before = self.table
        event = Event(before.id, before.seq + 1, self.now, what)
        self.table = evolve(before, event, action)
        self.steps.append(Step(before, event, self.table))

    def settle(self) -> None:
        """Add the chance that is due, drawn from the table's seed, and the end of the game if it is over."""
        game = self.table.game
        while game.actor(self.table.state) == CHANCE:
            chance = Chance(self.table.seed, self.table.chance_actions)
            action = game.chance(self.table.state, chance)
            self.add(Acted(None, game.to_text(action)), action)
        if (result := game.result(self.table.state)) is not None:
            self.add(Ended(result, self.table.given_up))


def require_status(table: Table, *allowed: str) -> None:
    """Raise `TableError` unless the table has one of these statuses."""
    if table.status not in allowed:
        raise TableError(f"table_is_{table.status}")


def require_seat(table: Table, player: str, seat: int | None = None) -> int:
    """The seat that a player acts for: the one named, else the one whose turn it is, else their first."""
    own = table.seats_of(player)
    if not own:
        raise TableError("not_seated")
    if seat is None:
        return actor if (actor := table.actor) in own else own[0]
    if seat not in own:
        raise TableError("not_your_seat", {"seat": seat + 1})
    return seat


def humans(table: Table, seats: Iterable[int] | None = None) -> set[int]:
    """The seats of people and of bots with an account: those who answer proposals themselves."""
    among = range(len(table.seats)) if seats is None else seats
    return {place for place in among if table.seats[place].player is not None}
